//! Machines with loops.

use super::support::{designed, robot};
use armlab_dense::{Cholesky, Matrix};
use armlab_simulate::excite::objective::objective;
use armlab_simulate::excite::{
    Coordinates, DesignOptions, ExcitationLimits, FrictionColumns, LimitsFile, PlatformAxis,
    Scaling, Unknowns, information_of_motion,
};
use armlab_simulate::motion::{FourierForm, Trajectory, fourier};

fn platform() -> Coordinates {
    let axes = [PlatformAxis::Along(0), PlatformAxis::Along(1), PlatformAxis::About(2)];
    Coordinates::Platform(axes.to_vec())
}

/// Limits of the earlier study: see the test below.
fn platform_limits() -> LimitsFile {
    LimitsFile::default()
        .with_coordinate("x", -0.15, 0.15)
        .with_coordinate("y", 0.28, 0.43)
        .with_coordinate("rz", -0.35, 0.40)
}

/// Singular values of the regressor of the 3PRR machine along a platform's motion,
/// largest first: orthonormal combinations of the parameters in units of their
/// design values, one viscous and one Coulomb column in units of their values,
/// over the root of the number of rows.
fn singular_values(trajectory: &dyn Trajectory) -> Vec<f64> {
    let robot = robot("parallel3prr-design");
    let samples = 1001;
    let mut z: [Vec<Vec<f64>>; 3] = [(); 3].map(|()| vec![Vec::new(); 3]);
    let mut point = [[0.0; 3]; 3];
    for i in 0..samples {
        let [q, qd, qdd] = &mut point;
        trajectory.sample(4.0 * i as f64 / (samples - 1) as f64, q, qd, qdd);
        for (columns, values) in z.iter_mut().zip(&point) {
            columns.iter_mut().zip(values).for_each(|(c, v)| c.push(*v));
        }
    }
    let noise = vec![(3.0 * samples as f64).sqrt(); 3];
    let friction = FrictionColumns::shared();
    let information =
        information_of_motion(&robot, &platform(), &friction, Some(&noise), &z).unwrap();
    let unknowns = Unknowns::of(&robot, &friction, &[0, 2, 4], &[0.8; 3]).unwrap();
    let spread: Matrix = unknowns.spread(&robot);
    let scales = Cholesky::new(&spread).unwrap().lower().clone();
    let scaled = scales.transposed().times(&information.times(&scales));
    let eigen = scaled.symmetric_eigen().unwrap();
    eigen.values.iter().rev().map(|v| v.max(0.0).sqrt()).collect()
}

#[test]
fn the_regressor_of_the_known_motion_has_the_known_singular_values() {
    let text = include_str!("../../../../tests/vectors/3prr.json");
    let json: serde_json::Value = serde_json::from_str(text).unwrap();
    let rows = |key: &str| -> Vec<Vec<f64>> {
        serde_json::from_value(json["excitation"][key].clone()).unwrap()
    };
    let offset: Vec<f64> = serde_json::from_value(json["excitation"]["q0"].clone()).unwrap();
    let known = fourier(FourierForm::Swevers, 0.25, 4.0, &offset, &rows("a"), &rows("b")).unwrap();
    let values = singular_values(&known);
    println!("{values:.4?}");
    // An earlier study: 2.30 for the tenth, 0.0086 for the last, which stands for the
    // difference of two legs' inertias. Its largest, 47.8, is a friction column whose
    // scale it does not state.
    assert!((values[9] - 2.30).abs() < 0.01 && (values[10] - 0.0086).abs() < 5e-5);
}

