//! Settings from a TOML file: a table per method, such as `[methods.ekf]`.

use crate::{Method, Registry, SettingError, Value};
use toml::de::{DeTable, DeValue};

/// Tables that a file of settings may have, one per kind of method.
const TABLES: [&str; 3] = ["methods", "solvers", "controllers"];

impl<M: Method + ?Sized> Registry<M> {
    /// Sets what the tables of a TOML text say about methods of this kind; `file` is
    /// its name in errors. Tables of the other kinds are passed over.
    ///
    /// # Errors
    /// With file, line and column, at the first thing that is no such table, method,
    /// setting or value.
    pub fn set_from_toml(&mut self, text: &str, file: &str) -> Result<(), SettingError> {
        let at = |offset: usize, error: SettingError| located(text, file, offset, error);
        let document = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            at(offset, SettingError::Toml(error.message().into()))
        })?;
        for (key, value) in document.get_ref() {
            let (name, offset) = (key.get_ref().as_ref(), key.span().start);
            if !TABLES.contains(&name) {
                let nearest = crate::nearest_name(name, TABLES.into_iter());
                let nearest = nearest.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
                let message = format!("there is no table `{name}` in a file of settings{nearest}");
                return Err(at(offset, SettingError::Toml(message)));
            }
            if name != self.table() {
                continue;
            }
            for (method, own) in table(value.get_ref()).ok_or_else(|| at(offset, no_table(name)))? {
                let offset = method.span().start;
                self.get(method.get_ref()).map_err(|error| at(offset, error))?;
                let Some(own) = table(own.get_ref()) else {
                    return Err(at(offset, no_table(method.get_ref())));
                };
                for (setting, given) in own {
                    let offset = setting.span().start;
                    let wrong =
                        || SettingError::Toml(format!("`{}` is no value", setting.get_ref()));
                    let given = value_of(given.get_ref()).ok_or_else(|| at(offset, wrong()))?;
                    self.set_value(method.get_ref(), setting.get_ref(), &given)
                        .map_err(|error| at(offset, error))?;
                }
            }
        }
        Ok(())
    }
}

fn table<'a, 't>(value: &'a DeValue<'t>) -> Option<&'a DeTable<'t>> {
    match value {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

fn no_table(name: &str) -> SettingError {
    SettingError::Toml(format!("`{name}` must be a table"))
}

fn value_of(value: &DeValue) -> Option<Value> {
    match value {
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::String(word) => Some(Value::Word(word.as_ref().into())),
        DeValue::Array(all) => {
            let numbers = all.iter().map(|v| match value_of(v.get_ref()) {
                Some(Value::Number(x)) => Some(x),
                _ => None,
            });
            numbers.collect::<Option<Vec<f64>>>().map(Value::List)
        }
        DeValue::Integer(number) => {
            let whole = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
            Some(Value::Number(whole as f64))
        }
        DeValue::Float(number) => number.as_str().parse().ok().map(Value::Number),
        _ => None,
    }
}

fn located(text: &str, file: &str, offset: usize, error: SettingError) -> SettingError {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = 1 + before.iter().filter(|b| **b == b'\n').count();
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let column = 1 + String::from_utf8_lossy(&before[start..]).chars().count();
    SettingError::Located { file: file.into(), line, column, source: Box::new(error) }
}
