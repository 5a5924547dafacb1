//! Values of an experiment file that are no plain numbers or words.

use super::record::MEASURED;
use super::sizes::{PerJoint, Sizes};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;

/// A number for all joints, or a list of one per joint.
pub fn per_joint(table: &TomlTable, key: &str) -> Result<Option<PerJoint>, FileError> {
    if table.is_array(key) {
        return Ok(table.numbers(key)?.map(PerJoint::Each));
    }
    Ok(table.number(key)?.map(PerJoint::All))
}

/// The same for several quantities: a table with some of `q`, `qd`, `qdd`, `tau`.
pub fn sizes(table: &TomlTable, key: &str) -> Result<Option<Sizes>, FileError> {
    let Some(table) = table.table(key, format!("`{key}` of {}", table.title()))? else {
        return Ok(None);
    };
    table.only(&MEASURED.map(Quantity::stem))?;
    let mut sizes = Sizes::default();
    for quantity in MEASURED {
        if let Some(size) = per_joint(&table, quantity.stem())? {
            sizes.set(quantity, size);
        }
    }
    Ok(Some(sizes))
}
