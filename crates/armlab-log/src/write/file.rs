//! A log as a file, written atomically.

#[cfg(feature = "mcap")]
use super::McapWriter;
#[cfg(feature = "parquet")]
use super::ParquetWriter;
use super::{CsvWriter, LogWriter, MatWriter, NpzWriter, header, log_header, write_log};
use crate::block::Block;
use crate::log::Log;
use crate::stream::LogStream;
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
    /// NumPy archive.
    Npz,
    /// MATLAB, version 5.
    Mat,
    /// ROS 2 bag with `sensor_msgs/msg/JointState`.
    #[cfg(feature = "mcap")]
    Mcap,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl FileFormat {
    /// Every format that this build writes.
    pub const ALL: &[Self] = &[
        Self::Csv,
        Self::Npz,
        Self::Mat,
        #[cfg(feature = "mcap")]
        Self::Mcap,
        #[cfg(feature = "parquet")]
        Self::Parquet,
    ];

    /// The usual end of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Npz => "npz",
            Self::Mat => "mat",
            #[cfg(feature = "mcap")]
            Self::Mcap => "mcap",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }

    /// The format that a path's extension names, if it names one.
    pub fn from_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        Self::ALL.iter().copied().find(|f| extension.eq_ignore_ascii_case(f.extension()))
    }

    /// The format that a path's extension names; CSV without an extension.
    ///
    /// # Errors
    /// If logs are not written in a format of this extension.
    pub fn from_path(path: &Path) -> io::Result<Self> {
        match (path.extension(), Self::from_extension(path)) {
            (_, Some(format)) => Ok(format),
            (None, None) => Ok(Self::Csv),
            (Some(_), None) => {
                let known: Vec<String> =
                    Self::ALL.iter().map(|f| format!(".{}", f.extension())).collect();
                let message = format!("logs are written as {}", known.join(", "));
                Err(io::Error::new(io::ErrorKind::InvalidInput, message))
            }
        }
    }
}

enum Writer {
    Csv(CsvWriter<Out>),
    Npz(NpzWriter<Out>),
    Mat(MatWriter<Out>),
    #[cfg(feature = "mcap")]
    Mcap(McapWriter<Out>),
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
        Self::with_joint_names(path, format, header, &[])
    }

    /// Begins a file for what a stream gives, with the names of its joints.
    pub fn for_stream(
        path: impl AsRef<Path>,
        format: FileFormat,
        stream: &LogStream,
    ) -> io::Result<Self> {
        let names = &stream.mapping().joint_names;
        Self::with_joint_names(path, format, &header(stream.channels()), names)
    }

    /// Begins a file with these columns; names of joints are written where the format has a place
    /// for them.
    pub fn with_joint_names(
        path: impl AsRef<Path>,
        format: FileFormat,
        header: &[String],
        joint_names: &[String],
    ) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 16, AtomicFile::create(path)?);
        let writer = match format {
            FileFormat::Csv => Writer::Csv(CsvWriter::new(out, header)?),
            FileFormat::Npz => Writer::Npz(NpzWriter::new(out, header)?),
            FileFormat::Mat => Writer::Mat(MatWriter::new(out, header)?),
            #[cfg(feature = "mcap")]
            FileFormat::Mcap => Writer::Mcap(McapWriter::new(out, header, joint_names)?),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => Writer::Parquet(ParquetWriter::new(out, header)?),
        };
        #[cfg(not(feature = "mcap"))]
        let _ = joint_names;
        Ok(Self { writer })
    }
}

impl LogWriter for LogFile {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        match &mut self.writer {
            Writer::Csv(writer) => writer.write_block(block),
            Writer::Npz(writer) => writer.write_block(block),
            Writer::Mat(writer) => writer.write_block(block),
            #[cfg(feature = "mcap")]
            Writer::Mcap(writer) => writer.write_block(block),
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.write_block(block),
        }
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let out = match self.writer {
            Writer::Csv(writer) => writer.into_inner()?,
            Writer::Npz(writer) => writer.into_inner()?,
            Writer::Mat(writer) => writer.into_inner()?,
            #[cfg(feature = "mcap")]
            Writer::Mcap(writer) => writer.into_inner()?,
            #[cfg(feature = "parquet")]
            Writer::Parquet(writer) => writer.into_inner()?,
        };
        out.into_inner().map_err(|e| e.into_error())?.commit()
    }
}

impl Log {
    /// Writes the log to a file, in the format of its extension (`.csv`, `.npz`, `.mat`; `.mcap`
    /// and `.parquet` where they are built in).
    ///
    /// # Errors
    /// If the extension is another, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        let (format, header) = (FileFormat::from_path(path)?, log_header(self));
        let file = LogFile::with_joint_names(path, format, &header, self.joint_names())?;
        write_log(self, Box::new(file))
    }
}
