//! The header of a NumPy array, and its numbers.
//!
//! Format: NumPy Enhancement Proposal 1, versions 1 to 3. Objects and records are
//! not read: the former would mean running code from the file.

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

/// Type of the numbers: kind as NumPy writes it, bytes, and which end comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    kind: u8,
    pub size: usize,
    big_endian: bool,
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

impl Element {
    fn parse(descr: &str) -> Option<Self> {
        let mut signs = descr.chars();
        let order = signs.next()?;
        let kind = signs.next()? as u32;
        let size: usize = signs.as_str().parse().ok()?;
        let kind = u8::try_from(kind).ok()?;
        let known = match kind {
            b'f' => matches!(size, 2 | 4 | 8),
            b'i' | b'u' => matches!(size, 1 | 2 | 4 | 8),
            b'b' => size == 1,
            // Dates are whole numbers; NumPy adds their unit in brackets, so `size` fails there.
            _ => false,
        };
        (known && "<>|=".contains(order)).then_some(Self { kind, size, big_endian: order == '>' })
    }

    /// The number that `bytes` (exactly `size`) stand for.
    pub fn number(self, bytes: &[u8]) -> f64 {
        let mut word = [0; 8];
        for (to, i) in word.iter_mut().zip(0..self.size.min(bytes.len())) {
            *to = bytes[if self.big_endian { bytes.len() - 1 - i } else { i }];
        }
        let whole = u64::from_le_bytes(word);
        // Sign bits above the element's own.
        let shift = 64 - 8 * self.size as u32;
        match (self.kind, self.size) {
            (b'f', 8) => f64::from_bits(whole),
            (b'f', 4) => f64::from(f32::from_bits(whole as u32)),
            (b'f', _) => half(whole as u16),
            (b'i', _) => (((whole << shift) as i64) >> shift) as f64,
            _ => whole as f64,
        }
    }
}

/// A number of 16 bits (IEEE 754 binary16).
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        e => (1024.0 + fraction) * 2f64.powi(e - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_number_is_read() {
        for (descr, bytes, expected) in [
            ("<f8", &1.5f64.to_le_bytes()[..], 1.5),
            (">f8", &1.5f64.to_be_bytes(), 1.5),
            (">f4", &(-0.25f32).to_be_bytes(), -0.25),
            ("<f2", &[0x00, 0x3c], 1.0),
            ("<f2", &[0x01, 0x00], 5.960464477539063e-8),
            ("<i2", &(-3i16).to_le_bytes(), -3.0),
            ("|i1", &[0xff], -1.0),
            ("|u1", &[0xff], 255.0),
            ("<i8", &(-7i64).to_le_bytes(), -7.0),
            ("<u8", &7u64.to_le_bytes(), 7.0),
            ("|b1", &[1], 1.0),
        ] {
            assert_eq!(Element::parse(descr).unwrap().number(bytes), expected, "{descr}");
        }
        for descr in ["|O", "<U8", "<c16", "<f16", "", "<", "<M8[ns]"] {
            assert_eq!(Element::parse(descr), None, "{descr}");
        }
    }
}
