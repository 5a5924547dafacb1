//! A log that is still being written: text that comes in pieces, as from a pipe
//! or from the end of a growing file.
//!
//! Columns are mapped once there are three lines that are no comments (names,
//! perhaps units, numbers). From then on every complete line is a row. A line
//! that is damaged is left out and counted: a stream does not end for it. So is a
//! last line without its end: its last number may be half of one.

use crate::block::Block;
use crate::error::{LogError, Place};
use crate::formats::csv::{self, CsvSource};
use crate::mapping::{Assignment, Mapping, Role};
use crate::quantity::Quantity;
use crate::source::LogSource;
use crate::stream::ReadOptions;
use std::io::Cursor;

/// Lines that are no comments before columns are mapped.
const ENOUGH: usize = 3;
/// Bytes without the end of a line that are waited for.
const LONGEST: usize = 1 << 20;
/// Bytes of comments that are waited for before the first rows.
const LONGEST_BEGINNING: usize = 4 << 20;

/// Text that comes in pieces.
pub struct LiveLog {
    name: String,
    options: ReadOptions,
    /// What has come of the next line, or of the first few.
    waiting: Vec<u8>,
    /// Bytes of the first lines that were looked at, and lines in them that are no comments.
    counted: usize,
    lines: usize,
    mapped: Option<Mapped>,
    left_out: u64,
    last_complaint: Option<LogError>,
}

struct Mapped {
    source: CsvSource<Cursor<Vec<u8>>>,
    mapping: Mapping,
    channels: Vec<Assignment>,
    settled: bool,
}

impl LiveLog {
    /// Nothing has come yet; `name` is for complaints.
    pub fn new(name: &str, options: ReadOptions) -> Self {
        let (waiting, name) = (Vec::new(), name.to_string());
        let (counted, lines, left_out) = (0, 0, 0);
        Self {
            name,
            options,
            waiting,
            counted,
            lines,
            mapped: None,
            left_out,
            last_complaint: None,
        }
    }
    /// Which column is which, once that is known.
    pub fn mapping(&self) -> Option<&Mapping> {
        self.mapped.as_ref().map(|m| &m.mapping)
    }
    /// The column of a block that holds a quantity of a joint; the first is time.
    pub fn column_of(&self, quantity: Quantity, joint: usize) -> Option<usize> {
        let channels = &self.mapped.as_ref()?.channels;
        channels.iter().position(|c| c.role == Role::Joint(quantity, joint)).map(|i| i + 1)
    }
    /// Lines that were left out because they could not be read.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }
    /// Why the last of them.
    pub fn last_complaint(&self) -> Option<&LogError> {
        self.last_complaint.as_ref()
    }

    /// Takes a piece; gives the rows that are complete, in SI units.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Block>, LogError> {
        self.waiting.extend_from_slice(bytes);
        let Some(end) = memchr::memrchr(b'\n', &self.waiting) else {
            if self.waiting.len() > LONGEST {
                let message = format!("a line is longer than {} MiB", LONGEST >> 20);
                let hint = "is this a log in text, with a line per sample?";
                return Err(LogError::new(&self.name, Place::File, message, hint));
            }
            return Ok(Vec::new());
        };
        if self.mapped.is_none() {
            self.lines += data_lines(&self.waiting[self.counted..=end]);
            self.counted = end + 1;
        }
        if self.mapped.is_none() && self.lines < ENOUGH {
            if self.waiting.len() > LONGEST_BEGINNING {
                let size = LONGEST_BEGINNING >> 20;
                let message = format!("there are no rows in the first {size} MiB");
                let hint = "is this a log in text, with a line of names and a line per sample?";
                return Err(LogError::new(&self.name, Place::File, message, hint));
            }
            return Ok(Vec::new());
        }
        let rest = self.waiting.split_off(end + 1);
        let complete = std::mem::replace(&mut self.waiting, rest);
        self.rows(complete)
    }

    /// No more will come: complete lines that wait are read, a line without its
    /// end is left out.
    pub fn finish(&mut self) -> Result<Vec<Block>, LogError> {
        let mut rest = std::mem::take(&mut self.waiting);
        let cut = rest.split_off(memchr::memrchr(b'\n', &rest).map_or(0, |end| end + 1));
        if !csv::is_no_data(&cut) {
            self.left_out += 1;
            let message = "the last line has no line end and was left out";
            let hint = "its last number may be cut; end every line with a line feed";
            self.last_complaint = Some(LogError::new(&self.name, Place::File, message, hint));
        }
        if rest.trim_ascii().is_empty() { Ok(Vec::new()) } else { self.rows(rest) }
    }

    /// The rows of complete lines. How the text is laid out is guessed from the first lines
    /// only, so that it does not depend on the pieces in which they came.
    fn rows(&mut self, mut text: Vec<u8>) -> Result<Vec<Block>, LogError> {
        let mut blocks = Vec::new();
        if self.mapped.is_none() {
            let rest = text.split_off(end_of_beginning(&text));
            let opened = mapped(&self.name, text, &self.options)?;
            let opened = self.mapped.insert(opened);
            Self::read(opened, &mut self.left_out, &mut self.last_complaint, &mut blocks);
            text = rest;
        }
        if let Some(mapped) = &mut self.mapped {
            mapped.source.go_on(Cursor::new(text));
            Self::read(mapped, &mut self.left_out, &mut self.last_complaint, &mut blocks);
        }
        Ok(blocks)
    }

    /// Reads what a source has.
    fn read(
        mapped: &mut Mapped,
        left_out: &mut u64,
        last_complaint: &mut Option<LogError>,
        blocks: &mut Vec<Block>,
    ) {
        loop {
            let mut block = Block::new();
            match mapped.source.next_block(&mut block) {
                Ok(false) => return,
                Ok(true) => {}
                Err(error) => {
                    // Rows before the damaged line are in the block.
                    *left_out += 1;
                    *last_complaint = Some(error);
                }
            }
            if block.rows() == 0 {
                continue;
            }
            if !mapped.settled {
                mapped.settled = true;
                mapped.mapping.settle_time(block.column(0)[0]);
            }
            mapped.mapping.apply(&mapped.channels, &mut block);
            blocks.push(block);
        }
    }
}

