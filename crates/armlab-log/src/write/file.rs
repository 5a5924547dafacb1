//! A log as a file, written atomically.

#[cfg(feature = "parquet")]
use super::ParquetWriter;
use super::{CsvWriter, LogWriter, log_header, write_log};
use crate::block::Block;
use crate::log::Log;
use armlab_files::AtomicFile;
use std::io::{self, BufWriter};
use std::path::Path;

type Out = BufWriter<AtomicFile>;

/// A format in which logs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileFormat {
    /// Text, with the shortest numbers that are read back exactly.
    #[default]
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FileFormat {
    /// The usual end of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }

    /// The format that a path's extension names; CSV unless it is another.
    pub fn from_path(path: &Path) -> Self {
        match path.extension() {
            #[cfg(feature = "parquet")]
            Some(extension) if extension.eq_ignore_ascii_case("parquet") => Self::Parquet,
            _ => Self::Csv,
        }
    }
}

enum Writer {
    Csv(CsvWriter<Out>),
    #[cfg(feature = "parquet")]
    Parquet(ParquetWriter<Out>),
}

/// A log file being written. The file appears at its path when it is finished.
pub struct LogFile {
    writer: Writer,
}

impl LogFile {
    /// Begins a file with these columns; see [`super::header`].
    pub fn create(
        path: impl AsRef<Path>,
        format: FileFormat,
        header: &[String],
    ) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 16, AtomicFile::create(path)?);
        let writer = match format {
            FileFormat::Csv => Writer::Csv(CsvWriter::new(out, header)?),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => Writer::Parquet(ParquetWriter::new(out, header)?),
        };
        Ok(Self { writer })
    }
}

impl LogWriter for LogFile {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        match &mut self.writer {
            Writer::Csv(writer) => writer.write_block(block),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.write_block(block),
        }
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let out = match self.writer {
            Writer::Csv(writer) => writer.into_inner()?,
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.into_inner()?,
        };
        out.into_inner().map_err(|e| e.into_error())?.commit()
    }
}

impl Log {
    /// Writes the log to a file, in the format of its extension (`.csv`, `.parquet`).
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        let file = LogFile::create(path, FileFormat::from_path(path), &log_header(self))?;
        write_log(self, Box::new(file))
    }
}
