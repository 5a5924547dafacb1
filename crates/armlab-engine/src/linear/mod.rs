//! Small dense linear algebra of any [`Scalar`](crate::spatial::Scalar), in
//! place and without branches on values, so that it runs in lanes. Tall or
//! large matrices go to `faer`.

pub mod gram_schmidt;
pub mod ldlt;
pub mod lu;
pub mod span;
