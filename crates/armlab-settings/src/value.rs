//! Values of settings, and the Rust types that settings have.

use serde::{Serialize, Serializer};
use std::fmt;

/// A value as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A word, such as `auto`.
    Word(String),
    /// Numbers with commas between.
    List(Vec<f64>),
    /// Lists of numbers with semicolons between.
    Rows(Vec<Vec<f64>>),
}

impl Value {
    /// The value that a text stands for: a flag, a number, numbers with commas
    /// between, or else a word.
    pub fn from_text(text: &str) -> Self {
        let text = text.trim();
        let number = |part: &str| part.trim().parse::<f64>().ok();
        match text {
            "true" => return Self::Flag(true),
            "false" => return Self::Flag(false),
            _ => {}
        }
        if let Some(number) = number(text) {
            return Self::Number(number);
        }
        if text.contains(';') {
            let row = |row: &str| row.split(',').map(number).collect::<Option<Vec<f64>>>();
            if let Some(rows) = text.split(';').map(row).collect() {
                return Self::Rows(rows);
            }
        }
        let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
        let numbers: Option<Vec<f64>> = inner.split(',').map(number).collect();
        numbers.map_or_else(|| Self::Word(text.into()), Self::List)
    }
}

/// A number in as few characters as say all of it.
pub(crate) fn number(x: f64) -> String {
    let plain = x == 0.0 || (1e-4..1e7).contains(&x.abs()) || !x.is_finite();
    if plain { format!("{x}") } else { format!("{x:e}") }
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(|x| number(*x)).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number(x) => f.write_str(&number(*x)),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Word(word) => f.write_str(word),
            Self::List(numbers) => f.write_str(&list(numbers)),
            Self::Rows(rows) => {
                let all: Vec<String> = rows.iter().map(|row| list(row)).collect();
                f.write_str(&all.join(";"))
            }
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(x) if x.fract() == 0.0 && x.abs() < WHOLE => {
                serializer.serialize_i64(*x as i64)
            }
            Self::Number(x) => serializer.serialize_f64(*x),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Word(word) => serializer.serialize_str(word),
            Self::List(numbers) => numbers.serialize(serializer),
            Self::Rows(rows) => rows.serialize(serializer),
        }
    }
}

/// Whole numbers below this are exact.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// A type that a setting can have.
pub trait SettingType: Sized {
    /// What it is called in listings and errors.
    const KIND: &'static str;
    /// The words it accepts, where it is one of several.
    const WORDS: &'static [&'static str] = &[];
    /// From a value; `None` if it is of another type.
    fn from_value(value: &Value) -> Option<Self>;
    /// As a value.
    fn to_value(&self) -> Value;
}

impl SettingType for f64 {
    const KIND: &'static str = "number";
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(x) => Some(*x),
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        Value::Number(*self)
    }
}

macro_rules! whole_numbers {
    ($($type:ty),+) => {$(
        impl SettingType for $type {
            const KIND: &'static str = "whole number";
            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    Value::Number(x) if x.fract() == 0.0 && (0.0..WHOLE).contains(x) => {
                        (*x as u64).try_into().ok()
                    }
                    _ => None,
                }
            }
            fn to_value(&self) -> Value {
                Value::Number(*self as f64)
            }
        }
    )+};
}
whole_numbers!(usize, u64, u32);

impl SettingType for i32 {
    const KIND: &'static str = "whole number";
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(x) if x.fract() == 0.0 && x.abs() < 1e9 => Some(*x as i32),
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        Value::Number(f64::from(*self))
    }
}

impl SettingType for bool {
    const KIND: &'static str = "true or false";
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        Value::Flag(*self)
    }
}

impl SettingType for Vec<f64> {
    const KIND: &'static str = "list of numbers";
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(x) => Some(vec![*x]),
            Value::List(numbers) => Some(numbers.clone()),
            Value::Word(word) if word.is_empty() => Some(Vec::new()),
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        Value::List(self.clone())
    }
}

impl SettingType for Vec<Vec<f64>> {
    const KIND: &'static str = "list of lists of numbers";
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::List(numbers) => Some(vec![numbers.clone()]),
            Value::Rows(rows) => Some(rows.clone()),
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        Value::Rows(self.clone())
    }
}

/// A setting that is chosen by the method itself when it is `auto`.
impl<T: SettingType> SettingType for Option<T> {
    const KIND: &'static str = T::KIND;
    const WORDS: &'static [&'static str] = &["auto"];
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Word(word) if word == "auto" => Some(None),
            other => T::from_value(other).map(Some),
        }
    }
    fn to_value(&self) -> Value {
        self.as_ref().map_or_else(|| Value::Word("auto".into()), T::to_value)
    }
}

/// Implements [`SettingType`] for an enum whose values are words:
/// `words!(Integration { Euler = "euler", RungeKutta = "rk4" });`
#[macro_export]
macro_rules! words {
    ($type:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $crate::SettingType for $type {
            const KIND: &'static str = "word";
            const WORDS: &'static [&'static str] = &[$($word),+];
            fn from_value(value: &$crate::Value) -> Option<Self> {
                match value {
                    $($crate::Value::Word(word) if word == $word => Some(Self::$variant),)+
                    _ => None,
                }
            }
            fn to_value(&self) -> $crate::Value {
                match self {
                    $(Self::$variant => $crate::Value::Word($word.into()),)+
                }
            }
        }
    };
}
