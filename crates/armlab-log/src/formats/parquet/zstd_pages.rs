//! Pages packed with zstd, unpacked in Rust: the Parquet crate would compile C for it.

use super::pages::Header;
use crate::formats::zstd::unpack;
use crate::input::Opened;
use ::parquet::basic::Encoding;
use ::parquet::column::page::{Page, PageMetadata, PageReader};
use ::parquet::errors::ParquetError;
use bytes::Bytes;
use std::io::{BufReader, Read, Seek, SeekFrom, Take};

/// The pages of a column in a row group.
pub struct ZstdPages {
    input: Take<BufReader<Opened>>,
}

fn damaged(message: impl std::fmt::Display) -> ParquetError {
    ParquetError::General(message.to_string())
}

impl ZstdPages {
    /// Pages in `length` bytes from `start`.
    pub fn new(mut file: Opened, start: u64, length: u64) -> Result<Self, ParquetError> {
        file.seek(SeekFrom::Start(start)).map_err(damaged)?;
        Ok(Self { input: BufReader::with_capacity(1 << 16, file).take(length) })
    }

    fn next_page(&mut self) -> Result<Option<Page>, ParquetError> {
        loop {
            let left = self.input.limit();
            if left == 0 {
                return Ok(None);
            }
            let (header, _) = Header::read(&mut self.input, left).map_err(damaged)?;
            let packed = usize::try_from(header.packed).map_err(damaged)?;
            if packed as u64 > self.input.limit() {
                return Err(damaged("a page ends behind its column"));
            }
            let mut bytes = vec![0; packed];
            self.input.read_exact(&mut bytes).map_err(damaged)?;
            // Other kinds of pages hold indices.
            if matches!(header.kind, 0 | 2 | 3) {
                return page(&header, &bytes).map(Some);
            }
        }
    }
}

/// A page from its bytes in the file.
fn page(header: &Header, bytes: &[u8]) -> Result<Page, ParquetError> {
    let count = |n: i64| u32::try_from(n).map_err(|_| damaged("a page has no number of values"));
    // Levels come first and are not packed; in the first version they are with the values.
    let levels = count(header.definition_bytes)?.checked_add(count(header.repetition_bytes)?);
    let levels = if header.kind == 3 { levels } else { Some(0) };
    let (levels, packed) = levels
        .and_then(|n| bytes.split_at_checked(n as usize))
        .ok_or_else(|| damaged("the levels of a page are longer than the page"))?;
    let most = usize::try_from(header.unpacked).map_err(damaged)?;
    let mut content = Vec::new();
    if header.kind == 3 && !header.is_packed {
        content.extend_from_slice(packed);
    } else if !packed.is_empty() {
        unpack(packed, most, &mut content).map_err(damaged)?;
    }
    let buf: Vec<u8> = if levels.is_empty() { content } else { [levels, &content].concat() };
    if buf.len() != most {
        return Err(damaged(format!("a page has {} bytes, its header says {most}", buf.len())));
    }
    let (buf, num_values) = (Bytes::from(buf), count(header.values)?);
    let encoding = encoding(header.encoding)?;
    Ok(match header.kind {
        2 => Page::DictionaryPage { buf, num_values, encoding, is_sorted: false },
        3 => Page::DataPageV2 {
            buf,
            num_values,
            encoding,
            num_nulls: count(header.nulls)?,
            num_rows: count(header.rows)?,
            def_levels_byte_len: count(header.definition_bytes)?,
            rep_levels_byte_len: count(header.repetition_bytes)?,
            is_compressed: false,
            statistics: None,
        },
        _ => Page::DataPage {
            buf,
            num_values,
            encoding,
            def_level_encoding: self::encoding(header.definition_encoding)?,
            rep_level_encoding: self::encoding(header.repetition_encoding)?,
            statistics: None,
        },
    })
}

/// The crate's word for an encoding (Parquet format, `Encoding`).
#[allow(deprecated)] // Old files have levels that are bit-packed.
fn encoding(number: i64) -> Result<Encoding, ParquetError> {
    Ok(match number {
        0 => Encoding::PLAIN,
        2 => Encoding::PLAIN_DICTIONARY,
        3 => Encoding::RLE,
        4 => Encoding::BIT_PACKED,
        5 => Encoding::DELTA_BINARY_PACKED,
        6 => Encoding::DELTA_LENGTH_BYTE_ARRAY,
        7 => Encoding::DELTA_BYTE_ARRAY,
        8 => Encoding::RLE_DICTIONARY,
        9 => Encoding::BYTE_STREAM_SPLIT,
        _ => return Err(damaged(format!("a page has the unknown encoding {number}"))),
    })
}

impl Iterator for ZstdPages {
    type Item = Result<Page, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_page().transpose()
    }
}

impl PageReader for ZstdPages {
    fn get_next_page(&mut self) -> Result<Option<Page>, ParquetError> {
        self.next_page()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>, ParquetError> {
        Err(damaged("pages packed with zstd are read in order"))
    }

    fn skip_next_page(&mut self) -> Result<(), ParquetError> {
        self.next_page().map(drop)
    }
}
