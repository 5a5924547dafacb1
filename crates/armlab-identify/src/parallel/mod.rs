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
//!   a joint whose filter meets its standstill are left out;
//! - *coloured* residuals: an autoregressive model of each joint's residuals makes
//!   the rows' noise white, so that deviations of least squares hold
//!   (generalised least squares).

mod colour;
mod filtered;
mod kernels;
mod motion;
mod period;
mod set;
mod stream;

pub use colour::Colour;
pub use motion::MotionSource;
pub(crate) use set::BaseRows;
pub use set::{LogRows, RowReport, RowSet, RowSettings};

pub(crate) use kernels::{highest_cutoff, lowest_cutoff};
pub(crate) use stream::{RowStream, StreamPart, StreamRows};
