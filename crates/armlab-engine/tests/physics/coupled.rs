//! Motors that turn with two joints: part of the dynamics, of the energy and of TOML.

use armlab_engine::dynamics::Plant;
use armlab_engine::robot::describe::{Format, ReadOptions, read_toml, write_toml};
use armlab_engine::robot::{CouplingError, MotorCoupling, Robot, library};

/// The library's robot with rotors at its last two joints.
fn ur5() -> Robot {
    let robot = library::load("ur5").unwrap().unwrap().robot;
    let mut values = robot.parameter_values();
    let last = values.len() - 2;
    values[last..].fill(0.01);
    robot.with_parameter_values(&values).unwrap()
}

fn coupling(opposed: bool) -> MotorCoupling {
    let sign = if opposed { -1.0 } else { 1.0 };
    MotorCoupling {
        joints: ["wrist_2".into(), "wrist_3".into()],
        opposed,
        inertia: 0.004 * sign,
        viscous: 0.3 * sign,
        coulomb: 0.7,
        width: 0.05,
    }
}

fn coupled(opposed: bool) -> Robot {
    let robot = ur5();
    let names: Vec<String> = robot.moving_joints().map(|j| j.name.clone()).collect();
    let mut coupling = coupling(opposed);
    coupling.joints = [names[4].clone(), names[5].clone()];
    robot.with_couplings(vec![coupling]).unwrap()
}

const Q: [f64; 6] = [0.3, -1.1, 0.8, -0.4, 0.9, 0.2];
const QD: [f64; 6] = [0.5, -0.2, 0.4, 0.7, -0.06, 0.09];

#[test]
fn accelerations_and_efforts_of_coupled_motors_undo_each_other() {
    for opposed in [false, true] {
        let robot = coupled(opposed);
        let mut plant = Plant::new(&robot).unwrap();
        let wanted = [0.4, -0.7, 1.1, -2.0, 3.0, -1.5];
        let [mut tau, mut found] = [[0.0; 6]; 2];
        plant.mechanism().inverse(&Q, &QD, &wanted, &mut tau).unwrap();
        plant.mechanism().forward(&Q, &QD, &tau, &mut found).unwrap();
        for (a, b) in found.iter().zip(&wanted) {
            assert!((a - b).abs() < 1e-11, "{found:?}");
        }
        // The motor's inertia shows in the other joint, and nowhere else.
        let plain = ur5();
        let mut without = [0.0; 6];
        Plant::new(&plain).unwrap().mechanism().inverse(&Q, &QD, &wanted, &mut without).unwrap();
        assert_eq!(tau[..4], without[..4]);
        let c = coupling(opposed);
        let side = if opposed { -1.0 } else { 1.0 };
        let coulomb = c.coulomb * ((QD[4] + side * QD[5]) / c.width).tanh();
        let expected = c.inertia * wanted[5] + c.viscous * QD[5] + coulomb;
        assert!((tau[4] - without[4] - expected).abs() < 1e-13);
    }
}

#[test]
fn the_power_of_coupled_motors_is_the_rate_of_energy_and_what_friction_takes() {
    for opposed in [false, true] {
        let robot = coupled(opposed);
        let mut plant = Plant::new(&robot).unwrap();
        let qdd = [0.4, -0.7, 1.1, -2.0, 3.0, -1.5];
        let h = 1e-5;
        let mut energy = |t: f64| {
            let q: [f64; 6] = std::array::from_fn(|i| Q[i] + QD[i] * t + 0.5 * qdd[i] * t * t);
            let qd: [f64; 6] = std::array::from_fn(|i| QD[i] + qdd[i] * t);
            plant.mechanism().move_to(&q, &qd, &qdd).unwrap();
            let (kinetic, potential) = plant.mechanism().energy();
            kinetic + potential
        };
        let rate = (energy(h) - energy(-h)) / (2.0 * h);
        let mut tau = [0.0; 6];
        let mechanism = plant.mechanism();
        mechanism.inverse(&Q, &QD, &qdd, &mut tau).unwrap();
        let power: f64 = tau.iter().zip(&QD).map(|(t, v)| t * v).sum();
        let loss = mechanism.coupling_loss();
        assert!((power - rate - loss).abs() < 1e-7, "{power} {rate} {loss}");
    }
}

#[test]
fn couplings_are_in_toml_and_named_where_they_are_lost() {
    let robot = coupled(true);
    let again = read_toml(&write_toml(&robot), "ur5.toml", &ReadOptions::default()).unwrap().robot;
    assert_eq!(again.couplings(), robot.couplings());
    let urdf = Format::Urdf.write(&robot);
    assert!(urdf.lost.iter().any(|l| l.contains("motor couplings")), "{:?}", urdf.lost);
    // A locked joint has no motor that turns.
    let locked = robot.with_locked(&[(robot.couplings()[0].joints[1].clone(), 0.3)]).unwrap();
    assert!(locked.couplings().is_empty());
    assert_eq!(locked.unlocked().unwrap().couplings(), robot.couplings());
}

#[test]
fn couplings_that_cannot_be_are_refused_where_they_stand() {
    let robot = ur5();
    let unknown = coupling(false);
    let joint = "wrist_2".to_string();
    let refused = robot.with_couplings(vec![unknown]).unwrap_err();
    assert_eq!(refused, CouplingError::Unknown { joint });
    let text = write_toml(&coupled(false));
    for (from, to, says) in [
        ("coulomb = 0.7", "coulomb = -0.7", "Coulomb friction not negative"),
        ("width = 0.05", "width = 0", "the width positive"),
        ("inertia = 0.004", "inertia = \"heavy\"", "inertia"),
        ("\ninertia = 0.004", "\ninertia = 4", "more inertia (4 kg m²) than rotors"),
        ("[[coupling]]\njoints = [", "[[coupling]]\njoints = [\"nobody\", ", "two, not 3"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let error = read_toml(&wrong, "ur5.toml", &ReadOptions::default()).unwrap_err();
        let told = error.to_string();
        assert!(told.contains(says) && told.contains("ur5.toml:"), "{told}");
    }
}
