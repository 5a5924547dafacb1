//! From motion and effort to parameters.

mod base;

pub use base::{BaseError, BaseParameterValue, BaseParameters, base_parameters};
