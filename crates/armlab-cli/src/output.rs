//! Where results go: standard output, and files beside it.

use crate::arguments::{Color, Common};
use crate::failure::{Failure, Outcome};
pub use armlab::documents::file_name;
use armlab::documents::typed;
use armlab::validation::Level;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Characters of a progress line: more might not fit into the terminal.
const LONGEST_LINE: usize = 78;

/// Buffered standard output. Flush it to see its errors.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints `text` as it is.
pub fn print(text: &str) -> Outcome {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a JSON document.
pub fn print_json(document: &impl Serialize) -> Outcome {
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, document).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Notes the files that were written, and prints a report: as JSON, or as text.
pub fn print_report(
    common: &Common,
    report: &(impl Serialize + std::fmt::Display),
    files: &[PathBuf],
) -> Outcome {
    for file in files {
        note(format_args!("wrote {}", file.display()));
    }
    if common.json {
        return print_json(report);
    }
    print(&Paint::new(common).report(&report.to_string()))
}

/// Whether the last line of the terminal is one that will be written over.
static LINE: Mutex<bool> = Mutex::new(false);

/// A message on standard error; if it cannot be written it is dropped.
pub fn note(message: impl std::fmt::Display) {
    message_line(format_args!("note: {message}"));
}

/// A line on standard error.
pub fn message_line(message: impl std::fmt::Display) {
    clear_line();
    let _ = writeln!(io::stderr(), "{message}");
}

/// Shows a line on the terminal that the next message writes over.
pub fn write_line(line: &str) {
    let mut shown = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    let short: String = line.chars().take(LONGEST_LINE).collect();
    let _ = write!(io::stderr(), "\r\x1b[K{short}");
    let _ = io::stderr().flush();
    *shown = true;
}

/// Removes that line.
pub fn clear_line() {
    let mut shown = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut *shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// Files of a command, in the folder given with `--out`.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Opens the folder, and makes it where there is none.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        std::fs::create_dir_all(path).map_err(|error| Failure::writing(path, &error))?;
        armlab_files::remove_unfinished(path, armlab_files::ABANDONED);
        Ok(Self { path: path.into() })
    }
    /// Writes one of many files.
    pub fn write_quietly(&self, name: &str, content: &str) -> Result<PathBuf, Failure> {
        let path = self.path.join(name);
        armlab_files::write(&path, content).map_err(|error| Failure::writing(&path, &error))?;
        Ok(path)
    }
    /// Writes a file and says so.
    pub fn write(&self, name: &str, content: &str) -> Result<PathBuf, Failure> {
        let path = self.write_quietly(name, content)?;
        note(format_args!("wrote {}", path.display()));
        Ok(path)
    }
    /// Writes a JSON document as a file.
    pub fn write_json(&self, name: &str, document: &impl Serialize) -> Result<PathBuf, Failure> {
        let text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
        self.write(name, &(text + "\n"))
    }
}

/// The words behind the program's name.
static WORDS: OnceLock<Vec<String>> = OnceLock::new();

/// Remembers what was typed, for reports that name the command that made them.
pub fn remember_command(words: &[OsString]) {
    let words = words.iter().skip(1).map(|w| w.to_string_lossy().into());
    let _ = WORDS.set(words.collect());
}

/// The command as it was typed.
pub fn this_command() -> String {
    let words = WORDS.get().into_iter().flatten().cloned();
    typed(std::iter::once("armlab".to_string()).chain(words))
}

/// Paints text for a terminal, where that is wanted.
#[derive(Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// As the user and the terminal want it.
    pub fn new(common: &Common) -> Self {
        let wanted = || std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let on = match common.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => wanted() && io::stdout().is_terminal(),
        };
        Self { on }
    }
    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }
    /// Colours a report: the subject of its first line, headings, and what lines begin with.
    pub fn report(self, text: &str) -> String {
        if !self.on {
            return text.into();
        }
        let mut out = String::with_capacity(text.len());
        let mut first = true;
        for line in text.lines() {
            let label = line.split_once(": ").map(|(label, _)| label);
            out += &match label {
                Some("warning" | "assumed") => self.label(line, Self::yellow),
                Some("stopped early" | "error") => self.label(line, Self::red),
                Some("recommended" | "report") => self.label(line, Self::green),
                Some(_) if first => self.label(line, Self::bold),
                None if line.ends_with(':') && !line.starts_with(' ') => self.bold(line),
                _ => line.into(),
            };
            out.push('\n');
            first &= line.is_empty();
        }
        out
    }
    /// Paints what is before the first colon.
    fn label(self, line: &str, paint: fn(Self, &str) -> String) -> String {
        match line.split_once(':') {
            Some((label, rest)) => format!("{}:{rest}", paint(self, label)),
            None => line.into(),
        }
    }
    /// Bold.
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }
    /// Bold red.
    pub fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }
    /// Bold yellow.
    pub fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }
    /// Cyan.
    pub fn cyan(self, text: &str) -> String {
        self.with("36", text)
    }
    /// Bold green.
    pub fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }
    /// A verdict in its colour.
    pub fn level(self, level: Level) -> String {
        match level {
            Level::Pass => self.green(level.name()),
            Level::Limited => self.with("1;33", level.name()),
            Level::Fail => self.red(level.name()),
        }
    }
}
