//! An identification from logs to judged results: what the command line, the
//! studio and campaigns all do.
//!
//! [`Study::prepare`] conditions the logs and makes the choices that are left to
//! the data; [`Study::run`] lets methods estimate, side by side, and judges each
//! on data that it has not seen.

mod circumstances;
mod judging;
mod prepare;
mod recommend;
mod run;
mod trust;

pub use judging::{
    MASS_POSES, Naive, described_or_zero, mean_scores, naive, residual_whiteness, scores,
};
pub use prepare::{Decisions, Study, StudyError};
pub use recommend::{recommendation, recommended};
pub use run::{Judged, Results, Skipped};
pub use trust::{Trust, TrustSettings};
