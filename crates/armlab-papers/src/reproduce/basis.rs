//! What a row rests on, and with that whether it counts.

use serde::Serialize;

/// What ours was computed from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "of")]
pub enum Basis {
    /// From other numbers than itself: it counts.
    #[default]
    Independent,
    /// A setting that the paper does not print was chosen with an eye on the published number; it counts and is
    /// marked. What was tuned.
    Tuned(String),
    /// The published number was put in, and the row tells whether the procedure gives it back. It is counted
    /// apart.
    GivenBack,
    /// The paper prints it as a setting, and so do we: not counted.
    Setting,
    /// It follows from rows that are counted already: not counted. Which.
    Follows(&'static str),
    /// A time on the authors' machine: not counted.
    Machine,
}

impl Basis {
    /// Whether the row is one of those that are counted as reproduced or not.
    pub fn counts(&self) -> bool {
        matches!(self, Self::Independent | Self::Tuned(_))
    }
    /// What is added to a row's verdict.
    pub fn words(&self) -> String {
        match self {
            Self::Independent => String::new(),
            Self::Tuned(what) => format!("tuned: {what}"),
            Self::GivenBack => "the published number was put in".into(),
            Self::Setting => "a printed setting, not counted".into(),
            Self::Follows(from) => format!("follows from {from}, not counted"),
            Self::Machine => "a time on the authors' machine, not counted".into(),
        }
    }
}