fn mapped(name: &str, text: Vec<u8>, options: &ReadOptions) -> Result<Mapped, LogError> {
    let mut source = CsvSource::open(name, Cursor::new(text))?;
    let ReadOptions { instructions, expectation, rate, .. } = options;
    let mapping = Mapping::new(name, source.schema(), instructions, expectation, *rate)?;
    source.select(&mapping.order());
    let channels = mapping.channels();
    Ok(Mapped { source, mapping, channels, settled: false })
}

/// Where the lines end from which the layout is guessed.
fn end_of_beginning(text: &[u8]) -> usize {
    let (mut lines, mut end) = (0, 0);
    for line in text.split_inclusive(|&b| b == b'\n') {
        end += line.len();
        lines += usize::from(!csv::is_no_data(line));
        if lines == ENOUGH {
            break;
        }
    }
    end
}

/// Lines that are neither empty nor comments.
fn data_lines(text: &[u8]) -> usize {
    text.split(|&b| b == b'\n').filter(|line| !csv::is_no_data(line)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(blocks: &[Block]) -> Vec<Vec<f64>> {
        let row = |b: &Block, i: usize| b.columns().iter().map(|c| c[i]).collect();
        blocks.iter().flat_map(|b| (0..b.rows()).map(move |i| row(b, i))).collect()
    }

    #[test]
    fn the_layout_does_not_depend_on_the_pieces_of_a_text() {
        // The fourth line would change what the first three mean.
        let text = "# c\nt;q0;tau6;ta;q@# c\nt;q1;q\ns;dd;gee;;Nm\n0;1,5;2;3;4;\n";
        let read = |size: usize| {
            let mut live = LiveLog::new("live", ReadOptions::default());
            let mut all = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                all.extend(live.push(piece).map_err(|e| e.to_string())?);
            }
            all.extend(live.finish().map_err(|e| e.to_string())?);
            Ok::<_, String>((rows(&all), live.left_out()))
        };
        assert_eq!(read(1), read(text.len()));
    }

    #[test]
    fn comments_without_end_are_refused() {
        let mut live = LiveLog::new("live", ReadOptions::default());
        let comment = format!("# {}\n", "x".repeat(1000));
        let refused = (0..10_000).find_map(|_| live.push(comment.as_bytes()).err());
        assert!(refused.is_some_and(|e| e.to_string().contains("no rows")));
    }

    #[test]
    fn any_cut_of_the_text_gives_the_same_rows() {
        let text = "# a log\nt,q1 [deg],tau1\n0,180,1\n0.1,90,2\n\n0.2,0,3\n0.3,-90,4\n0.4,-9";
        let whole = {
            let mut live = LiveLog::new("live", ReadOptions::default());
            let mut all = live.push(text.as_bytes()).unwrap();
            all.extend(live.finish().unwrap());
            rows(&all)
        };
        assert_eq!(whole.len(), 4);
        assert!((whole[0][1] - std::f64::consts::PI).abs() < 1e-15);
        for piece in 1..text.len() {
            let mut live = LiveLog::new("live", ReadOptions::default());
            let mut all = Vec::new();
            for bytes in text.as_bytes().chunks(piece) {
                all.extend(live.push(bytes).unwrap());
            }
            all.extend(live.finish().unwrap());
            assert_eq!(rows(&all), whole, "pieces of {piece} bytes");
            assert_eq!(live.left_out(), 1, "the line without its end");
            assert!(live.column_of(Quantity::Effort, 0).is_some());
        }
    }

    #[test]
    fn damaged_lines_are_left_out_counted_and_located() {
        let mut live = LiveLog::new("live", ReadOptions::default());
        let first = live.push(b"t,q1,tau1\n0,0,1\n0.1,oops,2\n0.2,0,3\n").unwrap();
        assert_eq!(rows(&first).len(), 2);
        let second = live.push(b"0.3,1\n0.4,1,2\n").unwrap();
        assert_eq!(rows(&second), [[0.4, 1.0, 2.0]]);
        assert_eq!(live.left_out(), 2);
        let complaint = live.last_complaint().unwrap().to_string();
        assert!(complaint.contains('5'), "{complaint}");
    }

    #[test]
    fn time_since_1970_is_counted_from_the_first_row_of_all() {
        let mut live = LiveLog::new("live", ReadOptions::default());
        let head = b"t,q1,tau1\n1700000000.0,0,1\n1700000000.5,0,1\n";
        let mut all = live.push(head).unwrap();
        all.extend(live.push(b"1700000001.5,0,1\n").unwrap());
        let times: Vec<f64> = rows(&all).iter().map(|r| r[0]).collect();
        assert_eq!(times, [0.0, 0.5, 1.5]);
    }

    #[test]
    fn what_is_no_log_is_refused() {
        let mut live = LiveLog::new("live", ReadOptions::default());
        assert!(live.push(b"hello\nyou\nthere\n").is_err());
        let mut endless = LiveLog::new("live", ReadOptions::default());
        assert!(endless.push(&vec![b'1'; LONGEST + 1]).is_err());
    }
}
