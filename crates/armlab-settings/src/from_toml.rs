//! Settings from a TOML file: a table per method, such as `[methods.ekf]`.

use crate::{Method, Registry, SettingError, Value};
use armlab_files::FileError;
use armlab_files::toml::{TomlDocument, TomlFormat, TomlTable, TomlValue};

/// Tables that a file of settings may have, one per kind of method.
const TABLES: [&str; 3] = ["methods", "solvers", "controllers"];

const FORMAT: TomlFormat = TomlFormat {
    limit: 1 << 20,
    too_large: "is it a file of settings?",
    malformed: "write tables such as [methods.ekf]",
};

impl<M: Method + ?Sized> Registry<M> {
    /// Sets what the tables of a TOML text say about methods of this kind; `file` is
    /// its name in errors. Tables of the other kinds are passed over.
    ///
    /// # Errors
    /// With file, line and column, at the first thing that is no such table, method,
    /// setting or value.
    pub fn set_from_toml(&mut self, text: &str, file: &str) -> Result<(), FileError> {
        let document = TomlDocument::parse(text, file, &FORMAT)?;
        let top = document.root("the file of settings");
        top.only(&TABLES)?;
        let name = self.table();
        let Some(methods) = top.table(name, format!("[{name}]"))? else { return Ok(()) };
        for method in methods.keys() {
            self.get(method).map_err(|error| located(&methods, method, &error))?;
            let Some(own) = methods.table(method, method)? else { continue };
            for setting in own.keys() {
                let Some(given) = own.value(setting)? else { continue };
                self.set_value(method, setting, &given.into())
                    .map_err(|error| located(&own, setting, &error))?;
            }
        }
        Ok(())
    }
}

fn located(table: &TomlTable, key: &str, error: &SettingError) -> FileError {
    table.error(key, error.to_string(), error.hint())
}

impl From<TomlValue<'_>> for Value {
    fn from(value: TomlValue) -> Self {
        match value {
            TomlValue::Flag(flag) => Self::Flag(flag),
            TomlValue::Number(number) => Self::Number(number),
            TomlValue::Text(text) => Self::Word(text.into()),
            TomlValue::Numbers(numbers) => Self::List(numbers),
            TomlValue::Rows(rows) => Self::Rows(rows),
        }
    }
}
