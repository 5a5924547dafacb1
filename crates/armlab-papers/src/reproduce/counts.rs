//! How many rows ended how.

use super::basis::Basis;
use super::compared::ComparedRow;
use super::items::Reproduction;
use super::verdict::Outcome;
use serde::Serialize;
use std::ops::AddAssign;

/// Numbers of rows. All but `tuned` add up to the rows of all tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Published numbers and claims that were met.
    pub reproduced: usize,
    /// Those with errors alike.
    pub in_trend: usize,
    /// Those that were not met.
    pub not_reproduced: usize,
    /// Those that nearly anything would have met.
    pub cannot_tell: usize,
    /// Numbers that were put in and came back.
    pub given_back: usize,
    /// Numbers that were put in and did not.
    pub not_given_back: usize,
    /// Rows that repeat settings or follow from others, and times on the authors' machine.
    pub not_counted: usize,
    /// Rows without a published counterpart.
    pub ours: usize,
    /// Of the first three: rows for which a setting was tuned.
    pub tuned: usize,
}

impl Counts {
    /// Of all tables of a reproduction.
    pub fn of(reproduction: &Reproduction) -> Self {
        let mut counts = Self::default();
        reproduction.compared().flat_map(|t| &t.rows).for_each(|row| counts.add(row));
        counts
    }
    fn add(&mut self, row: &ComparedRow) {
        let outcome = row.outcome();
        let place = match (&row.basis, outcome) {
            (_, Outcome::Ours) => &mut self.ours,
            (Basis::GivenBack, Outcome::Reproduced) => &mut self.given_back,
            (Basis::GivenBack, _) => &mut self.not_given_back,
            (Basis::Setting | Basis::Follows(_) | Basis::Machine, _) => &mut self.not_counted,
            (_, Outcome::Reproduced) => &mut self.reproduced,
            (_, Outcome::InTrend) => &mut self.in_trend,
            (_, Outcome::NotReproduced) => &mut self.not_reproduced,
            (_, Outcome::CannotTell) => &mut self.cannot_tell,
        };
        *place += 1;
        let judged = outcome != Outcome::Ours && outcome != Outcome::CannotTell;
        self.tuned += usize::from(judged && matches!(row.basis, Basis::Tuned(_)));
    }
    /// Rows that are counted.
    pub fn counted(&self) -> usize {
        self.reproduced + self.in_trend + self.not_reproduced + self.cannot_tell
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.reproduced += other.reproduced;
        self.in_trend += other.in_trend;
        self.not_reproduced += other.not_reproduced;
        self.cannot_tell += other.cannot_tell;
        self.given_back += other.given_back;
        self.not_given_back += other.not_given_back;
        self.not_counted += other.not_counted;
        self.ours += other.ours;
        self.tuned += other.tuned;
    }
}
