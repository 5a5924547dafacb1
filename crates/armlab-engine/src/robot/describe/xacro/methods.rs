//! Methods of strings, lists and dictionaries.

use super::functions::items;
use super::value::Value;

/// Whether a value has a method of this name.
pub(super) fn has(value: &Value, name: &str) -> bool {
    let known: &[&str] = match value {
        Value::Text(_) => &[
            "split",
            "replace",
            "lower",
            "upper",
            "strip",
            "lstrip",
            "rstrip",
            "startswith",
            "endswith",
            "join",
            "find",
            "format",
            "title",
            "count",
            "capitalize",
            "rsplit",
        ],
        Value::Dict(_) => &["get", "keys", "values", "items"],
        Value::List(_) => &["index", "count"],
        _ => &[],
    };
    known.contains(&name)
}

/// Calls a method.
pub(super) fn call(of: &Value, name: &str, arguments: &[Value]) -> Result<Value, String> {
    let argument = |i: usize| arguments.get(i).cloned();
    let text = |i: usize| match argument(i) {
        Some(Value::Text(text)) => Ok(text.to_string()),
        _ => Err(format!("{name} needs a string")),
    };
    match of {
        Value::Text(own) => Ok(match name {
            "lower" => Value::text(own.to_lowercase()),
            "upper" => Value::text(own.to_uppercase()),
            "strip" | "lstrip" | "rstrip" => {
                let set = match argument(0) {
                    Some(Value::Text(set)) => set.to_string(),
                    _ => " \t\r\n".to_string(),
                };
                let is = |c: char| set.contains(c);
                Value::text(match name {
                    "strip" => own.trim_matches(is),
                    "lstrip" => own.trim_start_matches(is),
                    _ => own.trim_end_matches(is),
                })
            }
            "capitalize" | "title" => {
                let mut chars = own.chars();
                let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
                Value::text(format!("{first}{}", chars.as_str()))
            }
            "replace" => {
                let (from, to) = (text(0)?, text(1)?);
                if from.is_empty() || own.len().saturating_mul(to.len() + 1) > 10_000_000 {
                    return Err("replace makes too long a string".into());
                }
                Value::text(own.replace(&from, &to))
            }
            "startswith" => Value::Bool(own.starts_with(&text(0)?)),
            "endswith" => Value::Bool(own.ends_with(&text(0)?)),
            "find" => {
                let at = own.find(&text(0)?).map(|i| own[..i].chars().count());
                Value::Int(at.and_then(|i| i64::try_from(i).ok()).unwrap_or(-1))
            }
            "count" => Value::Int(i64::try_from(own.matches(&text(0)?).count()).unwrap_or(0)),
            "split" | "rsplit" => {
                let parts: Vec<Value> = match argument(0) {
                    Some(Value::Text(by)) if !by.is_empty() => {
                        own.split(&*by).map(Value::text).collect()
                    }
                    _ => own.split_whitespace().map(Value::text).collect(),
                };
                Value::list(parts)
            }
            "join" => {
                let parts = items(&argument(0).ok_or("join needs a list")?)?;
                let parts: Vec<String> = parts.iter().map(Value::to_text).collect();
                Value::text(parts.join(own))
            }
            "format" => Value::text(formatted(own, arguments)),
            _ => return Err(format!("strings have no method `{name}`")),
        }),
        Value::Dict(entries) => Ok(match name {
            "get" => {
                let key = argument(0).ok_or("get needs a key")?;
                let found = entries.iter().find(|(k, _)| k.equals(&key)).map(|(_, v)| v.clone());
                found.or_else(|| argument(1)).unwrap_or(Value::None)
            }
            "keys" => Value::list(entries.iter().map(|(k, _)| k.clone()).collect()),
            "values" => Value::list(entries.iter().map(|(_, v)| v.clone()).collect()),
            _ => Value::list(
                entries.iter().map(|(k, v)| Value::list(vec![k.clone(), v.clone()])).collect(),
            ),
        }),
        Value::List(list) => {
            let one = argument(0).ok_or_else(|| format!("{name} needs a value"))?;
            let found = match name {
                "count" => Some(list.iter().filter(|v| v.equals(&one)).count()),
                _ => list.iter().position(|v| v.equals(&one)),
            };
            let found = found.ok_or_else(|| format!("{} is not in the list", one.repr()))?;
            Ok(Value::Int(i64::try_from(found).unwrap_or(0)))
        }
        other => Err(format!("{} has no method `{name}`", other.kind())),
    }
}

/// `text.format(…)` with places in order or by number.
fn formatted(text: &str, values: &[Value]) -> String {
    let mut out = String::new();
    let (mut rest, mut next) = (text, 0);
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('}') else { break };
        let field = &rest[open + 1..open + close];
        let (number, format) = field.split_once(':').unwrap_or((field, ""));
        let index = number.parse::<usize>().unwrap_or(next);
        next += 1;
        let value = values.get(index).cloned().unwrap_or(Value::None);
        let precision = format.strip_suffix('f').and_then(|f| f.strip_prefix('.'));
        match (precision.and_then(|p| p.parse::<usize>().ok()), value.number()) {
            (Some(digits), Some(x)) => out.push_str(&format!("{:.*}", digits.min(100), x)),
            _ => out.push_str(&value.to_text()),
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}
