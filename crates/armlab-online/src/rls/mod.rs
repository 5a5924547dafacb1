//! Recursive least squares: as printed in textbooks, and in a form that keeps
//! its digits.

mod noise;
mod square_root;
mod textbook;
mod wind_up;

pub use square_root::{SquareRootRls, SquareRootSettings};
pub use textbook::{Rls, RlsSettings};
pub use wind_up::WindUp;
