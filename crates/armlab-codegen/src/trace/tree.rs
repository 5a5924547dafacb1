//! Functions of a tree: every one is the engine's recursion on expressions.

use crate::graph::Expr;
use crate::model::{CompactTree, without_rounding};
use armlab_control::unit_loads;
use armlab_engine::base::BaseParameters;
use armlab_engine::dynamics::articulated::{ArticulatedNode, articulated_bodies};
use armlab_engine::dynamics::inverse::{Coordinate, Node, inverse, outward};
use armlab_engine::dynamics::mass_matrix::mass_matrix;
use armlab_engine::dynamics::momentum::{MomentumNode, momentum};
use armlab_engine::dynamics::regressor::{RegressorSink, regressor};
use armlab_engine::linear::ldlt;
use armlab_engine::robot::{Parameters, Robot};
use armlab_engine::spatial::{Force, Moments, Scalar, Transform};

/// Efforts of a motion. Empty speeds or accelerations are zero.
pub fn efforts(c: &CompactTree, q: &[Expr], qd: &[Expr], qdd: &[Expr]) -> Vec<Expr> {
    newton_euler(c, &c.parameters, [q, qd, qdd], None).0
}

/// Efforts and the wrench through every joint, in the compact frames. `external` are
/// wrenches of the surroundings in the robot's body frames.
pub fn reactions(
    c: &CompactTree,
    motion: [&[Expr]; 3],
    external: Option<&[Force<Expr>]>,
) -> Vec<Force<Expr>> {
    let moved: Option<Vec<Force<Expr>>> = external
        .map(|all| all.iter().enumerate().map(|(i, w)| c.wrench_from_robot(i, w)).collect());
    let (_, nodes) = newton_euler(c, &c.whole, motion, moved.as_deref());
    nodes.iter().map(|n| n.wrench).collect()
}

fn newton_euler(
    c: &CompactTree,
    parameters: &Parameters<f64>,
    motion: [&[Expr]; 3],
    external: Option<&[Force<Expr>]>,
) -> (Vec<Expr>, Vec<Node<Expr>>) {
    let at = |x: &[Expr], i: usize| x.get(i).copied().unwrap_or_default();
    let [q, qd, qdd] = motion;
    let state: Vec<Coordinate<Expr>> = (0..c.tree.dofs)
        .map(|i| Coordinate { q: shifted(c, q, i), qd: at(qd, i), qdd: at(qdd, i) })
        .collect();
    let mut nodes = vec![Node::default(); c.tree.bodies.len()];
    let mut effort = vec![Expr::zero(); c.tree.dofs];
    inverse(&c.tree, parameters, &mut nodes, &state, external, &mut effort);
    (effort, nodes)
}

fn shifted(c: &CompactTree, q: &[Expr], i: usize) -> Expr {
    q[i] + Expr::Constant(c.offsets[i])
}

fn all_shifted(c: &CompactTree, q: &[Expr]) -> Vec<Expr> {
    (0..c.tree.dofs).map(|i| shifted(c, q, i)).collect()
}

/// Mass matrix, row after row.
pub fn masses(c: &CompactTree, q: &[Expr]) -> Vec<Expr> {
    let n = c.tree.dofs;
    let mut poses = vec![Transform::identity(); c.tree.bodies.len()];
    let mut composites = vec![Moments::default(); c.tree.bodies.len()];
    let mut mass = vec![Expr::zero(); n * n];
    let q = all_shifted(c, q);
    mass_matrix(&c.tree, &c.parameters, &q, &mut poses, &mut composites, &mut mass);
    mass
}

/// Accelerations, and what must be positive for them to exist.
pub struct Accelerations {
    /// Accelerations.
    pub qdd: Vec<Expr>,
    /// Pivots of the mass matrix, less what rounding may have left of a zero.
    pub pivots: Vec<Expr>,
}

/// Accelerations through a mass matrix and the efforts at none.
pub fn by_mass_matrix(mut mass: Vec<Expr>, bias: &[Expr], tau: &[Expr]) -> Accelerations {
    let n = tau.len();
    let mut qdd: Vec<Expr> = tau.iter().zip(bias).map(|(&t, &b)| t - b).collect();
    let diagonal: Vec<Expr> = (0..n).map(|i| mass[i * n + i]).collect();
    ldlt::factor(&mut mass, n);
    ldlt::solve(&mass, n, &mut qdd);
    let pivots = (0..n).flat_map(|i| definite(mass[i * n + i], diagonal[i], n)).collect();
    Accelerations { qdd, pivots }
}

