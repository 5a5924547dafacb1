//! Equations of the robot as printed, against mechanics.

use crate::support::*;
use armlab::dynamics::Dynamics;
use armlab_papers::scara::{TRUTH, with_base};
use armlab_papers::urrea2022::printed::{self, GRAVITY, State};
use armlab_papers::urrea2022::published::table_1::{CENTRE, INERTIA, LENGTH, MASS};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random states of the SCARA.
fn states(count: usize) -> Vec<State> {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut three = |size: f64| std::array::from_fn(|_| random.random_range(-size..size));
    (0..count).map(|_| State { q: three(2.0), qd: three(1.5), qdd: three(3.0) }).collect()
}

/// Efforts of mechanics.
fn mechanics(base: [f64; 4], x: &State) -> [f64; 3] {
    let robot = with_base(&bench().robot, &base).unwrap();
    let mut effort = [0.0; 3];
    Dynamics::new(&robot).inverse(&x.q, &x.qd, &x.qdd, &mut effort);
    effort
}

#[test]
fn the_linear_form_is_mechanics() {
    for x in states(50) {
        let got = printed::effort_52(TRUTH, &x);
        assert_near("eq 52 to 54", &got, &mechanics(TRUTH, &x), 1e-13);
    }
}

#[test]
fn jacobians_as_printed_are_not_slopes_of_the_printed_positions() {
    // r of eq 27 and 28; slopes by central differences, good to 1e-9.
    let place = |q: [f64; 3], reach: f64, slide: f64| {
        let (s1, c1) = q[0].sin_cos();
        let (s12, c12) = (q[0] + q[1]).sin_cos();
        [LENGTH[0] * c1 + reach * c12, LENGTH[0] * s1 + reach * s12, -slide * q[2]]
    };
    let h = 1e-5;
    for x in states(20) {
        let links = [
            (printed::jacobian_2(x.q), CENTRE[1], 0.0),
            (printed::jacobian_3(x.q), LENGTH[1], 1.0),
        ];
        for (jacobian, reach, slide) in links {
            let c12 = (x.q[0] + x.q[1]).cos();
            for column in 0..3 {
                let (mut before, mut after) = (x.q, x.q);
                before[column] -= h;
                after[column] += h;
                let (a, b) = (place(after, reach, slide), place(before, reach, slide));
                let slope: [f64; 3] = std::array::from_fn(|i| (a[i] - b[i]) / (2.0 * h));
                let wrong = column == 1 && c12.abs() > 0.05;
                for row in 0..3 {
                    let error = (jacobian[row][column] - slope[row]).abs();
                    match wrong && row == 1 {
                        // The sign of the cosine: at least l_c2 + reach times it.
                        true => assert!(error > (CENTRE[1] + reach) * c12.abs() - 1e-9, "{error}"),
                        false if column != 1 => assert!(error < 1e-9, "{row} {column}: {error}"),
                        false => {}
                    }
                }
            }
        }
    }
}

#[test]
fn the_printed_lagrangian_lacks_the_inertia_of_link_2() {
    let base = printed::base_parameters(INERTIA[2]);
    let robot = with_base(&bench().robot, &base).unwrap();
    for x in states(20) {
        let mut mass = [0.0; 9];
        Dynamics::new(&robot).mass_matrix(&x.q, &mut mass);
        let kinetic: f64 = (0..9).map(|i| 0.5 * mass[i] * x.qd[i / 3] * x.qd[i % 3]).sum();
        let lagrangian = kinetic + MASS[2] * GRAVITY * x.q[2];
        let missing = lagrangian - printed::lagrangian(x.q, x.qd);
        assert_near("½ I₂ θ₂′²", &[missing], &[0.5 * INERTIA[1] * x.qd[1].powi(2)], 1e-13);
    }
    assert_near("a ninth", &[INERTIA[1] / printed::m22()], &[1.0 / 9.0], 1e-15);
}

/// What eq 36 to 38 have too much, joint by joint.
fn excess(x: &State) -> [f64; 3] {
    let right = mechanics(printed::base_parameters(INERTIA[2]), x);
    let printed = printed::effort(x);
    std::array::from_fn(|j| printed[j] - right[j])
}

#[test]
fn only_the_coriolis_terms_of_equation_36_are_wrong() {
    let m_r = TRUTH[2];
    for x in states(50) {
        let (s, c) = x.q[1].sin_cos();
        let [w1, w2, _] = x.qd;
        let wrong = -m_r * (c * w2 - s) * (2.0 * w1 * w2 + w2 * w2);
        assert_near("eq 36", &[excess(&x)[0]], &[wrong], 1e-12);
        // At rest it is right.
        let still = State { qd: [0.0; 3], ..x };
        assert_near("eq 36 at rest", &[excess(&still)[0]], &[0.0], 1e-13);
    }
}

#[test]
fn equation_37_has_the_wrong_inertia() {
    for x in states(50) {
        let wrong = (printed::m11(x.q[1]) - printed::m12(x.q[1])) * x.qdd[0];
        assert_near("eq 37", &[excess(&x)[1]], &[wrong], 1e-12);
    }
}

