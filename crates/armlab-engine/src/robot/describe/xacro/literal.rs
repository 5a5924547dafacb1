//! Texts that are numbers or truth values, as properties and parameters take them.

use super::value::Value;

/// The value of a text: without quotes, as a number or a truth value where it is one.
pub(super) fn literal(value: Value) -> Value {
    let Value::Text(text) = &value else { return value };
    if text.len() >= 2 && text.starts_with('\'') && text.ends_with('\'') {
        return Value::text(&text[1..text.len() - 1]);
    }
    // Python drops underscores in numbers; names have them.
    if text.contains('_') {
        return value;
    }
    let trimmed = text.trim();
    if let Ok(i) = trimmed.parse::<i64>() {
        return Value::Int(i);
    }
    if let Some(x) = float(trimmed) {
        return Value::Float(x);
    }
    match &**text {
        "true" | "True" => Value::Bool(true),
        "false" | "False" => Value::Bool(false),
        _ => value,
    }
}

/// `float(text)` of Python.
pub(super) fn float(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// The truth value of a condition; none where it has none.
pub(super) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Text(text) => match &**text {
            "true" | "True" => Some(true),
            "false" | "False" => Some(false),
            other => other.trim().parse::<i64>().ok().map(|i| i != 0),
        },
        other => Some(other.is_true()),
    }
}
