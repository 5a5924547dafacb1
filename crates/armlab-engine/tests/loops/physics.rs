//! What any machine with loops must obey.

use crate::models::*;
use armlab_engine::dynamics::{LoopedDynamics, Plant};

#[test]
fn actuator_power_is_the_rate_of_energy() {
    for robot in machines() {
        let mut machine = LoopedDynamics::new(&robot).unwrap();
        let home = machine.machine().active_part(machine.machine().home());
        for k in 0..40 {
            let t = 0.1 * k as f64;
            let mut energy = |t: f64| {
                let [q, qd, qdd] = motion(&home, t);
                machine.move_to(&q, &qd, &qdd).unwrap();
                let (kinetic, potential) = machine.energy();
                kinetic + potential
            };
            // Sixth-order central difference.
            let h = 2e-3;
            let pair = |k: f64, e: &mut dyn FnMut(f64) -> f64| e(t + k * h) - e(t - k * h);
            let rate = (45.0 * pair(1.0, &mut energy) - 9.0 * pair(2.0, &mut energy)
                + pair(3.0, &mut energy))
                / (60.0 * h);
            let [q, qd, qdd] = motion(&home, t);
            let mut tau = vec![0.0; q.len()];
            machine.inverse(&q, &qd, &qdd, &mut tau).unwrap();
            let power: f64 = tau.iter().zip(&qd).map(|(t, v)| t * v).sum();
            assert!((power - rate).abs() < 1e-8, "{}: {power} {rate}", robot.name());
        }
    }
}

#[test]
fn accelerations_regressor_mass_and_reactions_agree_with_the_efforts() {
    for robot in machines() {
        let mut machine = LoopedDynamics::new(&robot).unwrap();
        let home = machine.machine().active_part(machine.machine().home());
        let n = home.len();
        let [q, qd, qdd] = motion(&home, 0.7);
        let mut tau = vec![0.0; n];
        machine.inverse(&q, &qd, &qdd, &mut tau).unwrap();
        let scale = tau.iter().fold(1.0_f64, |m, t| m.max(t.abs()));
        // The tree's joints transmit the efforts, and nothing through passive ones.
        let reactions = machine.reactions();
        for (i, joint) in robot.joints().iter().enumerate() {
            let f = reactions[i];
            let (moment, force) = (f.moment.dot(joint.axis), f.force.dot(joint.axis));
            let along = if joint.kind.turns() { moment } else { force };
            let position = machine.machine().active().iter().position(|&a| a == i);
            // What accelerates the rotor does not pass through the joint.
            let expected = position.map_or(0.0, |k| tau[k] - joint.rotor_inertia * qdd[k]);
            assert!((along - expected).abs() < 1e-11 * scale, "{}: {}", robot.name(), joint.name);
        }
        let mut forward = vec![0.0; n];
        machine.forward(&q, &qd, &tau, &mut forward).unwrap();
        for k in 0..n {
            assert!((forward[k] - qdd[k]).abs() < 1e-10, "{}", robot.name());
        }
        let parameters = robot.parameter_values();
        let mut regressor = vec![0.0; n * parameters.len()];
        machine.regressor(&q, &qd, &qdd, &mut regressor).unwrap();
        for k in 0..n {
            let row = &regressor[k * parameters.len()..(k + 1) * parameters.len()];
            let sum: f64 = row.iter().zip(&parameters).map(|(y, p)| y * p).sum();
            assert!((sum - tau[k]).abs() < 1e-12 * scale, "{}", robot.name());
        }
    }
}

/// Sixth-order central difference of `f` at `t`.
fn rate(t: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    let h = 2e-3;
    let mut pair = |k: f64| f(t + k * h) - f(t - k * h);
    (45.0 * pair(1.0) - 9.0 * pair(2.0) + pair(3.0)) / (60.0 * h)
}

#[test]
fn drives_give_what_energy_gains_and_friction_takes() {
    for name in ["parallel3prr", "parallel3prr-vertical", "five-bar", "delta"] {
        let robot = built_in(name);
        let mut plant = Plant::new(&robot).unwrap();
        let home = plant.mechanism().home();
        let n = home.len();
        let mut most = 0.0_f64;
        for k in 0..40 {
            let t = 0.1 * k as f64;
            let gain = rate(t, |t| {
                let [q, qd, qdd] = motion(&home, t);
                plant.mechanism().move_to(&q, &qd, &qdd).unwrap();
                let (kinetic, potential) = plant.mechanism().energy();
                kinetic + potential
            });
            let [q, qd, qdd] = motion(&home, t);
            let (mut tau, mut friction) = (vec![0.0; n], vec![0.0; n]);
            plant.inverse(&q, &qd, &qdd, &mut tau, &mut friction).unwrap();
            let power: f64 = (0..n).map(|i| (tau[i] + friction[i]) * qd[i]).sum();
            let loss = plant.friction_loss();
            assert!(loss >= 0.0, "{name}: friction drives the machine");
            most = most.max(loss);
            assert!((power - gain - loss).abs() < 1e-8, "{name}: {power} {gain} {loss}");
        }
        assert!(most > 0.0, "{name} has friction");
    }
}

#[test]
fn the_mechanism_of_a_tree_and_of_a_machine_speak_alike() {
    for name in ["scara", "parallel3prr-vertical"] {
        let robot = built_in(name);
        let mut plant = Plant::new(&robot).unwrap();
        let home = plant.mechanism().home();
        let n = home.len();
        let [q, qd, qdd] = motion(&home, 0.4);
        let (mut tau, mut friction) = (vec![0.0; n], vec![0.0; n]);
        plant.inverse(&q, &qd, &qdd, &mut tau, &mut friction).unwrap();
        let effort: Vec<f64> = (0..n).map(|i| tau[i] + friction[i]).collect();
        let modes = plant.settle(&q, &qd, &effort, &[], 0.0).unwrap();
        let mut forward = vec![0.0; n];
        plant.forward(&q, &qd, &effort, &modes, &[], &mut forward).unwrap();
        for i in 0..n {
            assert!((forward[i] - qdd[i]).abs() < 1e-10, "{name}: {forward:?} {qdd:?}");
        }
    }
}

#[test]
fn momentum_changes_by_efforts_less_gravity_and_the_slope_of_the_kinetic_energy() {
    for robot in machines() {
        let mut machine = LoopedDynamics::new(&robot).unwrap();
        let home = machine.machine().active_part(machine.machine().home());
        let n = home.len();
        for k in 0..10 {
            let t = 0.37 * k as f64;
            let [q, qd, qdd] = motion(&home, t);
            let [mut tau, mut gravity, mut p, mut slope] = [(); 4].map(|()| vec![0.0; n]);
            machine.inverse(&q, &qd, &qdd, &mut tau).unwrap();
            machine.gravity(&mut gravity);
            machine.momentum(&q, &qd, &mut p, &mut slope).unwrap();
            for j in 0..n {
                let rate = rate(t, |t| {
                    let [q, qd, _] = motion(&home, t);
                    let mut unused = vec![0.0; n];
                    machine.momentum(&q, &qd, &mut p, &mut unused).unwrap();
                    p[j]
                });
                let wanted = tau[j] - gravity[j] + slope[j];
                let name = robot.name();
                assert!((rate - wanted).abs() < 1e-8, "{name}, joint {j}: {rate} {wanted}");
            }
        }
    }
}
