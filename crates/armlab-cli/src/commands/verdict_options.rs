//! Options of what a verdict must be, for `identify` and `validate`.

use crate::failure::Failure;
use armlab::validation::{ErrorLimit, Level};
use clap::Args;

/// What a verdict must be.
#[derive(Args)]
pub struct VerdictOptions {
    /// Largest prediction error, percent, or of one joint as joint2=8; more fails; repeat for several
    #[arg(long, value_name = "[JOINT=]PERCENT")]
    max_error: Vec<String>,
    /// The worst verdict with which the exit code is 0
    #[arg(long, value_name = "VERDICT", default_value = "limited", value_parser = ["pass", "limited"])]
    accept: String,
}

impl VerdictOptions {
    pub fn limits(&self) -> Result<Vec<ErrorLimit>, Failure> {
        self.max_error.iter().map(|text| Ok(text.parse::<ErrorLimit>()?)).collect()
    }
    pub fn accept(&self) -> Result<Level, Failure> {
        Ok(self.accept.parse::<Level>()?)
    }
}
