//! Options of a run as a TOML file.

use serde_json::Value;

/// A JSON object as TOML; what is null is left out, since TOML has no null.
pub fn toml(value: &Value) -> String {
    toml::to_string_pretty(&converted(value)).unwrap_or_default()
}

fn converted(value: &Value) -> Option<toml::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(b) => toml::Value::Boolean(*b),
        Value::Number(n) => match n.as_i64() {
            Some(i) => toml::Value::Integer(i),
            None => toml::Value::Float(n.as_f64()?),
        },
        Value::String(s) => toml::Value::String(s.clone()),
        Value::Array(a) => toml::Value::Array(a.iter().filter_map(converted).collect()),
        Value::Object(o) => toml::Value::Table(
            o.iter().filter_map(|(k, v)| Some((k.clone(), converted(v)?))).collect(),
        ),
    })
}
