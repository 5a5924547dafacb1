//! Options of how logs are read.

use crate::failure::Failure;
use armlab::log::mapping::Instructions;
use armlab::recordings::{Gains, LogOptions};
use clap::Args;
use std::path::{Path, PathBuf};

/// Options of how logs are read.
#[derive(Args)]
pub struct LogArguments {
    /// Drive gains, N m/A or N/A, for logs of currents; in identify ? for one that is identified,
    /// `unknown` for all
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true)]
    pub gains: Option<String>,
    /// Which column is which, e.g. "q1=theta_1 [deg], tau1=motor torque", or q*=arm_*_pos for all
    #[arg(long, value_name = "TARGET=COLUMN,…")]
    pub map: Vec<String>,
    /// A TOML file that says the same, and scales and offsets (see docs/logs.md)
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// Sampling rate in Hz, for logs without time stamps
    #[arg(long, value_name = "HZ")]
    pub rate: Option<f64>,
    /// Topic of joint states, for bags that have several
    #[arg(long)]
    pub topic: Option<String>,
}

impl LogArguments {
    /// Which column is which.
    pub fn columns(&self) -> Result<Instructions, Failure> {
        columns(&self.map, self.mapping.as_deref())
    }
    /// The library's options.
    pub fn options(&self) -> Result<LogOptions, Failure> {
        Ok(LogOptions {
            gains: self.gains.as_deref().map(str::parse::<Gains>).transpose()?,
            columns: self.columns()?,
            rate: self.rate,
            topic: self.topic.clone(),
        })
    }
}

/// Which column is which: a mapping file, and what is typed with `--map`, which counts more.
fn columns(map: &[String], mapping: Option<&Path>) -> Result<Instructions, Failure> {
    let mut all = mapping.map_or_else(|| Ok(Instructions::default()), Instructions::from_file)?;
    for text in map {
        all = all.extended(Instructions::parse(text)?);
    }
    Ok(all)
}
