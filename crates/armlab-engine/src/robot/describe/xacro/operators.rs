//! Operators of expressions.

use super::value::Value;
use std::cmp::Ordering;

/// Longest text or list that an operator makes.
const LONGEST: usize = 1_000_000;

/// `left sign right`
pub(super) fn binary(sign: &str, left: &Value, right: &Value) -> Result<Value, String> {
    if let (Some(a), Some(b)) = (left.integer(), right.integer())
        && let Some(result) = integers(sign, a, b)?
    {
        return Ok(result);
    }
    if let (Some(a), Some(b)) = (left.number(), right.number()) {
        return numbers(sign, a, b);
    }
    match (sign, left, right) {
        ("+", Value::Text(a), Value::Text(b)) if a.len() + b.len() < LONGEST => {
            Ok(Value::text(format!("{a}{b}")))
        }
        ("+", Value::List(a), Value::List(b)) if a.len() + b.len() < LONGEST => {
            Ok(Value::list(a.iter().chain(b.iter()).cloned().collect()))
        }
        ("*", Value::Text(text), times) | ("*", times, Value::Text(text)) => {
            let times = usize::try_from(times.integer().ok_or("a string times no number")?.max(0));
            match times {
                Ok(times) if times.saturating_mul(text.len()) < LONGEST => {
                    Ok(Value::text(text.repeat(times)))
                }
                _ => Err("a string becomes too long".into()),
            }
        }
        ("%", Value::Text(text), value) => Ok(Value::text(formatted(text, value))),
        _ => Err(format!("{} {sign} {} has no meaning", left.kind(), right.kind())),
    }
}

/// Whole numbers; none where the result is none, or too large.
fn integers(sign: &str, a: i64, b: i64) -> Result<Option<Value>, String> {
    let zero = || Err("division by zero".to_string());
    let result = match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "//" if b == 0 => return zero(),
        "//" => {
            a.checked_div_euclid(b).map(|q| if b < 0 && a.rem_euclid(b) != 0 { q - 1 } else { q })
        }
        "%" if b == 0 => return zero(),
        "%" => a.checked_rem(b).map(|r| if r != 0 && (r < 0) != (b < 0) { r + b } else { r }),
        "**" if b >= 0 => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        _ => None,
    };
    Ok(result.map(Value::Int))
}

fn numbers(sign: &str, a: f64, b: f64) -> Result<Value, String> {
    if b == 0.0 && matches!(sign, "/" | "//" | "%") {
        return Err("division by zero".into());
    }
    Ok(Value::Float(match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "//" => (a / b).floor(),
        "%" => a - b * (a / b).floor(),
        "**" => a.powf(b),
        _ => return Err(format!("`{sign}` is not understood")),
    }))
}

/// `left operator right`
pub(super) fn compare(operator: &str, left: &Value, right: &Value) -> Result<bool, String> {
    Ok(match operator {
        "==" | "is" => left.equals(right),
        "!=" | "is not" => !left.equals(right),
        "in" => contains(right, left)?,
        "not in" => !contains(right, left)?,
        _ => {
            let order = match (left.number(), right.number(), left, right) {
                (Some(a), Some(b), ..) => a.partial_cmp(&b),
                (_, _, Value::Text(a), Value::Text(b)) => Some(a.cmp(b)),
                _ => {
                    let (a, b) = (left.kind(), right.kind());
                    return Err(format!("{a} and {b} cannot be compared"));
                }
            };
            match operator {
                "<" => order == Some(Ordering::Less),
                "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
                ">" => order == Some(Ordering::Greater),
                _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            }
        }
    })
}

fn contains(all: &Value, one: &Value) -> Result<bool, String> {
    match (all, one) {
        (Value::List(list), _) => Ok(list.iter().any(|v| v.equals(one))),
        (Value::Dict(entries), _) => Ok(entries.iter().any(|(k, _)| k.equals(one))),
        (Value::Text(text), Value::Text(part)) => Ok(text.contains(&**part)),
        _ => Err(format!("{} cannot be in {}", one.kind(), all.kind())),
    }
}

/// An index from the start or, below zero, from the end.
pub(super) fn place(index: i64, length: usize) -> Option<usize> {
    let length_signed = i64::try_from(length).ok()?;
    let index = if index < 0 { index + length_signed } else { index };
    usize::try_from(index).ok().filter(|i| *i < length)
}

/// `text % value` of Python, for the common forms.
fn formatted(text: &str, value: &Value) -> String {
    let values: Vec<Value> = match value {
        Value::List(list) => list.to_vec(),
        other => vec![other.clone()],
    };
    let mut values = values.into_iter();
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let spec = &rest[at + 1..];
        if let Some(after) = spec.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let Some(end) = spec.find(|c: char| c.is_ascii_alphabetic()) else {
            out.push('%');
            rest = spec;
            continue;
        };
        let value = values.next().unwrap_or(Value::None);
        let (format, kind) = (&spec[..end], spec.as_bytes()[end]);
        let precision = format.split_once('.').and_then(|(_, p)| p.parse::<usize>().ok());
        let width = format.split('.').next().unwrap_or_default();
        let zeros = width.starts_with('0');
        let width = width.trim_start_matches('0').parse::<usize>().unwrap_or(0).min(1000);
        let piece = match kind {
            b'd' | b'i' => format!("{}", value.number().unwrap_or(0.0).trunc()),
            b'f' => {
                let digits = precision.unwrap_or(6).min(100);
                format!("{:.*}", digits, value.number().unwrap_or(0.0))
            }
            _ => value.to_text(),
        };
        let padded = if zeros { format!("{piece:0>width$}") } else { format!("{piece:>width$}") };
        out.push_str(&padded);
        rest = &spec[end + 1..];
    }
    out.push_str(rest);
    out
}
