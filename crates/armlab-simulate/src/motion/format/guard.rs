//! Refuses TOML that is built to exhaust memory, before it is parsed.
//!
//! The parser spends about a kilobyte on every table, and a dotted key makes one
//! per dot. A trajectory has few tables and many numbers, so the count may be
//! crude: comments and strings are not skipped, which counts too much, never too
//! little.

use super::source::{FormatError, Source};

/// Brackets, assignments and dots of keys.
const MOST_TABLES: usize = 200_000;
/// Numbers.
const MOST_VALUES: usize = 3_000_000;

pub fn check(source: &Source) -> Result<(), FormatError> {
    let (mut tables, mut values, mut dots) = (0, 0, 0);
    // A word with one dot that begins like a number is taken for one; a key of
    // that look is counted by its assignment or bracket.
    let mut numeric = false;
    for (at, &byte) in source.text.as_bytes().iter().enumerate() {
        match byte {
            b'.' => {
                dots += 1;
                tables += usize::from(dots > 1 || !numeric);
            }
            b'{' | b'[' | b'=' => tables += 1,
            b',' | b'\n' => values += 1,
            _ => {}
        }
        let in_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.');
        if !in_word {
            (dots, numeric) = (0, true);
        } else if !byte.is_ascii_digit() && !matches!(byte, b'-' | b'+' | b'.' | b'_') {
            numeric = false;
        }
        if tables > MOST_TABLES || values > MOST_VALUES {
            let message = "the file has more tables or numbers than any trajectory needs";
            return Err(source.error(at, message, "keep long records in log files"));
        }
    }
    Ok(())
}
