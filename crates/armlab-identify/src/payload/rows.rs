//! Rows with a load: the model's columns, then the ten of the load, then the
//! effort, reduced to triangles per segment and joint.

use crate::joint_triangle::JointTriangle;
use crate::problem::{Model, ProblemError, segments};
use crate::recording::Recording;
use crate::reduced::{Reduced, Segment};
use armlab_dense::{Rows, Triangle, Tsqr};
use rayon::prelude::*;
use std::ops::Range;

/// Parameters of a load.
pub const LOAD: usize = 10;

/// Reduces recordings of a robot with a load on `link`.
pub fn reduce_loaded(
    model: &Model,
    recordings: &[Recording],
    link: usize,
) -> Result<Reduced, ProblemError> {
    let (joints, unknowns) = (model.joints(), model.unknowns() + LOAD);
    if let Some(recording) = recordings.iter().find(|r| r.q.len() != joints) {
        let (log, found) = (recording.name.clone(), recording.q.len());
        return Err(ProblemError::Joints { log, found, joints });
    }
    // Columns that a joint's rows do not use hold whatever was there before.
    let used: Vec<Vec<Range<usize>>> = (0..joints)
        .map(|j| {
            let n = model.unknowns();
            let mut used: Vec<Range<usize>> = Vec::new();
            for k in (0..n).filter(|&k| model.shows(j, k)).chain(n..unknowns + 1) {
                match used.last_mut() {
                    Some(range) if range.end == k => range.end += 1,
                    _ => used.push(k..k + 1),
                }
            }
            used
        })
        .collect();
    let jobs: Vec<_> =
        recordings.iter().flat_map(|r| segments(r.samples()).map(move |rows| (r, rows))).collect();
    let segment = |(recording, rows): (&Recording, Range<usize>)| {
        let mut triangles: Vec<Tsqr> = (0..joints).map(|_| Tsqr::new(unknowns, 1)).collect();
        model.stream(recording, rows, |block| {
            for (j, triangle) in triangles.iter_mut().enumerate() {
                let mut columns = block.columns_of(j);
                let effort = columns.pop();
                let own = j * block.samples..(j + 1) * block.samples;
                let load = (0..LOAD).map(|p| &block.regressor.column(10 * link + p)[own.clone()]);
                columns.extend(load.chain(effort));
                let rows =
                    Rows { columns: &columns, rows: 0..block.samples, used: &used[j], weight: 1.0 };
                triangle.push_rows(&rows).map_err(|source| {
                    let source = Box::new(source);
                    ProblemError::Rows { log: recording.name.clone(), source }
                })?;
            }
            Ok(())
        })?;
        let whole = triangles.into_iter().map(|t| JointTriangle::whole(t.finish()));
        Ok(Segment::new(whole.collect()))
    };
    let segments = jobs.into_par_iter().map(segment).collect::<Result<Vec<_>, ProblemError>>()?;
    Ok(Reduced { unknowns, joints, segments })
}

/// The load's ten columns along a motion, one per joint each.
pub fn load_columns(
    model: &Model,
    motion: &Recording,
    link: usize,
) -> Result<Vec<Vec<Vec<f64>>>, ProblemError> {
    let mut columns = vec![vec![Vec::with_capacity(motion.samples()); model.joints()]; LOAD];
    model.stream(motion, 0..motion.samples(), |block| {
        for (p, columns) in columns.iter_mut().enumerate() {
            let column = block.regressor.column(10 * link + p);
            for (part, column) in column.chunks(block.samples).zip(columns) {
                column.extend_from_slice(part);
            }
        }
        Ok(())
    })?;
    Ok(columns)
}

/// What is left for the load when the model's unknowns are known: the triangle
/// of `Y_l π = τ − Y x`.
pub fn with_known_arm(triangle: &Triangle, x: &[f64]) -> Triangle {
    let whole = triangle.matrix();
    let n = triangle.unknowns();
    let mut rest = whole.column(n).to_vec();
    for (k, value) in x.iter().enumerate() {
        rest.iter_mut().zip(whole.column(k)).for_each(|(r, y)| *r -= value * y);
    }
    let columns: Vec<&[f64]> =
        (x.len()..n).map(|k| whole.column(k)).chain([rest.as_slice()]).collect();
    let mut reduced = Tsqr::new(n - x.len(), 1);
    // Numbers of a triangle have been checked when they came in.
    let _ = reduced.push_rows(&Rows {
        columns: &columns,
        rows: 0..whole.rows(),
        used: &[],
        weight: 1.0,
    });
    reduced.finish()
}
