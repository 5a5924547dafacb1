//! Columns in memory, read as a file is.

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place};
use crate::names::with_unit;
use crate::source::{LogSource, Schema};
use crate::table::{Cells, Table};
use std::sync::Arc;

/// A table that is being read.
struct TableSource {
    name: String,
    table: Arc<Table>,
    schema: Schema,
    selected: Vec<usize>,
    done: usize,
}

/// Opens a table.
pub(super) fn open(name: &str, table: &Arc<Table>) -> Result<Box<dyn LogSource>, LogError> {
    let columns = table.columns();
    if columns.len() > MOST_COLUMNS {
        let message = format!("there are more than {MOST_COLUMNS} columns");
        return Err(LogError::new(name, Place::File, message, "give only those of the joints"));
    }
    let schema = Schema {
        columns: columns.iter().map(|(name, _)| with_unit(name)).collect(),
        rows: Some(table.rows() as u64),
        format: "columns in memory".into(),
    };
    let selected = (0..columns.len()).collect();
    Ok(Box::new(TableSource { name: name.into(), table: table.clone(), schema, selected, done: 0 }))
}

impl LogSource for TableSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected.len(), self.done as u64);
        let rows = self.done..(self.done + BLOCK_ROWS).min(self.table.rows());
        if rows.is_empty() {
            return Ok(false);
        }
        for (target, &column) in block.columns_mut().iter_mut().zip(&self.selected) {
            let Some((name, cells)) = self.table.columns().get(column) else { continue };
            match cells {
                Cells::Numbers(numbers) => target.extend_from_slice(&numbers[rows.clone()]),
                Cells::Other { what, hint } => {
                    let message = format!("holds {what}, not numbers");
                    return Err(LogError::new(
                        &self.name,
                        Place::Part(name.clone()),
                        message,
                        hint,
                    ));
                }
            }
        }
        self.done = rows.end;
        Ok(true)
    }

    fn notes(&self) -> &[String] {
        &[]
    }
}
