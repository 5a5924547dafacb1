//! Values of expressions, as Python has them.

use std::fmt::Write;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(Rc<str>),
    List(Rc<Vec<Value>>),
    Dict(Rc<Vec<(Value, Value)>>),
    /// A function, by its name.
    Function(Rc<str>),
    /// A method of a value.
    Method(Rc<(Value, String)>),
    /// Names within a name, as those of an included file.
    Space(usize),
}

impl Value {
    pub fn text(text: impl Into<Rc<str>>) -> Self {
        Self::Text(text.into())
    }
    pub fn list(values: Vec<Value>) -> Self {
        Self::List(Rc::new(values))
    }
    pub fn dict(entries: Vec<(Value, Value)>) -> Self {
        Self::Dict(Rc::new(entries))
    }

    /// As a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Bool(b) => Some(f64::from(u8::from(*b))),
            Self::Int(i) => Some(*i as f64),
            Self::Float(x) => Some(*x),
            _ => None,
        }
    }
    /// As a whole number, if it is one.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Bool(b) => Some(i64::from(*b)),
            Self::Int(i) => Some(*i),
            _ => None,
        }
    }
    /// Whether it counts as true.
    pub fn is_true(&self) -> bool {
        match self {
            Self::None => false,
            Self::Bool(b) => *b,
            Self::Int(i) => *i != 0,
            Self::Float(x) => *x != 0.0,
            Self::Text(t) => !t.is_empty(),
            Self::List(l) => !l.is_empty(),
            Self::Dict(d) => !d.is_empty(),
            Self::Function(_) | Self::Method(_) | Self::Space(_) => true,
        }
    }
    /// Equality of Python: 1 == 1.0 == True.
    pub fn equals(&self, other: &Self) -> bool {
        match (self.number(), other.number()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => self == other,
            _ => false,
        }
    }
    /// What kind of thing it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Dict(_) => "a dictionary",
            Self::Function(_) | Self::Method(_) => "a function",
            Self::Space(_) => "a name space",
        }
    }
    /// `str(value)` of Python.
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.to_string(),
            other => other.repr(),
        }
    }
    /// `repr(value)` of Python.
    pub fn repr(&self) -> String {
        match self {
            Self::None => "None".into(),
            Self::Bool(true) => "True".into(),
            Self::Bool(false) => "False".into(),
            Self::Int(i) => i.to_string(),
            Self::Float(x) => float(*x),
            Self::Text(t) => format!("'{}'", t.replace('\\', "\\\\").replace('\'', "\\'")),
            Self::List(values) => {
                let inner: Vec<String> = values.iter().map(Self::repr).collect();
                format!("[{}]", inner.join(", "))
            }
            Self::Dict(entries) => {
                let inner: Vec<String> =
                    entries.iter().map(|(k, v)| format!("{}: {}", k.repr(), v.repr())).collect();
                format!("{{{}}}", inner.join(", "))
            }
            Self::Function(name) => format!("<function {name}>"),
            Self::Method(_) => "<method>".into(),
            Self::Space(_) => "<namespace>".into(),
        }
    }
}

/// A float as Python prints it: the shortest digits, with an exponent below 1e-4 and from 1e16.
fn float(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let scientific = format!("{x:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) || x == 0.0 {
        let plain = format!("{x}");
        return if plain.contains('.') { plain } else { format!("{plain}.0") };
    }
    let mut out = mantissa.to_string();
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "e{sign}{:02}", exponent.abs());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_in_python() {
        let floats = [
            (0.1 + 0.2, "0.30000000000000004"),
            (1.0, "1.0"),
            (1e-5, "1e-05"),
            (0.0001, "0.0001"),
            (1e16, "1e+16"),
            (123456789012345.6, "123456789012345.6"),
            (-0.0, "-0.0"),
            (1.5e300, "1.5e+300"),
        ];
        for (x, text) in floats {
            assert_eq!(Value::Float(x).to_text(), text);
        }
        let list = Value::list(vec![Value::Int(1), Value::text("a'b"), Value::Bool(true)]);
        assert_eq!(list.to_text(), "[1, 'a\\'b', True]");
    }
}
