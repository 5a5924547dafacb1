//! From motion and effort to parameters.

mod base;
mod null_space;

pub use base::{BaseError, BaseParameterValue, BaseParameters, base_parameters};
