//! The fields of a line, and the numbers in them.
//!
//! Numbers are parsed by Lemire's algorithm (D. Lemire, Number Parsing at a
//! Gigabyte per Second, Software: Practice and Experience 51, 2021), which rounds
//! correctly.

/// What separates fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// One byte.
    Byte(u8),
    /// Any run of blanks and tabs.
    Blanks,
}

impl Delimiter {
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Byte(b',') => "comma",
            Self::Byte(b';') => "semicolon",
            Self::Byte(b'\t') => "tab",
            Self::Byte(b'|') => "bar",
            Self::Byte(_) => "one sign",
            Self::Blanks => "blanks",
        }
    }
}

/// Walks over the fields of one line.
pub struct Fields<'a> {
    line: &'a [u8],
    at: usize,
    delimiter: Delimiter,
    done: bool,
}

impl<'a> Fields<'a> {
    pub fn of(line: &'a [u8], delimiter: Delimiter) -> Self {
        let mut fields = Self { line, at: 0, delimiter, done: false };
        if delimiter == Delimiter::Blanks {
            fields.skip_blanks();
            fields.done = fields.at == line.len();
        }
        fields
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.line.get(at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.byte(self.at).is_some_and(blank) {
            self.at += 1;
        }
    }

    /// Offset in bytes of what comes next.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// True when no field is left.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Takes the delimiter that must follow at `end`; false if something else does.
    fn finish(&mut self, end: usize) -> bool {
        match (self.byte(end), self.delimiter) {
            (None, _) => {
                self.at = end;
                self.done = true;
            }
            (Some(b), Delimiter::Byte(delimiter)) if b == delimiter => self.at = end + 1,
            (Some(b), Delimiter::Blanks) if blank(b) => {
                self.at = end;
                self.skip_blanks();
                self.done = self.at == self.line.len();
            }
            _ => return false,
        }
        true
    }

    /// The next field as a number, if it is a plain one. Otherwise nothing is taken.
    #[inline]
    pub fn plain_number(&mut self) -> Option<f64> {
        let mut start = self.at;
        while self.byte(start) == Some(b' ') {
            start += 1;
        }
        let rest = self.line.get(start..)?;
        let (number, length) = fast_float2::parse_partial::<f64, _>(rest).ok()?;
        self.finish(start + length).then_some(number)
    }

    /// The next field as it stands, without blanks and quotes around it.
    pub fn text(&mut self) -> Option<&'a [u8]> {
        if self.done {
            return None;
        }
        let rest = self.line.get(self.at..).unwrap_or_default();
        let lead = rest.iter().take_while(|&&b| b == b' ').count();
        if rest.get(lead) == Some(&b'"') {
            let inside = rest.get(lead + 1..).unwrap_or_default();
            if let Some(length) = closing_quote(inside) {
                let mut end = self.at + lead + length + 2;
                while self.byte(end) == Some(b' ') && self.delimiter != Delimiter::Blanks {
                    end += 1;
                }
                if self.finish(end) {
                    return Some(inside.get(..length).unwrap_or_default().trim_ascii());
                }
            }
        }
        let end = match self.delimiter {
            Delimiter::Byte(delimiter) => memchr::memchr(delimiter, rest),
            Delimiter::Blanks => memchr::memchr2(b' ', b'\t', rest),
        };
        let length = end.unwrap_or(rest.len());
        self.finish(self.at + length);
        Some(rest.get(..length).unwrap_or_default().trim_ascii())
    }
}

fn blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Where a quoted text ends; two quotes stand for one.
fn closing_quote(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr::memchr(b'"', text.get(from..)?)?;
        if text.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        from = at + 2;
    }
}

/// A field as a number: with a decimal comma where the file has them, and NaN
/// where the field says that there is none. None if it is no number.
pub fn number(field: &[u8], decimal_comma: bool) -> Option<f64> {
    const WORDS: [&str; 9] = ["", "na", "n/a", "null", "none", "-", "--", "?", "nil"];
    if let Ok(x) = fast_float2::parse::<f64, _>(field) {
        return Some(x);
    }
    let mut short = [0; 64];
    let copy = short.get_mut(..field.len())?;
    copy.copy_from_slice(field);
    if decimal_comma {
        let commas = copy.iter_mut().filter(|b| **b == b',');
        commas.for_each(|b| *b = b'.');
        if let Ok(x) = fast_float2::parse::<f64, _>(&*copy) {
            return Some(x);
        }
    }
    copy.make_ascii_lowercase();
    match &*copy {
        b"true" => Some(1.0),
        b"false" => Some(0.0),
        // MATLAB's and FORTRAN's.
        b"+nan" | b"-nan" | b"nan(ind)" | b"-nan(ind)" | b"1.#qnan" | b"-1.#ind" => Some(f64::NAN),
        b"1.#inf" => Some(f64::INFINITY),
        b"-1.#inf" => Some(f64::NEG_INFINITY),
        word if WORDS.iter().any(|w| w.as_bytes() == word) => Some(f64::NAN),
        _ => {
            let d = copy.iter_mut().find(|b| **b == b'd')?;
            *d = b'e';
            fast_float2::parse::<f64, _>(&*copy).ok()
        }
    }
}
