//! Machines and motions that cannot be, and what is said about them.

use crate::models::*;
use armlab_engine::dynamics::{LoopedDynamics, Mechanism};
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::describe::{ReadOptions, read_toml};
use armlab_engine::robot::{Direction, Joint, Robot, RobotBuilder, library};

#[test]
fn a_pin_in_a_plane_is_redundant_out_of_it_and_says_so() {
    let robot = five_bar();
    let machine = LoopedDynamics::new(&robot).unwrap();
    assert_eq!(machine.machine().redundant(), ["tip.z", "tip.rx", "tip.ry"]);
}

#[test]
fn machines_that_cannot_work_are_refused_with_what_to_change() {
    let rebuilt = |change: &dyn Fn(&mut Joint)| {
        let robot = five_bar();
        let mut b = RobotBuilder::new("five-bar").gravity(robot.gravity());
        for (joint, link) in robot.joints().iter().zip(robot.links()) {
            let parent = joint.parent.map_or("base".into(), |p| robot.links()[p].name.clone());
            let mut joint = joint.clone();
            change(&mut joint);
            b = b.joint(parent, joint, link.clone());
        }
        let tip = vec![Direction::X, Direction::Y];
        b.loop_closure("tip", ("coupler1", at(0.35)), ("coupler2", at(0.35)), tip).build().unwrap()
    };
    let message = |robot: &Robot| match LoopedDynamics::new(robot) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    let idle = rebuilt(&|j| j.actuated &= j.name != "right");
    assert!(message(&idle).contains("under-actuated: 2 degrees of freedom and 1 actuated"));
    let busy = rebuilt(&|j| j.actuated |= j.name == "elbow1");
    assert!(message(&busy).contains("over-actuated: 2 degrees of freedom and 3 actuated"));
    let apart = rebuilt(&|j| {
        if j.name == "right" {
            j.origin = at(2.0);
        }
    });
    assert!(message(&apart).contains("`tip` stays open by"), "{}", message(&apart));
}

#[test]
fn an_actuated_pose_out_of_reach_is_an_error_and_the_next_one_still_works() {
    let robot = minimal(&vectors()["phi"], false);
    let mut machine = LoopedDynamics::new(&robot).unwrap();
    let home = machine.machine().active_part(machine.machine().home());
    let still = [0.0; 3];
    // Sliders 1 and 3 farther apart than their legs are long together.
    let error = machine.move_to(&[-0.8, 0.31, 0.77], &still, &still).unwrap_err();
    assert!(error.to_string().contains("the loops cannot be closed"), "{error}");
    machine.go_home();
    machine.move_to(&home, &still, &still).unwrap();
}

#[test]
fn a_motion_through_a_singular_pose_stops_there_with_sample_and_pose() {
    // Leg 2 of the 3PRR along the platform: slider 2 drives the platform's pin
    // straight through the pin of the other legs.
    let robot = built_in("parallel3prr");
    let mut machine = LoopedDynamics::new(&robot).unwrap();
    let home = machine.machine().active_part(machine.machine().home());
    let samples = 400;
    let mut columns: Vec<Vec<f64>> = home.iter().map(|h| vec![*h; samples]).collect();
    for k in 0..samples {
        columns[1][k] = home[1] - 0.002 * k as f64;
    }
    let zero = vec![0.0; samples];
    let q: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let still = [zero.as_slice(); 3];
    let mut block = machine.block(samples);
    let error = machine.regressor_block(&q, &still, &still, 0, &mut block).unwrap_err();
    assert!(error.sample > 10 && error.sample < samples, "{error}");
    assert_eq!(error.q[1], columns[1][error.sample]);
    assert!(error.to_string().contains(&format!("at sample {}", error.sample)), "{error}");
    // One by one it is the same sample.
    machine.go_home();
    let still = [0.0; 3];
    let stop = (0..samples).find(|&k| {
        let q: Vec<f64> = columns.iter().map(|c| c[k]).collect();
        machine.move_to(&q, &still, &still).is_err()
    });
    assert_eq!(stop, Some(error.sample));
}

#[test]
fn a_pose_beyond_a_singular_one_is_not_reached_on_another_branch_unnoticed() {
    // The five-bar folds over when both cranks turn far enough to the same side.
    let robot = built_in("five-bar");
    let mut mechanism = Mechanism::new(&robot).unwrap();
    let still = [0.0; 2];
    let mut refused = 0;
    for k in 0..40 {
        let turn = 0.1 * k as f64;
        let home = mechanism.home();
        mechanism.go_home();
        match mechanism.move_to(&[home[0] - turn, home[1] + turn], &still, &still) {
            Ok(()) => assert_eq!(refused, 0, "reached {turn} after {refused} refusals"),
            Err(LoopError::Crossing { .. } | LoopError::Singular { .. })
            | Err(LoopError::NotAssembled { .. }) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 0);
}

#[test]
fn friction_out_of_range_is_located_with_what_to_change() {
    let text = library::source("parallel3prr").unwrap();
    let complaint = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(text, changed);
        read_toml(&changed, "machine.toml", &ReadOptions::default()).unwrap_err().to_string()
    };
    let line = text.lines().position(|l| l.starts_with("friction")).unwrap() + 1;
    let negative = complaint("mu_c = 0.1449", "mu_c = -0.1449");
    assert!(negative.contains(&format!("machine.toml:{line}:")), "{negative}");
    assert!(negative.contains("`mu_c`") && negative.contains("must be zero or more"), "{negative}");
    let still = complaint("stribeck_speed = 0.3281", "stribeck_speed = 0");
    assert!(still.contains("must be more than zero"), "{still}");
    let missing = complaint(", stribeck_speed = 0.3281", "");
    assert!(missing.contains("needs `stribeck_speed`"), "{missing}");
    let unknown = complaint("law = \"bearing\"", "law = \"baering\"");
    assert!(unknown.contains("did you mean `bearing`?"), "{unknown}");
    let nowhere = complaint("platform = 0.7", "plattform = 0.7");
    assert!(nowhere.contains("`plattform`") && nowhere.contains("did you mean"), "{nowhere}");
    let along = complaint("normal = [0, 1, 0]", "normal = [1, 0, 0]");
    assert!(along.contains("along its axis"), "{along}");
}
