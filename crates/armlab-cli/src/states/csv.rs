//! States from a CSV file, with complaints that name file, line and column.

use super::States;
use super::columns::{Column, Header};
use crate::failure::Failure;
use crate::output::note;
use armlab::robot::Robot;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};

/// Longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// Most positions of all states, so that a stream without an end does not take all memory.
const MOST_NUMBERS: usize = 20_000_000;
/// Most of a bad field that is shown, in characters.
const LONGEST_SHOWN: usize = 40;

/// Reads states of `robot` from the file at `path`, or from standard input for `-`.
pub fn read(path: &str, robot: &Robot) -> Result<States, Failure> {
    if path == "-" {
        return Reader::new("standard input", io::stdin().lock()).states(robot);
    }
    let file = File::open(path).map_err(|error| {
        let hint = "give a CSV file with columns q1, q2, …, or `-` for standard input";
        Failure::input(format_args!("{path}: cannot be read: {error}"), hint)
    })?;
    Reader::new(path, BufReader::with_capacity(1 << 16, file)).states(robot)
}

struct Reader<'p, R> {
    path: &'p str,
    input: R,
    line: usize,
    buffer: Vec<u8>,
}

impl<'p, R: BufRead> Reader<'p, R> {
    fn new(path: &'p str, input: R) -> Self {
        Self { path, input, line: 0, buffer: Vec::new() }
    }

    fn states(mut self, robot: &Robot) -> Result<States, Failure> {
        let header = self.header(robot)?;
        let dofs = robot.driven_joints().count();
        let mut states = States { dofs, ..States::default() };
        let mut tau = Vec::new();
        let mut time = Vec::new();
        let mut row = vec![0.0; header.columns.len()];
        while let Some(text) = self.next_line()? {
            self.numbers(&text, &header, &mut row)?;
            let start = states.q.len();
            if start >= MOST_NUMBERS {
                return Err(Failure::input(
                    format_args!("{}: more than {MOST_NUMBERS} positions", self.path),
                    "split the file",
                ));
            }
            for list in [&mut states.q, &mut states.qd, &mut states.qdd] {
                list.resize(start + dofs, 0.0);
            }
            if header.has_tau() {
                tau.resize(start + dofs, 0.0);
            }
            for (column, &value) in header.columns.iter().zip(&row) {
                match *column {
                    Column::Q(i) => states.q[start + i] = value,
                    Column::Qd(i) => states.qd[start + i] = value,
                    Column::Qdd(i) => states.qdd[start + i] = value,
                    Column::Tau(i) => tau[start + i] = value,
                    Column::Time => time.push(value),
                    Column::Ignored => {}
                }
            }
        }
        if states.q.is_empty() {
            let hint = "below the header, write one line of numbers per state";
            return Err(self.problem(self.line.max(1), 1, "there are no states in it", hint));
        }
        states.tau = header.has_tau().then_some(tau);
        states.time = header.has_time().then_some(time);
        Ok(states)
    }

    fn header(&mut self, robot: &Robot) -> Result<Header, Failure> {
        let example = "the first line names the columns, e.g. q1,q2,qd1,qd2,qdd1,qdd2";
        let Some(text) = self.next_line()? else {
            return Err(self.problem(1, 1, "the file is empty", example));
        };
        let fields: Vec<(usize, &str)> = fields(&text).collect();
        let names: Vec<&str> = fields.iter().map(|f| f.1).collect();
        if names.iter().all(|n| n.parse::<f64>().is_ok()) {
            return Err(self.problem(self.line, 1, "the header is missing", example));
        }
        let header = Header::read(&names, robot).map_err(|problem| {
            let column = problem.field.map_or(1, |i| fields[i].0);
            let separated = names.len() == 1 && text.contains([';', '\t']);
            let hint =
                if separated { "columns are separated by commas".into() } else { problem.hint };
            self.problem(self.line, column, problem.message, hint)
        })?;
        if !header.ignored.is_empty() {
            let shown: Vec<_> = header.ignored.iter().take(12).map(|n| short(n)).collect();
            note(format_args!("{}: columns not used: {}", self.path, shown.join(", ")));
        }
        Ok(header)
    }

