//! Apache Parquet: one column of doubles per channel, packed with Snappy.

use super::LogWriter;
use crate::block::Block;
use ::parquet::basic::{Compression, Repetition, Type as Physical};
use ::parquet::data_type::DoubleType;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows of a row group.
const GROUP: usize = 1 << 16;

/// Writes a log as Parquet.
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Vec<f64>>,
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        error => io::Error::other(error),
    }
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with these columns; see [`super::header`].
    pub fn new(out: W, header: &[String]) -> io::Result<Self> {
        let field = |name: &String| {
            let field = Type::primitive_type_builder(name, Physical::DOUBLE);
            field.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let fields = header.iter().map(field).collect::<Result<Vec<_>, _>>().map_err(io_error)?;
        let schema =
            Type::group_type_builder("log").with_fields(fields).build().map_err(io_error)?;
        // Measured numbers hardly repeat: a dictionary only costs.
        let how = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_dictionary_enabled(false)
            .set_created_by("armlab".into())
            .build();
        let file =
            SerializedFileWriter::new(out, Arc::new(schema), Arc::new(how)).map_err(io_error)?;
        Ok(Self { file, columns: vec![Vec::new(); header.len()] })
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.file.next_row_group().map_err(io_error)?;
        for values in &mut self.columns {
            if let Some(mut column) = group.next_column().map_err(io_error)? {
                column.typed::<DoubleType>().write_batch(values, None, None).map_err(io_error)?;
                column.close().map_err(io_error)?;
            }
            values.clear();
        }
        group.close().map(drop).map_err(io_error)
    }

    /// Writes what is left and the end of the file, and gives back what was written to.
    pub fn into_inner(mut self) -> io::Result<W> {
        if self.columns.first().is_some_and(|c| !c.is_empty()) {
            self.write_group()?;
        }
        self.file.into_inner().map_err(io_error)
    }
}

impl<W: Write + Send> LogWriter for ParquetWriter<W> {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        for (to, from) in self.columns.iter_mut().zip(block.columns()) {
            to.extend_from_slice(from);
        }
        if self.columns.first().is_some_and(|c| c.len() >= GROUP) {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.into_inner().map(drop)
    }
}
