//! The printed dynamics against definiteness and energy.

use super::physical;
use crate::support::linear::is_positive_definite;
use crate::support::motion::{drift_percent, free_motion_energy, largest};
use crate::support::vectors::{array, cases};
use crate::support::{assert_near, halton};
use armlab_papers::urrea2020::{Parameters, printed};
use std::f64::consts::PI;

/// 20 000 poses within the joint limits.
pub fn poses() -> impl Iterator<Item = [f64; 6]> {
    let turn = |x: f64| PI * (x - 0.5);
    let slide = |x: f64| 0.04 * x;
    (1..=20_000).map(move |i| {
        [
            turn(halton(i, 2)),
            slide(halton(i, 3)),
            turn(halton(i, 5)),
            slide(halton(i, 7)),
            turn(halton(i, 11)),
            slide(halton(i, 13)),
        ]
    })
}

#[test]
fn printed_mass_matrix_is_definite_in_metres() {
    let p = Parameters::published();
    assert!(poses().all(|q| is_positive_definite(&printed::mass(&p, q))));
}

#[test]
fn printed_inertia_at_home_is_almost_three_times_the_physical_one() {
    let p = Parameters::published();
    let home = [0.0; 6];
    let printed = printed::mass(&p, home)[0][0];
    let (physical, _) = physical::dynamics(&p, home, home);
    assert_near("printed M11", printed, 0.7093, 5e-5);
    assert_near("physical M11", physical[0][0], 0.2543, 5e-5);
    let bare_cosine = p.mass()[4] * (1.0 - 2.0 * 0.16 * 0.16);
    assert_near("of which B1", bare_cosine, 0.4575, 5e-5);
    assert_near("printed M11 without B1", printed - bare_cosine, 0.2517, 5e-5);
}

/// Poses with rates of up to ±2 rad/s and ±0.2 m/s.
fn states() -> impl Iterator<Item = ([f64; 6], [f64; 6])> {
    poses().take(500).enumerate().map(|(i, q)| {
        let primes = [17, 19, 23, 29, 31, 37];
        let fastest = [2.0, 0.2, 2.0, 0.2, 2.0, 0.2];
        let rate = |k: usize| fastest[k] * (2.0 * halton(i + 1, primes[k]) - 1.0);
        (q, std::array::from_fn(rate))
    })
}

#[test]
fn errata_b1_and_b2_are_the_whole_difference_of_the_mass_matrices() {
    let p = Parameters::published();
    let sliding = physical::inertia(&p);
    for (q, qd) in states() {
        let mut corrected = printed::mass(&p, q);
        let (l1, l2) = (0.16 + q[1], 0.16 + q[3]);
        corrected[0][0] += p.mass()[4] * (2.0 * l1 * l2 - 1.0) * q[2].cos(); // B1
        for i in [0, 2, 4] {
            for j in [0, 2, 4] {
                // B2: of the sliding links, those beyond both joints.
                let beyond = [1, 3, 5].into_iter().filter(|&link| link > i.max(j));
                corrected[i][j] += beyond.map(|link| sliding[link]).sum::<f64>();
            }
        }
        let (physical, _) = physical::dynamics(&p, q, qd);
        for (got, want) in corrected.as_flattened().iter().zip(physical.as_flattened()) {
            assert_near("M", *got, *want, 1e-14);
        }
    }
}

#[test]
fn errata_b3_to_b6_are_the_whole_difference_of_the_velocity_terms() {
    let p = Parameters::published();
    let [_, _, m3, m4, m5, m6] = p.mass();
    for (q, qd) in states() {
        let [_, d1, theta2, d2, theta3, d3] = q;
        let [w1, v1, turn2, v2, _, v3] = qd;
        let (l1, l2, l3, lambda2) = (0.16 + d1, 0.16 + d2, 0.111 + d3, 0.1035 + d2);
        let mut corrected = printed::bias(&p, q, qd);
        corrected[2] += 2.0 * v1 * w1 * m6 * l2 * theta2.cos(); // B3
        corrected[2] += 2.0 * v2 * (w1 + turn2) * (m4 - m3) * lambda2; // B4
        corrected[2] += w1 * w1 * (m5 * 0.0317 + m6 * l3) * (l1 - 1.0) * (theta2 + theta3).sin(); // B5
        corrected[4] += 2.0 * v3 * turn2 * m6 * l3; // B6
        let (_, physical) = physical::dynamics(&p, q, qd);
        for (got, want) in corrected.iter().zip(physical) {
            assert_near("c", *got, want, 1e-13);
        }
    }
}

#[test]
fn printed_arm_gains_and_loses_energy_with_no_force_acting() {
    let p = Parameters::published();
    let start = ([0.3, 0.02, 0.4, 0.02, -0.3, 0.02], [1.0, 0.02, -0.8, 0.01, 1.2, -0.02]);
    let printed = |q, qd| (printed::mass(&p, q), printed::bias(&p, q, qd));
    let drift = drift_percent(&free_motion_energy(&printed, start, 1.0));
    assert_near("printed after 0.25 s, %", drift[250], 4.46, 0.005);
    assert_near("printed after 1 s, %", drift[1000], -5.73, 0.005);
    let physical = |q, qd| physical::dynamics(&p, q, qd);
    let drift = largest(&drift_percent(&free_motion_energy(&physical, start, 1.0)));
    assert!(drift < 1e-11, "physical: {drift} %");
}

#[test]
fn printed_torques_are_wrong_and_printed_forces_right() {
    // Mean |Δτ| over the stored cases, beside the mean |τ| of the physical model. The mean over the
    // 50 cases they are the even half of is 1.58, 0.164 and 0.027 N m.
    let p = Parameters::published();
    let (mut error, mut size) = ([0.0; 6], [0.0; 6]);
    let cases = cases("planar6.json");
    for case in &cases {
        let (q, qd, qdd) = (array(&case["q"]), array(&case["qd"]), array(&case["qdd"]));
        let printed = printed::effort(&p, q, qd, qdd);
        let physical: [f64; 6] = array(&case["physical"]["tau"]);
        for i in 0..6 {
            error[i] += (printed[i] - physical[i]).abs() / cases.len() as f64;
            size[i] += physical[i].abs() / cases.len() as f64;
        }
    }
    for (joint, mean_error, mean_size) in [(0, 1.730, 0.928), (2, 0.193, 0.638), (4, 0.0231, 0.257)]
    {
        assert_near(&format!("mean |Δτ| of joint {joint}"), error[joint], mean_error, 5e-4);
        assert_near(&format!("mean |τ| of joint {joint}"), size[joint], mean_size, 5e-4);
    }
    for joint in [1, 3, 5] {
        assert_near(&format!("mean |Δτ| of joint {joint}"), error[joint], 0.0, 1e-14);
    }
}
