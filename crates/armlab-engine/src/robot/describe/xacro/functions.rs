//! Functions of expressions: Python's own, those of `math`, and those of xacro that need no
//! files.

use super::literal::float;
use super::value::Value;
use std::f64::consts::{E, PI, TAU};

/// A name and a function of one number.
type Named = (&'static str, fn(f64) -> f64);

/// Functions of one number.
const MATH: [Named; 22] = [
    ("sin", f64::sin),
    ("cos", f64::cos),
    ("tan", f64::tan),
    ("asin", f64::asin),
    ("acos", f64::acos),
    ("atan", f64::atan),
    ("sinh", f64::sinh),
    ("cosh", f64::cosh),
    ("tanh", f64::tanh),
    ("exp", f64::exp),
    ("log10", f64::log10),
    ("log2", f64::log2),
    ("log1p", f64::ln_1p),
    ("sqrt", f64::sqrt),
    ("fabs", f64::abs),
    ("radians", f64::to_radians),
    ("degrees", f64::to_degrees),
    ("asinh", f64::asinh),
    ("acosh", f64::acosh),
    ("atanh", f64::atanh),
    ("expm1", f64::exp_m1),
    ("cbrt", f64::cbrt),
];
const OTHERS: [&str; 26] = [
    "atan2", "pow", "hypot", "fmod", "copysign", "log", "floor", "ceil", "trunc", "abs", "min",
    "max", "round", "sum", "len", "str", "float", "int", "bool", "list", "tuple", "dict", "range",
    "all", "any", "sorted",
];

/// A constant or function by its name.
pub(super) fn global(name: &str) -> Option<Value> {
    match name {
        "pi" => return Some(Value::Float(PI)),
        "tau" => return Some(Value::Float(TAU)),
        "e" => return Some(Value::Float(E)),
        "inf" => return Some(Value::Float(f64::INFINITY)),
        "nan" => return Some(Value::Float(f64::NAN)),
        _ => {}
    }
    let known = MATH.iter().any(|(n, _)| *n == name) || OTHERS.contains(&name);
    let named =
        known || matches!(name, "isnan" | "isinf" | "xacro" | "math" | "python" | "load_yaml");
    named.then(|| Value::Function(name.into()))
}

/// Calls a function that needs no files.
pub(super) fn call(name: &str, arguments: &[Value]) -> Result<Value, String> {
    let short = name.rsplit('.').next().unwrap_or(name);
    if let (Some((_, function)), [x]) = (MATH.iter().find(|(n, _)| *n == short), arguments) {
        let x = x.number().ok_or_else(|| format!("{short} of {}", x.kind()))?;
        let result = function(x);
        if result.is_nan() && !x.is_nan() {
            return Err(format!("{short}({x}) is not defined"));
        }
        return Ok(Value::Float(result));
    }
    let number = |i: usize| -> Result<f64, String> {
        let value = arguments.get(i).ok_or_else(|| format!("{short} needs more values"))?;
        value.number().ok_or_else(|| format!("{short} of {}", value.kind()))
    };
    let whole = |x: f64| -> Result<Value, String> {
        if x.abs() < 9e18 { Ok(Value::Int(x as i64)) } else { Err(format!("{short} is too large")) }
    };
    Ok(match short {
        "atan2" => Value::Float(number(0)?.atan2(number(1)?)),
        "pow" => super::operators::binary(
            "**",
            &arguments_at(arguments, 0)?,
            &arguments_at(arguments, 1)?,
        )?,
        "hypot" => Value::Float(number(0)?.hypot(number(1)?)),
        "fmod" => Value::Float(number(0)? % number(1)?),
        "copysign" => Value::Float(number(0)?.copysign(number(1)?)),
        "log" => match arguments.len() {
            2 => Value::Float(number(0)?.ln() / number(1)?.ln()),
            _ => Value::Float(number(0)?.ln()),
        },
        "floor" => whole(number(0)?.floor())?,
        "ceil" => whole(number(0)?.ceil())?,
        "trunc" => whole(number(0)?.trunc())?,
        "isnan" => Value::Bool(number(0)?.is_nan()),
        "isinf" => Value::Bool(number(0)?.is_infinite()),
        "abs" => match arguments_at(arguments, 0)? {
            Value::Int(i) => Value::Int(i.saturating_abs()),
            _ => Value::Float(number(0)?.abs()),
        },
        "min" | "max" => extreme(short, arguments)?,
        "round" => round(arguments, number(0)?)?,
        "sum" => sum(&items(&arguments_at(arguments, 0)?)?)?,
        "len" => {
            let length = match arguments_at(arguments, 0)? {
                Value::Text(text) => text.chars().count(),
                other => items(&other)?.len(),
            };
            Value::Int(i64::try_from(length).unwrap_or(i64::MAX))
        }
        "str" => Value::text(arguments_at(arguments, 0)?.to_text()),
        "float" => match arguments_at(arguments, 0)? {
            Value::Text(text) => {
                Value::Float(float(&text).ok_or_else(|| format!("`{text}` is not a number"))?)
            }
            _ => Value::Float(number(0)?),
        },
        "int" => match arguments_at(arguments, 0)? {
            Value::Text(text) => {
                let parsed = text.trim().parse();
                Value::Int(parsed.map_err(|_| format!("`{text}` is not a whole number"))?)
            }
            _ => whole(number(0)?.trunc())?,
        },
        "bool" => Value::Bool(arguments.first().is_some_and(Value::is_true)),
        "list" | "tuple" => match arguments.first() {
            None => Value::list(Vec::new()),
            Some(value) => Value::list(items(value)?),
        },
        "dict" => match arguments.first() {
            Some(value @ Value::Dict(_)) => value.clone(),
            _ => Value::dict(Vec::new()),
        },
        "range" => range(arguments)?,
        "all" => Value::Bool(items(&arguments_at(arguments, 0)?)?.iter().all(Value::is_true)),
        "any" => Value::Bool(items(&arguments_at(arguments, 0)?)?.iter().any(Value::is_true)),
        "sorted" => {
            let mut all = items(&arguments_at(arguments, 0)?)?;
            all.sort_by(|a, b| match (a.number(), b.number()) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => a.to_text().cmp(&b.to_text()),
            });
            Value::list(all)
        }
        _ => return Err(format!("function `{name}` is not known")),
    })
}

