//! Limits hold on a grid of their own, and impossible ones are refused.

use super::gradients::ARM_BESIDE_A_POST;
use super::support::{designed, read, robot};
use armlab_engine::collision::segment_distance;
use armlab_engine::dynamics::Plant;
use armlab_engine::kinematics::{frame_pose, link_poses};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::vec3;
use armlab_simulate::excite::{
    Coordinates, DesignOptions, DesignedMotion, ExcitationLimits, LimitsFile,
};
use armlab_simulate::motion::Trajectory;

/// Calls `see` with positions, velocities, accelerations and efforts over a grid
/// that shares no point with any of the design's.
fn along(robot: &Robot, found: &DesignedMotion, mut see: impl FnMut([&[f64]; 4])) {
    let n = robot.dofs();
    let [mut q, mut qd, mut qdd, mut tau, mut friction] = [(); 5].map(|()| vec![0.0; n]);
    let mut plant = Plant::new(robot).unwrap();
    let samples = 4999;
    for i in 0..=samples {
        let t = found.trajectory.duration() * i as f64 / samples as f64;
        found.trajectory.sample(t, &mut q, &mut qd, &mut qdd);
        plant.inverse(&q, &qd, &qdd, &mut tau, &mut friction).unwrap();
        tau.iter_mut().zip(&friction).for_each(|(t, f)| *t += f);
        see([&q, &qd, &qdd, &tau]);
    }
}

/// What may be missed between the points of the verification's grid.
const BETWEEN: f64 = 1.0 + 1e-4;

fn assert_joint_limits(robot: &Robot, found: &DesignedMotion, file: &LimitsFile) {
    let limits = ExcitationLimits::of(robot, &Coordinates::Driven, file).unwrap();
    along(robot, found, |[q, qd, qdd, tau]| {
        for (j, limits) in limits.joints.iter().enumerate() {
            let (middle, half) =
                (0.5 * (limits.lower + limits.upper), 0.5 * (limits.upper - limits.lower));
            assert!((q[j] - middle).abs() <= BETWEEN * half, "position {j}");
            assert!(qd[j].abs() <= BETWEEN * limits.velocity, "velocity {j}");
            assert!(qdd[j].abs() <= BETWEEN * limits.acceleration, "acceleration {j}");
            assert!(tau[j].abs() <= BETWEEN * limits.effort, "effort {j}");
        }
    });
}

#[test]
fn limits_of_motion_and_effort_hold_between_the_points_of_the_design() {
    let robot = robot("panda");
    let options =
        DesignOptions { starts: 2, candidates: 4, iterations: 160, ..DesignOptions::default() };
    // Efforts low enough to be met.
    let file = LimitsFile::read(
        "[[joint]]\nname = \"joint2\"\neffort = 45\n[[joint]]\nname = \"joint4\"\neffort = 16",
        "t",
    )
    .unwrap();
    let found = designed(&robot, &file, &options).unwrap();
    let tight: Vec<_> = found.limits.iter().filter(|l| l.share() > 0.99).collect();
    assert!(tight.iter().any(|l| l.limit.what == "effort"), "{tight:?}");
    assert!(found.limits.iter().all(|l| l.share() <= 1.0));
    assert_joint_limits(&robot, &found, &file);
}

#[test]
fn the_tool_stays_in_its_box() {
    let robot = robot("scara");
    let (lower, upper) = (vec3(0.2, -0.5, 0.25), vec3(0.9, 0.5, 0.45));
    let file = LimitsFile::default().with_tool_box(lower, upper);
    let options = DesignOptions { starts: 2, iterations: 200, ..DesignOptions::default() };
    let found = designed(&robot, &file, &options).unwrap();
    assert_joint_limits(&robot, &found, &file);
    let mut reach = [0.0_f64; 3];
    along(&robot, &found, |[q, ..]| {
        let at = frame_pose(&robot, robot.tool(), q).translation;
        for k in 0..3 {
            let (l, u) = (lower.to_array()[k], upper.to_array()[k]);
            let share = ((at.to_array()[k] - 0.5 * (l + u)) / (0.5 * (u - l))).abs();
            reach[k] = reach[k].max(share);
        }
    });
    println!("part of the box that is used: {reach:.3?}");
    assert!(reach.iter().all(|r| *r <= BETWEEN) && reach.iter().any(|r| *r > 0.9));
}

