//! Many samples at once: several side by side in SIMD registers, and blocks of
//! samples spread over the cores.
//!
//! Vectors come and go as **columns**, one slice per coordinate with one entry
//! per sample, as a log holds them. Matrices go out sample after sample, the
//! regressor in blocks whose columns are ready for a QR factorisation.
//!
//! Methods of [`Dynamics`] compute on one core and allocate nothing after the
//! first call; the functions of this module spread the same work over cores.
//! Every sample's result is independent of its neighbours, so both give the
//! same numbers.

use super::articulated::articulated_bodies;
use super::inverse::{Coordinate, inverse, outward};
use super::mass_matrix::mass_matrix;
use super::regressor::{RegressorSink, regressor};
use super::single::Dynamics;
use super::workspace::Batched;
use crate::robot::Robot;
use crate::spatial::{Batch, InstructionSet, Instructions, Kernel, dispatch};
use armlab_dense::Aligned;
use rayon::prelude::*;
use std::ops::Range;

/// One slice per coordinate, one entry per sample.
pub type Columns<'a> = &'a [&'a [f64]];
/// One slice per coordinate, one entry per sample, to be written.
pub type ColumnsMut<'a, 'b> = &'a mut [&'b mut [f64]];

impl Dynamics<'_> {
    /// Efforts of every sample. Panics if the columns differ in number or length.
    pub fn inverse_batch(&mut self, q: Columns, qd: Columns, qdd: Columns, tau: ColumnsMut) {
        let samples = self.common_length(&[q, qd, qdd]);
        self.check_output(tau, samples);
        dispatch(InverseBatch { of: self, q, qd, qdd, tau, samples });
    }

    /// Mass matrix of every sample, matrix after matrix.
    pub fn mass_matrix_batch(&mut self, q: Columns, mass: &mut [f64]) {
        let samples = self.common_length(&[q]);
        let n = self.robot.dofs();
        assert_eq!(mass.len(), samples * n * n, "one n×n matrix per sample");
        dispatch(MassMatrixBatch { of: self, q, mass, samples });
    }

    /// Accelerations that the efforts `tau` cause, sample by sample. A sample
    /// whose mass matrix is singular yields numbers that are not finite.
    pub fn forward_batch(&mut self, q: Columns, qd: Columns, tau: Columns, qdd: ColumnsMut) {
        let samples = self.common_length(&[q, qd, tau]);
        self.check_output(qdd, samples);
        dispatch(ForwardBatch { of: self, q, qd, tau, qdd, samples });
    }

    /// Regressor of `block.samples()` samples from `first` on, into a reused block.
    pub fn regressor_block(
        &mut self,
        q: Columns,
        qd: Columns,
        qdd: Columns,
        first: usize,
        block: &mut RegressorBlock,
    ) {
        let samples = self.common_length(&[q, qd, qdd]);
        assert!(first + block.samples <= samples, "the block reaches beyond the samples");
        let structure = self.robot.tree().structure;
        assert_eq!(block.structure, structure, "a block of a robot of this structure");
        let RegressorBlock { joints, columns, samples, ref mut data, .. } = *block;
        let data = data.numbers();
        let target = Target { joints, columns, samples, data: data.as_mut_ptr(), len: data.len() };
        dispatch(RegressorBatch { of: self, q, qd, qdd, first, target, at: 0..samples });
    }

    fn common_length(&self, groups: &[Columns]) -> usize {
        let n = self.robot.dofs();
        let samples = groups[0].first().map_or(0, |c| c.len());
        for group in groups {
            assert_eq!(group.len(), n, "one column per moving joint");
            assert!(group.iter().all(|c| c.len() == samples), "columns of equal length");
        }
        samples
    }
    fn check_output(&self, out: &[&mut [f64]], samples: usize) {
        assert_eq!(out.len(), self.robot.dofs(), "one output column per moving joint");
        assert!(out.iter().all(|c| c.len() == samples), "output columns of equal length");
    }
}

