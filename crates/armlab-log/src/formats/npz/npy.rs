//! The header of a NumPy array.
//!
//! Format: NumPy Enhancement Proposal 1, versions 1 to 3. Objects and records are
//! not read: the former would mean running code from the file.

use crate::formats::arrays::Element;
use std::io::Read;

/// Longest header that is read, in bytes.
const LONGEST_HEADER: usize = 1 << 16;

/// What an array holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub element: Element,
    /// True if the first index moves fastest.
    pub fortran: bool,
    pub shape: Vec<u64>,
    /// Bytes before the numbers.
    pub length: u64,
}

/// Reads the header of an array; the complaint is a text.
pub fn read_header(input: &mut impl Read) -> Result<Header, String> {
    let mut start = [0; 8];
    input.read_exact(&mut start).map_err(|e| format!("its header cannot be read: {e}"))?;
    if !start.starts_with(b"\x93NUMPY") {
        return Err("it is not a NumPy array".into());
    }
    let wide = start[6] >= 2;
    let mut length = [0; 4];
    let digits = if wide { 4 } else { 2 };
    let read = input.read_exact(&mut length[..digits]);
    read.map_err(|e| format!("its header cannot be read: {e}"))?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST_HEADER {
        return Err("its header is too long".into());
    }
    let mut text = vec![0; length];
    input.read_exact(&mut text).map_err(|e| format!("its header cannot be read: {e}"))?;
    let text = String::from_utf8_lossy(&text);
    let descr = entry(&text, "descr")?;
    let element = Element::parse(descr.trim_matches(['\'', '"']))
        .ok_or_else(|| format!("it holds {}, not numbers", crate::error::shown(descr)))?;
    let fortran = match entry(&text, "fortran_order")? {
        "True" => true,
        "False" => false,
        _ => return Err("its header does not tell the order".into()),
    };
    let shape = entry(&text, "shape")?;
    let numbers = shape.trim_matches(['(', ')']).split(',').map(str::trim);
    let shape: Result<Vec<u64>, _> = numbers
        .filter(|n| !n.is_empty())
        .take(8)
        .map(|n| n.trim_end_matches('L').parse())
        .collect();
    let shape = shape.map_err(|_| "its shape is not a list of numbers".to_string())?;
    Ok(Header { element, fortran, shape, length: (8 + digits + length) as u64 })
}

/// The value of a key in the header, which is a Python dictionary.
fn entry<'a>(text: &'a str, key: &str) -> Result<&'a str, String> {
    let missing = || format!("its header lacks `{key}`");
    let at = [format!("'{key}'"), format!("\"{key}\"")]
        .iter()
        .find_map(|k| text.find(k.as_str()).map(|i| i + k.len()))
        .ok_or_else(missing)?;
    let rest = text.get(at..).unwrap_or_default().trim_start();
    let rest = rest.strip_prefix(':').ok_or_else(missing)?.trim_start();
    let end = match rest.as_bytes().first() {
        Some(b'(') => rest.find(')').map(|i| i + 1),
        Some(b'[') => rest.rfind(']').map(|i| i + 1),
        _ => rest.find([',', '}']),
    };
    Ok(rest.get(..end.ok_or_else(missing)?).unwrap_or_default().trim())
}