/// Least distance of neighbouring sliders, by the machine's closed-form
/// kinematics: legs of 0.6, 0.475 and 0.604 m, the first and last on one pin.
fn narrowest_gap(trajectory: &dyn Trajectory) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..=2000 {
        let [mut z, mut zd, mut zdd] = [[0.0; 3]; 3];
        trajectory.sample(4.0 * i as f64 / 2000.0, &mut z, &mut zd, &mut zdd);
        let (sin, cos) = z[2].sin_cos();
        let slider = |side: f64, leg: f64, offset: f64| {
            let (x, y) = (z[0] + offset * cos, z[1] + offset * sin);
            x + side * (leg * leg - y * y).sqrt()
        };
        let x = [slider(-1.0, 0.6, 0.28), slider(1.0, 0.475, 0.0), slider(1.0, 0.604, 0.28)];
        least = least.min(x[1] - x[0]).min(x[2] - x[1]);
    }
    least
}

#[test]
fn a_parallel_machine_is_excited_more_than_by_the_known_motion() {
    let robot = robot("parallel3prr-design");
    for name in ["mixed", "sigma-min"] {
        let options = DesignOptions {
            objective: objective(name).unwrap(),
            scaling: Some(Scaling::Values),
            coordinates: platform(),
            friction: FrictionColumns::shared(),
            duration: 4.0,
            rate: 250.0,
            noise: Some(vec![3003_f64.sqrt(); 3]),
            starts: 2,
            candidates: 6,
            iterations: 160,
            ..DesignOptions::default()
        };
        let found = designed(&robot, &platform_limits(), &options).unwrap();
        let values = singular_values(&found.trajectory);
        println!(
            "{name}: sigma_min(8) {:.3}, cond(8) {:.2}, sigma_min(9) {:.4}",
            values[9],
            values[0] / values[9],
            values[10]
        );
        // The one direction that no motion shows is not what the design is spent on.
        assert_eq!(found.given_up, 1);
        assert!(values[9] > 2.3);
        let gap = narrowest_gap(&found.trajectory);
        println!("  sliders at least {gap:.3} m apart");
        assert!(gap > 0.12);
        assert!(found.limits.iter().all(|l| l.share() <= 1.0));
        assert!(found.limits.iter().any(|l| l.limit.of == "rz" && l.limit.what == "position"));
    }
}

#[test]
fn a_five_bar_is_excited_by_its_drives() {
    let robot = robot("five-bar");
    let options = DesignOptions {
        starts: 2,
        candidates: 4,
        iterations: 120,
        duration: 4.0,
        friction: FrictionColumns::per_joint(),
        ..DesignOptions::default()
    };
    let found = designed(&robot, &LimitsFile::default(), &options).unwrap();
    println!(
        "ln det {:.2}, random {:.2}",
        found.quality.log_determinant, found.random[0].log_determinant
    );
    assert_eq!(found.trajectory.dofs(), 2);
    assert!(found.quality.log_determinant > found.random[0].log_determinant + 3.0);
    assert!(found.limits.iter().all(|l| l.share() <= 1.0), "{:?}", found.limits);
    assert!(found.limits.iter().any(|l| l.limit.what == "effort" && l.limit.of == "crank2"));
}

#[test]
fn coordinates_that_do_not_fit_the_machine_are_refused() {
    use PlatformAxis::{About, Along};
    let range =
        |limits: LimitsFile, axis: &PlatformAxis| limits.with_coordinate(axis.name(), -0.1, 0.1);
    for (name, axes, words) in [
        ("parallel3prr", vec![Along(0), About(2)], "3 drives"),
        ("parallel3prr", vec![Along(0), Along(1), Along(1)], "once"),
        ("parallel3prr", vec![Along(0), About(1), About(2)], "one axis"),
        ("scara", vec![Along(0), Along(1), About(2)], "machines with loops"),
    ] {
        let limits = axes.iter().fold(LimitsFile::default(), range);
        let coordinates = Coordinates::Platform(axes);
        let options = DesignOptions { coordinates, ..DesignOptions::default() };
        let error = designed(&robot(name), &limits, &options).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_platform_without_ranges_is_told_which_table_states_them() {
    let robot = robot("parallel3prr");
    let refused = ExcitationLimits::of(&robot, &platform(), &LimitsFile::default()).unwrap_err();
    let words = refused.to_string();
    assert!(words.contains("[[coordinate]]") && !words.contains("[[joint]]"), "{words}");
}
