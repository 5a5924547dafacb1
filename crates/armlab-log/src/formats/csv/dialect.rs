//! How a text file is laid out, guessed from its beginning.
//!
//! A delimiter is right when the header and the rows below it have the same number
//! of fields, and more than one.

use super::fields::{Delimiter, Fields, number};
use crate::names::with_unit;
use crate::source::Column;

/// Lines that the guess looks at.
const LINES: usize = 40;

/// How a file is laid out.
#[derive(Clone, Debug)]
pub struct Dialect {
    pub delimiter: Delimiter,
    pub decimal_comma: bool,
    pub columns: Vec<Column>,
    /// Number of the first line of data, from 1; lines before it are no data.
    pub first_data_line: u64,
    /// False if the file has no names for its columns.
    pub has_header: bool,
}

/// Candidates, the ones that rarely stand in names and numbers first.
const DELIMITERS: [Delimiter; 5] = [
    Delimiter::Byte(b'\t'),
    Delimiter::Byte(b';'),
    Delimiter::Byte(b'|'),
    Delimiter::Byte(b','),
    Delimiter::Blanks,
];

/// A line of the beginning.
struct Line<'a> {
    number: u64,
    text: &'a [u8],
    /// Without the comment sign.
    comment: bool,
}

/// True if a line is a comment.
pub fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), Some(b'#' | b'%'))
}

/// Guesses from the beginning of a file; `cut` if the file goes on after it.
/// None if there is no line but comments and blank ones.
pub fn guess(beginning: &[u8], cut: bool) -> Option<Dialect> {
    let lines = lines(beginning, cut);
    let first = lines.iter().position(|l| !l.comment)?;
    let content: Vec<&Line> = lines.iter().filter(|l| !l.comment).take(LINES).collect();
    let delimiter = delimiter(&content);
    let split = |line: &Line| fields(line.text, delimiter);
    let decimal_comma = delimiter != Delimiter::Byte(b',')
        && content.iter().skip(1).any(|l| split(l).iter().any(|f| has_decimal_comma(f)));
    let numeric = |fields: &[String]| {
        !fields.is_empty() && fields.iter().all(|f| number(f.as_bytes(), decimal_comma).is_some())
    };
    let top = split(content.first()?);
    // Numbers at the top: perhaps the comment above them holds the names.
    if numeric(&top) {
        let above = lines.get(..first).unwrap_or_default().iter().rev().take(5);
        let named = above.map(split).find(|n| n.len() == top.len() && !numeric(n));
        let has_header = named.is_some();
        let names =
            named.unwrap_or_else(|| (1..=top.len()).map(|i| format!("column{i}")).collect());
        return Some(Dialect {
            delimiter,
            decimal_comma,
            columns: names.iter().map(|n| with_unit(n)).collect(),
            first_data_line: content.first()?.number,
            has_header,
        });
    }
    let mut columns: Vec<Column> = top.iter().map(|n| with_unit(n)).collect();
    let mut data = content.get(1).copied();
    // A line of units below the names.
    if let Some(below) = data.map(split).filter(|b| b.len() == columns.len() && is_units(b)) {
        for (column, text) in columns.iter_mut().zip(&below) {
            let bare = text.trim_matches(['[', ']', '(', ')']);
            let named = with_unit(&format!("x [{bare}]"));
            if column.unit.is_none() && !bare.is_empty() {
                (column.unit, column.unknown_unit) = (named.unit, named.unknown_unit);
            }
        }
        data = content.get(2).copied();
    }
    let after = content.first()?.number + 1;
    let first_data_line = data.map_or(after, |d| d.number);
    Some(Dialect { delimiter, decimal_comma, columns, first_data_line, has_header: true })
}

fn lines(beginning: &[u8], cut: bool) -> Vec<Line<'_>> {
    let mut all: Vec<&[u8]> = beginning.split(|&b| b == b'\n').collect();
    if cut && all.len() > 1 {
        all.pop();
    }
    let mut lines = Vec::new();
    for (i, text) in all.into_iter().enumerate() {
        let text = text.trim_ascii();
        let comment = is_comment(text);
        let signs = text.iter().take_while(|b| comment && b"#% ".contains(b)).count();
        let text = text.get(signs..).unwrap_or_default();
        if !text.is_empty() {
            lines.push(Line { number: i as u64 + 1, text, comment });
        }
        if lines.len() > 4 * LINES {
            break;
        }
    }
    lines
}

fn delimiter(content: &[&Line]) -> Delimiter {
    let mut best = (0, Delimiter::Byte(b','));
    for delimiter in DELIMITERS {
        let counts: Vec<usize> = content.iter().map(|l| fields(l.text, delimiter).len()).collect();
        let Some((&top, rows)) = counts.split_first() else { continue };
        if top < 2 {
            continue;
        }
        let agreeing = rows.iter().filter(|&&n| n == top).count();
        // Rows that agree decide; among equals, the earlier candidate.
        let score = 1 + 1000 * agreeing + usize::from(rows.is_empty()) * top.min(900);
        if score > best.0 {
            best = (score, delimiter);
        }
    }
    best.1
}

/// The fields of a line, without an empty one behind the last delimiter.
fn fields(line: &[u8], delimiter: Delimiter) -> Vec<String> {
    let mut walk = Fields::of(line, delimiter);
    let mut fields = Vec::new();
    while let Some(text) = walk.text() {
        fields.push(decode(text));
        if fields.len() > super::super::MOST_COLUMNS {
            break;
        }
    }
    if fields.len() > 1 && fields.last().is_some_and(String::is_empty) {
        fields.pop();
    }
    fields
}

/// UTF-8, or else Latin-1, in which old tools write their degree signs.
fn decode(text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(text) => text.replace("\"\"", "\""),
        Err(_) => text.iter().map(|&b| char::from(b)).collect(),
    }
}

fn has_decimal_comma(field: &str) -> bool {
    field.contains(',') && !field.contains('.') && {
        number(field.as_bytes(), true).is_some() && number(field.as_bytes(), false).is_none()
    }
}

/// True if every field is a unit or empty, and most are units.
fn is_units(fields: &[String]) -> bool {
    let unit = |text: &str| {
        let bare = text.trim_matches(['[', ']', '(', ')']);
        crate::unit::Unit::parse(bare).is_some() || (bare.len() < text.len() && !bare.is_empty())
    };
    let units = fields.iter().filter(|f| unit(f)).count();
    units > 0 && fields.iter().all(|f| f.is_empty() || unit(f) || f == "-" || f == "1")
}
