//! Many samples at once give what one at a time gives, whatever their number,
//! on one core and on all.

use crate::support::claim::Claim;
use crate::support::random::{Axes, Random, State};
use armlab_engine::dynamics::Dynamics;
use armlab_engine::dynamics::batch::{
    RegressorBlock, forward_parallel, inverse_parallel, mass_matrix_parallel, regressor_parallel,
};
use armlab_engine::robot::Robot;

/// A log: one column per coordinate, one entry per sample.
struct Columns {
    q: Vec<Vec<f64>>,
    qd: Vec<Vec<f64>>,
    qdd: Vec<Vec<f64>>,
}

impl Columns {
    fn of(robot: &Robot, states: &[State]) -> Self {
        let gather = |part: fn(&State) -> &Vec<f64>| -> Vec<Vec<f64>> {
            let column = |i: usize| states.iter().map(|s| part(s)[i]).collect();
            (0..robot.dofs()).map(column).collect()
        };
        Self { q: gather(|s| &s.q), qd: gather(|s| &s.qd), qdd: gather(|s| &s.qdd) }
    }
}

fn read(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

fn write(columns: &mut [Vec<f64>]) -> Vec<&mut [f64]> {
    columns.iter_mut().map(Vec::as_mut_slice).collect()
}

/// Entries of one sample.
fn row(columns: &[Vec<f64>], sample: usize) -> Vec<f64> {
    columns.iter().map(|c| c[sample]).collect()
}

/// Robots on both sides of every choice a batch makes, such as the way through
/// the mass matrix for few joints.
fn robots() -> impl Iterator<Item = (Robot, Random, String)> {
    [(400, 2, Axes::Any), (401, 6, Axes::Z), (402, 9, Axes::Any), (403, 40, Axes::Any)]
        .into_iter()
        .map(|(seed, joints, axes)| {
            let mut random = Random::new(seed);
            let robot = random.tree(joints, axes);
            (robot, random, format!("tree of {joints} joints, seed {seed}"))
        })
}

/// Numbers of samples around the width of the lanes.
// Around the eight lanes of the widest clone, and odd numbers.
const SAMPLES: [usize; 7] = [0, 1, 3, 7, 8, 9, 43];

#[test]
fn a_batch_is_its_samples_one_by_one() {
    let mut tau_claim = Claim::new("batch: tau", 1e-14);
    let mut mass_claim = Claim::new("batch: M", 1e-14);
    let mut qdd_claim = Claim::new("batch: qdd", 1e-12);
    let mut regressor_claim = Claim::new("batch: Y", 1e-14);
    for (robot, mut random, context) in robots() {
        let (n, parameters) = (robot.dofs(), robot.parameter_count());
        let mut batched = Dynamics::new(&robot);
        let mut single = Dynamics::new(&robot);
        for samples in SAMPLES {
            let states: Vec<State> = (0..samples).map(|_| random.state(&robot)).collect();
            let Columns { q, qd, qdd } = Columns::of(&robot, &states);
            let (q, qd, qdd) = (read(&q), read(&qd), read(&qdd));
            let mut tau = vec![vec![0.0; samples]; n];
            batched.inverse_batch(&q, &qd, &qdd, &mut write(&mut tau));
            let mut mass = vec![0.0; samples * n * n];
            batched.mass_matrix_batch(&q, &mut mass);
            let mut back = vec![vec![0.0; samples]; n];
            batched.forward_batch(&q, &qd, &read(&tau), &mut write(&mut back));
            let mut block = RegressorBlock::new(&robot, samples);
            batched.regressor_block(&q, &qd, &qdd, 0, &mut block);

            for (k, State { q, qd, qdd }) in states.iter().enumerate() {
                let context = format!("{context}, sample {k} of {samples}");
                let (mut one, mut matrix) = (vec![0.0; n], vec![0.0; n * n]);
                single.inverse(q, qd, qdd, &mut one);
                tau_claim.check(&row(&tau, k), &one, &context);
                single.mass_matrix(q, &mut matrix);
                mass_claim.check(&mass[k * n * n..(k + 1) * n * n], &matrix, &context);
                single.forward(q, qd, &row(&tau, k), &mut one).unwrap();
                qdd_claim.check(&row(&back, k), &one, &context);
                let mut regressor = vec![0.0; n * parameters];
                single.regressor(q, qd, qdd, &mut regressor);
                let from_block: Vec<f64> = (0..n * parameters)
                    .map(|e| block.entry(e / parameters, k, e % parameters))
                    .collect();
                regressor_claim.check(&from_block, &regressor, &context);
            }
        }
    }
}

#[test]
fn a_block_of_the_regressor_may_start_anywhere_and_be_used_again() {
    for (robot, mut random, context) in robots() {
        let states: Vec<State> = (0..40).map(|_| random.state(&robot)).collect();
        let Columns { q, qd, qdd } = Columns::of(&robot, &states);
        let (q, qd, qdd) = (read(&q), read(&qd), read(&qdd));
        let mut dynamics = Dynamics::new(&robot);
        let mut whole = RegressorBlock::new(&robot, 40);
        dynamics.regressor_block(&q, &qd, &qdd, 0, &mut whole);
        let mut part = RegressorBlock::new(&robot, 13);
        for first in [0, 5, 16, 27] {
            dynamics.regressor_block(&q, &qd, &qdd, first, &mut part);
            for parameter in 0..robot.parameter_count() {
                for joint in 0..robot.dofs() {
                    for k in 0..13 {
                        assert_eq!(
                            part.entry(joint, k, parameter),
                            whole.entry(joint, first + k, parameter),
                            "{context}, from {first}, entry ({joint}, {k}, {parameter})"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn all_cores_give_the_same_bits_as_one() {
    for (robot, mut random, context) in robots() {
        // Enough to be spread, and no multiple of anything.
        let samples = 25_013 / robot.links().len().min(20) + 20_000 / robot.links().len();
        let n = robot.dofs();
        let states: Vec<State> = (0..samples).map(|_| random.state(&robot)).collect();
        let Columns { q, qd, qdd } = Columns::of(&robot, &states);
        let (q, qd, qdd) = (read(&q), read(&qd), read(&qdd));
        let mut dynamics = Dynamics::new(&robot);
        let empty = || vec![vec![f64::NAN; samples]; n];

        let (mut one, mut all) = (empty(), empty());
        dynamics.inverse_batch(&q, &qd, &qdd, &mut write(&mut one));
        inverse_parallel(&robot, &q, &qd, &qdd, &mut write(&mut all));
        assert!(one == all, "{context}: efforts differ");
        assert!(one.iter().flatten().all(|x| x.is_finite()), "{context}: an effort is missing");

        let tau = read(&one);
        let (mut one, mut all) = (empty(), empty());
        dynamics.forward_batch(&q, &qd, &tau, &mut write(&mut one));
        forward_parallel(&robot, &q, &qd, &tau, &mut write(&mut all));
        assert!(one == all, "{context}: accelerations differ");

        let (mut one, mut all) = (vec![0.0; samples * n * n], vec![f64::NAN; samples * n * n]);
        dynamics.mass_matrix_batch(&q, &mut one);
        mass_matrix_parallel(&robot, &q, &mut all);
        assert!(one == all, "{context}: mass matrices differ");
    }
}

#[test]
fn the_regressor_in_memory_of_the_callers_is_that_of_a_block_to_the_last_bit() {
    for (robot, mut random, context) in robots() {
        // Enough for several jobs, and a last group of lanes that is not full.
        let samples = 20_003 / robot.links().len() + 8;
        let states: Vec<State> = (0..samples).map(|_| random.state(&robot)).collect();
        let Columns { q, qd, qdd } = Columns::of(&robot, &states);
        let (q, qd, qdd) = (read(&q), read(&qd), read(&qdd));
        let mut block = RegressorBlock::new(&robot, samples);
        Dynamics::new(&robot).regressor_block(&q, &qd, &qdd, 0, &mut block);
        let expected: Vec<f64> =
            (0..robot.parameter_count()).flat_map(|p| block.column(p)).copied().collect();
        for zeroed in [true, false] {
            let mut out = vec![if zeroed { 0.0 } else { 7.0 }; expected.len()];
            regressor_parallel(&robot, &q, &qd, &qdd, &mut out, zeroed);
            assert!(out == expected, "{context}, zeroed {zeroed}");
        }
    }
}
