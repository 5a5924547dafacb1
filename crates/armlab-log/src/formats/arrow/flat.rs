//! FlatBuffers, only to read: tables whose fields are found through offsets.
//!
//! <https://flatbuffers.dev/internals/>. Every offset is checked; what is not there is none.

/// A table in a buffer.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// A list of values of one size in a buffer.
#[derive(Clone, Copy)]
pub struct List<'a> {
    bytes: &'a [u8],
    start: usize,
    pub len: usize,
}

fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let part = bytes.get(at..at.checked_add(size)?)?;
    Some(part.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)))
}

/// Follows an offset.
fn target(bytes: &[u8], at: usize) -> Option<usize> {
    at.checked_add(number(bytes, at, 4)? as usize)
}

impl<'a> Table<'a> {
    /// The table that a buffer begins with.
    pub fn root(bytes: &'a [u8]) -> Option<Self> {
        Some(Self { bytes, at: target(bytes, 0)? })
    }

    /// Where a field is.
    fn field(&self, index: usize) -> Option<usize> {
        let back = number(self.bytes, self.at, 4)? as u32 as i32;
        let fields = usize::try_from(self.at as i64 - i64::from(back)).ok()?;
        let length = number(self.bytes, fields, 2)? as usize;
        let place = 4 + 2 * index;
        if place + 2 > length {
            return None;
        }
        match number(self.bytes, fields + place, 2)? as usize {
            0 => None,
            offset => self.at.checked_add(offset),
        }
    }

    /// A whole number of `size` bytes, which is 0 where it is left out.
    pub fn number(&self, index: usize, size: usize) -> u64 {
        self.field(index).and_then(|at| number(self.bytes, at, size)).unwrap_or(0)
    }

    pub fn table(&self, index: usize) -> Option<Table<'a>> {
        Some(Self { bytes: self.bytes, at: target(self.bytes, self.field(index)?)? })
    }

    pub fn list(&self, index: usize) -> Option<List<'a>> {
        let at = target(self.bytes, self.field(index)?)?;
        let len = number(self.bytes, at, 4)? as usize;
        Some(List { bytes: self.bytes, start: at.checked_add(4)?, len })
    }

    pub fn text(&self, index: usize) -> Option<String> {
        let List { bytes, start, len } = self.list(index)?;
        let text = bytes.get(start..start.checked_add(len)?)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

impl<'a> List<'a> {
    /// A table of a list of tables.
    pub fn table(&self, index: usize) -> Option<Table<'a>> {
        let at = self.start.checked_add(index.checked_mul(4)?)?;
        (index < self.len).then_some(())?;
        Some(Table { bytes: self.bytes, at: target(self.bytes, at)? })
    }

    /// The `part`-th number of eight bytes of an entry with `width` of them.
    pub fn number(&self, index: usize, width: usize, part: usize) -> Option<u64> {
        (index < self.len).then_some(())?;
        let at = self.start.checked_add(index.checked_mul(8 * width)?)?;
        number(self.bytes, at.checked_add(8 * part)?, 8)
    }
}
