//! Closed forms are found by structure, and complete.

use crate::support::{arm, chain, configuration, random, robot};
use armlab_engine::kinematics::inverse::{
    Chain, ClosedForm, Dls, InverseError, Problem, Solver, Task,
};
use armlab_engine::robot::Robot;
use std::f64::consts::FRAC_PI_2 as RIGHT;

const O: [f64; 3] = [0.0; 3];

/// Every random pose is met by every solution, and the configuration it was
/// made from is among them.
fn complete(robot: &Robot, task: Task, most: usize) {
    let chain = Chain::to_tool(robot).unwrap();
    assert!(ClosedForm::exists(&chain, &task), "{}", robot.name());
    let mut random = random(3);
    let mut solver = ClosedForm::default();
    for row in 0..300 {
        let q = configuration(&chain, &mut random);
        let problem = Problem::new(&chain, task, chain.pose(&q)).unwrap();
        let all = solver.solve_all(&problem, &chain.home()).unwrap();
        let name = robot.name();
        assert!(all.iter().all(|s| s.reachable && chain.within_limits(&s.q)), "{name} {row}");
        assert!(all.iter().any(|s| s.distance(&chain, &q) < 1e-6), "{name} {row}: {q:?}");
        assert!(all.len() <= most, "{name} {row}: {}", all.len());
    }
}

#[test]
fn cylindrical_and_scara_arms() {
    complete(&robot("cylindrical"), Task::POSITION, 2);
    complete(&robot("cylindrical-offset"), Task::POSITION, 2);
    complete(&robot("scara"), Task::POSITION, 2);
    let joints = [('R', O, O), ('R', [0.4, 0.0, 0.0], O), ('P', [0.3, 0.0, 0.0], O), ('R', O, O)];
    complete(&arm("scara with a wrist", &joints, [0.05, 0.0, 0.1]), Task::POSE, 2);
}

#[test]
fn planar_pairs_and_triples() {
    let along = [0.0, RIGHT, 0.0];
    let up = [0.0, -RIGHT, 0.0];
    let (a, b) = ([0.4, 0.0, 0.0], [0.3, 0.0, 0.0]);
    let tool = [0.2, 0.0, 0.0];
    complete(&arm("RR", &[('R', O, O), ('R', a, O)], tool), Task::PLANAR, 2);
    complete(&arm("RP", &[('R', O, O), ('P', [0.4, 0.1, 0.0], along)], tool), Task::PLANAR, 2);
    complete(&arm("RRR", &[('R', O, O), ('R', a, O), ('R', b, O)], tool), Task::PLANAR_POSE, 2);
    let rpr = [('R', O, O), ('P', [0.4, 0.1, 0.0], along), ('R', [0.0, 0.0, 0.3], up)];
    complete(&arm("RPR", &rpr, tool), Task::PLANAR_POSE, 2);
    let rrp = [('R', O, O), ('R', a, O), ('P', b, [0.0, RIGHT, 0.4])];
    complete(&arm("RRP", &rrp, tool), Task::PLANAR_POSE, 2);
    let prp = [('P', O, along), ('R', a, up), ('P', b, [0.0, RIGHT, 0.4])];
    complete(&arm("PRP", &prp, tool), Task::POSE, 1);
}

#[test]
fn three_joints_of_any_kind_and_place() {
    for kinds in ["RRR", "RRP", "RPR", "PRR", "RPP", "PRP", "PPR", "PPP"] {
        let places = [
            ([0.1, 0.2, 0.3], [0.3, 0.4, 0.5]),
            ([0.4, 0.2, 0.1], [1.3, -0.4, 0.5]),
            ([0.3, 0.1, 0.2], [-0.7, 0.9, 0.2]),
        ];
        let joints: Vec<_> =
            kinds.chars().zip(places).map(|(kind, (xyz, rpy))| (kind, xyz, rpy)).collect();
        complete(&arm(kinds, &joints, [0.2, 0.1, 0.3]), Task::POSITION, 4);
    }
}

fn wrist(first: [(char, [f64; 3], [f64; 3]); 3], to_wrist: [f64; 3]) -> Robot {
    let [a, b, c] = first;
    let last = [
        ('R', to_wrist, [-RIGHT, 0.0, 0.0]),
        ('R', O, [RIGHT, 0.0, 0.0]),
        ('R', O, [-RIGHT, 0.0, 0.0]),
    ];
    let [d, e, f] = last;
    arm("6R", &[a, b, c, d, e, f], [0.0, 0.0, 0.06])
}

#[test]
fn arms_with_a_spherical_wrist() {
    // Dimensions of a Puma 560, and of an arm with an offset shoulder.
    let turn = [-RIGHT, 0.0, 0.0];
    let puma =
        [('R', [0.0, 0.0, 0.67], O), ('R', [0.0, 0.15, 0.0], turn), ('R', [0.4318, 0.0, 0.0], O)];
    complete(&wrist(puma, [0.0203, 0.4318, 0.0]), Task::POSE, 8);
    let offset =
        [('R', [0.0, 0.0, 0.4], O), ('R', [0.18, 0.0, 0.0], turn), ('R', [0.6, 0.0, 0.0], O)];
    complete(&wrist(offset, [0.12, 0.62, 0.0]), Task::POSE, 8);
}

#[test]
fn arms_with_three_parallel_axes_and_an_offset_wrist() {
    let chain = chain("ur5");
    let mut random = random(3);
    let (mut solver, mut most) = (ClosedForm::default(), 0);
    for row in 0..300 {
        let q = configuration(&chain, &mut random);
        let problem = Problem::new(&chain, Task::POSE, chain.pose(&q)).unwrap();
        // Every joint has two turns: compare with whole turns left out.
        let all = solver.solve_all(&problem, &q).unwrap();
        assert!(all.iter().all(|s| s.reachable && chain.within_limits(&s.q)), "{row}");
        assert!(all[0].distance(&chain, &q) < 1e-6, "{row}: nearest to the start is the start");
        most = most.max(all.len());
    }
    assert_eq!(most, 8);
}

#[test]
fn an_unreachable_target_is_answered_with_the_nearest_pose() {
    let chain = chain("cylindrical");
    let problem = Problem::from_numbers(&chain, &[0.0, 2.0, 0.5]).unwrap();
    let solution = ClosedForm::default().solve(&problem, &chain.home()).unwrap();
    assert!(!solution.reachable);
    assert!((solution.error.position - 0.75).abs() < 1e-6, "{:?}", solution.error);
    assert_eq!(solution.binding[0].joint, "d3");
}

#[test]
fn closed_form_and_search_agree_on_the_number_of_solutions() {
    let chain = chain("scara");
    let problem = Problem::from_numbers(&chain, &[0.6, 0.4, 0.4]).unwrap();
    let exact = ClosedForm::default().solve_all(&problem, &chain.home()).unwrap();
    let searched = Dls::default().solve_all(&problem, &chain.home()).unwrap();
    assert_eq!((exact.len(), searched.len()), (2, 2));
}

#[test]
fn arms_without_a_closed_form_say_so() {
    for name in ["planar6", "panda"] {
        let chain = chain(name);
        let target = chain.pose(&chain.home());
        let problem = Problem::new(&chain, Task::POSE, target).unwrap();
        let refused = ClosedForm::default().solve(&problem, &chain.home());
        assert!(matches!(refused, Err(InverseError::NoClosedForm { .. })), "{name}");
    }
}
