//! What every reader offers: a schema first, then block after block.

use crate::block::Block;
use crate::error::LogError;
use crate::quantity::Quantity;
use crate::unit::Unit;

/// A column as the file names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name as it stands in the file, without its unit.
    pub name: String,
    /// The unit, where the file tells it.
    pub unit: Option<Unit>,
    /// What stands where a unit should, if it is none that is known.
    pub unknown_unit: Option<String>,
    /// Quantity and name of the joint, where the file says so (messages of ROS do).
    pub stated: Option<(Quantity, String)>,
}

impl Column {
    /// A column of which only the name is known.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), unit: None, unknown_unit: None, stated: None }
    }
}

/// What a file holds, known before its rows are read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// All columns, in the file's order.
    pub columns: Vec<Column>,
    /// The number of rows, where the file tells it.
    pub rows: Option<u64>,
    /// The file's format, in words, with what was guessed about it.
    pub format: String,
}

/// A file that is being read.
pub trait LogSource {
    /// What it holds.
    fn schema(&self) -> &Schema;
    /// Chooses the columns that blocks will hold, in this order. Others need not
    /// even be numbers. To be called before the first block.
    fn select(&mut self, columns: &[usize]);
    /// Reads the next rows into `block`; false, with an empty block, at the end.
    /// What is missing in the file (empty cells, nulls) becomes NaN.
    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError>;
    /// What was passed over silently so far, in words.
    fn notes(&self) -> &[String];
}
