//! How large the pages of a column are, learned before they are unpacked.
//!
//! A page's header (Parquet format 2.x, `PageHeader`, in Thrift's compact protocol)
//! states its size after unpacking, and the reader behind us takes that memory at once. A lie
//! there must not cost gigabytes, so headers are walked first; pages are skipped.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Deepest nesting in a header.
const DEEPEST: usize = 16;
/// Longest header, in bytes: statistics may hold long texts.
const LONGEST_HEADER: u64 = 1 << 20;

/// Reads Thrift's compact protocol, only to get past it.
struct Thrift<'a, R> {
    input: &'a mut R,
    left: u64,
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl<R: Read> Thrift<'_, R> {
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.left =
            self.left.checked_sub(1).ok_or_else(|| broken("a page's header is too long"))?;
        self.input.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn skip_bytes(&mut self, n: u64) -> io::Result<()> {
        self.left =
            self.left.checked_sub(n).ok_or_else(|| broken("a page's header is too long"))?;
        if io::copy(&mut self.input.by_ref().take(n), &mut io::sink())? == n {
            Ok(())
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    fn varint(&mut self) -> io::Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(broken("a number in a page's header is too long"))
    }

    fn integer(&mut self) -> io::Result<i64> {
        let n = self.varint()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    /// Passes over a value; `flag` if a boolean's value is in its type.
    fn skip(&mut self, kind: u8, depth: usize, flag: bool) -> io::Result<()> {
        if depth > DEEPEST {
            return Err(broken("a page's header is nested too deeply"));
        }
        match kind {
            1 | 2 if flag => Ok(()),
            1..=3 => self.skip_bytes(1),
            4..=6 => self.varint().map(drop),
            7 => self.skip_bytes(8),
            8 => {
                let n = self.varint()?;
                self.skip_bytes(n)
            }
            9 | 10 => {
                let head = self.byte()?;
                let n = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                (0..n).try_for_each(|_| self.skip(head & 15, depth + 1, false))
            }
            12 => self.structure(depth + 1, 0, &mut |_, _, _| {}),
            _ => Err(broken("a page's header has a value of unknown type")),
        }
    }

    /// Reads a structure; hands over its whole numbers and booleans and those of structures right within: the
    /// number of the field the structure is in (0 outermost), of the field itself, and the value.
    fn structure(
        &mut self,
        depth: usize,
        within: i64,
        take: &mut dyn FnMut(i64, i64, i64),
    ) -> io::Result<()> {
        let mut field = 0_i64;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(());
            }
            field = match head >> 4 {
                0 => self.integer()?,
                step => field.saturating_add(i64::from(step)),
            };
            match head & 15 {
                4..=6 => take(within, field, self.integer()?),
                // The value of a boolean is in its type.
                kind @ 1..=2 => take(within, field, i64::from(kind == 1)),
                12 if depth == 0 => self.structure(1, field, take)?,
                kind => self.skip(kind, depth, true)?,
            }
        }
    }
}

/// Encodings that refer to a dictionary.
const DICTIONARY: [i64; 2] = [2, 8];
/// The kind of a page that holds one.
const DICTIONARY_PAGE: i64 = 2;

/// What stands before a page. Numbers that it does not have are -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// 0 data, 2 dictionary, 3 data of the second version.
    pub kind: i64,
    /// Bytes of the page, and as they are packed in the file.
    pub unpacked: i64,
    pub packed: i64,
    pub values: i64,
    pub encoding: i64,
    pub definition_encoding: i64,
    pub repetition_encoding: i64,
    /// Of the second version: nulls, rows, and bytes of levels, which are not packed.
    pub nulls: i64,
    pub rows: i64,
    pub definition_bytes: i64,
    pub repetition_bytes: i64,
    pub is_packed: bool,
}

