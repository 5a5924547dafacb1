//! The `[controller]` table of an experiment file: a kind, and its settings.

use super::section::Section;
use crate::motion::FormatError;
use crate::simulate::controller::{ControlError, ControlLaw, controllers};
use armlab_settings::{SettingError, SettingType, Value};

/// Reads the controller of a table.
pub(super) fn read(section: &Section) -> Result<Box<dyn ControlLaw>, FormatError> {
    let mut registry = controllers();
    let names: Vec<(&str, &str)> = registry.names().into_iter().map(|n| (n, n)).collect();
    let Some(name) = section.word("kind", &names)? else {
        let wanted = format!("one of: {}", registry.names().join(", "));
        return Err(section.missing("kind", &wanted));
    };
    let refused = |key: &str, e: SettingError| section.error(key, e.to_string(), e.hint());
    let method = registry.get_mut(name).map_err(|e| refused("kind", e))?;
    let settings: Vec<&str> = method.settings().list().iter().map(|s| s.name).collect();
    let known: Vec<&str> = std::iter::once("kind").chain(settings.iter().copied()).collect();
    section.only(&known)?;
    for key in settings {
        if let Some(value) = value_of(section, key)? {
            method.settings_mut().set(key, &value).map_err(|e| refused(key, e))?;
        }
    }
    let law = method.law().map_err(|error| located(&error, section))?;
    law.check().map_err(|error| located(&error, section))?;
    Ok(law)
}

/// The value of a key, whatever its type.
fn value_of(section: &Section, key: &str) -> Result<Option<Value>, FormatError> {
    if let Ok(text) = section.text(key) {
        return Ok(text.map(|text| Value::Word(text.into())));
    }
    if let Ok(Some(flag)) = section.flag(key) {
        return Ok(Some(Value::Flag(flag)));
    }
    if let Ok(Some(rows)) = section.rows(key) {
        return Ok(Some(Value::Rows(rows)));
    }
    Ok(section.per_joint(key)?.map(|numbers| numbers.to_value()))
}

/// The error at the key that it is about.
fn located(error: &ControlError, section: &Section) -> FormatError {
    match error {
        ControlError::Setting { what, value, hint } => {
            section.error(what, format!("`{what}` cannot be {value}"), *hint)
        }
        other => section.error("kind", other.to_string(), "give one value per driven joint"),
    }
}
