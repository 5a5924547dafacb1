//! Options that every command has.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options that every command has.
#[derive(Args)]
pub struct Common {
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long, global = true)]
    pub json: bool,
    /// Write files (data, figures) into this folder, which is created if needed
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Seed of all random numbers; the same seed gives the same result
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Whether to colour text output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Never
    Never,
    /// Always
    Always,
}
