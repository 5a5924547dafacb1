//! Full poses of 6R and 7R arms.

use crate::support::{chain, configuration, random};
use armlab_engine::kinematics::inverse::{
    AngularAxes, Dls, Problem, QuasiNewton, Solver, Task, solve_batch,
};
use armlab_engine::spatial::Vec3;

/// Share of random reachable poses that a solver meets, checked by forward kinematics.
fn solved(name: &str, solver: &mut dyn Solver, count: usize) -> f64 {
    let (chain, mut random) = (chain(name), random(11));
    let home = chain.home();
    let mut met = 0;
    for row in 0..count {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, Task::POSE, target)
            .unwrap()
            .tolerance(1e-6, 1e-6)
            .random(0, row as u64);
        let solution = solver.solve(&problem, &home).unwrap();
        assert!(chain.within_limits(&solution.q), "{name} {row}: {:?}", solution.q);
        let pose = chain.pose(&solution.q);
        let near = (pose.translation - target.translation).norm() <= 1e-6;
        let turned = pose.rotation.transposed().compose(&target.rotation);
        let angle = armlab_engine::kinematics::inverse::rotation_vector(&turned).norm();
        assert_eq!(solution.reachable, near && angle <= 1e-6, "{name} {row}");
        met += usize::from(solution.reachable);
    }
    met as f64 / count as f64
}

#[test]
fn the_default_solver_meets_at_least_999_of_1000_poses_of_a_6r_arm() {
    assert!(solved("ur5", &mut Dls::default(), 10_000) >= 0.999);
}

#[test]
fn the_default_solver_meets_at_least_999_of_1000_poses_of_a_7r_arm() {
    assert!(solved("panda", &mut Dls::default(), 10_000) >= 0.999);
}

#[test]
fn quasi_newton_is_a_second_opinion() {
    assert!(solved("ur5", &mut QuasiNewton::default(), 300) >= 0.99);
    assert!(solved("panda", &mut QuasiNewton::default(), 300) >= 0.99);
}

#[test]
fn an_orientation_alone_is_met() {
    let (chain, mut random) = (chain("panda"), random(3));
    for _ in 0..100 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, Task::ORIENTATION, target).unwrap();
        let solution = Dls::default().solve(&problem, &chain.home()).unwrap();
        assert!(solution.reachable && solution.error.angle <= 1e-9);
    }
}

#[test]
fn a_direction_of_the_tool_leaves_its_spin_free() {
    let mut task = Task::components([true; 3], [true, true, false]);
    task.angular_axes = AngularAxes::Own;
    let (chain, mut random) = (chain("ur5"), random(4));
    for _ in 0..100 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, task, target).unwrap();
        let solution = Dls::default().solve(&problem, &chain.home()).unwrap();
        assert!(solution.reachable);
        let axis: Vec3<f64> = solution.pose.rotation.c[2];
        assert!(axis.cross(target.rotation.c[2]).norm() < 1e-8);
        assert!(axis.dot(target.rotation.c[2]) > 0.0);
    }
}

#[test]
fn chosen_components_are_met_and_the_others_are_free() {
    let (chain, mut random) = (chain("ur5"), random(9));
    let task = Task::components([true, false, true], [false; 3]);
    for _ in 0..100 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, task, target).unwrap();
        let solution = Dls::default().solve(&problem, &chain.home()).unwrap();
        let off = solution.pose.translation - target.translation;
        assert!(off.x.abs() < 1e-9 && off.z.abs() < 1e-9);
    }
}

#[test]
fn a_6r_arm_with_an_offset_wrist_has_its_eight_solutions_found() {
    let chain = chain("ur5");
    let problem = Problem::from_numbers(&chain, &[0.3, 0.2, 0.4, 0.0, 1.0, 0.0]).unwrap();
    let all = Dls::default().solve_all(&problem, &chain.home()).unwrap();
    assert_eq!(all.len(), 8);
    assert!(all.iter().all(|s| s.reachable));
}

#[test]
fn batches_do_not_depend_on_threads_and_finish_beside_bad_rows() {
    let (chain, mut random) = (chain("panda"), random(6));
    let dls: &dyn Solver = &Dls::default();
    let targets: Vec<_> =
        (0..200).map(|_| chain.pose(&configuration(&chain, &mut random))).collect();
    let problems = || {
        let mut list: Vec<_> =
            targets.iter().map(|t| Problem::new(&chain, Task::POSE, *t)).collect();
        list[7] = Problem::from_numbers(&chain, &[f64::NAN, 0.0, 0.0]);
        list
    };
    let answers = solve_batch(dls, problems(), &chain.home());
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let again = alone.install(|| solve_batch(dls, problems(), &chain.home()));
    for (row, (a, b)) in answers.iter().zip(&again).enumerate() {
        match (a, b) {
            (Ok(a), Ok(b)) => assert_eq!((&a.q, a.reachable), (&b.q, true), "{row}"),
            (Err(a), Err(b)) => assert!(row == 7 && a == b),
            _ => panic!("{row}"),
        }
    }
}
