//! Dense linear algebra of `f64` matrices: factorisations by `faer`, least
//! squares with error bars, and streaming reductions of tall matrices.
//!
//! A crate of its own, with nothing generic in its interface: `faer` is
//! instantiated here once, instead of again with every change of the library.
//!
//! ```
//! use armlab_dense::{Matrix, least_squares};
//! let a = Matrix::from_fn(4, 2, |i, j| if j == 0 { 1.0 } else { i as f64 });
//! let line = least_squares(&a, &[1.0, 3.0, 5.0, 7.0]).unwrap();
//! assert_eq!(line.x, [1.0, 2.0]);
//! ```

mod block;
mod cholesky;
mod correlate;
mod eigen;
mod extended;
mod householder;
mod information;
mod instructions;
mod least_squares;
mod matrix;
mod pivoted_qr;
mod simd;
pub mod small;
mod svd;
mod triangular;
mod tsqr;

pub use block::{LARGEST_ENTRY, Rows, RowsError};
pub use cholesky::{Cholesky, NotPositiveDefinite};
pub use correlate::{correlate, correlate_all};
pub use eigen::SymmetricEigen;
pub use extended::Extended;
pub use information::Information;
pub use instructions::Instructions;
pub use least_squares::{
    LeastSquares, LeastSquaresError, least_squares, power_of_two, quick_least_squares,
};
pub use matrix::{Matrix, dot, multiply, multiply_transposed, norm};
pub use pivoted_qr::PivotedQr;
pub use simd::Aligned;
pub use svd::{NoConvergence, Svd};
pub use triangular::{
    Singular, covariance, inverse_upper, solve_lower, solve_lower_transposed, solve_upper,
    solve_upper_transposed,
};
pub use tsqr::{Triangle, Tsqr};
