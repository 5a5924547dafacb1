//! Gradients of objectives and limits against differences.

use super::support::{read, robot};
use armlab_dense::Matrix;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::vec3;
use armlab_optimize::{Constrained, Objective, Smooth};
use armlab_simulate::excite::objective::OBJECTIVES;
use armlab_simulate::excite::{
    BasisKind, Coordinates, DesignBasis, DesignProblem, Ends, ExcitationLimits, FrictionColumns,
    LimitsFile, Merit, PlatformAxis, Setup,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

struct Case<'a> {
    robot: &'a Robot,
    coordinates: Coordinates,
    limits: LimitsFile,
    friction: FrictionColumns,
    basis: BasisKind,
    duration: f64,
    /// Size of the motion, of what alone would reach a limit.
    size: f64,
    /// Step of the differences, of the motion's size: short where friction's jump
    /// is rounded off, long where rounding errors of the information show.
    step: f64,
    tolerance: f64,
}

/// Checks slopes at a random motion along a few random directions.
fn check(case: Case) {
    let limits = ExcitationLimits::of(case.robot, &case.coordinates, &case.limits).unwrap();
    let basis = DesignBasis::new(case.basis, Ends::Rest, case.duration).unwrap();
    let setup =
        Setup::new(case.robot, &case.coordinates, basis, limits, case.friction, 100.0, None)
            .unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let n = setup.dimension();
    let count = setup.basis.len();
    let home: Vec<f64> = setup
        .home
        .iter()
        .zip(&setup.ranges)
        .map(|(h, (middle, half))| (h - middle) / half)
        .collect();
    let x: Vec<f64> = (0..n)
        .map(|i| match i % count {
            0 => home[i / count].clamp(-0.7, 0.7) + 0.02 * rng.random_range(-1.0..1.0),
            _ => case.size * rng.random_range(-1.0..1.0),
        })
        .collect();
    let directions: Vec<Vec<f64>> =
        (0..4).map(|_| (0..n).map(|_| rng.random_range(-1.0..1.0)).collect()).collect();
    let along =
        |d: &[f64], step: f64| -> Vec<f64> { x.iter().zip(d).map(|(x, d)| x + step * d).collect() };
    let h = case.step * case.size;
    // Fourth order, so that the differences' own error stays below the tolerance.
    let difference = |f: &dyn Fn(&[f64]) -> f64, d: &[f64]| {
        let at = |step: f64| f(&along(d, step));
        (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
    };
    let kept = seen_directions(&setup, &x);
    for objective in OBJECTIVES {
        let merit = Merit {
            earlier: None,
            focus: None,
            directions: kept.clone(),
            unit_columns: false,
            objective: *objective,
        };
        let problem = DesignProblem::new(&setup, &merit, 4.0).unwrap();
        let mut gradient = vec![0.0; n];
        let value = problem.gradient(&x, &mut gradient);
        assert!(value.is_finite(), "{} {}", case.robot.name(), objective.name());
        for d in &directions {
            let exact: f64 = gradient.iter().zip(d).map(|(g, d)| g * d).sum();
            let found = difference(&|x| problem.value(x), d);
            let error =
                (exact - found).abs() / gradient.iter().fold(0.0_f64, |m, g| m.max(g.abs()));
            assert!(
                error < case.tolerance,
                "{} {}: {error:.1e}",
                case.robot.name(),
                objective.name()
            );
        }
    }
    let merit = Merit {
        earlier: None,
        focus: None,
        directions: None,
        unit_columns: false,
        objective: OBJECTIVES[0],
    };
    let problem = DesignProblem::new(&setup, &merit, 4.0).unwrap();
    // Every kind of limit for itself, so that none hides behind another.
    let labels = setup.labels();
    let mut kinds: Vec<&str> = labels.iter().map(|l| l.what).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let weights: Vec<f64> = (0..problem.constraints())
            .map(|i| {
                let draw: f64 = rng.random_range(0.0..1.0);
                if labels[i % labels.len()].what == kind { draw } else { 0.0 }
            })
            .collect();
        let sum = |x: &[f64]| -> f64 {
            let mut g = vec![0.0; problem.constraints()];
            problem.constraint_values(x, &mut g);
            g.iter().zip(&weights).map(|(g, w)| g * w).sum()
        };
        let mut gradient = vec![0.0; n];
        problem.add_constraint_slopes(&x, &weights, &mut gradient);
        for d in &directions {
            let exact: f64 = gradient.iter().zip(d).map(|(g, d)| g * d).sum();
            let error = (exact - difference(&sum, d)).abs()
                / gradient.iter().fold(0.0_f64, |m, g| m.max(g.abs()));
            assert!(error < case.tolerance, "{} {kind}: {error:.1e}", case.robot.name());
        }
    }
}

