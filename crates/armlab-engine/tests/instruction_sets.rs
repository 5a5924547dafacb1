//! Registers of all lengths give the same bits, and what any processor gives but for rounding.
//! A binary of its own: the choice of instructions is the process's.

mod support;

use armlab_engine::dynamics::Dynamics;
use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Instructions;
use support::random::{Axes, Random, State};

/// Around one and two groups of lanes.
const SAMPLES: [usize; 8] = [1, 7, 8, 9, 16, 17, 32, 43];

/// Every batch of a robot, one after another, computed with these instructions.
fn batches(robot: &Robot, states: &[State], with: Instructions) -> Vec<f64> {
    Instructions::limit(with);
    let (n, samples) = (robot.dofs(), states.len());
    let column = |part: fn(&State) -> &Vec<f64>| -> Vec<Vec<f64>> {
        (0..n).map(|i| states.iter().map(|s| part(s)[i]).collect()).collect()
    };
    let (q, qd, qdd) = (column(|s| &s.q), column(|s| &s.qd), column(|s| &s.qdd));
    let [q, qd, qdd] =
        [&q, &qd, &qdd].map(|c| c.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>());
    let mut dynamics = Dynamics::new(robot);
    let (mut tau, mut back) = (vec![0.0; n * samples], vec![0.0; n * samples]);
    dynamics.inverse_batch(&q, &qd, &qdd, &mut tau.chunks_mut(samples).collect::<Vec<_>>());
    let efforts: Vec<&[f64]> = tau.chunks(samples).collect();
    dynamics.forward_batch(&q, &qd, &efforts, &mut back.chunks_mut(samples).collect::<Vec<_>>());
    let mut mass = vec![0.0; n * n * samples];
    dynamics.mass_matrix_batch(&q, &mut mass);
    let mut block = RegressorBlock::new(robot, samples);
    dynamics.regressor_block(&q, &qd, &qdd, 0, &mut block);
    let columns = (0..robot.parameter_count()).flat_map(|p| block.column(p).to_vec());
    tau.iter().copied().chain(back).chain(mass).chain(columns).collect()
}

#[test]
fn every_set_of_instructions_gives_the_same_numbers() {
    for (seed, joints, axes) in [(500, 2, Axes::Any), (501, 7, Axes::Z), (502, 24, Axes::Any)] {
        let mut random = Random::new(seed);
        let robot = random.tree(joints, axes);
        for samples in SAMPLES {
            let states: Vec<State> = (0..samples).map(|_| random.state(&robot)).collect();
            let all = Instructions::ALL.map(|set| batches(&robot, &states, set));
            let [portable, fused, others @ ..] = &all[..] else { panic!("two sets at least") };
            let context = format!("tree of {joints} joints, {samples} samples");
            for (k, (x, y)) in others.iter().flat_map(|o| fused.iter().zip(o)).enumerate() {
                assert_eq!(x.to_bits(), y.to_bits(), "{context}, number {k}: {x} and {y}");
            }
            for (k, (x, y)) in portable.iter().zip(fused).enumerate() {
                // A sum's rounding is that of its terms, which may be larger than it.
                let scale = 1.0 + x.abs();
                assert!((x - y).abs() < 1e-8 * scale, "{context}, number {k}: {x} and {y}");
            }
        }
    }
}
