//! Segments of a log whose rows come part after part.

use super::growing::Growing;
use crate::parallel::StreamSegments;
use crate::reduced::Segment;

/// Segments so far.
#[derive(Clone, Debug)]
pub(super) enum Segments {
    /// One after another.
    Following(Growing),
    /// One for each phase of a motion that repeats: what a model lacks is the same in every period
    /// there, and would seem to be known if each period had segments of its own.
    Phases(Vec<Option<Segment>>),
}

impl Segments {
    /// Of no row yet of a log whose motion repeats, or does not.
    pub(super) fn new(repeats: bool) -> Self {
        if repeats { Self::Phases(Vec::new()) } else { Self::Following(Growing::new()) }
    }
    /// Adds further rows.
    pub(super) fn push(&mut self, more: StreamSegments) {
        match (self, more) {
            (Self::Following(growing), StreamSegments::Next(segment, rows)) => {
                growing.push(segment, rows);
            }
            (Self::Phases(phases), StreamSegments::Phases(more)) => {
                phases.resize(phases.len().max(more.len()), None);
                for (phase, next) in phases.iter_mut().zip(more) {
                    *phase = match (phase.take(), next) {
                        (Some(own), Some(next)) => Some(own.merged(&next)),
                        (own, next) => own.or(next),
                    };
                }
            }
            _ => debug_assert!(false, "a stream makes segments of one kind"),
        }
    }
    /// All of them.
    pub(super) fn finish(self) -> Vec<Segment> {
        match self {
            Self::Following(growing) => growing.finish(),
            Self::Phases(phases) => phases.into_iter().flatten().collect(),
        }
    }
}
