//! Texts with `${…}` and `$(…)`, and expressions within them.

use super::expand::Xacro;
use super::functions;
use super::literal::literal;
use super::methods;
use super::operators::{binary, compare, place};
use super::parse::{Expression, parse};
use super::symbols::Symbol;
use super::value::Value;

/// How deep properties may use each other.
const DEEPEST: usize = 100;

pub(super) type Evaluated = Result<Value, String>;

impl Xacro<'_> {
    /// The value of a text: that of its expression if it is nothing else, a string otherwise.
    pub fn text(&mut self, text: &str, table: usize) -> Evaluated {
        if !text.contains('$') {
            return Ok(Value::text(text));
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            self.depth = 0;
            return Err("properties use each other in a ring, or too deep".into());
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let dollar = rest.find('$').unwrap_or(rest.len());
            if dollar > 0 {
                parts.push(Value::text(&rest[..dollar]));
                rest = &rest[dollar..];
                continue;
            }
            let dollars = rest.len() - rest.trim_start_matches('$').len();
            let after = &rest[dollars..];
            if dollars > 1 && after.starts_with(['{', '(']) {
                // One dollar less, and no expression.
                parts.push(Value::text(&rest[1..=dollars]));
                rest = &rest[dollars + 1..];
                continue;
            }
            let closing = match after.chars().next() {
                Some('{') if dollars == 1 => '}',
                Some('(') if dollars == 1 => ')',
                _ => {
                    parts.push(Value::text(&rest[..dollars]));
                    rest = after;
                    continue;
                }
            };
            let Some(end) = after.find(closing) else {
                return Err(format!("`{closing}` is missing in {}", armlab_files::quoted(text)));
            };
            let inner = &after[1..end];
            parts.push(if closing == '}' {
                let inner = self.text(inner, table)?.to_text();
                self.expression(&inner, table)?
            } else {
                let inner = self.text(inner, table)?.to_text();
                Value::text(self.substituted(&inner, table)?)
            });
            rest = &after[end + 1..];
        }
        self.depth -= 1;
        match parts.len() {
            1 => Ok(parts.remove(0)),
            _ => Ok(Value::text(parts.iter().map(Value::to_text).collect::<String>())),
        }
    }

    /// The value of an expression.
    pub fn expression(&mut self, text: &str, table: usize) -> Evaluated {
        let failed = |why: String| format!("in ${{{}}}: {why}", armlab_files::quoted(text));
        let parsed = parse(text).map_err(failed)?;
        self.value(&parsed, table).map_err(failed)
    }

    /// What a name stands for.
    pub fn symbol(&mut self, name: &str, table: usize) -> Result<Option<Value>, String> {
        let Some((owner, symbol)) = self.symbols.find(table, name) else { return Ok(None) };
        match symbol.clone() {
            Symbol::Value(value) => Ok(Some(value)),
            Symbol::Lazy(text) => {
                self.symbols.set(owner, name, Symbol::Busy);
                let value = self.text(&text, owner);
                match value {
                    Ok(value) => {
                        let value = literal(value);
                        self.symbols.set(owner, name, Symbol::Value(value.clone()));
                        Ok(Some(value))
                    }
                    Err(why) => {
                        self.symbols.set(owner, name, Symbol::Lazy(text));
                        Err(format!("property `{name}`: {why}"))
                    }
                }
            }
            Symbol::Busy => Err(format!("property `{name}` uses itself")),
            Symbol::Block(_) => Err(format!("`{name}` is a block, not a value")),
        }
    }

    fn value(&mut self, expression: &Expression, table: usize) -> Evaluated {
        self.steps += 1;
        if self.steps > super::expand::MOST_STEPS {
            return Err("the file takes too long to expand".into());
        }
        match expression {
            Expression::Value(value) => Ok(value.clone()),
            Expression::Name(name) => match self.symbol(name, table)? {
                Some(value) => Ok(value),
                None => functions::global(name).ok_or_else(|| format!("`{name}` is not defined")),
            },
            Expression::Not(inner) => Ok(Value::Bool(!self.value(inner, table)?.is_true())),
            Expression::Negative(inner) => match self.value(inner, table)? {
                Value::Int(i) => Ok(Value::Int(-i)),
                value => {
                    let x = value
                        .number()
                        .ok_or_else(|| format!("−{} has no meaning", value.kind()))?;
                    Ok(Value::Float(-x))
                }
            },
            Expression::Both(a, b) => {
                let a = self.value(a, table)?;
                if a.is_true() { self.value(b, table) } else { Ok(a) }
            }
            Expression::Either(a, b) => {
                let a = self.value(a, table)?;
                if a.is_true() { Ok(a) } else { self.value(b, table) }
            }
            Expression::Binary(sign, a, b) => {
                let (a, b) = (self.value(a, table)?, self.value(b, table)?);
                binary(sign, &a, &b)
            }
            Expression::Compare(first, rest) => {
                let mut left = self.value(first, table)?;
                for (operator, right) in rest {
                    let right = self.value(right, table)?;
                    if !compare(operator, &left, &right)? {
                        return Ok(Value::Bool(false));
                    }
                    left = right;
                }
                Ok(Value::Bool(true))
            }
            Expression::Choice { then, condition, otherwise } => {
                let chosen = if self.value(condition, table)?.is_true() { then } else { otherwise };
                self.value(chosen, table)
            }
            Expression::List(all) => self.values(all, table).map(Value::list),
            Expression::Dict(all) => {
                let mut entries = Vec::with_capacity(all.len());
                for (key, value) in all {
                    entries.push((self.value(key, table)?, self.value(value, table)?));
                }
                Ok(Value::dict(entries))
            }
            Expression::Attribute(of, name) => {
                let of = self.value(of, table)?;
                self.attribute(of, name)
            }
            Expression::Index(of, index) => {
                let (of, index) = (self.value(of, table)?, self.value(index, table)?);
                indexed(&of, &index)
            }
            Expression::Slice(of, from, to) => {
                let of = self.value(of, table)?;
                let mut bound = |e: &Option<Box<Expression>>| match e {
                    None => Ok(None),
                    Some(e) => self.value(e, table).map(|v| v.integer()),
                };
                let (from, to) = (bound(from)?, bound(to)?);
                sliced(&of, from, to)
            }
            Expression::Call(function, arguments) => {
                let function = self.value(function, table)?;
                let arguments = self.values(arguments, table)?;
                match function {
                    Value::Function(name) => self.call(&name, &arguments),
                    Value::Method(method) => methods::call(&method.0, &method.1, &arguments),
                    other => Err(format!("{} cannot be called", other.kind())),
                }
            }
            Expression::Each { each, name, list, only } => {
                let list = functions::items(&self.value(list, table)?)?;
                let inner = self.symbols.inner(table);
                let mut all = Vec::new();
                for item in list {
                    self.symbols.set(inner, name, Symbol::Value(item));
                    let keep = match only {
                        Some(only) => self.value(only, inner)?.is_true(),
                        None => true,
                    };
                    if keep {
                        all.push(self.value(each, inner)?);
                    }
                }
                self.symbols.drop_last(inner);
                Ok(Value::list(all))
            }
        }
    }

    fn values(&mut self, all: &[Expression], table: usize) -> Result<Vec<Value>, String> {
        all.iter().map(|e| self.value(e, table)).collect()
    }

    fn attribute(&mut self, of: Value, name: &str) -> Evaluated {
        match &of {
            // `math.sin`, `xacro.load_yaml`
            Value::Function(module) if matches!(&**module, "math" | "xacro" | "python") => {
                match functions::global(name) {
                    Some(value @ (Value::Float(_) | Value::Bool(_))) => Ok(value),
                    _ => Ok(Value::Function(format!("{module}.{name}").into())),
                }
            }
            Value::Space(table) => {
                let found = self.symbol(name, *table)?;
                found.ok_or_else(|| format!("`{name}` is not defined there"))
            }
            Value::Dict(entries) => {
                let found = entries.iter().find(|(k, _)| k.equals(&Value::text(name)));
                match found {
                    Some((_, value)) => Ok(value.clone()),
                    None if methods::has(&of, name) => {
                        Ok(Value::Method(std::rc::Rc::new((of.clone(), name.to_string()))))
                    }
                    None => Err(format!("the dictionary has no `{name}`")),
                }
            }
            _ if methods::has(&of, name) => {
                Ok(Value::Method(std::rc::Rc::new((of.clone(), name.to_string()))))
            }
            _ => Err(format!("{} has no `{name}`", of.kind())),
        }
    }
}

