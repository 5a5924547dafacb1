//! What efforts can tell, from the geometry alone, against the regressor at
//! random states.

use crate::logs::built_in;
use crate::support::random::{Axes, Random};
use armlab::dynamics::Dynamics;
use armlab::identify::base_parameters;
use armlab::identify::structure::{
    Identifiability, Structure, structural_identifiability, structural_identifiability_of_links,
};
use armlab::robot::describe::{ReadOptions, read_toml};
use armlab::robot::{Joint, JointKind, Link, Robot, RobotBuilder};
use armlab::spatial::{Mat3, Transform, vec3};
use armlab_dense::Matrix;

/// The regressor at random states, three rows for every column.
fn regressor(robot: &Robot, seed: u64) -> Matrix {
    let (n, columns) = (robot.dofs(), robot.parameter_count());
    let mut random = Random::new(seed);
    let samples = (3 * columns).div_ceil(n).max(8);
    let mut dynamics = Dynamics::of(robot);
    let mut rows = vec![0.0; samples * n * columns];
    for block in rows.chunks_exact_mut(n * columns) {
        let state = random.state(robot);
        dynamics.regressor(&state.q, &state.qd, &state.qdd, block);
    }
    Matrix::from_fn(samples * n, columns, |i, j| rows[i * columns + j])
}

/// Rank of the regressor, and the sine of the largest angle between the span of
/// its rows and the structure's basis.
fn compare(robot: &Robot, structure: &Structure) -> (usize, f64) {
    let y = regressor(robot, 7);
    let columns = y.columns();
    let lengths: Vec<f64> = (0..columns).map(|j| armlab_dense::norm(y.column(j))).collect();
    let longest = lengths.iter().fold(0.0_f64, |m, l| m.max(*l));
    // Columns of length one, so that units play no part.
    let scale = |j: usize| if lengths[j] > 1e-10 * longest { 1.0 / lengths[j] } else { 0.0 };
    let unit = Matrix::from_fn(y.rows(), columns, |i, j| y.at(i, j) * scale(j));
    let svd = unit.triangle().svd().unwrap();
    let rank = svd.rank(1e-9);
    let scaled =
        Matrix::from_fn(structure.dimension, columns, |k, j| structure.basis.at(k, j) * scale(j));
    let rows = scaled.transposed().svd().unwrap();
    // Part of the structure's rows outside the regressor's.
    let seen = Matrix::from_fn(columns, rank, |i, j| svd.v.at(i, j));
    let mut worst = 0.0_f64;
    for k in 0..rows.rank(1e-12) {
        let direction = rows.u.column(k);
        let inside = seen.times_vector(&seen.transpose_times_vector(direction));
        let outside: f64 = direction.iter().zip(&inside).map(|(a, b)| (a - b).powi(2)).sum();
        worst = worst.max(outside.sqrt());
    }
    (rank, worst)
}

fn agree(robot: &Robot, context: &str) -> Structure {
    let structure = structural_identifiability_of_links(robot).unwrap();
    let (rank, angle) = compare(robot, &structure);
    assert_eq!(structure.dimension, rank, "{context}");
    assert!(angle < 1e-9, "{context}: {angle:e}");
    assert!(structure.exact);
    assert_eq!(structure.bodies.iter().map(|b| b.adds).sum::<usize>(), rank, "{context}");
    structure
}

#[test]
fn geometry_and_random_states_give_the_same_space_for_built_in_trees() {
    let expected = [("ur5", 36 + 6 - 6), ("panda", 43)];
    for name in ["scara", "cylindrical", "cylindrical-offset", "planar6", "ur5", "panda"] {
        let robot = built_in(name);
        let structure = agree(&robot, name);
        structure.sentences().iter().for_each(|s| println!("{s} {:?}", structure.gap));
        // What the description declares is counted as base_parameters does.
        let declared = structural_identifiability(&robot).unwrap();
        assert_eq!(declared.dimension, base_parameters(&robot).unwrap().len(), "{name}");
        let _ = expected;
    }
}

#[test]
fn geometry_and_random_states_give_the_same_space_for_random_trees() {
    for joints in 1..=20 {
        for (round, axes) in [Axes::Z, Axes::Any, Axes::Any].into_iter().enumerate() {
            let seed = (100 * round + joints) as u64;
            let robot = Random::new(seed).tree(joints, axes);
            agree(&robot, &format!("tree of {joints} joints, seed {seed}"));
        }
    }
}
