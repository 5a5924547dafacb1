//! The equations of motion `τ = M q̈ + C q̇ + G`, solved both ways and written
//! both as recursions and as matrices.

use crate::support::claim::{Claim, largest, times};
use crate::support::random::{State, on_random_trees};
use crate::support::reference;
use armlab_engine::dynamics::{Dynamics, coriolis_matrix};
use armlab_engine::linear::ldlt;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Dual;

fn efforts(robot: &Robot, state: &State) -> Vec<f64> {
    let mut tau = vec![0.0; robot.dofs()];
    Dynamics::new(robot).inverse(&state.q, &state.qd, &state.qdd, &mut tau);
    tau
}

fn mass(robot: &Robot, q: &[f64]) -> Vec<f64> {
    let mut mass = vec![0.0; q.len() * q.len()];
    Dynamics::new(robot).mass_matrix(q, &mut mass);
    mass
}

fn gravity(robot: &Robot, q: &[f64]) -> Vec<f64> {
    let mut gravity = vec![0.0; q.len()];
    Dynamics::new(robot).gravity(q, &mut gravity);
    gravity
}

#[test]
fn efforts_are_mass_coriolis_and_gravity() {
    let mut claim = Claim::new("tau = M qdd + C qd + G", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let inertial = times(&mass(robot, &state.q), &state.qdd);
        let coriolis = times(&coriolis_matrix(robot, &state.q, &state.qd), &state.qd);
        let gravity = gravity(robot, &state.q);
        let sum: Vec<f64> =
            (0..robot.dofs()).map(|i| inertial[i] + coriolis[i] + gravity[i]).collect();
        claim.check(&sum, &efforts(robot, state), context);
    });
}

#[test]
fn the_coriolis_matrix_times_speeds_is_the_speed_dependent_effort() {
    let mut claim = Claim::new("C qd = ID(q, qd, 0) - G", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let coasting = State { qdd: vec![0.0; robot.dofs()], ..state.clone() };
        let bias = efforts(robot, &coasting);
        let gravity = gravity(robot, &state.q);
        let want: Vec<f64> = bias.iter().zip(&gravity).map(|(b, g)| b - g).collect();
        let got = times(&coriolis_matrix(robot, &state.q, &state.qd), &state.qd);
        claim.check_scaled(&got, &want, largest(&bias).max(largest(&gravity)), context);
    });
}

#[test]
fn the_momentum_is_mass_times_speeds_and_its_slope_coriolis_transposed_times_speeds() {
    let mut claims = [Claim::new("p = M qd", 2e-14), Claim::new("dT/dq = C^T qd", 2e-14)];
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let (mut momentum, mut slope) = (vec![0.0; n], vec![0.0; n]);
        Dynamics::new(robot).momentum(&state.q, &state.qd, &mut momentum, &mut slope);
        claims[0].check(&momentum, &times(&mass(robot, &state.q), &state.qd), context);
        let c = coriolis_matrix(robot, &state.q, &state.qd);
        let transposed: Vec<f64> = (0..n * n).map(|k| c[k % n * n + k / n]).collect();
        let size = largest(&c) * largest(&state.qd) * n as f64;
        claims[1].check_scaled(&slope, &times(&transposed, &state.qd), size.max(1e-9), context);
    });
}

#[test]
fn rate_of_the_mass_matrix_less_twice_coriolis_is_skew() {
    let mut claim = Claim::new("Mdot = C + C^T", 5e-14);
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let c = coriolis_matrix(robot, &state.q, &state.qd);
        // Skew means Ṁ − 2C + (Ṁ − 2C)ᵀ = 0, that is Ṁ = C + Cᵀ.
        let q: Vec<Dual<1>> = (0..n).map(|i| Dual::new(state.q[i], [state.qd[i]])).collect();
        let rate: Vec<f64> = reference::mass(robot, &q).iter().map(|m| m.eps[0]).collect();
        let sum: Vec<f64> = (0..n * n).map(|k| c[k] + c[(k % n) * n + k / n]).collect();
        claim.check_scaled(&sum, &rate, largest(&c), context);
    });
}

