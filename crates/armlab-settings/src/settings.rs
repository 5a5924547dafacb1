//! What can be set, and the macro that declares it.

use crate::value::SettingType;
use crate::{Range, SettingError, Value};
use serde::Serialize;

/// One setting, described.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its type, in words.
    pub kind: &'static str,
    /// Its unit; empty for a pure number.
    pub unit: &'static str,
    /// The range of numbers.
    pub range: Range,
    /// The words it accepts; for a number, beside numbers.
    pub words: &'static [&'static str],
    /// Its default.
    pub default: Value,
}

impl Setting {
    /// What is accepted, for people: the range, or the words.
    pub fn accepts(&self) -> String {
        let words = self.words.join(", ");
        match (self.kind, self.words.is_empty()) {
            ("true or false", _) => "true, false".into(),
            ("word", _) => words,
            (_, true) => self.range.to_string(),
            (_, false) => format!("{}, or {words}", self.range),
        }
    }

    /// Checks a value against type and range.
    ///
    /// # Errors
    /// If the value is of another type, no number, or out of range.
    pub fn check<T: SettingType>(&self, value: &Value) -> Result<T, SettingError> {
        let (setting, given) = (self.name, value.to_string());
        let typed = T::from_value(value).ok_or_else(|| {
            let words =
                if T::WORDS.is_empty() { "" } else { &format!(" ({})", T::WORDS.join(", ")) };
            let expected = format!("{}{words}", T::KIND);
            SettingError::Type { setting, given: given.clone(), expected }
        })?;
        let outside = |numbers: &[f64]| numbers.iter().any(|x| !self.range.contains(*x));
        let refused = match value {
            Value::Number(x) => !self.range.contains(*x),
            Value::List(numbers) => outside(numbers),
            Value::Rows(rows) => rows.iter().any(|row| outside(row)),
            Value::Flag(_) | Value::Word(_) => false,
        };
        if refused {
            return Err(SettingError::OutOfRange { setting, given, range: self.range });
        }
        Ok(typed)
    }
}

/// Named settings.
pub trait Settings {
    /// All of them, described.
    fn list(&self) -> Vec<Setting>;
    /// The value of one.
    fn get(&self, name: &str) -> Option<Value>;
    /// Sets one.
    ///
    /// # Errors
    /// If there is no such setting, or the value is of the wrong type or out of range.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), SettingError>;
}

/// Declares a struct of settings. Every field is `name: type = default, unit, range;`
/// and its doc comment is its description.
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident : $type:ty = $default:expr, $unit:literal, $range:expr;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $( $(#[doc = $doc])+ pub $field: $type, )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $crate::Settings for $name {
            fn list(&self) -> Vec<$crate::Setting> {
                let default = Self::default();
                let _ = &default;
                vec![$( $crate::Setting {
                    name: stringify!($field),
                    about: concat!($($doc),+).trim(),
                    kind: <$type as $crate::SettingType>::KIND,
                    unit: $unit,
                    range: $range,
                    words: <$type as $crate::SettingType>::WORDS,
                    default: $crate::SettingType::to_value(&default.$field),
                }, )*]
            }
            fn get(&self, name: &str) -> Option<$crate::Value> {
                $( if name == stringify!($field) {
                    return Some($crate::SettingType::to_value(&self.$field));
                } )*
                let _ = name;
                None
            }
            fn set(
                &mut self,
                name: &str,
                value: &$crate::Value,
            ) -> Result<(), $crate::SettingError> {
                let all = $crate::Settings::list(self);
                let Some(own) = all.iter().find(|s| s.name == name) else {
                    let known: Vec<&'static str> = all.iter().map(|s| s.name).collect();
                    return Err($crate::SettingError::unknown_setting(name, &known));
                };
                $( if name == stringify!($field) {
                    self.$field = own.check(value)?;
                    return Ok(());
                } )*
                let _ = (own, value);
                Ok(())
            }
        }
    };
}

/// Implements [`Method`](crate::Method) for a type that is its own settings:
/// `method!(Ridge, "ridge", "Ridge regression. Best for …");`, or that has them in a
/// field: `method!(Dls, settings, "dls", "Damped least squares. Best for …");`
#[macro_export]
macro_rules! method {
    ($type:ty, $($field:ident).+, $name:expr, $about:expr) => {
        impl $crate::Method for $type {
            fn name(&self) -> &'static str {
                $name
            }
            fn about(&self) -> &'static str {
                $about
            }
            fn settings(&self) -> &dyn $crate::Settings {
                &self.$($field).+
            }
            fn settings_mut(&mut self) -> &mut dyn $crate::Settings {
                &mut self.$($field).+
            }
        }
    };
    ($type:ty, $name:expr, $about:expr) => {
        impl $crate::Method for $type {
            fn name(&self) -> &'static str {
                $name
            }
            fn about(&self) -> &'static str {
                $about
            }
            fn settings(&self) -> &dyn $crate::Settings {
                self
            }
            fn settings_mut(&mut self) -> &mut dyn $crate::Settings {
                self
            }
        }
    };
}
