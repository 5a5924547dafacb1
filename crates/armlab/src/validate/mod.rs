//! Judging a model by efforts it has not seen.

mod scores;
mod verdict;

pub use scores::{JointScore, Scores, score};
pub use verdict::{Baselines, Verdict, judge};