/// Positive where a pivot, given by its inverse, is not zero beside its diagonal.
fn definite(inverse: Expr, diagonal: Expr, n: usize) -> [Expr; 2] {
    let rounding = Expr::Constant(8.0 * n as f64 * f64::EPSILON);
    [inverse, Expr::one() - inverse * diagonal * rounding]
}

/// Accelerations by articulated bodies, cheaper than the mass matrix for long chains.
pub fn by_articulated_bodies(
    c: &CompactTree,
    q: &[Expr],
    qd: &[Expr],
    tau: &[Expr],
) -> Accelerations {
    let mut nodes = vec![ArticulatedNode::default(); c.tree.bodies.len()];
    let mut qdd = vec![Expr::zero(); c.tree.dofs];
    let q = all_shifted(c, q);
    articulated_bodies(&c.tree, &c.parameters, &mut nodes, &q, qd, tau, None, &mut qdd);
    let pivots = c.tree.body_of_dof.iter().map(|&body| nodes[body].mobility()).collect();
    Accelerations { qdd, pivots }
}

/// Momentum, then `∂T/∂q − g(q)`.
pub fn momenta(c: &CompactTree, q: &[Expr], qd: &[Expr]) -> Vec<Expr> {
    let n = c.tree.dofs;
    let mut nodes = vec![MomentumNode::default(); c.tree.bodies.len()];
    let (mut p, mut slope) = (vec![Expr::zero(); n], vec![Expr::zero(); n]);
    let shifted = all_shifted(c, q);
    momentum(&c.tree, &c.parameters, &mut nodes, &shifted, qd, &mut p, &mut slope);
    let gravity = efforts(c, q, &[], &[]);
    p.extend(slope.iter().zip(&gravity).map(|(&s, &g)| s - g));
    p
}

/// Momenta of unit loads at the tool (mass, three first moments), one load after the other,
/// then their rates but for efforts; none where no tool moves.
pub fn load_momenta(robot: &Robot, q: &[Expr], qd: &[Expr]) -> Option<Vec<Expr>> {
    let units = unit_loads(robot, robot.tool())?;
    let tree = without_rounding(robot.tree());
    let (n, bodies) = (tree.dofs, tree.bodies.len());
    let (mut momenta, mut rates) = (Vec::new(), Vec::new());
    for unit in units {
        let mut nodes = vec![MomentumNode::default(); bodies];
        let (mut p, mut slope) = (vec![Expr::zero(); n], vec![Expr::zero(); n]);
        momentum(&tree, &unit, &mut nodes, q, qd, &mut p, &mut slope);
        let still = |q: &Expr| Coordinate { q: *q, ..Coordinate::default() };
        let state: Vec<Coordinate<Expr>> = q.iter().map(still).collect();
        let mut gravity = vec![Expr::zero(); n];
        inverse(&tree, &unit, &mut vec![Node::default(); bodies], &state, None, &mut gravity);
        momenta.extend(p);
        rates.extend(slope.iter().zip(&gravity).map(|(&s, &g)| s - g));
    }
    momenta.extend(rates);
    Some(momenta)
}

/// Regressor in the base parameters, row after row.
pub fn base_regressor(
    robot: &Robot,
    base: &BaseParameters,
    q: &[Expr],
    qd: &[Expr],
    qdd: &[Expr],
) -> Vec<Expr> {
    let tree = without_rounding(robot.tree());
    let (n, columns) = (tree.dofs, robot.parameter_count());
    let state: Vec<Coordinate<Expr>> =
        (0..n).map(|i| Coordinate { q: q[i], qd: qd[i], qdd: qdd[i] }).collect();
    let mut nodes = vec![Node::default(); tree.bodies.len()];
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    let mut rows = Rows { columns, rotors: columns - n, out: vec![Expr::zero(); n * columns] };
    outward(&tree, &mut nodes, &state);
    regressor(&tree, &nodes, &mut poses, &state, &mut rows);
    let combinations = base.columns();
    let mut out = Vec::with_capacity(n * combinations.len());
    for row in rows.out.chunks_exact(columns) {
        for combination in &combinations {
            let mut sum = Expr::zero();
            for &(k, factor) in combination {
                sum += row[k] * Expr::Constant(factor);
            }
            out.push(sum);
        }
    }
    out
}

struct Rows {
    columns: usize,
    rotors: usize,
    out: Vec<Expr>,
}

impl RegressorSink<Expr> for Rows {
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[Expr; 10]) {
        let start = dof * self.columns + 10 * body;
        self.out[start..start + 10].copy_from_slice(entries);
    }
    fn rotor_entry(&mut self, dof: usize, entry: Expr) {
        self.out[dof * self.columns + self.rotors + dof] = entry;
    }
}
