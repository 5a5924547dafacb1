//! What can be wrong with a name or a setting.

use crate::Range;
use armlab_files::nearest_name;
use thiserror::Error;

/// Why a method or a setting was refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SettingError {
    /// A name that no method has.
    #[error("there is no {kind} `{name}`{}", suggestion(.nearest.as_deref()))]
    UnknownMethod {
        /// What is looked for: `method`, `solver`, `controller`.
        kind: &'static str,
        /// The name.
        name: String,
        /// The known name that is most like it.
        nearest: Option<String>,
        /// All known names.
        known: Vec<&'static str>,
    },
    /// A name that no setting of the method has.
    #[error("there is no setting `{name}`{}", suggestion(.nearest.as_deref()))]
    UnknownSetting {
        /// The name.
        name: String,
        /// The known name that is most like it.
        nearest: Option<String>,
        /// All settings of the method.
        known: Vec<&'static str>,
    },
    /// A value of another type.
    #[error("`{setting}` cannot be `{given}`: it is a {expected}")]
    Type {
        /// The setting.
        setting: &'static str,
        /// What was given.
        given: String,
        /// What it should be.
        expected: String,
    },
    /// A number that is out of range.
    #[error("`{setting}` cannot be {given}: it must be {range}")]
    OutOfRange {
        /// The setting.
        setting: &'static str,
        /// What was given.
        given: String,
        /// What is accepted.
        range: Range,
    },
    /// Text that is not `method.setting=value`.
    #[error("`{0}` is not of the form METHOD.SETTING=VALUE")]
    Form(String),
    /// A list of names with an empty one in it.
    #[error("`{0}` has an empty name in it")]
    EmptyName(String),
    /// One of the above, with the method it is about.
    #[error("{method}: {source}")]
    Of {
        /// The method.
        method: &'static str,
        /// What is wrong.
        source: Box<SettingError>,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

impl SettingError {
    /// The error about a setting that does not exist.
    pub fn unknown_setting(name: &str, known: &[&'static str]) -> Self {
        let nearest = nearest_name(name, known.iter().copied());
        Self::UnknownSetting { name: name.into(), nearest, known: known.to_vec() }
    }
    pub(crate) fn of(self, method: &'static str) -> Self {
        Self::Of { method, source: Box::new(self) }
    }
    /// What would be right, in a sentence.
    pub fn hint(&self) -> String {
        let list = |known: &[&'static str]| known.join(", ");
        match self {
            Self::UnknownMethod { kind, known, .. } => format!("{kind}s are {}", list(known)),
            Self::UnknownSetting { known, .. } if known.is_empty() => {
                "this method has no settings".into()
            }
            Self::UnknownSetting { known, .. } => format!("its settings are {}", list(known)),
            Self::Type { expected, .. } => format!("give a {expected}"),
            Self::OutOfRange { range, .. } => format!("give a number {range}"),
            Self::Form(_) => "write it as ekf.process_noise=1e-4".into(),
            Self::EmptyName(_) => "give names with commas between".into(),
            Self::Of { source, .. } => source.hint(),
        }
    }
}
