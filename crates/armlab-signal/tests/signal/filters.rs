//! Butterworth, the filter in words, and the choice of a cut-off.

use crate::support::{noise, rms, sine, times, worst};
use armlab_signal::{
    Band, Butterworth, CutoffRule, Filter, SavitzkyGolay, choose_cutoff, power_spectrum,
};
use std::f64::consts::{FRAC_1_SQRT_2, PI, TAU};

#[test]
fn a_butterworth_filter_has_its_half_power_exactly_at_the_cut_off() {
    for order in [1, 2, 3, 4, 5, 8, 12] {
        for cut in [0.01, 0.1, 0.25, 0.45] {
            let angle = TAU * cut;
            for band in [Band::LowPass(cut), Band::HighPass(cut)] {
                let design = Butterworth::new(order, band).unwrap().design(1.0).unwrap();
                let gain = design.gain(angle);
                assert!((gain - FRAC_1_SQRT_2).abs() < 1e-10, "{order} {band:?}: {gain}");
            }
        }
        let band = Band::BandPass(0.1, 0.2);
        let design = Butterworth::new(order, band).unwrap().design(1.0).unwrap();
        for cut in [0.1, 0.2] {
            assert!((design.gain(TAU * cut) - FRAC_1_SQRT_2).abs() < 1e-10, "{order} {cut}");
        }
    }
}

#[test]
fn the_gain_follows_the_law_of_butterworth() {
    let design = Butterworth::new(5, Band::LowPass(0.1)).unwrap().design(1.0).unwrap();
    for f in [0.001_f64, 0.05, 0.11, 0.2, 0.4] {
        let ratio = (PI * f).tan() / (PI * 0.1).tan();
        let wanted = 1.0 / (1.0 + ratio.powi(10)).sqrt();
        assert!((design.gain(TAU * f) - wanted).abs() < 1e-13, "{f}");
    }
}

#[test]
fn forwards_and_backwards_nothing_is_shifted_and_the_gain_is_squared() {
    let t = times(4000, 0.002);
    let x = sine(&t, 5.0);
    let design = Butterworth::new(3, Band::LowPass(8.0)).unwrap().design(0.002).unwrap();
    let y = design.zero_phase(&x).unwrap();
    let gain = design.gain(TAU * 5.0 * 0.002).powi(2);
    let wanted: Vec<f64> = x.iter().map(|x| gain * x).collect();
    assert!(worst(&y, &wanted, 1000) < 1e-12);
    let mut lagging = x.clone();
    design.causal(&mut lagging);
    assert!(worst(&lagging, &wanted, 1000) > 0.5, "a causal filter lags");
}

#[test]
fn constants_pass_a_low_pass_unchanged_and_lines_do_away_from_the_ends() {
    let filter: Filter = "butter:4:6Hz".parse().unwrap();
    let constant = vec![3.7; 300];
    let out = filter.apply(&constant, 0.01).unwrap();
    assert!(worst(&out, &constant, 0) < 1e-13);
    // The state begins as after a constant, so a line shows a transient.
    let line: Vec<f64> = times(600, 0.01).iter().map(|t| 3.0 - 2.0 * t).collect();
    let out = filter.apply(&line, 0.01).unwrap();
    assert!(worst(&out, &line, 0) < 1e-2);
    assert!(worst(&out, &line, 250) < 1e-11);
}

#[test]
fn a_filter_reads_what_it_writes() {
    for text in ["none", "sg:21:5", "butter:4:6Hz", "butter:4:>0.5Hz", "butter:2:1-6Hz"] {
        let filter: Filter = text.parse().unwrap();
        assert_eq!(filter.to_string(), text);
    }
    assert_eq!(" butter : 4 : 6 hz ".parse::<Filter>(), "butter:4:6Hz".parse());
    assert_eq!("butter:4:1e-3Hz".parse::<Filter>(), "butter:4:0.001".parse());
}

#[test]
fn a_filter_that_cannot_be_says_how_to_write_one() {
    for (text, hint) in [
        ("sg:20:5", "take 19 or 21"),
        ("sg:5:5", "at most order 4"),
        ("butter:0:6Hz", "take 1 to 24"),
        ("butter:4:6-1Hz", "the lower one first"),
        ("butter:4:-6Hz", "positive numbers"),
        ("butter:4", "butter:4:6Hz"),
        ("kalman", "sg:21:5"),
        ("butter:4:µ-Hz", "butter:4:6Hz"),
    ] {
        let error = text.parse::<Filter>().unwrap_err().to_string();
        assert!(error.contains(hint), "{text}: {error}");
    }
    let error = "butter:4:60Hz".parse::<Filter>().unwrap().apply(&[0.0; 99], 0.01).unwrap_err();
    assert!(error.to_string().contains("half the sampling rate, 50 Hz"), "{error}");
}

