//! What a paper prints of a quantity: a number with its digits, or a claim in words.

use serde::Serialize;

/// A number as it is printed. Its text is kept, since a number that ends in zeros says more than its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed(pub &'static str);

impl Printed {
    /// Its value; not a number if the text is none.
    pub fn value(self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
    /// Half a unit of its last digit.
    pub fn rounding(self) -> f64 {
        let decimals = self.0.split_once('.').map_or(0, |(_, after)| after.len());
        0.5 * 10_f64.powi(-(decimals as i32))
    }
}

/// Values of printed numbers.
pub fn values<const N: usize>(printed: &[Printed; N]) -> [f64; N] {
    printed.map(Printed::value)
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Published {
    /// A number.
    Number {
        /// Its value.
        value: f64,
        /// Half a unit of its last digit.
        rounding: f64,
    },
    /// Words that say that a quantity is not below a bound.
    AtLeast {
        /// The bound.
        bound: f64,
        /// The words.
        words: &'static str,
    },
    /// Words that say that a quantity is not above a bound.
    AtMost {
        /// The bound.
        bound: f64,
        /// The words.
        words: &'static str,
    },
}

impl Published {
    /// A formula of the paper, evaluated: it has all digits.
    pub fn exact(value: f64) -> Self {
        Self::Number { value, rounding: 0.0 }
    }
    /// The number, where one is printed.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number { value, .. } => Some(value),
            _ => None,
        }
    }
}

impl From<Printed> for Published {
    fn from(printed: Printed) -> Self {
        Self::Number { value: printed.value(), rounding: printed.rounding() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_zeros_are_digits() {
        for (text, value, rounding) in [
            ("25.920", 25.92, 5e-4),
            ("-0.9285", -0.9285, 5e-5),
            ("600", 600.0, 0.5),
            ("0.0000", 0.0, 5e-5),
        ] {
            assert_eq!(Printed(text).value(), value);
            assert!((Printed(text).rounding() - rounding).abs() < 1e-18, "{text}");
        }
    }
}
