//! A mapping applied to numbers: SI units, and time that keeps its digits.

use super::{Assignment, Mapping, Role};
use crate::block::Block;
use crate::unit::Unit;

/// Times since 1970 are larger than this in every unit, other times in seconds smaller.
const EPOCH: f64 = 1e8;
/// Times that begin beyond this lose digits: they are counted from the first stamp.
const FAR: f64 = 1e6;

impl Mapping {
    /// The columns that are read beside time, in the order of [`Self::order`].
    pub(crate) fn channels(&self) -> Vec<Assignment> {
        let of = |&i: &usize| self.columns.get(i).cloned();
        self.order().iter().filter_map(of).filter(|c| c.role != Role::Time).collect()
    }

    /// A rate that was given beats stamps that are there.
    pub(super) fn without_time(mut self) -> Self {
        for column in self.columns.iter_mut().filter(|c| c.role == Role::Time) {
            column.role = Role::Unused;
            column.why = "not used: a sampling rate was given".into();
        }
        self
    }

    /// Chooses unit and origin of time by the first stamp.
    pub(crate) fn settle_time(&mut self, first: f64) {
        let Some(time) = self.columns.iter_mut().find(|c| c.role == Role::Time) else {
            return;
        };
        if time.unit.is_none() && !time.given && first >= 1e3 * EPOCH {
            let name = match first {
                x if x < 1e14 => "ms",
                x if x < 1e17 => "us",
                _ => "ns",
            };
            time.unit = Unit::parse(name);
            time.factor = time.unit.map_or(1.0, |u| u.factor);
            time.why = format!("{}; unit found from its magnitude", time.why);
        }
        if (first * time.factor).abs() > FAR && first.is_finite() {
            time.origin = first;
        }
    }

    /// Brings a block as it was read into SI units, time first.
    pub(crate) fn apply(&self, channels: &[Assignment], block: &mut Block) {
        if let Some(rate) = self.rate {
            let first = block.first_row();
            let times = (0..block.rows() as u64).map(|i| (first + i) as f64 / rate).collect();
            block.insert_front(times);
        }
        let assignments = self.time().into_iter().chain(channels);
        let from = usize::from(self.rate.is_some());
        for (column, how) in block.columns_mut().iter_mut().skip(from).zip(assignments) {
            if !how.is_plain() {
                convert(column, how);
            }
        }
    }
}

/// Brings numbers into SI units. Parts such as ms are divided for, which rounds once where
/// multiplying by 0.001 would round twice.
fn convert(column: &mut [f64], how: &Assignment) {
    let Assignment { factor, origin, offset, .. } = *how;
    let parts = (1.0 / factor).round();
    if factor == 1.0 / parts {
        column.iter_mut().for_each(|x| *x = (*x - origin) / parts + offset);
    } else {
        column.iter_mut().for_each(|x| *x = (*x - origin) * factor + offset);
    }
}