#[test]
fn the_same_filter_on_both_sides_keeps_a_linear_relation() {
    let (a, b) = (noise(500, 1), noise(500, 2));
    let sum: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 2.0 * a - 3.0 * b).collect();
    for text in ["butter:4:6Hz", "sg:21:5", "none"] {
        let filter: Filter = text.parse().unwrap();
        let f = filter.apply_columns(&[&a, &b, &sum], 0.01).unwrap();
        let combined: Vec<f64> = (0..500).map(|i| 2.0 * f[0][i] - 3.0 * f[1][i]).collect();
        assert!(worst(&combined, &f[2], 0) < 1e-13, "{text}");
    }
}

#[test]
fn derivatives_of_a_filtered_motion_are_those_of_the_motion() {
    let t = times(2000, 0.002);
    let x = sine(&t, 0.5);
    let w = TAU * 0.5;
    let (velocity, acceleration): (Vec<f64>, Vec<f64>) =
        t.iter().map(|t| (w * (w * t).cos(), -w * w * (w * t).sin())).unzip();
    for (text, tolerance) in [("butter:4:20Hz", 1e-4), ("sg:21:5", 1e-7), ("none", 1e-4)] {
        let got = text.parse::<Filter>().unwrap().derivatives(&x, 0.002).unwrap();
        let off = worst(&got.first, &velocity, 200);
        assert!(off < tolerance, "{text}: {off}");
        let off = worst(&got.second, &acceleration, 200);
        assert!(off < 10.0 * tolerance, "{text}: {off}");
    }
}

#[test]
fn a_spectrum_holds_the_power_of_a_sine_at_its_frequency() {
    let x: Vec<f64> = sine(&times(1000, 0.01), 7.0).iter().map(|x| 3.0 * x).collect();
    let spectrum = power_spectrum(&x, 0.01).unwrap();
    let around = |k: usize| (k as f64 * spectrum.step - 7.0).abs() < 0.5;
    let inside: f64 =
        (0..spectrum.power.len()).filter(|k| around(*k)).map(|k| spectrum.power[k]).sum();
    assert!((inside - 4.5).abs() < 0.01, "{inside}");
}

#[test]
fn the_cut_off_follows_the_excitation_and_not_the_noise() {
    let dt = 0.004;
    let t = times(5000, dt);
    let two_tones: Vec<f64> =
        sine(&t, 0.3).iter().zip(sine(&t, 1.2)).map(|(a, b)| a + 0.5 * b).collect();
    for level in [0.0, 1e-6, 1e-3, 0.05] {
        let noisy: Vec<f64> =
            two_tones.iter().zip(noise(5000, 9)).map(|(x, e)| x + level * e).collect();
        let slow = sine(&t, 0.2);
        let cutoff = choose_cutoff(&[&slow, &noisy], dt, CutoffRule::default()).unwrap();
        assert_eq!(cutoff.column, 1);
        assert!((1.15..1.45).contains(&cutoff.band), "{}", cutoff.reason);
        assert!((cutoff.frequency - 5.0 * cutoff.band).abs() < 1e-12);
        if level > 1e-7 {
            // Uniform noise of ±level.
            assert!((cutoff.noise / (level / 3_f64.sqrt()) - 1.0).abs() < 0.1, "{}", cutoff.noise);
        }
    }
}

#[test]
fn the_choice_of_a_cut_off_is_explained() {
    let t = times(5000, 0.004);
    let x = sine(&t, 1.2);
    let rule = CutoffRule { energy: 0.999, factor: 5.0 };
    let reason = choose_cutoff(&[&x], 0.004, rule).unwrap().reason;
    assert!(
        reason.starts_with("positions carry 99.9 % of their velocity's energy below 1.3 Hz"),
        "{reason}"
    );
    assert!(reason.contains("= 5 x"), "{reason}");
    let coarse = sine(&times(5000, 0.2), 1.2);
    let high = choose_cutoff(&[&coarse], 0.2, rule).unwrap();
    assert!(high.frequency <= 2.0 && high.reason.contains("highest at this sampling rate"));
    let still = choose_cutoff(&[&[1.0; 100]], 0.004, rule).unwrap_err().to_string();
    assert!(still.contains("stand still"), "{still}");
}

#[test]
fn smoothing_takes_noise_out_of_a_motion() {
    let t = times(1000, 0.01);
    let clean = sine(&t, 0.3);
    let e = noise(1000, 3);
    let noisy: Vec<f64> = clean.iter().zip(&e).map(|(x, e)| x + 0.01 * e).collect();
    for filter in
        [Filter::SavitzkyGolay(SavitzkyGolay::new(41, 3).unwrap()), "butter:4:3Hz".parse().unwrap()]
    {
        let out = filter.apply(&noisy, 0.01).unwrap();
        let left: Vec<f64> = (50..950).map(|i| out[i] - clean[i]).collect();
        assert!(rms(&left) < 0.3 * 0.01 * rms(&e), "{filter}: {}", rms(&left));
    }
}
