//! Table 1: what its numbers are about, and what its bounds do not ensure.

use armlab_papers::rosyid2020::{CENTRES, Inertial};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn e7_first_moments_are_masses_times_distances_along_the_legs() {
    let design = Inertial::design();
    let masses = [design.leg_mass[0], design.leg_mass[1], design.leg_mass[2], design.platform_mass];
    let [h1, h2, h3] = design.leg_moment;
    let moments = [h1, h2, h3, design.platform_moment];
    let gap: [f64; 4] = std::array::from_fn(|i| masses[i] * CENTRES[i] - moments[i]);
    println!("m L_G − h: {gap:.5?}");
    // A distance printed to 0.1 mm leaves half of that times the mass open.
    for i in 0..4 {
        assert!(gap[i].abs() <= 0.5e-4 * masses[i] + 0.5e-4);
    }
    assert!((gap[2] - 0.0005).abs() < 5e-5);
}

#[test]
fn e8_inertias_are_about_the_pins() {
    let central = Inertial::design().central_inertias();
    println!("I − h²/m: {central:.4?}");
    for (got, want) in central.iter().zip([0.335, 0.204, 0.395, 0.658]) {
        assert!((got - want).abs() <= 5.1e-4, "{got}");
    }
    // Leg 1 as a uniform rod.
    let rod = 11.128 * 0.6_f64.powi(2) / 12.0;
    assert!((rod - 0.334).abs() < 5e-4 && (central[0] / rod - 1.0).abs() < 0.005);
}

#[test]
fn bounds_are_one_to_three_halves_of_masses_and_three_quarters_to_three_halves_of_the_rest() {
    let [low, design, high] =
        [Inertial::lower_bound(), Inertial::design(), Inertial::upper_bound()]
            .map(|p| p.to_array());
    for i in 0..13 {
        let lowest = if i < 5 { 1.0 } else { 0.75 };
        assert!((low[i] / design[i] - lowest).abs() < 2e-4, "{i}");
        assert!((high[i] / design[i] - 1.5).abs() < 2e-4, "{i}");
    }
    let estimate = Inertial::estimate().to_array();
    assert!((0..13).all(|i| low[i] < estimate[i] && estimate[i] < high[i]));
    // The mark of a search with unit steps: every mass grew by about 1 kg.
    let grown: Vec<f64> = (0..5).map(|i| estimate[i] - design[i]).collect();
    println!("masses grew by {grown:.4?} kg");
    for (got, want) in grown.iter().zip([1.0064, 1.0019, 1.0017, 1.0945, 0.9849]) {
        assert!((got - want).abs() < 1e-10);
    }
    for leg in [9, 10] {
        assert!((estimate[leg] / design[leg] - 1.25).abs() < 5e-5);
    }
}

#[test]
fn e21_half_of_the_box_is_not_physical() {
    let (low, high) = (Inertial::lower_bound().to_array(), Inertial::upper_bound().to_array());
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let samples = 1_000_000;
    let (mut per_body, mut any) = ([0_u32; 4], 0_u32);
    for _ in 0..samples {
        let drawn = std::array::from_fn(|i| rng.random_range(low[i]..high[i]));
        let impossible = Inertial::from_array(drawn).central_inertias().map(|i| i <= 0.0);
        for (count, impossible) in per_body.iter_mut().zip(impossible) {
            *count += u32::from(impossible);
        }
        any += u32::from(impossible.contains(&true));
    }
    let share = |count: u32| count as f64 / samples as f64;
    println!("impossible: {:.4}, per body {:.4?}", share(any), per_body.map(share));
    // Four standard deviations of a share, and half of the last digit.
    let check = |count: u32, want: f64| {
        let deviation = (want * (1.0 - want) / samples as f64).sqrt();
        assert!((share(count) - want).abs() < 4.0 * deviation + 0.0005, "{}", share(count));
    };
    check(any, 0.485);
    for (count, want) in per_body.into_iter().zip([0.125, 0.125, 0.176, 0.184]) {
        check(count, want);
    }
    // The estimate and the design are inside, and possible.
    for table in [Inertial::design(), Inertial::estimate()] {
        assert!(table.central_inertias().iter().all(|i| *i > 0.0));
    }
}

#[test]
fn e21_by_quadrature() {
    // Of each body's box of m, h and I the share with I ≤ h²/m: exact in I, the midpoint rule in m
    // and h. The bodies have no parameter in common, so the shares of possible ones multiply.
    let (low, high) = (Inertial::lower_bound().to_array(), Inertial::upper_bound().to_array());
    let n = 1000;
    let share: [f64; 4] = std::array::from_fn(|body| {
        let at =
            |k: usize, step: usize| low[k] + (high[k] - low[k]) * (step as f64 + 0.5) / n as f64;
        let (m, h, i) = (1 + body, 5 + body, 9 + body);
        let impossible = |a: usize, b: usize| {
            let least = at(h, b).powi(2) / at(m, a);
            ((least - low[i]) / (high[i] - low[i])).clamp(0.0, 1.0)
        };
        (0..n * n).map(|k| impossible(k / n, k % n)).sum::<f64>() / (n * n) as f64
    });
    let any = 1.0 - share.iter().map(|s| 1.0 - s).product::<f64>();
    println!("impossible: {any:.4}, per body {share:.4?}");
    assert!((any - 0.485).abs() < 5.1e-4, "{any}");
    for (got, want) in share.into_iter().zip([0.125, 0.125, 0.176, 0.184]) {
        assert!((got - want).abs() < 5.1e-4, "{got}");
    }
}
