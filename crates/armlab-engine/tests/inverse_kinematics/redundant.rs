//! Secondary goals: better, and still at the target.

use crate::support::{chain, configuration, random};
use armlab_engine::kinematics::inverse::{Dexterity, Dls, Goal, Problem, Solver, Task, improve};

fn improved(name: &str, task: Task, goal: &Goal) {
    let (chain, mut random) = (chain(name), random(8));
    let mut better = 0;
    for row in 0..20 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, task, target).unwrap().random(0, row);
        let first = Dls::default().solve(&problem, &chain.home()).unwrap();
        let before = goal.value(&problem, &first.q);
        let second = improve(&problem, goal, first).unwrap();
        assert!(second.reachable && chain.within_limits(&second.q));
        let after = goal.value(&problem, &second.q);
        assert!(after <= before, "{name} {goal:?} {row}: {before} {after}");
        better += usize::from(after < before - 1e-6);
    }
    assert!(better >= 15, "{name} {goal:?}: {better} of 20");
}

#[test]
fn postures_are_approached_without_leaving_the_target() {
    let posture = vec![0.0, 0.3, 0.0, -1.5, 0.0, 1.8, 0.0];
    improved("panda", Task::POSE, &Goal::Posture(posture));
    improved("planar6", Task::PLANAR, &Goal::Posture(vec![0.3, 0.02, 0.3, 0.02, 0.3, 0.02]));
}

#[test]
fn limits_are_kept_away_from() {
    improved("panda", Task::POSE, &Goal::LimitCentre);
    improved("planar6", Task::PLANAR, &Goal::LimitCentre);
}

#[test]
fn singularities_are_kept_away_from() {
    improved("panda", Task::POSE, &Goal::Manipulability);
}

#[test]
fn a_goal_is_stationary_in_the_null_space_where_it_ends() {
    // Independent check on the planar arm: moving along any null direction of
    // the position Jacobian by a little does not improve the posture.
    let chain = chain("planar6");
    let goal = Goal::LimitCentre;
    let problem = Problem::from_numbers(&chain, &[0.35, 0.15]).unwrap();
    let first = Dls::default().solve(&problem, &chain.home()).unwrap();
    let best = improve(&problem, &goal, first).unwrap();
    let value = goal.value(&problem, &best.q);
    let mut random = random(2);
    for _ in 0..50 {
        let other = configuration(&chain, &mut random);
        let near: Vec<f64> = best.q.iter().zip(&other).map(|(a, b)| a + 1e-2 * (b - a)).collect();
        let back = Dls::default().follow(&problem, &near).unwrap();
        assert!(goal.value(&problem, &back.q) >= value - 1e-6);
    }
}

#[test]
fn manipulability_is_the_volume_of_the_velocity_ellipsoid() {
    // Two links of a and b metres: |det J| = a b |sin q₂|, here over the square
    // of half the reach.
    let robot = crate::support::arm(
        "RR",
        &[('R', [0.0; 3], [0.0; 3]), ('R', [0.4, 0.0, 0.0], [0.0; 3])],
        [0.3, 0.0, 0.0],
    );
    let chain = armlab_engine::kinematics::inverse::Chain::to_tool(&robot).unwrap();
    for q2 in [0.3, 1.0, -2.0] {
        let dexterity = Dexterity::new(&chain, Task::PLANAR, &[0.7, q2]);
        let want = 0.4 * 0.3 * f64::sin(q2).abs() / (0.35 * 0.35);
        assert!((dexterity.manipulability() - want).abs() < 1e-14);
    }
    assert!(Dexterity::new(&chain, Task::PLANAR, &[0.7, 0.0]).isotropy() < 1e-7);
}
