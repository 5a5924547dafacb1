//! Energy: its two parts, and that only the drives change it.

use crate::support::claim::{Claim, dot, largest, times};
use crate::support::random::{Axes, Random, on_random_trees};
use armlab_engine::dynamics::{Dynamics, energy};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Dual;

#[test]
fn kinetic_energy_is_half_the_square_of_the_speeds_in_the_mass_metric() {
    let mut claim = Claim::new("K = qd^T M qd / 2", 5e-14);
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let mut mass = vec![0.0; n * n];
        Dynamics::new(robot).mass_matrix(&state.q, &mut mass);
        let half_square = 0.5 * dot(&state.qd, &times(&mass, &state.qd));
        let (kinetic, _) = energy(robot, &state.q, &state.qd);
        claim.check(&[kinetic], &[half_square], context);
    });
}

#[test]
fn the_slope_of_potential_energy_is_the_gravity_effort() {
    let mut claim = Claim::new("dV/dq = G", 3e-14);
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let still = vec![Dual::<1>::default(); n];
        let slopes: Vec<f64> = (0..n)
            .map(|j| {
                let q: Vec<Dual<1>> = (0..n)
                    .map(|i| Dual::variable(state.q[i], if i == j { 0 } else { 1 }))
                    .collect();
                energy(robot, &q, &still).1.eps[0]
            })
            .collect();
        let mut gravity = vec![0.0; n];
        Dynamics::new(robot).gravity(&state.q, &mut gravity);
        claim.check(&slopes, &gravity, context);
    });
}

#[test]
fn the_drives_power_is_the_rate_of_energy() {
    let mut claim = Claim::new("d(K + V)/dt = tau qd", 1e-13);
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let q: Vec<Dual<1>> = (0..n).map(|i| Dual::new(state.q[i], [state.qd[i]])).collect();
        let qd: Vec<Dual<1>> = (0..n).map(|i| Dual::new(state.qd[i], [state.qdd[i]])).collect();
        let (kinetic, potential) = energy(robot, &q, &qd);
        let mut tau = vec![0.0; n];
        Dynamics::new(robot).inverse(&state.q, &state.qd, &state.qdd, &mut tau);
        // Powers of single joints, which may cancel, set the size of the sum.
        let powers: Vec<f64> = tau.iter().zip(&state.qd).map(|(t, s)| t * s).collect();
        let rate = kinetic.eps[0] + potential.eps[0];
        claim.check_scaled(&[rate], &[powers.iter().sum()], largest(&powers), context);
    });
}

/// Largest change of the total energy over a second without efforts, by RK4
/// with steps of `step`, against the largest kinetic energy on the way.
fn free_drift(robot: &Robot, mut q: Vec<f64>, mut qd: Vec<f64>, step: f64) -> f64 {
    let n = robot.dofs();
    let none = vec![0.0; n];
    let mut dynamics = Dynamics::new(robot);
    let mut rate = |q: &[f64], qd: &[f64]| {
        let mut qdd = vec![0.0; n];
        dynamics.forward(q, qd, &none, &mut qdd).expect("every joint moves mass");
        (qd.to_vec(), qdd)
    };
    let along = |x: &[f64], k: &[f64], h: f64| -> Vec<f64> {
        x.iter().zip(k).map(|(x, k)| x + h * k).collect()
    };
    let total = |q: &[f64], qd: &[f64]| {
        let (kinetic, potential) = energy(robot, q, qd);
        (kinetic, kinetic + potential)
    };
    let (mut most, start) = total(&q, &qd);
    let mut drift: f64 = 0.0;
    for _ in 0..(1.0 / step).round() as usize {
        let k1 = rate(&q, &qd);
        let k2 = rate(&along(&q, &k1.0, step / 2.0), &along(&qd, &k1.1, step / 2.0));
        let k3 = rate(&along(&q, &k2.0, step / 2.0), &along(&qd, &k2.1, step / 2.0));
        let k4 = rate(&along(&q, &k3.0, step), &along(&qd, &k3.1, step));
        for i in 0..n {
            q[i] += step / 6.0 * (k1.0[i] + 2.0 * (k2.0[i] + k3.0[i]) + k4.0[i]);
            qd[i] += step / 6.0 * (k1.1[i] + 2.0 * (k2.1[i] + k3.1[i]) + k4.1[i]);
        }
        let (kinetic, now) = total(&q, &qd);
        most = most.max(kinetic);
        drift = drift.max((now - start).abs());
    }
    drift / most
}

#[test]
fn a_free_robot_keeps_its_energy() {
    for (seed, joints) in [(100, 3), (101, 7), (102, 12), (103, 40)] {
        let mut random = Random::new(seed);
        let robot = random.tree(joints, Axes::Any);
        let state = random.state(&robot);
        let coarse = free_drift(&robot, state.q.clone(), state.qd.clone(), 2e-3);
        let fine = free_drift(&robot, state.q, state.qd, 1e-3);
        println!("{joints} joints: drift {coarse:.1e} at 2 ms, {fine:.1e} at 1 ms");
        assert!(fine < 1e-10, "{joints} joints: drift {fine:.1e}");
        // What is left is the integrator's: it falls with the step's fourth power.
        let order = (coarse / fine).log2();
        assert!((3.5..4.5).contains(&order), "{joints} joints: order {order:.2}");
    }
}
