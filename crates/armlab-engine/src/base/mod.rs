//! Base parameters: the combinations of link parameters that efforts depend on,
//! null spaces of the rest, and structural identifiability from the geometry alone.

mod base_parameters;
pub mod null_space;
pub mod structure;

pub use base_parameters::{
    BaseError, BaseParameterValue, BaseParameters, base_parameters, in_words,
};
