//! Writing a log in another format while it is read.

use crate::failure::Failure;
use armlab_log::write::{FileFormat, LogFile, LogWriter};
use armlab_log::{Block, LogStream};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// What a log can be written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text, with the shortest numbers that are read back exactly
    Csv,
    /// Apache Parquet
    Parquet,
    /// NumPy archive
    Npz,
    /// MATLAB, version 5
    Mat,
    /// ROS 2 bag with sensor_msgs/JointState
    Mcap,
}

impl From<Format> for FileFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Parquet => Self::Parquet,
            Format::Npz => Self::Npz,
            Format::Mat => Self::Mat,
            Format::Mcap => Self::Mcap,
        }
    }
}

/// A file that is being written. It gets its name when it is whole.
pub struct Conversion {
    writer: Box<LogFile>,
    path: PathBuf,
}

impl Conversion {
    /// Begins a file named like the log in the folder `out`.
    pub fn begin(to: Format, out: &Path, log: &Path, stream: &LogStream) -> Result<Self, Failure> {
        let format = FileFormat::from(to);
        let stem = log.file_stem().unwrap_or("log".as_ref()).to_string_lossy();
        // `run.csv.gz` and `run.csv` are both called `run`.
        let stem = stem.strip_suffix(".csv").unwrap_or(&stem);
        let path = out.join(format!("{stem}.{}", format.extension()));
        Self::begin_file(format, path, log, stream)
    }

    /// Begins the file `path`.
    pub fn begin_file(
        format: FileFormat,
        path: PathBuf,
        log: &Path,
        stream: &LogStream,
    ) -> Result<Self, Failure> {
        let same = path.canonicalize().ok().zip(log.canonicalize().ok());
        if same.is_some_and(|(written, read)| written == read) {
            return Err(Failure::input(
                format_args!("{}: this would overwrite the log that is read", path.display()),
                "choose another file or folder with --out",
            ));
        }
        let writer = LogFile::for_stream(&path, format, stream)
            .map_err(|error| Failure::writing(&path, &error))?;
        Ok(Self { writer: Box::new(writer), path })
    }

    /// Writes the rows of a block.
    pub fn write(&mut self, block: &Block) -> Result<(), Failure> {
        self.writer.write_block(block).map_err(|e| Failure::writing(&self.path, &e))
    }

    /// Ends the file and gives it its name.
    pub fn finish(self) -> Result<PathBuf, Failure> {
        self.writer.finish().map_err(|e| Failure::writing(&self.path, &e))?;
        Ok(self.path)
    }
}