/// Rows of the effort regressor for a block of samples, by columns: column
/// after column, within a column joint after joint, within a joint sample
/// after sample. So a column is contiguous and each joint's rows can be
/// weighted by one factor.
#[derive(Clone, Debug)]
pub struct RegressorBlock {
    structure: u64,
    joints: usize,
    columns: usize,
    samples: usize,
    data: Aligned,
}

impl RegressorBlock {
    /// A block for `samples` samples of `robot`.
    pub fn new(robot: &Robot, samples: usize) -> Self {
        let (joints, columns) = (robot.dofs(), robot.parameter_count());
        // Entries that are zero by structure are zero now and never written.
        let data = Aligned::zeros(joints * columns * samples);
        Self { structure: robot.tree().structure, joints, columns, samples, data }
    }
    /// A block with rows of `joints` joints only, those that drive the robot.
    pub(super) fn reduced(robot: &Robot, joints: usize, samples: usize) -> Self {
        let columns = robot.parameter_count();
        let data = Aligned::zeros(joints * columns * samples);
        Self { structure: robot.tree().structure, joints, columns, samples, data }
    }
    /// Whether the block is one of this robot with rows of so many joints.
    pub(super) fn fits(&self, robot: &Robot, joints: usize) -> bool {
        self.structure == robot.tree().structure && self.joints == joints
    }
    /// Stores a group of lanes from sample `at` on: `rows` holds the entries
    /// joint after joint, column after column.
    #[inline(always)]
    pub(super) fn store_rows<S: Batch>(&mut self, at: usize, rows: &[S]) {
        let used = S::LANES.min(self.samples - at);
        let data = self.data.numbers();
        for joint in 0..self.joints {
            for column in 0..self.columns {
                let start = (column * self.joints + joint) * self.samples + at;
                let entry = rows[joint * self.columns + column];
                data[start..start + used].copy_from_slice(&entry.lanes()[..used]);
            }
        }
    }
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.samples
    }
    /// Number of rows: joints × samples.
    pub fn rows(&self) -> usize {
        self.joints * self.samples
    }
    /// Column `parameter`, in the order of [`Robot::parameter_names`].
    pub fn column(&self, parameter: usize) -> &[f64] {
        let rows = self.rows();
        &self.data.as_slice()[parameter * rows..(parameter + 1) * rows]
    }
    /// Entry for a joint and sample.
    pub fn entry(&self, joint: usize, sample: usize, parameter: usize) -> f64 {
        self.column(parameter)[joint * self.samples + sample]
    }
}

#[inline(always)]
fn load<A: InstructionSet>(columns: Columns, dof: usize, first: usize) -> Batched<A> {
    Batch::load(&columns[dof][first..])
}

struct InverseBatch<'a, 'r, 'b> {
    of: &'a mut Dynamics<'r>,
    q: Columns<'a>,
    qd: Columns<'a>,
    qdd: Columns<'a>,
    tau: ColumnsMut<'a, 'b>,
    samples: usize,
}

impl Kernel for InverseBatch<'_, '_, '_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let m = &mut A::of(&mut self.of.workspace).batched;
        m.fit(tree);
        let mut k = 0;
        while k < self.samples {
            for i in 0..tree.dofs {
                m.state[i] = Coordinate {
                    q: load::<A>(self.q, i, k),
                    qd: load::<A>(self.qd, i, k),
                    qdd: load::<A>(self.qdd, i, k),
                };
            }
            inverse(tree, parameters, &mut m.nodes, &m.state, None, &mut m.effort);
            for i in 0..tree.dofs {
                m.effort[i].store(&mut self.tau[i][k..]);
            }
            k += <Batched<A> as Batch>::LANES;
        }
    }
}

struct MassMatrixBatch<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: Columns<'a>,
    mass: &'a mut [f64],
    samples: usize,
}

