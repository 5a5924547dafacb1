//! Rows to which friction columns are added as selection asks for them, so that any sum
//! of laws is compared on the same rows without making these again.
//!
//! Of every segment and joint the products of all columns are kept. The normal equations
//! of a model are part of them.

use super::base::BaseRows;
use super::set::RowSet;
use crate::error::EstimationError;
use crate::friction_columns::{FrictionColumn, Source};
use crate::problem::{Model, ProblemError};
use armlab_dense::dot;
use rayon::prelude::*;
use std::ops::Range;

/// Parts into which segments are dealt out.
pub(crate) const FOLDS: usize = 5;

/// Rows of all joints; near standstill, too.
pub(crate) struct CandidateRows<'a> {
    base: &'a BaseRows,
    /// Rows of the stretches' sequence that follow each other here: number of the
    /// stretch and of the row in it.
    order: Vec<Vec<(usize, usize)>>,
    pub joints: Vec<JointCandidates>,
    transmitted: Vec<Vec<Vec<f64>>>,
    /// Segments, two for each part of a log: its rows in motion, and those near standstill.
    pub segments: usize,
    /// How often columns were dropped, after which the others stand elsewhere.
    pub columns_dropped: usize,
}

/// Products of columns of a joint's rows, over some of these.
#[derive(Clone, Copy)]
pub(crate) struct Products<'a> {
    columns: &'a [Box<[f64]>],
    sum: usize,
}

impl<'a> Products<'a> {
    /// Of two columns.
    #[inline]
    pub fn of(&self, a: usize, b: usize) -> f64 {
        let (more, less) = (a.max(b), a.min(b));
        self.columns[more][self.sum * (more + 1) + less]
    }
    /// Of a column with those before and itself.
    #[inline]
    pub fn row(&self, column: usize) -> &'a [f64] {
        &self.columns[column][self.sum * (column + 1)..][..=column]
    }
}

/// Columns of one joint's rows: the effort, the base parameters that show, then friction.
pub(crate) struct JointCandidates {
    /// Base parameters that show.
    pub places: Vec<usize>,
    friction: Vec<Source>,
    columns: Vec<Vec<f64>>,
    ranges: Vec<Range<usize>>,
    /// Per column its products with those before and itself: segment by segment; over the
    /// segments that are learnt from, fold by fold, and over all; the same over rows in motion
    /// alone.
    products: Vec<Box<[f64]>>,
    /// The fold in which a segment is left out.
    folds: Vec<usize>,
}

impl<'a> CandidateRows<'a> {
    /// Rows with base columns, from a model without friction, at given delays, in so many
    /// segments per log.
    pub fn new(
        plain: &Model,
        base: &'a BaseRows,
        delays: &[f64],
        count: usize,
    ) -> Result<Self, EstimationError> {
        let set = RowSet::with_base(plain, base, Some(delays))?;
        let stretches: Vec<_> = base.logs.iter().flat_map(|log| &log.stretches).collect();
        // Segments that follow each other are left out together: what is learnt from must
        // not surround what is tested.
        let mut folds: Vec<usize> = Vec::new();
        let mut order: Vec<Vec<(usize, usize)>> = vec![Vec::new(); plain.joints()];
        let mut ranges: Vec<Vec<Range<usize>>> = vec![Vec::new(); plain.joints()];
        for (s, sequence) in set.sequences.iter().enumerate() {
            let own = set.segment_ranges(sequence, count);
            // Of every segment the rows in motion, then those near standstill.
            folds.extend((0..2 * own.len()).map(|k| k / 2 * FOLDS / own.len()));
            for segment in own {
                for (j, joint) in sequence.joints.iter().enumerate() {
                    for moving in [true, false] {
                        let first = order[j].len();
                        let rows = segment.iter().flat_map(Clone::clone);
                        let rows = rows.filter(|&k| joint.efforts[k].is_some());
                        let rows = rows.filter(|&k| stretches[s].joints[j].moves(k) == moving);
                        order[j].extend(rows.map(|k| (s, k)));
                        ranges[j].push(first..order[j].len());
                    }
                }
            }
        }
        let segments = ranges.first().map_or(0, Vec::len);
        let mut joints = Vec::with_capacity(plain.joints());
        for (j, ranges) in ranges.into_iter().enumerate() {
            let places =
                set.sequences.first().map_or(Vec::new(), |s| s.joints[j].rows.places.clone());
            let mut joint = JointCandidates {
                friction: Vec::new(),
                columns: Vec::new(),
                products: Vec::new(),
                folds: folds.clone(),
                ranges,
                places,
            };
            let of = |s: usize| &set.sequences[s].joints[j];
            let effort = |&(s, k): &(usize, usize)| of(s).efforts[k].map_or(0.0, |e| e[0]);
            joint.push(order[j].iter().map(effort).collect());
            for i in 0..joint.places.len() {
                joint.push(order[j].iter().map(|&(s, k)| of(s).rows.columns[i][k]).collect());
            }
            joints.push(joint);
        }
        let (transmitted, columns_dropped) = (Vec::new(), 0);
        Ok(Self { base, order, joints, transmitted, segments, columns_dropped })
    }

