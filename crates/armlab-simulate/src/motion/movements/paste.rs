//! A movement table as it is pasted: CSV, TSV, or the print of the paper.
//!
//! One row per movement; for each joint the four cells value, TI, TF, TR. Cells
//! are separated by tabs, semicolons or commas; the four numbers of a joint may
//! also share one cell, separated by spaces, as the paper prints them. A row may
//! begin with a label (`MOVEMENT 1`), and rows above the first one with numbers
//! are headings. A joint that does not move in a row has empty cells or `-`.

use super::{JointMovements, Movement, Unit};
use crate::motion::error::MotionError;

/// Most rows.
const MOST_ROWS: usize = 100_000;
/// Names of the four cells.
const CELLS: [&str; 4] = ["value", "TI", "TF", "TR"];

/// Reads a pasted table; joints have the units given, in order, and stand at 0
/// at the beginning.
pub fn parse_movements(text: &str, units: &[Unit]) -> Result<Vec<JointMovements>, MotionError> {
    let joint = |unit: &Unit| JointMovements { unit: *unit, home: 0.0, movements: Vec::new() };
    let mut joints: Vec<JointMovements> = units.iter().map(joint).collect();
    let mut rows = 0;
    for (line, row) in text.lines().enumerate() {
        let row = Row { line: line + 1, text: row };
        let cells = row.cells();
        if rows == 0 && !cells.iter().any(Piece::is_number) {
            continue;
        }
        if cells.is_empty() {
            continue;
        }
        rows += 1;
        if rows > MOST_ROWS {
            return Err(row.error(0, format!("more than {MOST_ROWS} movements; split the table")));
        }
        row.read(&cells, &mut joints)?;
    }
    if rows == 0 {
        let problem = "no row with numbers; paste rows of value, TI, TF, TR for each joint";
        return Err(MotionError::Paste { line: 1, column: 1, problem: problem.into() });
    }
    Ok(joints)
}

/// A line of the table.
struct Row<'t> {
    line: usize,
    text: &'t str,
}

/// A number or a blank, and where it stands.
#[derive(Clone, Copy)]
struct Piece<'t> {
    text: &'t str,
    byte: usize,
}

impl Piece<'_> {
    fn is_blank(&self) -> bool {
        matches!(self.text, "" | "-" | "–")
    }
    fn is_number(&self) -> bool {
        self.text.parse::<f64>().is_ok()
    }
}

impl<'t> Row<'t> {
    fn error(&self, byte: usize, problem: String) -> MotionError {
        let before = self.text.get(..byte).unwrap_or(self.text);
        MotionError::Paste { line: self.line, column: before.chars().count() + 1, problem }
    }

    /// The row's numbers and blanks, four per joint, without its label.
    fn cells(&self) -> Vec<Piece<'t>> {
        if self.text.trim().is_empty() {
            return Vec::new();
        }
        // One separator a row, so that a decimal comma between tabs is noticed.
        let Some(separator) = ['\t', ';', ','].into_iter().find(|c| self.text.contains(*c)) else {
            return without_label(words(self.text, 0));
        };
        let mut cells: Vec<Piece> = Vec::new();
        let mut start = 0;
        for part in self.text.split(separator) {
            let inset = part.len() - part.trim_start().len();
            cells.push(Piece { text: part.trim(), byte: start + inset });
            start += part.len() + 1;
        }
        // A label is a first cell with a word in it; an empty first cell above a
        // label column is a blank that belongs to nobody.
        if cells.first().is_some_and(|c| c.text.chars().any(char::is_alphabetic) && !c.is_number())
        {
            cells.remove(0);
        }
        let grouped = cells.iter().any(|c| c.text.split_whitespace().nth(1).is_some());
        if !grouped {
            return cells;
        }
        let blank = |cell: &Piece<'t>| [*cell; 4];
        let spread = |cell: Piece<'t>| {
            if cell.is_blank() {
                blank(&Piece { text: "", byte: cell.byte }).to_vec()
            } else {
                words(cell.text, cell.byte)
            }
        };
        cells.into_iter().flat_map(spread).collect()
    }

    /// Adds the row's movements to the joints.
    fn read(&self, cells: &[Piece], joints: &mut [JointMovements]) -> Result<(), MotionError> {
        if cells.len() != 4 * joints.len() {
            let problem = format!(
                "{} cells, where {} joints need {}: value, TI, TF, TR for each",
                cells.len(),
                joints.len(),
                4 * joints.len()
            );
            return Err(self.error(0, problem));
        }
        for (j, (group, joint)) in cells.chunks_exact(4).zip(joints).enumerate() {
            if group.iter().all(Piece::is_blank) {
                continue;
            }
            let mut numbers = [0.0; 4];
            for ((number, piece), name) in numbers.iter_mut().zip(group).zip(CELLS) {
                *number = self.number(piece, j + 1, joint.movements.len() + 1, name)?;
            }
            let [value, start, end, rest] = numbers;
            joint.movements.push(Movement { value, start, end, rest });
        }
        Ok(())
    }

    fn number(
        &self,
        piece: &Piece,
        joint: usize,
        movement: usize,
        cell: &str,
    ) -> Result<f64, MotionError> {
        match piece.text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => {
                let short: String = piece.text.chars().take(20).collect();
                let problem = format!(
                    "joint {joint}, movement {movement}, {cell}: `{short}` is not a number; \
                     write decimals with a point, or leave all four cells of a joint empty"
                );
                Err(self.error(piece.byte, problem))
            }
        }
    }
}

/// The words of a cell with their places.
fn words(text: &str, byte: usize) -> Vec<Piece<'_>> {
    let mut at = 0;
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let start = text.get(at..).and_then(|rest| rest.find(word)).map_or(at, |i| at + i);
        found.push(Piece { text: word, byte: byte + start });
        at = start + word.len();
    }
    found
}

/// Words without a label at the beginning: a word with letters, and the number
/// that belongs to it if the rest then makes whole joints.
fn without_label(mut words: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let labelled =
        words.first().is_some_and(|w| !w.is_number() && w.text.chars().any(char::is_alphabetic));
    if labelled {
        words.remove(0);
        if words.len() % 4 == 1 {
            words.remove(0);
        }
    }
    words
}
