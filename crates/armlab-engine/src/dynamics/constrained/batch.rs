//! Many samples of a machine with loops: the regressor of the actuated efforts,
//! several samples side by side.
//!
//! Passive coordinates of a group of samples are predicted from the last sample
//! before it, `q_p + K Δq_a`, and corrected by Newton's method in all lanes at
//! once. Where that fails, strays or passes a singular pose, the samples of the
//! group are assembled one after the other, which either settles the matter or
//! says at which sample the motion cannot be followed.

use super::LoopedDynamics;
use crate::dynamics::batch::{Columns, RegressorBlock};
use crate::dynamics::inverse::{Coordinate, Node, outward};
use crate::dynamics::regressor::{RegressorSink, regressor};
use crate::kinematics::loops::{LoopError, LoopMemory, Machine, MotionError, Place};
use crate::spatial::{
    Batch, Family, InstructionSet, Instructions, Kernel, PerInstructionSet, Scalar, Times,
    Transform, dispatch,
};

/// Scratch of the lanes; sized on first use.
pub(super) struct LoopScratch<A: InstructionSet> {
    loops: Option<LoopMemory<A::Batch>>,
    state: Vec<Coordinate<A::Batch>>,
    nodes: Vec<Node<A::Batch>>,
    poses: Vec<Transform<A::Batch>>,
    /// Rows of the actuated joints, one after the other.
    rows: Vec<A::Batch>,
    predicted: Vec<A::Batch>,
}

impl<A: InstructionSet> Default for LoopScratch<A> {
    fn default() -> Self {
        Self {
            loops: None,
            state: Vec::new(),
            nodes: Vec::new(),
            poses: Vec::new(),
            rows: Vec::new(),
            predicted: Vec::new(),
        }
    }
}

pub(super) struct LoopFamily;
impl Family for LoopFamily {
    type In<A: InstructionSet> = LoopScratch<A>;
}
pub(super) type LoopWorkspace = PerInstructionSet<LoopFamily>;

impl LoopedDynamics<'_> {
    /// An empty block for `samples` samples: rows of the actuated joints.
    pub fn block(&self, samples: usize) -> RegressorBlock {
        RegressorBlock::reduced(self.machine.robot(), self.dofs(), samples)
    }

    /// Regressor of the actuated efforts for `block.samples()` samples from
    /// `first` on, into a reused block. Columns hold the actuated joints; the
    /// branch is that of the last pose. Allocates nothing after the first call.
    pub fn regressor_block(
        &mut self,
        q: Columns,
        qd: Columns,
        qdd: Columns,
        first: usize,
        block: &mut RegressorBlock,
    ) -> Result<(), MotionError> {
        let n = self.dofs();
        let samples = first + block.samples();
        for columns in [q, qd, qdd] {
            assert_eq!(columns.len(), n, "one column per actuated joint");
            assert!(
                columns.iter().all(|c| c.len() >= samples),
                "columns as long as the block asks"
            );
        }
        assert!(block.fits(self.machine.robot(), n), "a block of this machine");
        dispatch(LoopedRegressor { of: self, q, qd, qdd, first, block })
    }
}

struct LoopedRegressor<'a, 'r> {
    of: &'a mut LoopedDynamics<'r>,
    q: Columns<'a>,
    qd: Columns<'a>,
    qdd: Columns<'a>,
    first: usize,
    block: &'a mut RegressorBlock,
}

