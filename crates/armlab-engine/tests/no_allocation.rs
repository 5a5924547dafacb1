//! No hot call allocates. A binary and a test of its own, so that nothing else
//! allocates meanwhile; only this thread's allocations are counted, since the
//! test harness may wake up beside it.

#[path = "../../../tests/counting_allocator.rs"]
mod counting_allocator;

use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::dynamics::{Dynamics, InverseDerivatives, LoopedDynamics};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Force;
use counting_allocator::allocations;
use support::random::{Axes, Random, State};

mod support;

/// Calls once to warm up, and requires that two more calls allocate nothing.
#[track_caller]
fn assert_no_allocation(what: &str, mut call: impl FnMut()) {
    call();
    let counted = allocations(|| {
        call();
        call();
    });
    assert_eq!(counted, 0, "{what} allocates");
}

#[test]
fn no_hot_call_allocates_after_its_first() {
    // The counter itself works, or the rest would show nothing.
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 3]))), 1);

    let mut random = Random::new(500);
    for joints in [3, 7, 30] {
        let robot = random.tree(joints, Axes::Any);
        one_state(&robot, &mut random);
        many_samples(&robot, &mut random);
    }
    for name in ["parallel3prr", "delta"] {
        machine_with_loops(name);
    }
}

fn machine_with_loops(name: &str) {
    let robot =
        armlab_engine::robot::library::load(name).expect("built in").expect("readable").robot;
    let mut machine = LoopedDynamics::new(&robot).expect("it can be assembled");
    let home = machine.machine().active_part(machine.machine().home());
    let samples = 25;
    let column = |h: &f64, a: f64| (0..samples).map(|k| h + a * (0.05 * k as f64).sin()).collect();
    let q: Vec<Vec<f64>> = home.iter().map(|h| column(h, 0.05)).collect();
    let qd: Vec<Vec<f64>> = home.iter().map(|_| column(&0.1, 0.2)).collect();
    let [q, qd] = [&q, &qd].map(|c| c.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let mut block = machine.block(samples);
    assert_no_allocation("regressor_block of a machine", || {
        machine.regressor_block(&q, &qd, &qd, 0, &mut block).expect("in reach");
    });
    let (mut tau, mut qdd) = (vec![0.0; home.len()], vec![0.0; home.len()]);
    let speeds = vec![0.1; home.len()];
    assert_no_allocation("inverse and forward of a machine", || {
        machine.inverse(&home, &speeds, &speeds, &mut tau).expect("in reach");
        machine.forward(&home, &speeds, &tau, &mut qdd).expect("it has mass");
    });
}

fn one_state(robot: &Robot, random: &mut Random) {
    let n = robot.dofs();
    let State { q, qd, qdd } = &random.state(robot);
    let wrenches: Vec<Force<f64>> = robot.links().iter().map(|_| random.wrench()).collect();
    let mut reactions = wrenches.clone();
    let mut dynamics = Dynamics::new(robot);
    let (mut tau, mut acceleration) = (vec![0.0; n], vec![0.0; n]);
    let mut mass = vec![0.0; n * n];
    let mut regressor = vec![0.0; n * robot.parameter_count()];
    let mut slopes = InverseDerivatives::default();
    assert_no_allocation("inverse", || dynamics.inverse(q, qd, qdd, &mut tau));
    assert_no_allocation("inverse_with_external", || {
        dynamics.inverse_with_external(q, qd, qdd, &wrenches, &mut tau);
    });
    assert_no_allocation("reactions", || {
        dynamics.reactions(q, qd, qdd, Some(&wrenches), &mut tau, &mut reactions);
    });
    assert_no_allocation("gravity", || dynamics.gravity(q, &mut tau));
    assert_no_allocation("mass_matrix", || dynamics.mass_matrix(q, &mut mass));
    assert_no_allocation("forward", || {
        dynamics.forward(q, qd, &tau, &mut acceleration).expect("every joint moves mass");
    });
    assert_no_allocation("forward_with_external", || {
        let moved = dynamics.forward_with_external(q, qd, &tau, &wrenches, &mut acceleration);
        moved.expect("every joint moves mass");
    });
    assert_no_allocation("forward_by_mass_matrix", || {
        let moved = dynamics.forward_by_mass_matrix(q, qd, &tau, &mut acceleration);
        moved.expect("every joint moves mass");
    });
    assert_no_allocation("regressor", || dynamics.regressor(q, qd, qdd, &mut regressor));
    assert_no_allocation("inverse_derivatives", || {
        dynamics.inverse_derivatives(q, qd, qdd, &mut slopes);
    });
}

fn many_samples(robot: &Robot, random: &mut Random) {
    let (n, samples) = (robot.dofs(), 25);
    let mut log = || -> Vec<Vec<f64>> { (0..n).map(|_| random.numbers(samples, 1.0)).collect() };
    let (q, qd, qdd) = (log(), log(), log());
    let [q, qd, qdd] = [&q, &qd, &qdd].map(|log| log.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let mut out = vec![vec![0.0; samples]; n];
    let mut out: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    let mut mass = vec![0.0; samples * n * n];
    let mut block = RegressorBlock::new(robot, samples);
    let mut dynamics = Dynamics::new(robot);
    assert_no_allocation("inverse_batch", || dynamics.inverse_batch(&q, &qd, &qdd, &mut out));
    assert_no_allocation("mass_matrix_batch", || dynamics.mass_matrix_batch(&q, &mut mass));
    assert_no_allocation("forward_batch", || dynamics.forward_batch(&q, &qd, &qdd, &mut out));
    assert_no_allocation("regressor_block", || {
        dynamics.regressor_block(&q, &qd, &qdd, 0, &mut block);
    });
}
