//! Short, empty and broken input is answered, never crashed on.

use armlab_signal::interpolate::{Ends, PiecewiseCubic};
use armlab_signal::{
    CutoffRule, Filter, ParallelDecimator, Resampler, Reversals, SavitzkyGolay, choose_cutoff,
    decimate, first_difference, first_difference_at, mask_slow, power_spectrum, second_difference,
    second_difference_at, uniform_step,
};

#[test]
fn no_call_panics_on_short_or_broken_signals() {
    let values = [0.0, 1.0, f64::NAN, f64::INFINITY, 1e308, -1e308, 5e-324];
    let filters: Vec<Filter> =
        ["none", "sg:5:2", "sg:1:0", "butter:2:6Hz", "butter:3:>1Hz", "butter:1:1-2Hz"]
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
    for n in 0..30 {
        for value in values {
            let mut x = vec![1.0; n];
            if let Some(last) = x.last_mut() {
                *last = value;
            }
            let t: Vec<f64> = (0..n).map(|i| if i + 1 == n { value } else { i as f64 }).collect();
            for dt in [0.01, 0.0, -1.0, f64::NAN] {
                for filter in &filters {
                    let _ = filter.apply(&x, dt);
                    let _ = filter.derivatives(&x, dt);
                    let _ = filter.half_width(dt);
                    let _ = decimate(&x, dt, n, filter);
                }
                let _ = first_difference(&x, dt);
                let _ = second_difference(&x, dt);
                let _ = power_spectrum(&x, dt);
                let _ = choose_cutoff(&[&x], dt, CutoffRule::default());
                let _ = Resampler::new(dt).apply(&t, &[&x]);
                let _ = mask_slow(&x, Reversals { dead_band: dt, margin: usize::MAX });
            }
            let _ = first_difference_at(&t, &x);
            let _ = second_difference_at(&t, &x);
            let _ = uniform_step(&t, 0.1);
            let _ = SavitzkyGolay::new(5, 3).unwrap().derivative_at(&t, &x, 1);
            for ends in [Ends::NATURAL, Ends::NOT_A_KNOT, Ends::REST] {
                let _ = PiecewiseCubic::spline(&t, &x, ends).map(|c| c.at(value));
            }
            let _ = PiecewiseCubic::pchip(&t, &x).map(|c| c.at(value));
            let _ = PiecewiseCubic::linear(&t, &x).map(|c| c.at(value));
            let mut decimator = ParallelDecimator::new(1, 2).unwrap();
            let _ = decimator.push(0, &x, &mut Vec::new());
        }
    }
}

#[test]
fn errors_say_what_to_change() {
    let short = "butter:4:6Hz".parse::<Filter>().unwrap().apply(&[0.0; 15], 0.01).unwrap_err();
    assert_eq!(
        short.to_string(),
        "a zero-phase filter with 4 poles needs at least 16 samples and has 15; \
         lower the filter's order or record longer"
    );
    let broken = Filter::None.apply(&[0.0, 1.0, f64::NAN], 0.01).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "the signal: sample 2 (from 0) is NaN, not a finite number; remove or interpolate it first"
    );
    let backwards = first_difference_at(&[0.0, 2.0, 1.0], &[0.0; 3]).unwrap_err();
    assert_eq!(
        backwards.to_string(),
        "time stamp 2 (from 0) is 1 s after 2 s; stamps must increase: sort the rows and drop repeated ones"
    );
    let lengths = PiecewiseCubic::pchip(&[0.0, 1.0], &[0.0; 3]).unwrap_err();
    assert!(lengths.to_string().contains("has 3 samples where 2 were expected"), "{lengths}");
}