#[test]
fn links_keep_their_distance_from_each_other() {
    let robot = read(ARM_BESIDE_A_POST);
    let nearest = |found: &DesignedMotion| {
        let mut least = f64::INFINITY;
        along(&robot, found, |[q, ..]| {
            let fore = link_poses(&robot, q)[1];
            let arm = [fore.apply(vec3(0.1, 0.0, 0.0)), fore.apply(vec3(0.4, 0.0, 0.0))];
            let post = [vec3(0.7, 0.5, 0.0), vec3(0.7, 0.5, 1.0)];
            least = least.min(segment_distance(arm, post).0 - 0.05 - 0.04);
        });
        least
    };
    let options = DesignOptions { starts: 3, iterations: 200, ..DesignOptions::default() };
    let careless = {
        let mut limits =
            ExcitationLimits::of(&robot, &Coordinates::Driven, &LimitsFile::default()).unwrap();
        limits.apart = None;
        armlab_simulate::excite::design(
            &robot,
            limits,
            &options,
            &armlab_progress::Progress::none(),
        )
        .unwrap()
    };
    let careful = designed(&robot, &LimitsFile::default().with_clearance(0.05), &options).unwrap();
    println!(
        "nearest: {:.4} m without, {:.4} m with a limit",
        nearest(&careless),
        nearest(&careful)
    );
    assert!(nearest(&careless) < 0.0);
    assert!(nearest(&careful) > 0.05 - 1e-5);
    assert_joint_limits(&robot, &careful, &LimitsFile::default());
}

#[test]
fn impossible_limits_are_refused_by_name_and_number() {
    let robot = robot("panda");
    let refuse = |text: &str, words: &[&str]| {
        let file = LimitsFile::read(text, "limits.toml").unwrap();
        let error = designed(&robot, &file, &DesignOptions::default()).unwrap_err().to_string();
        assert!(words.iter().all(|w| error.contains(w)), "{error}");
    };
    // The arm's own weight is more than that.
    refuse(
        "[[joint]]\nname = \"joint4\"\neffort = 0.1\n[[joint]]\nname = \"joint2\"\neffort = 0.1",
        &["effort of joint", "at rest", "widen"],
    );
    // Far away from the arm.
    refuse("[box]\nlower = [5, 5, 5]\nupper = [6, 6, 6]", &["position of flange", "widen"]);
    refuse("[[joint]]\nname = \"joint1\"\nlower = 1\nupper = 0", &["joint1", "no room"]);
    refuse("[[joint]]\nname = \"jiont1\"\nvelocity = 1", &["jiont1", "did you mean `joint1`"]);
}

#[test]
fn missing_limits_are_asked_for_and_assumed_ones_are_said() {
    let bare = |limits: &str| {
        read(&ARM_BESIDE_A_POST.replace(
            "limits = { lower = -2, upper = 2, velocity = 2, acceleration = 6, effort = 60 }",
            limits,
        ))
    };
    let of =
        |robot: &Robot| ExcitationLimits::of(robot, &Coordinates::Driven, &LimitsFile::default());
    let error = of(&bare("")).unwrap_err().to_string();
    assert!(error.contains("j1 has no velocity limit") && error.contains("[[joint]]"), "{error}");
    let limits = of(&bare("limits = { velocity = 2 }")).unwrap();
    assert_eq!(limits.joints[0].acceleration, 4.0);
    let words = limits.assumed.join("\n");
    for part in ["j1: no position limits", "j1: no acceleration limit", "j1: no effort limit"] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn a_file_of_limits_that_is_wrong_is_located() {
    for (text, words) in [
        (
            "[[joint]]\nname = \"a\"\nvelocty = 1",
            "my.toml:3:1: unknown key `velocty` in joint 1\nhint: did you mean `velocity`?",
        ),
        ("[[joint]]\nvelocity = 1", "my.toml:1:1: joint 1 has no `name`"),
        ("[box]\nlower = [0, 0, 0]\nupper = [1, 0, 1]", "my.toml:2:9: `lower` of the box must lie"),
        ("[box]\nlower = [0, 0]", "my.toml:2:9: `lower` of [box] has 2 entries instead of 3"),
        (
            "[all]\nvelocity = nan",
            "my.toml:2:12: `velocity` of [all]: `nan` is not a usable number",
        ),
        ("][", "my.toml:1:1: this is not well-formed TOML"),
    ] {
        let error = LimitsFile::read(text, "my.toml").unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}
