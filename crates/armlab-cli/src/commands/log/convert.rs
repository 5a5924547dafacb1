//! Writing a log in another format while it is read.

use crate::failure::Failure;
use armlab_log::write::{CsvWriter, LogWriter, ParquetWriter, header};
use armlab_log::{Block, LogStream};
use clap::ValueEnum;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// What a log can be written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text, with the shortest numbers that are read back exactly
    Csv,
    /// Apache Parquet
    Parquet,
}

/// A file that is being written. It gets its name when it is whole.
pub struct Conversion {
    writer: Box<dyn LogWriter>,
    unfinished: PathBuf,
    path: PathBuf,
}

impl Conversion {
    /// Begins a file named like the log in the folder `out`.
    pub fn begin(to: Format, out: &Path, log: &Path, stream: &LogStream) -> Result<Self, Failure> {
        let ending = match to {
            Format::Csv => "csv",
            Format::Parquet => "parquet",
        };
        let stem = log.file_stem().unwrap_or("log".as_ref()).to_string_lossy();
        // `run.csv.gz` and `run.csv` are both called `run`.
        let stem = stem.strip_suffix(".csv").unwrap_or(&stem);
        let path = out.join(format!("{stem}.{ending}"));
        let same = path.canonicalize().ok().zip(log.canonicalize().ok());
        if same.is_some_and(|(written, read)| written == read) {
            return Err(Failure::input(
                format_args!("{}: this would overwrite the log that is read", path.display()),
                "choose another folder with --out",
            ));
        }
        let unfinished = out.join(format!("{stem}.{ending}.part"));
        let begun = File::create(&unfinished).and_then(|file| {
            let file = BufWriter::with_capacity(1 << 16, file);
            let header = header(stream.channels());
            let writer: Box<dyn LogWriter> = match to {
                Format::Csv => Box::new(CsvWriter::new(file, &header)?),
                Format::Parquet => Box::new(ParquetWriter::new(file, &header)?),
            };
            Ok(writer)
        });
        let writer = begun.map_err(|error| Failure::writing(&unfinished, &error))?;
        Ok(Self { writer, unfinished, path })
    }

    /// Writes the rows of a block.
    pub fn write(&mut self, block: &Block) -> Result<(), Failure> {
        self.writer.write_block(block).map_err(|e| failed(&self.unfinished, &e))
    }

    /// Ends the file and gives it its name.
    pub fn finish(self) -> Result<PathBuf, Failure> {
        let Self { writer, unfinished, path } = self;
        let done = writer.finish().and_then(|()| fs::rename(&unfinished, &path));
        done.map_err(|e| failed(&unfinished, &e))?;
        Ok(path)
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    let _ = fs::remove_file(path);
    Failure::writing(path, error)
}
