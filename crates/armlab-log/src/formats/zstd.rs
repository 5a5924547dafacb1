//! Zstandard, unpacked in Rust, with its checksums.

use crate::input::read_full;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{self, BufReader, Chain, Cursor, Read};

/// What a frame begins with.
pub const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Largest window, in bytes: what `zstd -22` uses, without `--long`.
const LARGEST_WINDOW: u64 = 128 << 20;

type Frame<R> = StreamingDecoder<Chain<Cursor<[u8; 4]>, BufReader<R>>, FrameDecoder>;

/// The content of frames that follow each other.
pub struct Frames<R: Read> {
    state: State<R>,
}

enum State<R: Read> {
    Between(BufReader<R>),
    Within(Box<Frame<R>>),
    Over,
}

impl<R: Read> Frames<R> {
    pub fn new(input: R) -> Self {
        Self { state: State::Between(BufReader::with_capacity(1 << 16, input)) }
    }

    /// Begins the next frame, if there is one.
    fn begin(mut input: BufReader<R>) -> io::Result<State<R>> {
        let mut magic = [0; 4];
        match read_full(&mut input, &mut magic)? {
            0 => return Ok(State::Over),
            4 => {}
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        if u32::from_le_bytes(magic) >> 4 == 0x0184_d2a5 {
            // A frame for other uses: its length, then bytes.
            let mut length = [0; 4];
            input.read_exact(&mut length)?;
            let length = u64::from(u32::from_le_bytes(length));
            io::copy(&mut (&mut input).take(length), &mut io::sink())?;
            return Ok(State::Between(input));
        }
        if magic != MAGIC {
            return Err(bad("there are other bytes behind what is packed with zstd"));
        }
        let source = Cursor::new(magic).chain(input);
        let frame = Frame::new_with_max_window_size(source, LARGEST_WINDOW).map_err(bad)?;
        Ok(State::Within(Box::new(frame)))
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            self.state = match std::mem::replace(&mut self.state, State::Over) {
                State::Over => return Ok(0),
                State::Between(input) => Self::begin(input)?,
                State::Within(mut frame) => {
                    let n = frame.read(buffer).map_err(bad)?;
                    if n > 0 {
                        self.state = State::Within(frame);
                        return Ok(n);
                    }
                    check(&frame.decoder)?;
                    State::Between(frame.into_inner().into_inner().1)
                }
            };
        }
    }
}

fn check(frame: &FrameDecoder) -> io::Result<()> {
    match (frame.get_checksum_from_data(), frame.get_calculated_checksum()) {
        (Some(stated), Some(found)) if stated != found => {
            Err(bad("a checksum (XXH64) does not match: some bytes were changed"))
        }
        _ => Ok(()),
    }
}

fn bad(message: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_string())
}

/// Unpacks frames into `to`; an error if they hold more than `most` bytes.
#[cfg(any(feature = "parquet", feature = "mcap", feature = "db3"))]
pub fn unpack(packed: &[u8], most: usize, to: &mut Vec<u8>) -> io::Result<()> {
    to.clear();
    Frames::new(packed).take(most as u64 + 1).read_to_end(to)?;
    if to.len() > most {
        return Err(bad(format!("it holds more than {most} bytes")));
    }
    Ok(())
}