    /// The numbers of a line; columns that are ignored need not be numbers.
    fn numbers(&self, text: &str, header: &Header, row: &mut [f64]) -> Result<(), Failure> {
        let wanted = header.columns.len();
        let mut count = 0;
        for (column, field) in fields(text) {
            if count < wanted && header.columns[count] != Column::Ignored {
                row[count] = self.number(column, field)?;
            }
            count += 1;
        }
        if count == wanted {
            return Ok(());
        }
        let message = format!("this line has {count} fields, the header {wanted}");
        let column = if count > wanted {
            fields(text).nth(wanted).map_or(1, |f| f.0)
        } else {
            text.chars().count() + 1
        };
        Err(self.problem(self.line, column, message, "every line has one field per column"))
    }

    fn number(&self, column: usize, field: &str) -> Result<f64, Failure> {
        let problem =
            |message: String, hint: &str| Err(self.problem(self.line, column, message, hint));
        match field.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            Ok(_) => problem(
                format!("`{}` is not a finite number", short(field)),
                "leave the state out, or give a finite value",
            ),
            Err(_) if field.is_empty() => problem(
                "a number is missing".into(),
                "leave the line or the column out where a value is unknown",
            ),
            Err(_) => problem(
                format!("`{}` is not a number", short(field)),
                "numbers are written like 0.25 or -1e-3, fields separated by commas",
            ),
        }
    }

    /// The next line that is not blank, without its end.
    fn next_line(&mut self) -> Result<Option<String>, Failure> {
        loop {
            self.buffer.clear();
            let mut limited = io::Read::take(&mut self.input, LONGEST_LINE as u64 + 1);
            let read = limited.read_until(b'\n', &mut self.buffer).map_err(|error| {
                let message = format!("{}: cannot be read: {error}", self.path);
                Failure::input(message, "states are a CSV file or standard input")
            })?;
            if read == 0 {
                return Ok(None);
            }
            self.line += 1;
            if self.buffer.len() > LONGEST_LINE {
                let hint = "is this a CSV file of states?";
                return Err(self.problem(self.line, 1, "this line is longer than 1 MB", hint));
            }
            let text = match std::str::from_utf8(&self.buffer) {
                Ok(text) => text,
                Err(error) => {
                    let valid = &self.buffer[..error.valid_up_to()];
                    let column = String::from_utf8_lossy(valid).chars().count() + 1;
                    let hint = "is this a CSV file of states?";
                    return Err(self.problem(self.line, column, "this is not UTF-8 text", hint));
                }
            };
            let text = text.trim_end_matches(['\n', '\r']);
            // Spreadsheets mark the start of a file with an invisible character.
            let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { text };
            if !text.trim().is_empty() {
                return Ok(Some(text.into()));
            }
        }
    }

    fn problem(
        &self,
        line: usize,
        column: usize,
        message: impl Display,
        hint: impl Display,
    ) -> Failure {
        Failure::input(format_args!("{}:{line}:{column}: {message}", self.path), hint)
    }
}

/// The fields of a line, each with the column of its first character, from 1.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    text.split(',').map(move |field| {
        let lead = field.chars().take_while(|c| c.is_whitespace()).count();
        let start = column + if lead < field.chars().count() { lead } else { 0 };
        column += field.chars().count() + 1;
        let field = field.trim();
        let bare = field.strip_prefix('"').and_then(|f| f.strip_suffix('"'));
        (start, bare.unwrap_or(field).trim())
    })
}

/// The field without control characters, cut where it gets out of hand.
fn short(field: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut cut: String = field.chars().take(LONGEST_SHOWN).map(clean).collect();
    if field.chars().nth(LONGEST_SHOWN).is_some() {
        cut.push('…');
    }
    cut
}
