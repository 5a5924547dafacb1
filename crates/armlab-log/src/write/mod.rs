//! Writers. Channels get armlab's own names (`t, q1, …, tau6`) and are in SI units,
//! so what is written is read again without a mapping, bit by bit the same (in bags, times are whole
//! nanoseconds).

mod arrays;
mod csv;
mod file;
mod mat;
#[cfg(feature = "mcap")]
mod mcap;
mod npz;
#[cfg(feature = "parquet")]
mod parquet;
mod spool;

pub use csv::CsvWriter;
pub use file::{FileFormat, LogFile};
pub use mat::MatWriter;
#[cfg(feature = "mcap")]
pub use mcap::McapWriter;
pub use npz::NpzWriter;
#[cfg(feature = "parquet")]
pub use parquet::ParquetWriter;

use crate::block::Block;
use crate::log::Log;
use crate::mapping::{Assignment, Role};
use crate::quantity::Quantity;
use std::io;

/// Something that takes the blocks of a log.
pub trait LogWriter {
    /// Writes the rows of a block: time, then the channels.
    fn write_block(&mut self, block: &Block) -> io::Result<()>;
    /// Writes what is left, and what belongs at the end.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The header of what a stream's channels are written as, time first.
pub fn header(channels: &[Assignment]) -> Vec<String> {
    let name = |c: &Assignment| match c.role {
        Role::Joint(quantity, joint) => quantity.column(joint),
        _ => c.column.clone(),
    };
    std::iter::once("t".into()).chain(channels.iter().map(name)).collect()
}

/// The header of what a log is written as, time first.
pub fn log_header(log: &Log) -> Vec<String> {
    let names = log.channels().iter().map(|c| match c.quantity {
        Quantity::Other => c.name.clone(),
        quantity => quantity.column(c.joint),
    });
    std::iter::once("t".into()).chain(names).collect()
}

/// Writes a whole log.
pub fn write_log(log: &Log, mut writer: Box<dyn LogWriter + '_>) -> io::Result<()> {
    let mut written = Ok(());
    log.for_each_block(|block| {
        if written.is_ok() {
            written = writer.write_block(block);
        }
    });
    written?;
    writer.finish()
}
