//! Errors of friction laws and models.

use thiserror::Error;

/// Why friction cannot be as stated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum FrictionError {
    /// No such law.
    #[error("there is no friction law `{name}`; there are {known}")]
    UnknownLaw {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The law has no such parameter.
    #[error("friction law `{law}` has no parameter `{name}`")]
    UnknownParameter {
        /// The law.
        law: &'static str,
        /// The parameter.
        name: String,
    },
    /// A parameter without a default.
    #[error("friction law `{law}` needs `{name}`")]
    Missing {
        /// The law.
        law: &'static str,
        /// The parameter.
        name: &'static str,
    },
    /// A value that is not permitted.
    #[error("`{name}` of friction law `{law}` is {value}; it must be {wanted}")]
    OutOfRange {
        /// The law.
        law: &'static str,
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        wanted: &'static str,
    },
    /// Text that is not a friction model.
    #[error("`{text}` is not a friction model: {why}")]
    Model {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A law that cannot be added.
    #[error("friction law `{law}` cannot be added: {why}")]
    NotRegistered {
        /// The law.
        law: &'static str,
        /// Why.
        why: &'static str,
    },
}