fn arguments_at(arguments: &[Value], i: usize) -> Result<Value, String> {
    arguments.get(i).cloned().ok_or_else(|| "a value is missing in a call".to_string())
}

/// What can be gone through one by one.
pub(super) fn items(value: &Value) -> Result<Vec<Value>, String> {
    match value {
        Value::List(list) => Ok(list.to_vec()),
        Value::Dict(entries) => Ok(entries.iter().map(|(k, _)| k.clone()).collect()),
        Value::Text(text) => Ok(text.chars().map(|c| Value::text(c.to_string())).collect()),
        other => Err(format!("{} has no items", other.kind())),
    }
}

fn extreme(name: &str, arguments: &[Value]) -> Result<Value, String> {
    let all = match arguments {
        [one] => items(one)?,
        many => many.to_vec(),
    };
    let mut best: Option<Value> = None;
    for value in all {
        let x = value.number().ok_or_else(|| format!("{name} of {}", value.kind()))?;
        let better = match best.as_ref().and_then(Value::number) {
            None => true,
            Some(b) if name == "min" => x < b,
            Some(b) => x > b,
        };
        if better {
            best = Some(value);
        }
    }
    best.ok_or_else(|| format!("{name} of nothing"))
}

/// Rounds halves to even, as Python does.
fn round(arguments: &[Value], x: f64) -> Result<Value, String> {
    match arguments.get(1).and_then(Value::integer) {
        None => Ok(Value::Int(x.round_ties_even() as i64)),
        Some(digits) => {
            let digits = usize::try_from(digits.clamp(0, 17)).unwrap_or(0);
            let text = format!("{x:.digits$}");
            Ok(Value::Float(float(&text).unwrap_or(x)))
        }
    }
}

fn sum(values: &[Value]) -> Result<Value, String> {
    let mut total = Value::Int(0);
    for value in values {
        total = super::operators::binary("+", &total, value)?;
    }
    Ok(total)
}

fn range(arguments: &[Value]) -> Result<Value, String> {
    let whole = |i: usize| arguments.get(i).and_then(Value::integer);
    let (from, to, step) = match arguments.len() {
        1 => (0, whole(0), 1),
        _ => (whole(0).unwrap_or(0), whole(1), whole(2).unwrap_or(1)),
    };
    let to = to.ok_or("range of no whole number")?;
    if step == 0 || (to.saturating_sub(from) / step).abs() > 100_000 {
        return Err("range is too long".into());
    }
    let (mut all, mut at) = (Vec::new(), from);
    while if step > 0 { at < to } else { at > to } {
        all.push(Value::Int(at));
        at += step;
    }
    Ok(Value::list(all))
}