#[test]
fn the_coriolis_matrix_is_that_of_christoffel_symbols() {
    // C q̇ is a quadratic form of the speeds; its slope is 2C for the symbols of
    // Christoffel and for no other matrix with the same product.
    let mut claim = Claim::new("d(C qd)/d(qd) = 2 C", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let mut slopes = Default::default();
        Dynamics::new(robot).inverse_derivatives(&state.q, &state.qd, &state.qdd, &mut slopes);
        let c = coriolis_matrix(robot, &state.q, &state.qd);
        let twice: Vec<f64> = c.iter().map(|c| 2.0 * c).collect();
        // A single joint has no Coriolis effort at all: then one N m s is the size.
        claim.check_scaled(&slopes.qd, &twice, largest(&twice).max(1.0), context);
    });
}

#[test]
fn the_mass_matrix_is_symmetric_and_positive_definite() {
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let mut mass = mass(robot, &state.q);
        for i in 0..n {
            for j in 0..i {
                assert_eq!(mass[i * n + j], mass[j * n + i], "{context}, entry ({i}, {j})");
            }
        }
        ldlt::factor(&mut mass, n);
        assert_eq!(ldlt::is_positive_definite(&mass, n), Ok(()), "{context}");
    });
}

#[test]
fn the_mass_matrix_is_the_slope_of_the_efforts_by_acceleration() {
    // Efforts are affine in q̈, so one unit acceleration at a time gives M exactly.
    let mut claim = Claim::new("M e_j = ID(q, 0, e_j) - G", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let (mass, gravity) = (mass(robot, &state.q), gravity(robot, &state.q));
        let scale = largest(&mass).max(largest(&gravity));
        for j in 0..n {
            let mut unit = vec![0.0; n];
            unit[j] = 1.0;
            let moved = State { q: state.q.clone(), qd: vec![0.0; n], qdd: unit };
            let tau = efforts(robot, &moved);
            let got: Vec<f64> = (0..n).map(|i| tau[i] - gravity[i]).collect();
            let want: Vec<f64> = (0..n).map(|i| mass[i * n + j]).collect();
            claim.check_scaled(&got, &want, scale, context);
        }
    });
}

#[test]
fn articulated_bodies_invert_inverse_dynamics() {
    let mut claim = Claim::new("ABA(RNEA(qdd)) = qdd", 1e-12);
    on_random_trees(|robot, state, _, context| {
        let mut qdd = vec![0.0; robot.dofs()];
        let tau = efforts(robot, state);
        Dynamics::new(robot).forward(&state.q, &state.qd, &tau, &mut qdd).unwrap();
        claim.check(&qdd, &state.qdd, context);
    });
}

#[test]
fn both_forward_dynamics_agree() {
    let mut claim = Claim::new("ABA = M^-1 (tau - h)", 1e-13);
    on_random_trees(|robot, state, random, context| {
        let n = robot.dofs();
        let tau = random.numbers(n, 30.0);
        let (mut articulated, mut through_mass) = (vec![0.0; n], vec![0.0; n]);
        let mut dynamics = Dynamics::new(robot);
        dynamics.forward(&state.q, &state.qd, &tau, &mut articulated).unwrap();
        dynamics.forward_by_mass_matrix(&state.q, &state.qd, &tau, &mut through_mass).unwrap();
        claim.check(&articulated, &through_mass, context);
    });
}

#[test]
fn the_regressor_times_the_parameters_is_the_effort() {
    let mut claim = Claim::new("Y p = tau", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let columns = robot.parameter_count();
        let mut regressor = vec![0.0; robot.dofs() * columns];
        Dynamics::new(robot).regressor(&state.q, &state.qd, &state.qdd, &mut regressor);
        let got = times(&regressor, &robot.parameter_values());
        claim.check(&got, &efforts(robot, state), context);
    });
}

#[test]
fn each_column_of_the_regressor_is_the_effort_of_one_unit_parameter() {
    let mut claim = Claim::new("Y e_k = tau of parameter k alone", 5e-14);
    on_random_trees(|robot, state, _, context| {
        let columns = robot.parameter_count();
        let n = robot.dofs();
        let mut regressor = vec![0.0; n * columns];
        Dynamics::new(robot).regressor(&state.q, &state.qd, &state.qdd, &mut regressor);
        // A stride keeps the large trees cheap and still meets every kind of column.
        for k in (0..columns).step_by(if columns > 100 { 7 } else { 1 }) {
            let mut unit = vec![0.0; columns];
            unit[k] = 1.0;
            let alone = robot.with_parameter_values(&unit).expect("as many values as names");
            let got: Vec<f64> = (0..n).map(|i| regressor[i * columns + k]).collect();
            let want = efforts(&alone, state);
            claim.check_scaled(&got, &want, largest(&want).max(1.0), format!("{context}, {k}"));
        }
    });
}
