//! Interpolation of sampled values by piecewise cubics, and by straight lines.
//!
//! All methods end in the same object, a [`PiecewiseCubic`]: they differ in the
//! slopes at the knots, each file one way to choose them.

mod cubic;
mod pchip;
mod spline;

pub use cubic::PiecewiseCubic;
pub use pchip::pchip_slopes;
pub use spline::{End, Ends, spline_slopes};