/// Scales that bring columns to length one and, where some combination is hardly
/// seen, the directions of the others: beside it differences are noise.
fn seen_directions(setup: &Setup, x: &[f64]) -> Option<Matrix> {
    let merit = Merit {
        earlier: None,
        focus: None,
        directions: None,
        unit_columns: false,
        objective: OBJECTIVES[0],
    };
    let information = DesignProblem::new(setup, &merit, 4.0).unwrap().information(x).unwrap();
    let n = information.rows();
    let length = |i: usize| information.at(i, i).sqrt();
    let unit = Matrix::from_fn(n, n, |i, j| information.at(i, j) / (length(i) * length(j)));
    let eigen = unit.symmetric_eigen().unwrap();
    let kept: Vec<usize> =
        (0..n).filter(|i| eigen.values[*i] > 1e-6 * eigen.values[n - 1]).collect();
    Some(Matrix::from_fn(n, kept.len(), |i, j| eigen.vectors.at(i, kept[j]) / length(i)))
}

#[test]
fn slopes_of_a_scara_with_friction_columns_match_differences() {
    check(Case {
        robot: &robot("scara"),
        coordinates: Coordinates::Driven,
        limits: LimitsFile::read("[box]\nlower = [-1, -1, 0]\nupper = [1, 1, 1]", "t").unwrap(),
        friction: FrictionColumns::per_joint(),
        basis: BasisKind::Fourier { harmonics: 4 },
        duration: 6.0,
        size: 0.3,
        step: 1e-3,
        tolerance: 1e-7,
    });
}

#[test]
fn slopes_of_a_seven_joint_arm_match_differences() {
    let box_of_panda =
        LimitsFile::default().with_tool_box(vec3(-0.6, -0.6, 0.0), vec3(0.6, 0.6, 1.0));
    check(Case {
        robot: &robot("panda"),
        coordinates: Coordinates::Driven,
        limits: box_of_panda,
        friction: FrictionColumns::none(),
        basis: BasisKind::Spline { spans: 8 },
        duration: 5.0,
        size: 0.3,
        step: 1e-3,
        tolerance: 5e-7,
    });
}

#[test]
fn slopes_through_loops_match_differences() {
    check(Case {
        robot: &robot("five-bar"),
        coordinates: Coordinates::Driven,
        limits: LimitsFile::default(),
        friction: FrictionColumns::none(),
        basis: BasisKind::Quintic { pieces: 4 },
        duration: 4.0,
        size: 0.1,
        step: 2e-3,
        tolerance: 1e-6,
    });
}

#[test]
fn slopes_of_a_platforms_motion_match_differences() {
    let limits = LimitsFile::default()
        .with_coordinate("x", -0.15, 0.15)
        .with_coordinate("y", 0.28, 0.43)
        .with_coordinate("rz", -0.35, 0.40);
    check(Case {
        robot: &robot("parallel3prr-vertical"),
        coordinates: Coordinates::Platform(vec![
            PlatformAxis::Along(0),
            PlatformAxis::Along(1),
            PlatformAxis::About(2),
        ]),
        limits,
        friction: FrictionColumns::shared(),
        basis: BasisKind::Fourier { harmonics: 3 },
        duration: 4.0,
        size: 0.1,
        step: 1e-3,
        tolerance: 1e-6,
    });
}

/// Two links of an arm, and a post beside it that the second may meet.
pub const ARM_BESIDE_A_POST: &str = r#"
name = "arm"
gravity = [0, 0, -9.81]
[base]
name = "ground"
capsules = [{ from = [0.7, 0.5, 0], to = [0.7, 0.5, 1], radius = 0.05 }]
[[joint]]
name = "j1"
kind = "revolute"
limits = { lower = -2, upper = 2, velocity = 2, acceleration = 6, effort = 60 }
friction = { law = "coulomb-viscous", coulomb = 1.5, viscous = 0.8 }
[joint.link]
name = "upper"
mass = 4
center = [0.25, 0, 0]
inertia = { xx = 0.01, yy = 0.1, zz = 0.1 }
capsules = [{ from = [0, 0, 0.2], to = [0.5, 0, 0.2], radius = 0.05 }]
[[joint]]
name = "j2"
kind = "revolute"
origin = { xyz = [0.5, 0, 0.2], rpy = [1.5707963267948966, 0, 0] }
limits = { lower = -2, upper = 2, velocity = 2, acceleration = 8, effort = 30 }
[joint.link]
name = "fore"
mass = 2
center = [0.2, 0, 0]
inertia = { xx = 0.005, yy = 0.04, zz = 0.04 }
capsules = [{ from = [0.1, 0, 0], to = [0.4, 0, 0], radius = 0.04 }]
"#;

#[test]
fn slopes_of_distances_and_efforts_with_friction_match_differences() {
    check(Case {
        robot: &read(ARM_BESIDE_A_POST),
        coordinates: Coordinates::Driven,
        limits: LimitsFile::default().with_clearance(0.05),
        friction: FrictionColumns::per_joint(),
        basis: BasisKind::Fourier { harmonics: 3 },
        duration: 5.0,
        size: 0.3,
        step: 1e-3,
        tolerance: 1e-6,
    });
}
