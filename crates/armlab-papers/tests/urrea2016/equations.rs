//! Equations as printed.

use crate::support::*;
use armlab_papers::reproduce::values;
use armlab_papers::scara::TRUTH;
use armlab_papers::urrea2016::printed;
use armlab_papers::urrea2016::published::{INDICATORS, estimates};
use armlab_papers::urrea2022::printed::State;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn the_delta_rule_is_the_slope_and_not_the_quotient() {
    // E = ½(d − w·x)²; −∂E/∂w = δ x, as the text has it, and not −E/w, as eq 9 has it.
    let (x, d, w) = ([0.7, -1.3], 2.0, [0.4, 0.9]);
    let error = |w: [f64; 2]| 0.5 * (d - w[0] * x[0] - w[1] * x[1]).powi(2);
    let delta = d - w[0] * x[0] - w[1] * x[1];
    for k in 0..2 {
        let h = 1e-6;
        let (mut up, mut down) = (w, w);
        up[k] += h;
        down[k] -= h;
        let slope = -(error(up) - error(down)) / (2.0 * h);
        assert_near("δ x", &[slope], &[delta * x[k]], 1e-8);
        assert!((slope + error(w) / w[k]).abs() > 0.1, "the quotient is another number");
    }
}

fn by_the_printed_regressor(log: &armlab::identify::Recording) -> [f64; 4] {
    let at = |columns: &[Vec<f64>], k: usize| std::array::from_fn(|j| columns[j][k]);
    let samples = (0..log.samples()).map(|k| {
        (State { q: at(&log.q, k), qd: at(&log.qd, k), qdd: at(&log.qdd, k) }, at(&log.effort, k))
    });
    printed::least_squares(samples).unwrap()
}

#[test]
fn the_printed_regressor_cannot_have_made_the_printed_estimates() {
    let found = by_the_printed_regressor(&stored("scara_clean.csv"));
    println!("{found:?}");
    assert_near("clean log", &found, &[4.963, 0.300, 0.222, 2.0], 5.1e-4);
    // With noise it is no better, and the paper's IZZ2 and m_r are three per cent off.
    let noisy = by_the_printed_regressor(&stored("scara_noisy.csv"));
    assert!(
        (noisy[1] - estimates()[0][1]).abs() > 0.2 && (noisy[2] - estimates()[0][2]).abs() > 0.5
    );
}

/// Signals of a few sizes that lie near each other or not.
fn signals() -> Vec<[Vec<f64>; 2]> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    (0..40)
        .map(|k| {
            let near = 10.0_f64.powi(-(k % 5));
            let o: Vec<f64> = (0..60).map(|_| random.random_range(-2.0..3.0)).collect();
            let p = o.iter().map(|o| o + near * random.random_range(-1.0..1.0)).collect();
            [o, p]
        })
        .collect()
}

#[test]
fn the_printed_index_is_never_positive() {
    for [o, p] in signals() {
        let printed = printed::ai(&o, &p);
        // Σ(o − p)² and Σ(|o′| − |p′|)² may be equal, up to the rounding of differences of 10⁻⁴.
        assert!(printed <= 1e-10, "{printed}");
        let time: Vec<f64> = (0..o.len()).map(|k| k as f64).collect();
        let stretch = armlab::validation::Stretch { time: &time, measured: &o, predicted: &p };
        let right = armlab::validation::metrics(&[stretch]).ai;
        assert!((0.0..=1.0).contains(&right), "{right}");
    }
    // The published 1.0000 is what the corrected index gives for the published estimates.
    let (bench, mut seen) = (bench(), 0);
    let real = respond(&bench, &TRUTH);
    for (m, published) in INDICATORS.iter().enumerate() {
        let response = respond(&bench, &estimates()[m]);
        for j in 0..3 {
            assert!(printed::ai(&real.q[j], &response.q[j]) < 1e-9);
            assert_near("AI", &[response.agreement[j].ai], &[published[2][j].value()], 5e-5);
            seen += 1;
        }
    }
    assert_eq!(seen, 6);
}

#[test]
fn the_printed_indicators_differ_by_the_size_of_the_signal() {
    for [o, p] in signals() {
        let size = (o.iter().map(|o| o * o).sum::<f64>() / o.len() as f64).sqrt();
        let ratio = printed::rsd(&o, &p) / printed::rms(&o, &p);
        assert!((ratio / size - 1.0).abs() < 1e-12, "{ratio} {size}");
    }
    // Table 6, where four decimals leave enough digits: joints 1 and 2.
    for [rms, rsd, _] in INDICATORS {
        let (rms, rsd) = (values(&rms), values(&rsd));
        for j in 0..2 {
            assert!((1.45..2.0).contains(&(rsd[j] / rms[j])), "{}", rsd[j] / rms[j]);
        }
    }
    // Our motion is of that size, too.
    let response = respond(&bench(), &estimates()[0]);
    for m in &response.agreement[..2] {
        assert!((1.2..2.0).contains(&(m.rsd / m.rms)), "{}", m.rsd / m.rms);
    }
}

#[test]
fn neurons_are_weighted_by_their_own_outputs() {
    // Eq 10 prints f_i(u_j) under the sum over j. With f_j the network's rest is where W f(u) + I = 0; with f_i of two unlike
    // neurons it is elsewhere.
    let f = |c: f64, u: f64| c * u.tanh();
    let (c, u, w) = ([1.0, 3.0], [0.4, -0.2], [0.7, -0.5]);
    let own: f64 = (0..2).map(|j| w[j] * f(c[j], u[j])).sum();
    let first: f64 = (0..2).map(|j| w[j] * f(c[0], u[j])).sum();
    assert!((own - first).abs() > 0.1, "{own} {first}");
}

#[test]
fn the_matrix_of_the_criterion_is_that_of_equation_44() {
    // H in eq 44 and 45, W in the text: stacked rows of eq 57 have the condition that the design plans with.
    use armlab::motion::Trajectory;
    use armlab_papers::scara::RATE;
    let bench = bench();
    let mut rows = Vec::new();
    for k in 0..=1500 {
        let mut x = State { q: [0.0; 3], qd: [0.0; 3], qdd: [0.0; 3] };
        bench.reference.sample(f64::from(k) / RATE, &mut x.q, &mut x.qd, &mut x.qdd);
        let three = |row: [f64; 4]| [row[0], row[1], row[2]];
        rows.extend(armlab_papers::urrea2022::printed::regressor(&x).map(three));
    }
    let h = armlab_dense::Matrix::from_fn(rows.len(), 3, |i, k| rows[i][k]);
    let singular = h.svd().unwrap().values;
    let condition = singular[0] / singular[2];
    let planned =
        armlab_papers::urrea2016::executed(&bench, 0, 1, "reference", &bench.reference).unwrap();
    assert_near("cond", &[planned.planned[0]], &[condition], 1e-9);
}
