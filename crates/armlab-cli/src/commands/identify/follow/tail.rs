//! Bytes as they come: from a pipe until it ends, or from a file that grows.

use crate::failure::Failure;
use crate::interrupt;
use crate::output::note;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, stdin};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time between two looks at a file, and at the keyboard.
const LOOK: Duration = Duration::from_millis(50);
/// Most bytes at once.
const CHUNK: usize = 1 << 16;
/// Pieces of a pipe that may wait; beyond them its writer waits.
const PIECES: usize = 64;

/// What came.
pub enum Came {
    /// Some bytes.
    Bytes(Vec<u8>),
    /// Nothing for now.
    Nothing,
    /// The end: of the pipe, of patience, or by an interrupt.
    End,
}

/// Where bytes come from.
pub struct Tail {
    from: From,
    /// How long nothing may come.
    patience: Option<Duration>,
    since: Instant,
}

enum From {
    Pipe(Receiver<std::io::Result<Vec<u8>>>),
    File { path: PathBuf, file: File, at: u64 },
}

impl Tail {
    /// Opens a file, or standard input for `-`.
    pub fn open(path: &Path, patience: Option<Duration>) -> Result<Self, Failure> {
        let from = match path == Path::new("-") {
            true => From::Pipe(pipe()),
            false => {
                let file = File::open(path).map_err(|e| reading(path, &e))?;
                if file.metadata().is_ok_and(|m| m.is_dir()) {
                    let error = std::io::Error::other("it is a folder");
                    return Err(reading(path, &error));
                }
                From::File { path: path.into(), file, at: 0 }
            }
        };
        Ok(Self { from, patience, since: Instant::now() })
    }

    /// What has come since the last call; waits a moment if that is nothing.
    pub fn next(&mut self) -> Result<Came, Failure> {
        if interrupt::is_requested() {
            return Ok(Came::End);
        }
        let came = match &mut self.from {
            From::Pipe(pipe) => match pipe.recv_timeout(LOOK) {
                Ok(Ok(bytes)) => Came::Bytes(bytes),
                Ok(Err(error)) => return Err(reading(Path::new("standard input"), &error)),
                Err(RecvTimeoutError::Timeout) => Came::Nothing,
                Err(RecvTimeoutError::Disconnected) => return Ok(Came::End),
            },
            From::File { path, file, at } => more(path, file, at)?,
        };
        match came {
            Came::Bytes(_) => self.since = Instant::now(),
            _ if self.patience.is_some_and(|p| self.since.elapsed() >= p) => return Ok(Came::End),
            _ => {}
        }
        Ok(came)
    }
}

fn reading(path: &Path, error: &std::io::Error) -> Failure {
    let hint = "give a CSV file that is being written, or - for standard input";
    Failure::input(format_args!("{}: cannot be read: {error}", path.display()), hint)
}

/// A thread that reads, so that waiting for a pipe keeps nobody from stopping.
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

/// What a file has gained.
fn more(path: &Path, file: &mut File, at: &mut u64) -> Result<Came, Failure> {
    let size = file.metadata().map_err(|e| reading(path, &e))?.len();
    if size < *at {
        note(format_args!("{} was cut; it is read from its new end on", path.display()));
        *at = size;
        file.seek(SeekFrom::Start(size)).map_err(|e| reading(path, &e))?;
    }
    let mut buffer = vec![0; CHUNK];
    let n = file.read(&mut buffer).map_err(|e| reading(path, &e))?;
    if n == 0 {
        std::thread::sleep(LOOK);
        return Ok(Came::Nothing);
    }
    *at += n as u64;
    buffer.truncate(n);
    Ok(Came::Bytes(buffer))
}