impl Kernel for MassMatrixBatch<'_, '_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let entries = tree.dofs * tree.dofs;
        let m = &mut A::of(&mut self.of.workspace).batched;
        m.fit(tree);
        let mut k = 0;
        while k < self.samples {
            for i in 0..tree.dofs {
                m.q[i] = load::<A>(self.q, i, k);
            }
            mass_matrix(tree, parameters, &m.q, &mut m.poses, &mut m.composites, &mut m.mass);
            let out = &mut self.mass[k * entries..];
            if self.samples - k < <Batched<A> as Batch>::LANES {
                for (lane, out) in out.chunks_exact_mut(entries.max(1)).enumerate() {
                    for (out, entry) in out.iter_mut().zip(&m.mass) {
                        *out = entry.lanes()[lane];
                    }
                }
            } else {
                hand_out_matrices(&m.mass, entries, out);
            }
            k += <Batched<A> as Batch>::LANES;
        }
    }
}

/// Writes the matrices of a full group of lanes one after another.
#[inline(always)]
fn hand_out_matrices<S: Batch>(matrices: &[S], entries: usize, out: &mut [f64]) {
    let mut entry = 0;
    let mut rows = [std::ptr::null_mut(); WHOLE_GROUPS];
    let out = &mut out[..S::LANES * entries];
    while let Some(eight) = matrices[entry..entries].first_chunk::<8>() {
        // SAFETY: every lane has its own `entries` numbers, of which these are eight.
        unsafe {
            for lane in 0..S::LANES {
                rows[lane] = out.as_mut_ptr().add(lane * entries + entry).cast();
            }
            S::to_rows(eight, &rows);
        }
        entry += 8;
    }
    while entry < entries {
        for lane in 0..S::LANES {
            out[lane * entries + entry] = matrices[entry].lanes()[lane];
        }
        entry += 1;
    }
}

struct ForwardBatch<'a, 'r, 'b> {
    of: &'a mut Dynamics<'r>,
    q: Columns<'a>,
    qd: Columns<'a>,
    tau: Columns<'a>,
    qdd: ColumnsMut<'a, 'b>,
    samples: usize,
}

impl Kernel for ForwardBatch<'_, '_, '_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let n = tree.dofs;
        let m = &mut A::of(&mut self.of.workspace).batched;
        m.fit(tree);
        let mut k = 0;
        while k < self.samples {
            for i in 0..n {
                m.q[i] = load::<A>(self.q, i, k);
                m.qd[i] = load::<A>(self.qd, i, k);
                m.effort[i] = load::<A>(self.tau, i, k);
            }
            articulated_bodies(
                tree,
                parameters,
                &mut m.articulated,
                &m.q,
                &m.qd,
                &m.effort,
                None,
                &mut m.qdd,
            );
            for i in 0..n {
                m.qdd[i].store(&mut self.qdd[i][k..]);
            }
            k += <Batched<A> as Batch>::LANES;
        }
    }
}

/// Memory for the rows of some samples, laid out as a [`RegressorBlock`]. Several jobs
/// may have the same one as long as their samples differ.
#[derive(Clone, Copy)]
struct Target {
    joints: usize,
    columns: usize,
    samples: usize,
    data: *mut f64,
    len: usize,
}

// SAFETY: it is memory that somebody lends for the time of a call, and jobs write to
// different samples of it.
unsafe impl Send for Target {}
// SAFETY: as above.
unsafe impl Sync for Target {}

/// Where a group of lanes goes. `FULL` when all lanes are samples, which is then known
/// to the compiler.
struct BlockSink<const FULL: bool> {
    target: Target,
    at: usize,
    /// Lanes that are samples.
    left: usize,
}

impl<const FULL: bool> BlockSink<FULL> {
    /// Writes the entries of joint `dof` for consecutive columns from `column` on.
    #[inline(always)]
    fn put<const N: usize, S: Batch>(&mut self, dof: usize, column: usize, entries: &[S; N]) {
        let Target { joints, samples, data, len, .. } = self.target;
        let stride = joints * samples;
        let start = column * stride + dof * samples + self.at;
        let lanes = if FULL { S::LANES } else { self.left.min(S::LANES) };
        assert!(start + (N - 1) * stride + lanes <= len);
        for (k, entry) in entries.iter().enumerate() {
            // SAFETY: k < N, so the lanes end within what was just checked for the last
            // column. A check per entry would cost more than the entry's arithmetic.
            unsafe {
                let to = data.add(start + k * stride);
                std::ptr::copy_nonoverlapping(entry.lanes().as_ptr(), to, lanes);
            }
        }
    }
}