fn indexed(of: &Value, index: &Value) -> Evaluated {
    match of {
        Value::Dict(entries) => {
            let found = entries.iter().find(|(k, _)| k.equals(index));
            found.map(|(_, v)| v.clone()).ok_or_else(|| format!("there is no key {}", index.repr()))
        }
        Value::List(list) => {
            let at = index.integer().and_then(|i| place(i, list.len()));
            let item = at.and_then(|i| list.get(i)).cloned();
            item.ok_or_else(|| format!("index {} is beyond {} items", index.repr(), list.len()))
        }
        Value::Text(text) => {
            let chars: Vec<char> = text.chars().collect();
            let at = index.integer().and_then(|i| place(i, chars.len()));
            let found = at.and_then(|i| chars.get(i)).map(|c| Value::text(c.to_string()));
            found.ok_or_else(|| format!("index {} is beyond the string", index.repr()))
        }
        other => Err(format!("{} has no items", other.kind())),
    }
}

fn sliced(of: &Value, from: Option<i64>, to: Option<i64>) -> Evaluated {
    let bounds = |length: usize| {
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let at = |i: i64| (if i < 0 { i + length } else { i }).clamp(0, length) as usize;
        let (from, to) = (at(from.unwrap_or(0)), at(to.unwrap_or(length)));
        (from, to.max(from))
    };
    match of {
        Value::List(list) => {
            let (from, to) = bounds(list.len());
            Ok(Value::list(list.get(from..to).unwrap_or_default().to_vec()))
        }
        Value::Text(text) => {
            let chars: Vec<char> = text.chars().collect();
            let (from, to) = bounds(chars.len());
            Ok(Value::text(chars.get(from..to).unwrap_or_default().iter().collect::<String>()))
        }
        other => Err(format!("{} has no items", other.kind())),
    }
}
