//! The recursions run in any scalar, with scratch memory of their own.

use armlab_engine::dynamics::articulated::{ArticulatedNode, articulated_bodies};
use armlab_engine::dynamics::inverse::{Coordinate, Node, inverse, outward};
use armlab_engine::dynamics::mass_matrix::mass_matrix;
use armlab_engine::dynamics::regressor::{RegressorSink, regressor};
use armlab_engine::robot::{Parameters, Robot};
use armlab_engine::spatial::{Inertia, Moments, Scalar, Times, Transform};

/// A state in any scalar.
pub fn coordinates<S: Scalar>(q: &[S], qd: &[S], qdd: &[S]) -> Vec<Coordinate<S>> {
    (0..q.len()).map(|i| Coordinate { q: q[i], qd: qd[i], qdd: qdd[i] }).collect()
}

/// Efforts.
pub fn efforts<S: Scalar + Times<P>, P: Copy>(
    robot: &Robot,
    parameters: &Parameters<P>,
    state: &[Coordinate<S>],
) -> Vec<S> {
    let tree = robot.tree();
    let mut nodes = vec![Node::default(); tree.bodies.len()];
    let mut tau = vec![S::zero(); tree.dofs];
    inverse(tree, parameters, &mut nodes, state, None, &mut tau);
    tau
}

/// Mass matrix, row after row.
pub fn mass<S: Scalar>(robot: &Robot, q: &[S]) -> Vec<S> {
    let tree = robot.tree();
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    let mut composites = vec![Moments::default(); tree.bodies.len()];
    let mut mass = vec![S::zero(); tree.dofs * tree.dofs];
    mass_matrix(tree, robot.parameters(), q, &mut poses, &mut composites, &mut mass);
    mass
}

/// Accelerations, by articulated bodies.
pub fn accelerations<S: Scalar + Times<P>, P: Copy>(
    robot: &Robot,
    parameters: &Parameters<P>,
    q: &[S],
    qd: &[S],
    tau: &[S],
) -> Vec<S> {
    let tree = robot.tree();
    let mut nodes = vec![ArticulatedNode::default(); tree.bodies.len()];
    let mut qdd = vec![S::zero(); tree.dofs];
    articulated_bodies(tree, parameters, &mut nodes, q, qd, tau, None, &mut qdd);
    qdd
}

/// Effort regressor, row after row.
pub fn effort_regressor<S: Scalar>(robot: &Robot, state: &[Coordinate<S>]) -> Vec<S> {
    struct Rows<S> {
        columns: usize,
        rotors: usize,
        out: Vec<S>,
    }
    impl<S: Scalar> RegressorSink<S> for Rows<S> {
        fn body_entries(&mut self, dof: usize, body: usize, entries: &[S; 10]) {
            let start = dof * self.columns + 10 * body;
            self.out[start..start + 10].copy_from_slice(entries);
        }
        fn rotor_entry(&mut self, dof: usize, entry: S) {
            self.out[dof * self.columns + self.rotors + dof] = entry;
        }
    }
    let tree = robot.tree();
    let columns = robot.parameter_count();
    let out = vec![S::zero(); tree.dofs * columns];
    let mut rows = Rows { columns, rotors: 10 * tree.bodies.len(), out };
    let mut nodes = vec![Node::default(); tree.bodies.len()];
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    outward(tree, &mut nodes, state);
    regressor(tree, &nodes, &mut poses, state, &mut rows);
    rows.out
}

/// Parameters in the recursions' form from values in any scalar, in the order
/// of [`Robot::parameter_names`].
pub fn parameters<S: Scalar>(robot: &Robot, values: &[S]) -> Parameters<S> {
    let (links, rotors) = values.split_at(10 * robot.links().len());
    let bodies = links.chunks_exact(10).zip(&robot.tree().bodies).map(|(p, body)| {
        let link = Inertia::from_array(p.try_into().expect("ten parameters"));
        body.moments_from_link(link.to_moments())
    });
    Parameters { bodies: bodies.collect(), rotors: rotors.to_vec() }
}