impl<S: Batch, const FULL: bool> RegressorSink<S> for BlockSink<FULL> {
    #[inline(always)]
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[S; 10]) {
        self.put(dof, 10 * body, entries);
    }
    #[inline(always)]
    fn rotor_entry(&mut self, dof: usize, entry: S) {
        let rotors = self.target.columns - self.target.joints;
        self.put(dof, rotors + dof, &[entry]);
    }
}

struct RegressorBatch<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: Columns<'a>,
    qd: Columns<'a>,
    qdd: Columns<'a>,
    /// The sample that goes to the target's first place.
    first: usize,
    target: Target,
    /// The places of the target that are filled.
    at: Range<usize>,
}

impl Kernel for RegressorBatch<'_, '_> {
    type Output = ();
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let tree = self.of.robot.tree();
        let m = &mut A::of(&mut self.of.workspace).batched;
        m.fit(tree);
        let (target, mut at) = (self.target, self.at.start);
        while at < self.at.end {
            let k = self.first + at;
            for i in 0..tree.dofs {
                m.state[i] = Coordinate {
                    q: load::<A>(self.q, i, k),
                    qd: load::<A>(self.qd, i, k),
                    qdd: load::<A>(self.qdd, i, k),
                };
            }
            outward(tree, &mut m.nodes, &m.state);
            let lanes = <Batched<A> as Batch>::LANES;
            let left = self.at.end - at;
            if lanes <= left {
                let mut sink = BlockSink::<true> { target, at, left };
                regressor(tree, &m.nodes, &mut m.poses, &m.state, &mut sink);
            } else {
                let mut sink = BlockSink::<false> { target, at, left };
                regressor(tree, &m.nodes, &mut m.poses, &m.state, &mut sink);
            }
            at += lanes;
        }
    }
}

/// Shares of samples are multiples of this, which no batch's lanes exceed.
const WHOLE_GROUPS: usize = 16;
/// Below this many body-samples a thread costs more than it saves.
const WORTH_SPREADING: usize = 20_000;

/// Samples per job; `None` when one core is enough.
fn share(robot: &Robot, samples: usize) -> Option<usize> {
    let threads = rayon::current_num_threads();
    if threads < 2 || samples * robot.links().len() < WORTH_SPREADING {
        return None;
    }
    // A few jobs per thread even out a busy machine.
    Some(samples.div_ceil(4 * threads).next_multiple_of(WHOLE_GROUPS))
}

/// Columns cut into the jobs' shares.
fn cut<'b>(columns: &'b mut [&mut [f64]], share: usize) -> Vec<Vec<&'b mut [f64]>> {
    let jobs = columns.first().map_or(0, |c| c.len().div_ceil(share));
    let mut cut: Vec<Vec<&mut [f64]>> = (0..jobs).map(|_| Vec::new()).collect();
    for column in columns {
        for (job, part) in column.chunks_mut(share).enumerate() {
            cut[job].push(part);
        }
    }
    cut
}

/// The part of some columns that belongs to a job.
fn part<'a>(columns: &[&'a [f64]], first: usize, length: usize) -> Vec<&'a [f64]> {
    columns.iter().map(|c| &c[first..first + length]).collect()
}

/// [`Dynamics::inverse_batch`] over all cores.
pub fn inverse_parallel(robot: &Robot, q: Columns, qd: Columns, qdd: Columns, tau: ColumnsMut) {
    let samples = Dynamics::new(robot).common_length(&[q, qd, qdd]);
    let Some(share) = share(robot, samples) else {
        return Dynamics::new(robot).inverse_batch(q, qd, qdd, tau);
    };
    let jobs = cut(tau, share);
    jobs.into_par_iter().enumerate().for_each_init(
        || Dynamics::new(robot),
        |dynamics, (job, mut out)| {
            let (first, length) = (job * share, out.first().map_or(0, |c| c.len()));
            let [q, qd, qdd] = [q, qd, qdd].map(|c| part(c, first, length));
            dynamics.inverse_batch(&q, &qd, &qdd, &mut out);
        },
    );
}

