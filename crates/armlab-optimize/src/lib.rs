//! Minimisers, one method a file.

pub mod semidefinite;