impl Header {
    /// Reads the header of a page from at most `room` bytes; gives also how many it takes.
    pub fn read(input: &mut impl Read, room: u64) -> io::Result<(Self, u64)> {
        let room = LONGEST_HEADER.min(room);
        let mut thrift = Thrift { input, left: room };
        let mut h = Self {
            kind: -1,
            unpacked: -1,
            packed: -1,
            values: -1,
            encoding: -1,
            definition_encoding: -1,
            repetition_encoding: -1,
            nulls: -1,
            rows: -1,
            definition_bytes: 0,
            repetition_bytes: 0,
            is_packed: true,
        };
        thrift.structure(0, 0, &mut |within, field, value| match (within, field) {
            (0, 1) => h.kind = value,
            (0, 2) => h.unpacked = value,
            (0, 3) => h.packed = value,
            (5 | 7 | 8, 1) => h.values = value,
            (5 | 7, 2) | (8, 4) => h.encoding = value,
            (5, 3) => h.definition_encoding = value,
            (5, 4) => h.repetition_encoding = value,
            (8, 2) => h.nulls = value,
            (8, 3) => h.rows = value,
            (8, 5) => h.definition_bytes = value,
            (8, 6) => h.repetition_bytes = value,
            (8, 7) => h.is_packed = value != 0,
            _ => {}
        })?;
        let taken = room - thrift.left;
        if h.unpacked < 0 || h.packed < 0 {
            return Err(broken("a page's header states a size that cannot be"));
        }
        Ok((h, taken))
    }
}

/// The size of the largest page among `length` bytes from `start`, unpacked.
pub fn largest_page(file: impl Read + Seek, start: u64, length: u64) -> io::Result<u64> {
    let mut input = BufReader::with_capacity(1 << 12, file);
    input.seek(SeekFrom::Start(start))?;
    let (mut at, mut largest) = (0, 0);
    let mut dictionary = false;
    while at < length {
        let (header, taken) = Header::read(&mut input, length - at)?;
        dictionary |= header.kind == DICTIONARY_PAGE;
        let is_data = header.kind != DICTIONARY_PAGE;
        if is_data && DICTIONARY.contains(&header.encoding) && !dictionary {
            return Err(broken("a page refers to a dictionary that is not there"));
        }
        at += taken;
        if header.packed as u64 > length - at {
            return Err(broken("a page's header states a size that cannot be"));
        }
        largest = largest.max(header.unpacked as u64).max(header.packed as u64);
        at += header.packed as u64;
        input.seek_relative(header.packed)?;
    }
    Ok(largest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Field 1 (kind) 0, field 2 (unpacked) as a zigzag number, field 3 (packed) 3, end; 3 bytes.
    fn page(unpacked: &[u8]) -> Vec<u8> {
        [&[0x15, 0x00, 0x15], unpacked, &[0x15, 0x06, 0x00], b"abc"].concat()
    }

    #[test]
    fn what_a_page_claims_to_be_is_known_before_memory_is_taken() {
        let honest = page(&[0x06]);
        assert_eq!(largest_page(Cursor::new(&honest), 0, honest.len() as u64).unwrap(), 3);
        // 2^31 - 1 bytes.
        let liar = [honest, page(&[0xfe, 0xff, 0xff, 0xff, 0x0f])].concat();
        let largest = largest_page(Cursor::new(&liar), 0, liar.len() as u64).unwrap();
        assert_eq!(largest, (1 << 31) - 1);
    }

    #[test]
    fn headers_that_cannot_be_are_errors() {
        let cut = page(&[0x06]);
        assert!(largest_page(Cursor::new(&cut[..5]), 0, cut.len() as u64).is_err());
        assert!(largest_page(Cursor::new(&cut), 0, cut.len() as u64 - 1).is_err());
        let negative = page(&[0x05]);
        assert!(largest_page(Cursor::new(&negative), 0, negative.len() as u64).is_err());
        let nested = vec![0x1c; 100];
        assert!(largest_page(Cursor::new(&nested), 0, 100).is_err());
    }
}