    /// Speed of a joint below which its direction is not known.
    pub fn standstill(&self, joint: usize) -> f64 {
        self.base.standstill(joint)
    }
    /// Efforts without friction by base parameters, for columns that depend on them;
    /// those that are there already go.
    pub fn transmit(&mut self, model: &Model, values: &[f64]) -> Result<(), ProblemError> {
        let stretches = self.base.logs.iter().flat_map(|log| &log.stretches);
        let efforts = stretches.map(|s| model.rigid_efforts(&s.stretch.motion, values));
        self.transmitted = efforts.collect::<Result<_, _>>()?;
        self.joints.iter_mut().for_each(JointCandidates::drop_transmitted);
        self.columns_dropped += 1;
        Ok(())
    }

    /// The place of a friction column among a joint's, which is added if it is not there.
    pub fn place(&mut self, joint: usize, column: &FrictionColumn) -> usize {
        let source = column.source();
        if self.joints[joint].place(&source).is_none() {
            let found = self.found(joint, column, &mut Vec::new());
            self.joints[joint].take(column, found);
        }
        self.joints[joint].place(&source).unwrap_or(0)
    }

    /// Adds columns that will be asked for, as far as they are not there, side by side.
    pub fn prepare(&mut self, columns: &[FrictionColumn]) {
        let mut missing: Vec<(usize, &FrictionColumn)> = Vec::new();
        let mut awaited: Vec<Vec<Source>> = vec![Vec::new(); self.joints.len()];
        for column in columns {
            let source = column.source();
            for joint in (0..self.joints.len()).filter(|&j| column.acts_on(j)) {
                let known = self.joints[joint].place(&source).is_some();
                if !known && !awaited[joint].contains(&source) {
                    missing.push((joint, column));
                    awaited[joint].extend(column.found_together());
                }
            }
        }
        // Columns are as long as the log: their memory is used again.
        let found = missing
            .par_iter()
            .map_init(Vec::new, |entries, &(joint, column)| self.found(joint, column, entries));
        let found: Vec<Vec<Vec<f64>>> = found.collect();
        for ((joint, column), found) in missing.into_iter().zip(found) {
            self.joints[joint].take(column, found);
        }
    }

