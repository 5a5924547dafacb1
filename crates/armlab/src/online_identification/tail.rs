//! Bytes as they arrive: from a pipe until it ends, or from a file that grows.

use crate::error::{Error, Hint, Result};
use crate::progress::CancelToken;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, stdin};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time between two reads of a file, and between two checks for cancelling.
const POLL: Duration = Duration::from_millis(50);
/// Most bytes at once.
const CHUNK: usize = 1 << 16;
/// Chunks of a pipe that are queued; beyond them its writer waits.
const PIECES: usize = 64;

/// What a read returned.
pub enum TailEvent {
    /// Some bytes.
    Bytes(Vec<u8>),
    /// Nothing yet.
    Nothing,
    /// The end of the pipe, of the idle time, or by cancelling.
    End,
}

/// A pipe or a growing file.
pub struct LogTail {
    source: Source,
    /// How long nothing may arrive.
    idle: Option<Duration>,
    since: Instant,
    cancel: CancelToken,
}

enum Source {
    Pipe(Receiver<std::io::Result<Vec<u8>>>),
    File { path: PathBuf, file: File, at: u64 },
}

impl LogTail {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(
        path: impl AsRef<Path>,
        idle: Option<Duration>,
        cancel: CancelToken,
    ) -> Result<Self> {
        let path = path.as_ref();
        let source = if path == Path::new("-") {
            Source::Pipe(pipe())
        } else {
            let file = File::open(path).map_err(|e| reading(path, &e))?;
            if file.metadata().is_ok_and(|m| m.is_dir()) {
                let error = std::io::Error::other("it is a folder");
                return Err(reading(path, &error));
            }
            Source::File { path: path.into(), file, at: 0 }
        };
        Ok(Self { source, idle, since: Instant::now(), cancel })
    }

    /// What has arrived since the last call; waits a moment if that is nothing.
    ///
    /// # Errors
    /// If the source cannot be read.
    pub fn read(&mut self) -> Result<TailEvent> {
        if self.cancel.is_cancelled() {
            return Ok(TailEvent::End);
        }
        let event = match &mut self.source {
            Source::Pipe(pipe) => match pipe.recv_timeout(POLL) {
                Ok(Ok(bytes)) => TailEvent::Bytes(bytes),
                Ok(Err(error)) => return Err(reading(Path::new("standard input"), &error)),
                Err(RecvTimeoutError::Timeout) => TailEvent::Nothing,
                Err(RecvTimeoutError::Disconnected) => return Ok(TailEvent::End),
            },
            Source::File { path, file, at } => more(path, file, at)?,
        };
        match event {
            TailEvent::Bytes(_) => self.since = Instant::now(),
            _ if self.idle.is_some_and(|p| self.since.elapsed() >= p) => return Ok(TailEvent::End),
            _ => {}
        }
        Ok(event)
    }
}

fn reading(path: &Path, error: &std::io::Error) -> Error {
    let hint = "give a CSV file that is being written, or - for standard input";
    Error::new(format_args!("{}: cannot be read: {error}", path.display()))
        .hint(Hint::Text(hint.into()))
}

/// A thread that reads, so that waiting for a pipe can be cancelled.
fn pipe() -> Receiver<std::io::Result<Vec<u8>>> {
    let (send, receive) = mpsc::sync_channel(PIECES);
    std::thread::spawn(move || {
        let mut buffer = vec![0; CHUNK];
        let mut input = stdin().lock();
        loop {
            let piece = match input.read(&mut buffer) {
                Ok(0) => return,
                Ok(n) => Ok(buffer.get(..n).unwrap_or_default().to_vec()),
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) => Err(e),
            };
            let failed = piece.is_err();
            if send.send(piece).is_err() || failed {
                return;
            }
        }
    });
    receive
}

/// What a file has gained. One that was truncated is read from its new end on.
fn more(path: &Path, file: &mut File, at: &mut u64) -> Result<TailEvent> {
    let size = file.metadata().map_err(|e| reading(path, &e))?.len();
    if size < *at {
        *at = size;
        file.seek(SeekFrom::Start(size)).map_err(|e| reading(path, &e))?;
    }
    let mut buffer = vec![0; CHUNK];
    let n = file.read(&mut buffer).map_err(|e| reading(path, &e))?;
    if n == 0 {
        std::thread::sleep(POLL);
        return Ok(TailEvent::Nothing);
    }
    *at += n as u64;
    buffer.truncate(n);
    Ok(TailEvent::Bytes(buffer))
}
