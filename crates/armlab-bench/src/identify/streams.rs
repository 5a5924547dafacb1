//! Regressor and streaming reduction, per sample, on one core: 84 columns, as
//! the C++ peer has them.

use super::MODEL;
use super::clock::least;
use super::motion::Motion;
use armlab::dynamics::Dynamics;
use armlab::dynamics::batch::RegressorBlock;
use armlab::identify::{RawRecording, Recording};
use armlab::robot::Robot;
use armlab_dense::{Information, Rows, RowsError, Tsqr};
use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

/// Samples, all of them different, and samples of a batch that is timed: short
/// enough to fit between two interruptions on a shared machine.
const SAMPLES: usize = 4096;
const BATCH: usize = 1024;
/// Samples of one block of regressor, as the library has them: they stay in the second-level cache.
const BLOCK: usize = 128;
/// Time spent on each operation.
const BUDGET: Duration = Duration::from_millis(800);

/// Prints nanoseconds per sample.
pub fn run() -> Result<(), String> {
    let robot = super::robot()?;
    let log = Motion::of(&robot).log(SAMPLES);
    let raw = RawRecording::of(&log, MODEL, robot.dofs(), None).map_err(|e| e.to_string())?;
    let recording = raw.condition(None).map_err(|e| e.to_string())?;
    let mut rows = AllColumns::new(&robot, BLOCK);
    rows.time("regressor", &recording, |_, rows| {
        black_box(rows.columns);
        Ok(())
    })?;
    rows.time_triangles("tsqr", &recording)?;
    let mut sums = Information::new(rows.unknowns(), 1);
    rows.time("information", &recording, |_, rows| sums.push_rows(rows))?;
    black_box(&sums);
    Ok(())
}

/// Prints nanoseconds per sample of regressor and triangles by blocks of other lengths, with the
/// numbers of the regressor that a block writes and reads again: those of the smallest stay in the
/// first-level cache.
pub fn run_blocks() -> Result<(), String> {
    let robot = super::robot()?;
    let log = Motion::of(&robot).log(SAMPLES);
    let raw = RawRecording::of(&log, MODEL, robot.dofs(), None).map_err(|e| e.to_string())?;
    let recording = raw.condition(None).map_err(|e| e.to_string())?;
    for length in [8, 16, 32, 64, 128, 256, 512, 1024] {
        let mut rows = AllColumns::new(&robot, length);
        let numbers: usize = rows.used.iter().map(|used| used[0].len()).sum();
        let kib = length * numbers * size_of::<f64>() / 1024;
        rows.time_triangles(&format!("tsqr, blocks of {length} samples, {kib} KiB"), &recording)?;
    }
    Ok(())
}

/// Rows with all 70 inertial columns, viscous and Coulomb friction, and the effort.
struct AllColumns<'r> {
    dynamics: Dynamics<'r>,
    block: RegressorBlock,
    joints: usize,
    inertial: usize,
    /// Viscous and Coulomb columns, joint after joint.
    friction: Vec<Vec<f64>>,
    /// Per joint the columns that show in its rows.
    used: Vec<[Range<usize>; 3]>,
    /// Samples of a block.
    length: usize,
}

impl<'r> AllColumns<'r> {
    fn new(robot: &'r Robot, length: usize) -> Self {
        let joints = robot.dofs();
        let inertial = 10 * joints;
        // A serial arm: joint j moves the links from j on.
        let used = (0..joints).map(|j| {
            let friction = inertial + 2 * j;
            let effort = inertial + 2 * joints;
            [10 * j..inertial, friction..friction + 2, effort..effort + 1]
        });
        Self {
            dynamics: Dynamics::new(robot),
            block: RegressorBlock::new(robot, length),
            joints,
            inertial,
            friction: vec![vec![0.0; length]; 2 * joints],
            used: used.collect(),
            length,
        }
    }

    fn unknowns(&self) -> usize {
        self.inertial + 2 * self.joints
    }

    /// Prints the least time of one triangle per joint, of the columns that show in it. They are put
    /// together once, when all samples have passed.
    fn time_triangles(&mut self, operation: &str, recording: &Recording) -> Result<(), String> {
        let places: Vec<Vec<usize>> =
            self.used.iter().map(|used| used.iter().cloned().flatten().collect()).collect();
        let mut triangles: Vec<Tsqr> = places.iter().map(|p| Tsqr::new(p.len() - 1, 1)).collect();
        self.time(operation, recording, |j, rows| {
            let columns: Vec<&[f64]> = places[j].iter().map(|&k| rows.columns[k]).collect();
            triangles[j].push_rows(&Rows::all(&columns))
        })?;
        black_box(&triangles);
        Ok(())
    }

    /// Prints the least time of what is done with a sample's rows.
    fn time(
        &mut self,
        operation: &str,
        recording: &Recording,
        mut each: impl FnMut(usize, &Rows) -> Result<(), RowsError>,
    ) -> Result<(), String> {
        let (mut first, mut trouble) = (0, None);
        let least = least(BUDGET, || {
            trouble = trouble.take().or(self.visit(recording, first, &mut each).err());
            first = (first + BATCH) % SAMPLES;
        });
        let ns = least.wall * 1e9 / BATCH as f64;
        println!("{{\"engine\":\"armlab\",\"op\":\"{operation}\",\"ns\":{ns:.1}}}");
        trouble.map_or(Ok(()), |error| Err(error.to_string()))
    }

    /// Shows the rows of a batch, block by block, joint by joint.
    fn visit(
        &mut self,
        recording: &Recording,
        first: usize,
        each: &mut impl FnMut(usize, &Rows) -> Result<(), RowsError>,
    ) -> Result<(), RowsError> {
        let [q, qd, qdd] = [&recording.q, &recording.qd, &recording.qdd]
            .map(|c| c.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let length = self.length;
        for first in (first..first + BATCH).step_by(length) {
            self.dynamics.regressor_block(&q, &qd, &qdd, first, &mut self.block);
            let samples = first..first + length;
            for (speeds, columns) in qd.iter().zip(self.friction.chunks_exact_mut(2)) {
                columns[0].copy_from_slice(&speeds[samples.clone()]);
                let signs = columns[1].iter_mut().zip(&speeds[samples.clone()]);
                signs.for_each(|(sign, v)| *sign = v.signum());
            }
            for j in 0..self.joints {
                let rows = j * length..(j + 1) * length;
                let mut columns: Vec<&[f64]> = Vec::with_capacity(self.unknowns() + 1);
                columns.extend((0..self.inertial).map(|p| &self.block.column(p)[rows.clone()]));
                columns.extend(self.friction.iter().map(Vec::as_slice));
                columns.push(&recording.effort[j][samples.clone()]);
                let used = &self.used[j];
                each(j, &Rows { columns: &columns, rows: 0..length, used, weight: 1.0 })?;
            }
        }
        Ok(())
    }
}
