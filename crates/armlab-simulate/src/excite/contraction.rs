//! Slopes of `s = Σ G_rj Y_rj` by the state, exactly: the regressor's recursion
//! runs on dual numbers, eight directions at a time, into a sink that weighs and
//! adds its entries. The regressor's derivative itself, a thousand numbers per
//! direction, is never stored.

use armlab_engine::dynamics::DIRECTIONS;
use armlab_engine::dynamics::inverse::{Coordinate, Node, outward};
use armlab_engine::dynamics::regressor::{RegressorSink, regressor};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::{
    Dual, Family, InstructionSet, Kernel, PerInstructionSet, Scalar, Times, Transform, Wide,
    dispatch,
};

type Sloped<A> = Dual<DIRECTIONS, Wide<A>>;

struct Scratch<A: InstructionSet> {
    state: Vec<Coordinate<Sloped<A>>>,
    nodes: Vec<Node<Sloped<A>>>,
    poses: Vec<Transform<Sloped<A>>>,
}

impl<A: InstructionSet> Default for Scratch<A> {
    fn default() -> Self {
        Self { state: Vec::new(), nodes: Vec::new(), poses: Vec::new() }
    }
}

struct ScratchFamily;
impl Family for ScratchFamily {
    type In<A: InstructionSet> = Scratch<A>;
}

/// Scratch of the recursion, kept between calls.
#[derive(Default)]
pub struct Contraction {
    scratch: PerInstructionSet<ScratchFamily>,
}

impl Contraction {
    /// Slopes of the weighted sum of the tree's regressor by all positions, then
    /// all speeds, then all accelerations, into `out`. `weights` has one row per
    /// moving joint and one column per link parameter.
    pub fn slopes(
        &mut self,
        robot: &Robot,
        [q, qd, qdd]: [&[f64]; 3],
        weights: &[f64],
        out: &mut [f64],
    ) {
        let n = robot.dofs();
        for first in (0..3 * n).step_by(DIRECTIONS) {
            dispatch(Slopes { of: self, robot, q, qd, qdd, weights, first, out });
        }
    }
}

struct Slopes<'a> {
    of: &'a mut Contraction,
    robot: &'a Robot,
    q: &'a [f64],
    qd: &'a [f64],
    qdd: &'a [f64],
    weights: &'a [f64],
    first: usize,
    out: &'a mut [f64],
}

impl Kernel for Slopes<'_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let tree = self.robot.tree();
        let n = tree.dofs;
        let m = A::of(&mut self.of.scratch);
        if m.state.len() != n || m.nodes.len() != tree.bodies.len() {
            grow(m, n, tree.bodies.len());
        }
        for i in 0..n {
            // Directions before the block wrap around and are none of the eight.
            let along = |group: usize| (group * n + i).wrapping_sub(self.first);
            m.state[i] = Coordinate {
                q: Dual::variable(self.q[i], along(0)),
                qd: Dual::variable(self.qd[i], along(1)),
                qdd: Dual::variable(self.qdd[i], along(2)),
            };
        }
        outward(tree, &mut m.nodes, &m.state);
        let columns = self.robot.parameter_count();
        let mut sink =
            Weighted { weights: self.weights, columns, rotors: columns - n, sum: Scalar::zero() };
        regressor(tree, &m.nodes, &mut m.poses, &m.state, &mut sink);
        let width = DIRECTIONS.min(3 * n - self.first);
        self.out[self.first..self.first + width].copy_from_slice(&sink.sum.eps[..width]);
    }
}

#[cold]
#[inline(never)]
fn grow<A: InstructionSet>(m: &mut Scratch<A>, dofs: usize, bodies: usize) {
    m.state = vec![Coordinate::default(); dofs];
    m.nodes = vec![Node::default(); bodies];
    m.poses = vec![Transform::identity(); bodies];
}

/// Adds what it receives, weighted.
struct Weighted<'a, A: InstructionSet> {
    weights: &'a [f64],
    columns: usize,
    rotors: usize,
    sum: Sloped<A>,
}

impl<A: InstructionSet> RegressorSink<Sloped<A>> for Weighted<'_, A> {
    #[inline(always)]
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[Sloped<A>; 10]) {
        let start = dof * self.columns + 10 * body;
        let weights = &self.weights[start..start + 10];
        for k in 0..10 {
            self.sum = entries[k].times_add(weights[k], self.sum);
        }
    }
    #[inline(always)]
    fn rotor_entry(&mut self, dof: usize, entry: Sloped<A>) {
        let weight = self.weights[dof * self.columns + self.rotors + dof];
        self.sum = entry.times_add(weight, self.sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_engine::dynamics::Dynamics;
    use armlab_engine::robot::library;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn slopes_of_a_weighted_regressor_match_differences() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for name in ["scara", "panda", "five-bar"] {
            let robot = library::load(name).unwrap().unwrap().robot;
            let (n, columns) = (robot.dofs(), robot.parameter_count());
            let mut draw = |count: usize| -> Vec<f64> {
                (0..count).map(|_| rng.random_range(-1.0..1.0)).collect()
            };
            let weights = draw(n * columns);
            let state = draw(3 * n);
            let mut dynamics = Dynamics::new(&robot);
            let mut sum = |x: &[f64]| -> f64 {
                let mut y = vec![0.0; n * columns];
                dynamics.regressor(&x[..n], &x[n..2 * n], &x[2 * n..], &mut y);
                y.iter().zip(&weights).map(|(y, w)| y * w).sum()
            };
            let mut slopes = vec![0.0; 3 * n];
            let parts = [&state[..n], &state[n..2 * n], &state[2 * n..]];
            Contraction::default().slopes(&robot, parts, &weights, &mut slopes);
            for k in 0..3 * n {
                let mut at = |step: f64| {
                    let mut moved = state.clone();
                    moved[k] += step;
                    sum(&moved)
                };
                let h = 1e-3;
                // Fourth order, so that its own error stays below the tolerance.
                let difference =
                    (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
                let error = (slopes[k] - difference).abs();
                assert!(error < 1e-9 * (1.0 + difference.abs()), "{name} {k}: {error:e}");
            }
        }
    }
}