#[test]
fn equation_38_weighs_the_slide_upwards() {
    for x in states(20) {
        assert_near("eq 38", &[excess(&x)[2]], &[2.0 * MASS[2] * GRAVITY], 1e-12);
    }
}

#[test]
fn equation_45_has_one_coriolis_term_too_many() {
    for x in states(50) {
        let wrong = printed::effort_45(TRUTH, &x) - mechanics(TRUTH, &x)[0];
        let term = -TRUTH[2] * x.q[1].sin() * x.qd[0] * x.qd[1];
        assert_near("eq 45", &[wrong], &[term], 1e-13);
    }
}

#[test]
fn the_slide_s_force_needs_its_acceleration() {
    for x in states(50) {
        let right = mechanics(TRUTH, &x)[2];
        let by_speed = printed::effort_47(TRUTH, &x) - right;
        let by_place = printed::effort_49(TRUTH, &x)[2] - right;
        assert_near("eq 47", &[by_speed], &[TRUTH[3] * (x.qd[2] - x.qdd[2])], 1e-13);
        assert_near("eq 51", &[by_place], &[TRUTH[3] * (x.q[2] - x.qdd[2])], 1e-13);
    }
}

#[test]
fn missing_brackets_make_a_resting_robot_push() {
    let rest = State { q: [0.3, 0.7, 0.1], qd: [0.0; 3], qdd: [0.0; 3] };
    let [first, second, _] = printed::effort_49(TRUTH, &rest);
    assert_near("τ₁ and τ₂ at rest", &[first, second], &[TRUTH[1]; 2], 0.0);
    assert_near("mechanics", &mechanics(TRUTH, &rest)[..2], &[0.0; 2], 1e-15);
}

#[test]
fn m_r_is_a_length_times_a_first_moment() {
    let [_, m2, m3] = MASS;
    let first_moment = m2 * CENTRE[1] + m3 * LENGTH[1];
    assert_near("m_r", &[LENGTH[0] * first_moment], &[TRUTH[2]], 1e-15);
    // And the description's own parameter is that.
    let robot = bench().robot;
    let values = robot.parameter_values();
    let declared = &robot.declared_base_parameters()[2];
    let value: f64 = declared.combination.iter().map(|(i, f)| f * values[*i]).sum();
    assert_eq!((declared.name.as_str(), declared.unit.as_str()), ("m_r", "kg m²"));
    assert_near("m_r of the description", &[value], &[TRUTH[2]], 1e-15);
}

#[test]
fn at_rest_the_regressor_shows_the_slide_s_mass_only() {
    for q in [[0.0; 3], [0.3, 1.1, 0.2]] {
        let rows = printed::regressor(&State { q, qd: [0.0; 3], qdd: [0.0; 3] });
        let shown: Vec<usize> = (0..4).filter(|k| rows.iter().any(|row| row[*k] != 0.0)).collect();
        assert_eq!(shown, [3]);
    }
    // At constant speed IZZ1 and IZZ2 stay out of sight.
    let rows =
        printed::regressor(&State { q: [0.3, 1.1, 0.2], qd: [1.0, 0.5, 0.1], qdd: [0.0; 3] });
    assert!(rows.iter().all(|row| row[0] == 0.0 && row[1] == 0.0));
}

#[test]
fn kinetic_energy_needs_the_square_of_the_speed() {
    // Eq 32 has ½ m vᵀ, a vector; ½ m vᵀv of all links with their inertias is ½ q′ᵀ M q′.
    for x in states(20) {
        let [q1, q2, _] = x.q;
        let [w1, w2, v3] = x.qd;
        let (w12, q12) = (w1 + w2, q1 + q2);
        let speed = |reach: f64| {
            [
                -LENGTH[0] * q1.sin() * w1 - reach * q12.sin() * w12,
                LENGTH[0] * q1.cos() * w1 + reach * q12.cos() * w12,
            ]
        };
        let square = |v: [f64; 2]| v[0] * v[0] + v[1] * v[1];
        let energy = 0.5
            * (MASS[0] * (CENTRE[0] * w1).powi(2)
                + INERTIA[0] * w1 * w1
                + MASS[1] * square(speed(CENTRE[1]))
                + INERTIA[1] * w12 * w12
                + MASS[2] * (square(speed(LENGTH[1])) + v3 * v3)
                + INERTIA[2] * w12 * w12);
        let form = 0.5
            * (printed::m11(q2) * w1 * w1
                + 2.0 * printed::m12(q2) * w1 * w2
                + printed::m22() * w2 * w2
                + MASS[2] * v3 * v3);
        assert_near("kinetic energy", &[energy], &[form], 1e-13);
    }
}

#[test]
fn the_vector_form_is_equation_55_and_the_matrix_form_equation_56() {
    // The text points to (36) and (37), which are τ₁ and τ₂ alone.
    for x in states(20) {
        let product: Vec<f64> = printed::regressor(&x)
            .iter()
            .map(|row| row.iter().zip(TRUTH).map(|(r, p)| r * p).sum())
            .collect();
        assert_near("y = Φ p", &product, &mechanics(TRUTH, &x), 1e-13);
    }
}
