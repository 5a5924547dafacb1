//! Types of numbers in binary files, and the doubles they stand for.

/// Type of a number: kind as NumPy writes it (`f`, `i`, `u`, `b`), bytes, and which end comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    kind: u8,
    pub size: usize,
    big_endian: bool,
}

impl Element {
    /// A type by its kind and size in bytes; none if there is no such type.
    pub fn new(kind: u8, size: usize, big_endian: bool) -> Option<Self> {
        let known = match kind {
            b'f' => matches!(size, 2 | 4 | 8),
            b'i' | b'u' => matches!(size, 1 | 2 | 4 | 8),
            b'b' => size == 1,
            _ => false,
        };
        known.then_some(Self { kind, size, big_endian })
    }

    /// A type as NumPy writes it, for example `<f8`.
    pub fn parse(descr: &str) -> Option<Self> {
        let mut signs = descr.chars();
        let order = signs.next()?;
        let kind = u8::try_from(signs.next()? as u32).ok()?;
        // Dates are whole numbers; NumPy adds their unit in brackets, so the size fails there.
        let size: usize = signs.as_str().parse().ok()?;
        Self::new(kind, size, order == '>').filter(|_| "<>|=".contains(order))
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