/// [`Dynamics::forward_batch`] over all cores.
pub fn forward_parallel(robot: &Robot, q: Columns, qd: Columns, tau: Columns, qdd: ColumnsMut) {
    let samples = Dynamics::new(robot).common_length(&[q, qd, tau]);
    let Some(share) = share(robot, samples) else {
        return Dynamics::new(robot).forward_batch(q, qd, tau, qdd);
    };
    let jobs = cut(qdd, share);
    jobs.into_par_iter().enumerate().for_each_init(
        || Dynamics::new(robot),
        |dynamics, (job, mut out)| {
            let (first, length) = (job * share, out.first().map_or(0, |c| c.len()));
            let [q, qd, tau] = [q, qd, tau].map(|c| part(c, first, length));
            dynamics.forward_batch(&q, &qd, &tau, &mut out);
        },
    );
}

/// [`Dynamics::mass_matrix_batch`] over all cores.
pub fn mass_matrix_parallel(robot: &Robot, q: Columns, mass: &mut [f64]) {
    let samples = Dynamics::new(robot).common_length(&[q]);
    let entries = robot.dofs() * robot.dofs();
    let Some(share) = share(robot, samples) else {
        return Dynamics::new(robot).mass_matrix_batch(q, mass);
    };
    mass.par_chunks_mut(share * entries).enumerate().for_each_init(
        || Dynamics::new(robot),
        |dynamics, (job, out)| {
            let q = part(q, job * share, out.len() / entries);
            dynamics.mass_matrix_batch(&q, out);
        },
    );
}

/// Regressor of every sample over all cores, into memory of the caller's that is laid out as a
/// [`RegressorBlock`] of all samples. Entries that are zero by structure are written unless the
/// memory is `zeroed`: then pages of them are never touched.
///
/// # Panics
/// If the columns differ in number or length, or `out` has not one entry per joint, parameter
/// and sample.
pub fn regressor_parallel(
    robot: &Robot,
    q: Columns,
    qd: Columns,
    qdd: Columns,
    out: &mut [f64],
    zeroed: bool,
) {
    let samples = Dynamics::new(robot).common_length(&[q, qd, qdd]);
    let (joints, columns) = (robot.dofs(), robot.parameter_count());
    assert_eq!(out.len(), joints * columns * samples, "one entry per row and parameter");
    if samples == 0 {
        return;
    }
    if !zeroed {
        let zero = zero_by_structure(robot);
        out.chunks_mut(samples).zip(zero).filter(|(_, z)| *z).for_each(|(run, _)| run.fill(0.0));
    }
    let target = Target { joints, columns, samples, data: out.as_mut_ptr(), len: out.len() };
    let fill = |dynamics: &mut Dynamics, at: Range<usize>| {
        dispatch(RegressorBatch { of: dynamics, q, qd, qdd, first: 0, target, at });
    };
    let Some(share) = share(robot, samples) else {
        return fill(&mut Dynamics::new(robot), 0..samples);
    };
    (0..samples.div_ceil(share)).into_par_iter().for_each_init(
        || Dynamics::new(robot),
        |dynamics, job| fill(dynamics, job * share..((job + 1) * share).min(samples)),
    );
}

/// Which entries of a regressor no motion changes: column after column, in it joint after joint.
fn zero_by_structure(robot: &Robot) -> Vec<bool> {
    let mut block = RegressorBlock::new(robot, 1);
    block.data.numbers().fill(f64::NAN);
    let rest: Vec<&[f64]> = vec![&[0.0]; robot.dofs()];
    Dynamics::new(robot).regressor_block(&rest, &rest, &rest, 0, &mut block);
    let entries = block.joints * block.columns;
    block.data.as_slice()[..entries].iter().map(|entry| entry.is_nan()).collect()
}
