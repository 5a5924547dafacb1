//! The arrays in a variable: itself, or those in its fields and cells.

use super::elements::{Counted, MATRIX, Tag, bad, word};
use super::{element, named};
use crate::formats::arrays::{Array, Element};
use std::io::{self, Read};

/// Deepest nesting of structures and cells.
const DEEPEST: usize = 8;
/// Most arrays of a file, and most matrices that are looked at.
const MOST_ARRAYS: usize = 8192;
const MOST_MATRICES: u64 = 1 << 20;
/// Longest name and longest list of field names, in bytes.
const LONGEST_NAME: usize = 256;
const LONGEST_NAMES: usize = 1 << 20;

/// An array of numbers: where they are in the variable, in bytes.
pub struct Found {
    pub name: String,
    pub shape: Vec<u64>,
    pub element: Element,
    pub offset: u64,
    pub length: u64,
}

/// What has been found in a file so far.
pub struct Walk {
    pub big_endian: bool,
    pub arrays: Vec<Array>,
    pub notes: Vec<String>,
    matrices: u64,
}

impl Walk {
    pub fn new(big_endian: bool) -> Self {
        Self { big_endian, arrays: Vec::new(), notes: Vec::new(), matrices: 0 }
    }

    /// Reads a matrix element of `length` bytes; the stream is then behind it. `path` is the name
    /// of a field or cell, empty for a variable, which has a name of its own.
    pub fn matrix<R: Read>(
        &mut self,
        input: &mut Counted<R>,
        length: u64,
        path: &str,
        depth: usize,
        found: &mut Vec<Found>,
    ) -> io::Result<()> {
        let end = input.at.saturating_add(length);
        if length == 0 {
            return Ok(());
        }
        self.matrices += 1;
        if depth > DEEPEST
            || self.matrices > MOST_MATRICES
            || self.arrays.len() + found.len() > MOST_ARRAYS
        {
            return Err(bad("there are more structures and cells in it than a log can have"));
        }
        let flags = self.next(input, 64)?;
        let class = word(first_word(&flags), self.big_endian);
        let is_opaque = class & 0xff == 17;
        let shape = if is_opaque { Vec::new() } else { self.shape(input)? };
        let own = String::from_utf8_lossy(&self.next(input, LONGEST_NAME)?).into_owned();
        let name = if path.is_empty() { own } else { path.to_string() };
        match class & 0xff {
            1 => self.cells(input, &shape, &name, depth, found)?,
            2 | 3 => self.structure(input, &shape, &name, depth, class & 0xff == 3, found)?,
            6..=15 => self.numbers(input, shape, name, class & 0x800 != 0, found)?,
            other => self.leave_out(&name, other),
        }
        let rest = end
            .checked_sub(input.at)
            .ok_or_else(|| bad("an element is longer than the one it is in"))?;
        input.skip(rest)
    }

    fn leave_out(&mut self, name: &str, class: u32) {
        let what = match class {
            4 => "is text",
            5 => "is a sparse matrix",
            16 => "is a function",
            17 => "is an object (table, timetable, string, …): save a structure of plain arrays",
            _ => "is of an unknown class",
        };
        // Files with objects have a variable without a name that holds their content.
        if !name.is_empty() && self.notes.len() <= MOST_ARRAYS {
            self.notes.push(format!("{} {what} and was left out", named(name)));
        }
    }

    /// The content of the next element.
    fn next<R: Read>(&self, input: &mut Counted<R>, most: usize) -> io::Result<Vec<u8>> {
        let tag = Tag::read(input, self.big_endian)?;
        input.content(tag, most)
    }

    fn words(&self, bytes: &[u8]) -> Vec<u32> {
        bytes.chunks_exact(4).map(|c| word(first_word(c), self.big_endian)).collect()
    }

    fn shape<R: Read>(&self, input: &mut Counted<R>) -> io::Result<Vec<u64>> {
        let sizes = self.next(input, 4 * 32)?;
        Ok(self.words(&sizes).into_iter().map(u64::from).collect())
    }

    fn numbers<R: Read>(
        &mut self,
        input: &mut Counted<R>,
        shape: Vec<u64>,
        name: String,
        complex: bool,
        found: &mut Vec<Found>,
    ) -> io::Result<()> {
        let count = product(&shape)?;
        let tag = Tag::read(input, self.big_endian)?;
        let element = element(tag.kind, self.big_endian)
            .ok_or_else(|| bad(format!("the numbers of {} have an unknown type", named(&name))))?;
        if count.checked_mul(element.size as u64) != Some(u64::from(tag.length)) {
            return Err(bad(format!("{} has not as many numbers as its size says", named(&name))));
        }
        if complex {
            self.notes.push(format!("{} is complex; its real part is used", named(&name)));
        }
        let length = u64::from(tag.length);
        // A short element's numbers stand in its tag.
        let offset = if tag.within.is_some() { input.at - 4 } else { input.at };
        if count > 1 {
            found.push(Found { name, shape, element, offset, length });
        }
        input.skip(tag.padded())
    }

    fn cells<R: Read>(
        &mut self,
        input: &mut Counted<R>,
        shape: &[u64],
        name: &str,
        depth: usize,
        found: &mut Vec<Found>,
    ) -> io::Result<()> {
        for k in 1..=product(shape)? {
            self.inside(input, &format!("{name}{k}"), depth, found)?;
        }
        Ok(())
    }

    fn structure<R: Read>(
        &mut self,
        input: &mut Counted<R>,
        shape: &[u64],
        name: &str,
        depth: usize,
        object: bool,
        found: &mut Vec<Found>,
    ) -> io::Result<()> {
        if object {
            self.next(input, LONGEST_NAME)?;
        }
        let width = self.next(input, 16)?;
        let width = self.words(&width).first().copied().unwrap_or(0) as usize;
        let names = self.next(input, LONGEST_NAMES)?;
        if width == 0 {
            return Ok(());
        }
        if width > LONGEST_NAME {
            return Err(bad("the names of fields are longer than MATLAB allows"));
        }
        let text = |bytes: &[u8]| {
            let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
            String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
        };
        let fields: Vec<String> = names.chunks_exact(width).map(text).collect();
        let count = product(shape)?;
        for k in 1..=if fields.is_empty() { 0 } else { count } {
            for field in &fields {
                let number = if count == 1 { String::new() } else { k.to_string() };
                self.inside(input, &format!("{name}{number}.{field}"), depth, found)?;
            }
        }
        Ok(())
    }

    /// A matrix in a structure or a cell.
    fn inside<R: Read>(
        &mut self,
        input: &mut Counted<R>,
        path: &str,
        depth: usize,
        found: &mut Vec<Found>,
    ) -> io::Result<()> {
        let tag = Tag::read(input, self.big_endian)?;
        if tag.kind != MATRIX {
            return Err(bad(format!("{} is not a matrix", named(path))));
        }
        self.matrix(input, u64::from(tag.length), path, depth + 1, found)
    }
}

fn first_word(bytes: &[u8]) -> [u8; 4] {
    let mut word = [0; 4];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    word
}

fn product(shape: &[u64]) -> io::Result<u64> {
    let product = shape.iter().try_fold(1_u64, |n, &axis| n.checked_mul(axis));
    product.ok_or_else(|| bad("an array is larger than any memory"))
}
