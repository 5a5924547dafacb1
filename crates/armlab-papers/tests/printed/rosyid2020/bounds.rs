//! Table 1: what its numbers are about, and what its bounds do not ensure.

use armlab_papers::reproduce::values;
use armlab_papers::rosyid2020::{Inertial, published::CENTRES};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn e7_first_moments_are_masses_times_distances_along_the_legs() {
    let design = Inertial::design();
    let masses = [design.leg_mass[0], design.leg_mass[1], design.leg_mass[2], design.platform_mass];
    let [h1, h2, h3] = design.leg_moment;
    let moments = [h1, h2, h3, design.platform_moment];
    let gap: [f64; 4] =
        std::array::from_fn(|i| 1e-3 * masses[i] * values(&CENTRES)[i] - moments[i]);
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

/// Share of the box between the bounds in which a body cannot exist: legs 1, 2, 3, platform, and
/// any of them. Exact in I, the midpoint rule in m and h; the bodies have no parameter in common,
/// so the shares of possible ones multiply.
fn impossible_share() -> [f64; 5] {
    let (low, high) = (Inertial::lower_bound().to_array(), Inertial::upper_bound().to_array());
    let n = 1000;
    let mut share = [0.0; 5];
    let mut possible = 1.0;
    for body in 0..4 {
        let at =
            |k: usize, step: usize| low[k] + (high[k] - low[k]) * (step as f64 + 0.5) / n as f64;
        let (m, h, i) = (1 + body, 5 + body, 9 + body);
        for a in 0..n {
            for b in 0..n {
                let least = at(h, b).powi(2) / at(m, a);
                let below = ((least - low[i]) / (high[i] - low[i])).clamp(0.0, 1.0);
                share[body] += below / (n * n) as f64;
            }
        }
        possible *= 1.0 - share[body];
    }
    share[4] = 1.0 - possible;
    share
}

#[test]
fn e21_half_of_the_box_is_not_physical() {
    // An earlier study has 12.5, 12.5, 17.6, 18.4 and 48.5 %.
    let exact = impossible_share();
    println!("impossible by quadrature: {exact:.4?}");
    for (got, want) in exact.into_iter().zip([0.1256, 0.1248, 0.1763, 0.1853, 0.4864]) {
        assert!((got - want).abs() < 5.1e-5, "{got}");
    }
    // The same by drawing, and so by the code that the library offers.
    let (low, high) = (Inertial::lower_bound().to_array(), Inertial::upper_bound().to_array());
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let samples = 1_000_000;
    let mut count = [0_u32; 5];
    for _ in 0..samples {
        let drawn = std::array::from_fn(|i| rng.random_range(low[i]..high[i]));
        let impossible = Inertial::from_array(drawn).central_inertias().map(|i| i <= 0.0);
        for body in 0..4 {
            count[body] += u32::from(impossible[body]);
        }
        count[4] += u32::from(impossible.contains(&true));
    }
    let drawn = count.map(|c| c as f64 / samples as f64);
    println!("impossible by drawing: {drawn:.4?}");
    for (got, want) in drawn.into_iter().zip(exact) {
        let deviation = (want * (1.0 - want) / samples as f64).sqrt();
        assert!((got - want).abs() < 4.0 * deviation, "{got} is not {want}");
    }
    // The estimate and the design are inside, and possible.
    for table in [Inertial::design(), Inertial::estimate()] {
        assert!(table.central_inertias().iter().all(|i| *i > 0.0));
    }
}
