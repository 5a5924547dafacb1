//! Denavit–Hartenberg rows of a file.

use crate::robot::{DhConvention, DhPlace, DhRow, JointKind};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

pub const KEYS: [&str; 6] = ["convention", "a", "alpha", "d", "theta", "offset"];

/// Reads a row. `offset` is what the joint's variable is at coordinate zero.
pub fn row(
    section: &TomlTable,
    kind: JointKind,
    convention: Option<DhConvention>,
    offset: f64,
) -> Result<DhPlace, FileError> {
    let Some(convention) = section.word("convention", &DhConvention::ALL)?.or(convention) else {
        let message = "the row does not say which convention it follows";
        let hint = "add `dh = \"standard\"` or `dh = \"modified\"` at the top of the file";
        return Err(section.error("convention", message, hint));
    };
    let number = |key| -> Result<f64, FileError> { Ok(section.number(key)?.unwrap_or(0.0)) };
    let (a, alpha, d, theta) = (number("a")?, number("alpha")?, number("d")?, number("theta")?);
    let (theta, d) = match kind {
        JointKind::Prismatic => (theta, d + offset),
        _ => (theta + offset, d),
    };
    Ok(DhRow { convention, a, alpha, d, theta }.place(kind))
}