    /// The columns that are found together with one, in the order of a joint's rows; `entries` is
    /// memory for them.
    fn found(
        &self,
        joint: usize,
        column: &FrictionColumn,
        entries: &mut Vec<Vec<f64>>,
    ) -> Vec<Vec<f64>> {
        let mut parts: Vec<Vec<Vec<f64>>> = Vec::new();
        for log in &self.base.logs {
            for stretch in &log.stretches {
                let transmitted = self.transmitted.get(parts.len()).map_or(&[][..], Vec::as_slice);
                let found =
                    stretch.friction_together(joint, column, transmitted, &log.kernels, entries);
                parts.push(found);
            }
        }
        let count = parts.first().map_or(0, Vec::len);
        let values = |c: usize| self.order[joint].iter().map(|&(s, k)| parts[s][c][k]).collect();
        (0..count).map(values).collect()
    }
}

impl JointCandidates {
    /// Where a friction column stands.
    fn place(&self, source: &Source) -> Option<usize> {
        let k = self.friction.iter().position(|c| c == source)?;
        Some(1 + self.places.len() + k)
    }
    /// Takes the columns that were found together with one, but for those that are there.
    fn take(&mut self, column: &FrictionColumn, found: Vec<Vec<f64>>) {
        for (source, values) in column.found_together().into_iter().zip(found) {
            if self.place(&source).is_none() {
                self.friction.push(source);
                self.push(values);
            }
        }
    }
    fn push(&mut self, column: Vec<f64>) {
        self.columns.push(column);
        let (width, columns) = (self.columns.len(), &self.columns);
        let own = &columns[width - 1];
        let segments = self.ranges.len();
        let mut all = vec![0.0; (segments + 2 * (FOLDS + 1)) * width].into_boxed_slice();
        let (products, learnt) = all.split_at_mut(segments * width);
        let (learnt, learnt_moving) = learnt.split_at_mut((FOLDS + 1) * width);
        let parts = self.ranges.iter().zip(&self.folds).zip(products.chunks_exact_mut(width));
        for (segment, ((range, fold), products)) in parts.enumerate() {
            let own = &own[range.clone()];
            for (product, column) in products.iter_mut().zip(columns) {
                *product = dot(&column[range.clone()], own);
            }
            let add = |sums: &mut [f64]| {
                sums.iter_mut().zip(&*products).for_each(|(sum, product)| *sum += product);
            };
            for f in (0..=FOLDS).filter(|f| f != fold) {
                add(&mut learnt[f * width..(f + 1) * width]);
                if is_moving(segment) {
                    add(&mut learnt_moving[f * width..(f + 1) * width]);
                }
            }
        }
        self.products.push(all);
    }
    /// Products over one segment.
    pub fn products(&self, segment: usize) -> Products<'_> {
        Products { columns: &self.products, sum: segment }
    }
    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }
    /// Products over the segments that are learnt from in a fold; the last one has all.
    pub fn learnt(&self, fold: usize, near_rest: bool) -> Products<'_> {
        let first = self.ranges.len() + if near_rest { 0 } else { FOLDS + 1 };
        Products { columns: &self.products, sum: first + fold }
    }
    fn drop_transmitted(&mut self) {
        let first = 1 + self.places.len();
        let kept: Vec<Source> = self.friction.drain(..).collect();
        let columns: Vec<Vec<f64>> = self.columns.drain(first..).collect();
        self.products.truncate(first);
        for (column, values) in kept.into_iter().zip(columns) {
            if !column.needs_transmitted() {
                self.friction.push(column);
                self.push(values);
            }
        }
    }
    /// Segments that are left out in a fold.
    pub fn left_out(&self, fold: usize) -> impl Iterator<Item = usize> {
        let folds = self.folds.iter().enumerate();
        folds.filter(move |(_, f)| **f == fold).map(|(segment, _)| segment)
    }
    /// Rows in motion, and those near standstill.
    pub fn rows(&self) -> [usize; 2] {
        let mut rows = [0; 2];
        for (segment, range) in self.ranges.iter().enumerate() {
            rows[usize::from(!is_moving(segment))] += range.len();
        }
        rows
    }
}

/// Whether a segment holds rows in motion.
pub(crate) fn is_moving(segment: usize) -> bool {
    segment.is_multiple_of(2)
}