impl Kernel for LoopedRegressor<'_, '_> {
    type Output = Result<(), MotionError>;
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) -> Self::Output {
        let LoopedDynamics { machine, memory, lanes, .. } = self.of;
        let scratch = A::of(lanes);
        scratch.fit(machine);
        let LoopScratch { loops: Some(m), state, nodes, poses, rows, predicted } = scratch else {
            return Ok(());
        };
        let (active, passive) = (machine.active(), machine.passive());
        let tree = machine.robot().tree();
        let lanes = <A::Batch as Batch>::LANES;
        let mut at = 0;
        while at < self.block.samples() {
            let k = self.first + at;
            for (j, &i) in active.iter().enumerate() {
                m.q[i] = Batch::load(&self.q[j][k..]);
                m.qd[i] = Batch::load(&self.qd[j][k..]);
                m.qdd[i] = Batch::load(&self.qdd[j][k..]);
            }
            // q_p + K Δq_a from the last assembled pose.
            for (row, &p) in passive.iter().enumerate() {
                let mut sum = A::Batch::constant(memory.q[p]);
                for (j, &a) in active.iter().enumerate() {
                    let moved = m.q[a] - A::Batch::constant(memory.q[a]);
                    sum = moved.times_add(memory.follow[row * active.len() + j], sum);
                }
                m.q[p] = sum;
                predicted[row] = sum;
            }
            let used = lanes.min(self.block.samples() - at);
            // Once predicted, once more from samples assembled one after the other.
            let mut assembled = false;
            loop {
                match machine.close(m) {
                    Ok(()) if assembled || kept_branch(machine, memory, m, predicted, used) => {
                        break;
                    }
                    Err(source) if assembled => return Err(not_closed(self.q, k, source)),
                    _ => one_by_one(machine, memory, m, self.q, k, used)?,
                }
                assembled = true;
            }
            machine.motion(m);
            remember(memory, m, used - 1);
            for i in 0..tree.dofs {
                state[i] = Coordinate { q: m.q[i], qd: m.qd[i], qdd: m.qdd[i] };
            }
            outward(tree, nodes, state);
            for entry in rows.iter_mut() {
                *entry = A::Batch::zero();
            }
            let columns = machine.robot().parameter_count();
            let mut sink = ReducedSink { machine, follow: &m.follow, rows, columns };
            regressor(tree, nodes, poses, state, &mut sink);
            self.block.store_rows(at, rows);
            at += lanes;
        }
        Ok(())
    }
}

impl<A: InstructionSet> LoopScratch<A> {
    #[inline(always)]
    fn fit(&mut self, machine: &Machine) {
        if self.loops.is_none() {
            self.grow(machine);
        }
    }
    #[cold]
    #[inline(never)]
    fn grow(&mut self, machine: &Machine) {
        let robot = machine.robot();
        let (n, bodies) = (robot.dofs(), robot.links().len());
        self.loops = Some(machine.memory());
        self.state = vec![Coordinate::default(); n];
        self.nodes = vec![Node::default(); bodies];
        self.poses = vec![Transform::identity(); bodies];
        self.rows = vec![A::Batch::zero(); machine.active().len() * robot.parameter_count()];
        self.predicted = vec![A::Batch::zero(); machine.passive().len()];
    }
}

/// Largest correction of a prediction, rad or m, that is no change of branch.
const NEAR: f64 = 0.2;

/// Whether every sample is where it was predicted to be, and no singular pose
/// lies between neighbours.
#[inline(never)]
fn kept_branch<S: Batch>(
    machine: &Machine,
    last: &LoopMemory<f64>,
    m: &LoopMemory<S>,
    predicted: &[S],
    used: usize,
) -> bool {
    let passive = machine.passive();
    for (row, &p) in passive.iter().enumerate() {
        let (q, predicted) = (m.q[p].lanes(), predicted[row].lanes());
        if (0..used).any(|k| !((q[k] - predicted[k]).abs() < NEAR)) {
            return false;
        }
    }
    let columns = passive.len();
    let rows = m.factor_q.len() / columns.max(1);
    for j in 0..columns {
        for k in 0..used {
            let mut dot = 0.0;
            for i in 0..rows {
                let entry = m.factor_q[i * columns + j].lanes();
                let before = if k == 0 { last.reference[i * columns + j] } else { entry[k - 1] };
                dot += before * entry[k];
            }
            if !(dot > 0.0) {
                return false;
            }
        }
    }
    // A pivot that vanishes beside the largest is a singular pose.
    (0..used).all(|k| {
        let pivot = |j: usize| m.factor_r[j * columns + j].lanes()[k];
        let largest = (0..columns).map(pivot).fold(0.0_f64, f64::max);
        (0..columns).all(|j| pivot(j) > 1e-7 * largest)
    })
}

