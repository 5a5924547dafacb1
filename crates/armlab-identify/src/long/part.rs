//! A part of a data set, reduced: triangles to be sent, kept and merged.
//!
//! Parts are merged in the order of their logs. A merged part has at most [`MOST`] segments,
//! however many logs went into it; which neighbours are merged depends on the parts alone, so
//! that equal parts merged alike give equal digits anywhere.

use super::LongError;
use super::recording::LongRecording;
use super::reduce::LongReduced;
use crate::joint_triangle::JointTriangle;
use crate::parallel::{RowPlan, RowSet};
use crate::problem::Model;
use crate::reduced::{Reduced, Segment};
use crate::selection::SelectionError;
use armlab_dense::Triangle;
use armlab_progress::Progress;
use thiserror::Error;

/// Most segments of a part: as many as those of one long log.
const MOST: usize = 40;
const MAGIC: &[u8; 8] = b"armpart2";
/// Most unknowns and joints of a part that is read.
const LARGEST: u64 = 100_000;

/// Bytes that are no part.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("these are not the bytes of a reduced part, or they are damaged")]
pub struct NoPart;

/// Rows of some logs, reduced.
#[derive(Clone, Debug)]
pub struct ReducedPart {
    reduced: Reduced,
    /// Logs that went into it.
    logs: u64,
    /// Their rows.
    rows: u64,
    /// Samples that were reduced.
    samples: u64,
}

impl Model<'_> {
    /// Reduces a log with what was settled on others, as the plan's log number `like`.
    pub fn reduce_part(
        &self,
        log: &LongRecording,
        plan: &RowPlan,
        like: usize,
        progress: &Progress,
    ) -> Result<ReducedPart, LongError> {
        let set = RowSet::planned(self, plan, like, log.name(), log.step());
        let set = set.map_err(SelectionError::from)?;
        let one = std::slice::from_ref(log);
        let LongReduced { reduced, summaries } = self.reduce_long(one, &set, progress)?;
        let samples = summaries.iter().map(|s| s.samples).sum();
        Ok(ReducedPart { reduced, logs: 1, rows: log.rows(), samples })
    }
}

impl ReducedPart {
    /// Logs that went into it.
    pub fn logs(&self) -> u64 {
        self.logs
    }
    /// Rows of the logs.
    pub fn rows(&self) -> u64 {
        self.rows
    }
    /// The triangles.
    pub fn into_reduced(self) -> Reduced {
        self.reduced
    }

    /// Parts of neighbouring logs as one, in order; nothing of none, or if they are of
    /// different unknowns.
    pub fn merged(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        let mut all = parts.next()?;
        for part in parts {
            let same = part.reduced.unknowns == all.reduced.unknowns
                && part.reduced.joints == all.reduced.joints;
            if !same {
                return None;
            }
            all.reduced.append(part.reduced.segments);
            all.logs += part.logs;
            all.rows += part.rows;
            all.samples += part.samples;
        }
        let segments = &mut all.reduced.segments;
        while segments.len() > MOST {
            let pairs = segments.chunks(2).map(|pair| match pair {
                [one, next] => one.merged(next),
                rest => rest[0].clone(),
            });
            *segments = pairs.collect();
        }
        Some(all)
    }

    /// As bytes, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let Reduced { unknowns, joints, segments } = &self.reduced;
        let counts = [*unknowns as u64, *joints as u64, segments.len() as u64];
        let mut put = |word: u64| out.extend_from_slice(&word.to_le_bytes());
        counts.into_iter().chain([self.logs, self.rows, self.samples]).for_each(&mut put);
        for segment in segments {
            for (joint, rows) in segment.triangles().iter().zip(segment.rows()) {
                let (triangle, places, projection) = joint.parts();
                put(*rows);
                put(triangle.rows());
                put(places.len() as u64);
                places.iter().for_each(|p| put(*p as u64));
                put(projection.len() as u64);
                projection.iter().for_each(|c| put(c.to_bits()));
                triangle.numbers().iter().for_each(|x| put(x.to_bits()));
            }
        }
        let sum = checksum(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NoPart> {
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(NoPart)?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(NoPart);
        }
        let mut words = body
            .strip_prefix(MAGIC)
            .filter(|rest| rest.len() % 8 == 0)
            .ok_or(NoPart)?
            .chunks_exact(8)
            .map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let mut next = || words.next().ok_or(NoPart);
        let [unknowns, joints, count] = [next()?, next()?, next()?];
        let [logs, rows, samples] = [next()?, next()?, next()?];
        if unknowns > LARGEST || joints > LARGEST || count > MOST as u64 {
            return Err(NoPart);
        }
        let (unknowns, joints) = (unknowns as usize, joints as usize);
        // More than the bytes hold is refused before memory is taken for it.
        let most = body.len() / 8;
        if (count as usize).saturating_mul(joints) > most {
            return Err(NoPart);
        }
        let mut segments = Vec::new();
        for _ in 0..count {
            let (mut triangles, mut counted) = (Vec::new(), Vec::new());
            for _ in 0..joints {
                counted.push(next()?);
                triangles.push(joint_triangle(&mut next, unknowns, most)?);
            }
            segments.push(Segment::with_rows(triangles, counted));
        }
        if words.next().is_some() || segments.is_empty() {
            return Err(NoPart);
        }
        Ok(Self { reduced: Reduced { unknowns, joints, segments }, logs, rows, samples })
    }
}

/// One joint's triangle from words, of which there are `most`.
fn joint_triangle(
    next: &mut impl FnMut() -> Result<u64, NoPart>,
    unknowns: usize,
    most: usize,
) -> Result<JointTriangle, NoPart> {
    let (rows, columns) = (next()?, next()?);
    if columns > unknowns as u64 {
        return Err(NoPart);
    }
    let places = (0..columns).map(|_| next().map(|p| p as usize));
    let places = places.collect::<Result<Vec<usize>, NoPart>>()?;
    if !places.is_sorted_by(|a, b| a < b) || places.last().is_some_and(|p| *p >= unknowns) {
        return Err(NoPart);
    }
    let length = next()? as usize;
    if length != 0 && length != unknowns + 1 {
        return Err(NoPart);
    }
    let projection = (0..length).map(|_| next().map(f64::from_bits));
    let projection = projection.collect::<Result<Vec<f64>, NoPart>>()?;
    let columns = places.len() + usize::from(length > 0);
    let entries = Triangle::number_of(columns, 1);
    if entries > most || !projection.iter().all(|c| c.is_finite()) {
        return Err(NoPart);
    }
    let numbers = (0..entries).map(|_| next().map(f64::from_bits));
    let numbers = numbers.collect::<Result<Vec<f64>, NoPart>>()?;
    let triangle = Triangle::from_numbers(columns, 1, rows, &numbers).ok_or(NoPart)?;
    Ok(JointTriangle::of_columns(triangle, places.into(), projection.into(), unknowns))
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
