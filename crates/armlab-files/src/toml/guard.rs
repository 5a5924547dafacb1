//! Refuses TOML that is built to exhaust memory, before it is parsed.
//!
//! The parser spends about a kilobyte on every table, and a dotted key of two
//! hundred bytes makes a hundred of them. This scan bounds tables and, far more
//! generously, everything else that becomes a value. It skips strings and
//! comments and may count too much, but on well-formed text never too little.

use crate::error::FileError;
use crate::source::Source;

/// Most tables of a file. Twenty thousand joints have eight each.
const MOST_TABLES: usize = 250_000;
/// Most words, strings, commas, assignments, brackets and line ends. Twenty thousand joints with
/// all their digits have some three million.
const MOST_MARKS: usize = 6_000_000;

pub(super) fn check(source: &Source) -> Result<(), FileError> {
    let text = source.text.as_bytes();
    let (mut tables, mut marks) = (0, 0);
    let mut line_begins = true;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let next = match byte {
            b'"' | b'\'' => {
                marks += 1;
                after_string(text, at)
            }
            b'#' => after_comment(text, at),
            b if is_bare(b) => {
                let end = run(text, at, is_bare);
                marks += 1;
                tables += key_dots(text, at, end);
                end
            }
            _ => {
                // An array may also begin a line; counting it as a header does no harm.
                tables += usize::from(byte == b'{' || (byte == b'[' && line_begins));
                marks += usize::from(matches!(byte, b',' | b'=' | b'[' | b'{' | b'\n'));
                at + 1
            }
        };
        line_begins = byte == b'\n' || (line_begins && matches!(byte, b' ' | b'\t' | b'\r'));
        if tables > MOST_TABLES || marks > MOST_MARKS {
            let message = "the file has too many tables or values";
            return Err(source.error(at, message, "split the file"));
        }
        at = next;
    }
    Ok(())
}

fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.')
}

/// First byte at or after `at` that is not of a kind.
fn run(text: &[u8], at: usize, kind: fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&b| !kind(b)).unwrap_or(rest.len())
}

/// Tables that the dots of a bare word make: none in a number, unless a value
/// is assigned to it, which makes it a key.
fn key_dots(text: &[u8], start: usize, end: usize) -> usize {
    let word = text.get(start..end).unwrap_or_default();
    let dots = word.iter().filter(|&&b| b == b'.').count();
    let numeric = word.first().is_some_and(|b| matches!(b, b'0'..=b'9' | b'+' | b'-'));
    let assigned = text.get(run(text, end, |b| matches!(b, b' ' | b'\t'))) == Some(&b'=');
    if dots == 1 && numeric && !assigned { 0 } else { dots }
}

fn after_comment(text: &[u8], at: usize) -> usize {
    run(text, at, |b| b != b'\n')
}

/// The byte behind a string of any of the four kinds.
fn after_string(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let quote = rest.first().copied().unwrap_or_default();
    let thrice = [quote; 3];
    let (opening, closing) =
        if rest.starts_with(&thrice) { (3, &thrice[..]) } else { (1, &thrice[..1]) };
    let mut i = at + opening;
    while let Some(&byte) = text.get(i) {
        if byte == b'\\' && quote == b'"' {
            i += 2;
        } else if text.get(i..).is_some_and(|rest| rest.starts_with(closing)) {
            return i + opening;
        } else if byte == b'\n' && opening == 1 {
            // A string that does not end on its line is an error for the parser.
            return i;
        } else {
            i += 1;
        }
    }
    i
}
