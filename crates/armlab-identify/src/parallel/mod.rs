//! Rows for regression by parallel filtering: the same zero-phase filter on the
//! regressor's columns and on the efforts, sampled as far apart as its width
//! allows (Gautier, *Proc. ICRA* 1997).
//!
//! Filtering both sides of `Y x = τ` alike leaves `x` what it is, whatever the
//! filter takes out. What is left to bias an estimate is dealt with here:
//!
//! - efforts that were measured later or earlier than the motion: the *delay* is
//!   one more unknown. The efforts' filter is read `d` seconds later, `y(d)`, and
//!   `y(d + δ) ≈ y(d) + δ y′(d)` is iterated; what the delay's uncertainty means for
//!   `x` is in the rows, from which `y′` is projected out;
//! - friction near *standstill*, whose direction the motion does not tell: rows of
//!   a joint whose filter meets its standstill are left out.
//!
//! Whitening the rows by an autoregressive model of their residuals was tried and
//! left out: where noise is coloured it brings errors down by a tenth to a third, but
//! on logs of real robots it raises the prediction error of unseen logs (KR300 17.2
//! to 18.4 %, EMPS 4.19 to 4.36 %), and intervals hold without it.

mod base;
mod between;
mod candidates;
mod colour;
mod correlated;
mod delays;
mod filtered;
mod kernels;
mod known;
mod motion;
mod period;
mod plan;
mod report;
mod sequence;
mod set;
mod stream;
mod wide;
mod widen;

pub(crate) use base::BaseRows;
pub(crate) use candidates::{CandidateRows, FOLDS, is_moving};
pub use motion::MotionSource;
pub(crate) use motion::{MotionPlans, motion_sources};
pub(crate) use period::{goes_on, repeats_after};
pub use plan::RowPlan;
pub use report::{LogRows, RowReport};
pub(crate) use set::JointRowsAlong;
pub use set::{RowSet, RowSettings};

pub(crate) use kernels::{highest_cutoff, lowest_cutoff};
pub(crate) use wide::WaveSums;

pub(crate) use stream::{Repeating, RowStream, StreamPart, StreamRows, StreamSegments};