/// The error of a group that does not close at its assembled samples.
#[cold]
#[inline(never)]
fn not_closed(q: Columns, sample: usize, source: LoopError) -> MotionError {
    MotionError { sample, q: q.iter().map(|column| column[sample]).collect(), source }
}

/// Assembles the samples of a group one after the other, and leaves their
/// coordinates in the lanes.
#[cold]
#[inline(never)]
fn one_by_one<S: Batch>(
    machine: &Machine,
    last: &mut LoopMemory<f64>,
    m: &mut LoopMemory<S>,
    q: Columns,
    first: usize,
    used: usize,
) -> Result<(), MotionError> {
    let (n, passive) = (machine.active().len(), machine.passive());
    let mut active = vec![0.0; n];
    let mut found = vec![[0.0; 16]; passive.len()];
    for k in 0..used {
        for (a, column) in active.iter_mut().zip(q) {
            *a = column[first + k];
        }
        let failed = |source| MotionError { sample: first + k, q: active.clone(), source };
        machine.assemble(last, &active).map_err(failed)?;
        for (row, &p) in passive.iter().enumerate() {
            // Lanes beyond the last sample repeat it.
            found[row][k..].fill(last.q[p]);
        }
    }
    for (row, &p) in passive.iter().enumerate() {
        m.q[p] = Batch::load(&found[row][..S::LANES]);
    }
    for (j, &i) in machine.active().iter().enumerate() {
        let mut padded = [q[j][first + used - 1]; 16];
        padded[..used].copy_from_slice(&q[j][first..first + used]);
        m.q[i] = Batch::load(&padded[..S::LANES]);
    }
    Ok(())
}

/// Makes a lane the pose from which the next group starts.
#[inline(always)]
fn remember<S: Batch>(last: &mut LoopMemory<f64>, m: &LoopMemory<S>, lane: usize) {
    for i in 0..m.q.len() {
        last.q[i] = m.q[i].lanes()[lane];
    }
    for i in 0..m.follow.len() {
        last.follow[i] = m.follow[i].lanes()[lane];
    }
    for i in 0..m.factor_q.len() {
        last.reference[i] = m.factor_q[i].lanes()[lane];
    }
}

/// Adds the rows of passive joints to those of the actuated ones: `Y_a + KᵀY_p`.
struct ReducedSink<'a, 'm, 'r, S> {
    machine: &'m Machine<'r>,
    follow: &'a [S],
    rows: &'a mut [S],
    columns: usize,
}

impl<S: Scalar> ReducedSink<'_, '_, '_, S> {
    #[inline(always)]
    fn add<const N: usize>(&mut self, dof: usize, column: usize, entries: &[S; N]) {
        let n = self.machine.active().len();
        match self.machine.place(dof) {
            Place::Active(j) => {
                for (k, entry) in entries.iter().enumerate() {
                    let slot = &mut self.rows[j * self.columns + column + k];
                    *slot += *entry;
                }
            }
            Place::Passive(p) => {
                for j in 0..n {
                    let share = self.follow[p * n + j];
                    for (k, entry) in entries.iter().enumerate() {
                        let slot = &mut self.rows[j * self.columns + column + k];
                        *slot = share.times_add(*entry, *slot);
                    }
                }
            }
        }
    }
}

impl<S: Scalar> RegressorSink<S> for ReducedSink<'_, '_, '_, S> {
    #[inline(always)]
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[S; 10]) {
        self.add(dof, 10 * body, entries);
    }
    #[inline(always)]
    fn rotor_entry(&mut self, dof: usize, entry: S) {
        let rotors = self.columns - self.machine.robot().dofs();
        self.add(dof, rotors + dof, &[entry]);
    }
}
