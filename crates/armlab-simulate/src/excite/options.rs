//! Options that are words.

use super::bases::{BasisKind, Ends};
use super::coordinates::PlatformAxis;
use super::error::ExciteError;
use super::objective::{OBJECTIVES, Objective};
use super::scaling::Scaling;
use super::unknowns::FrictionColumns;
use armlab_engine::friction::FrictionError;
use std::str::FromStr;

/// Harmonics of a Fourier series unless they are stated.
pub const HARMONICS: usize = 5;
/// Pieces of a quintic or spans of a spline unless they are stated.
pub const PIECES: usize = 8;

/// The meaning of a word, or an error that lists the known ones.
fn word<T: Copy>(what: &'static str, text: &str, known: &[(&str, T)]) -> Result<T, ExciteError> {
    let found = known.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let shown: String = text.chars().take(40).collect();
        ExciteError::setting(what, format!("`{shown}`"), format!("take {}", names.join(", ")))
    })
}

/// `fourier`, `quintic`, `spline`; with the number of harmonics or pieces as `fourier:7`.
impl FromStr for BasisKind {
    type Err = ExciteError;
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        let (name, count) = match text.split_once(':') {
            None => (text, None),
            Some((name, count)) => {
                let count = count.parse().map_err(|_| {
                    ExciteError::setting("basis", format!("`{text}`"), "write it as `fourier:5`")
                })?;
                (name, Some(count))
            }
        };
        let (harmonics, pieces) = (count.unwrap_or(HARMONICS), count.unwrap_or(PIECES));
        word(
            "basis",
            name,
            &[
                ("fourier", Self::Fourier { harmonics }),
                ("quintic", Self::Quintic { pieces }),
                ("spline", Self::Spline { spans: pieces }),
            ],
        )
    }
}

impl FromStr for Ends {
    type Err = ExciteError;
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        word("ends", text, &[("rest", Self::Rest), ("free", Self::Free)])
    }
}

impl FromStr for FrictionColumns {
    type Err = ExciteError;
    /// `none`, `each` or `shared` for viscous and Coulomb friction, a friction model,
    /// or a friction model behind `shared:`.
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        let (model, shared) = match text.trim() {
            "each" => return Ok(Self::per_joint()),
            "shared" => return Ok(Self::shared()),
            text => text.strip_prefix("shared:").map_or((text, false), |model| (model, true)),
        };
        let wrong = |e: FrictionError| ExciteError::setting("friction", model, e.to_string());
        Ok(Self { model: model.parse().map_err(wrong)?, shared })
    }
}

impl FromStr for Scaling {
    type Err = ExciteError;
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        let known = [("none", Self::None), ("values", Self::Values), ("columns", Self::Columns)];
        word("scaling", text, &known)
    }
}

impl FromStr for PlatformAxis {
    type Err = ExciteError;
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        word("platform", text, &Self::NAMES)
    }
}

impl FromStr for &'static dyn Objective {
    type Err = ExciteError;
    fn from_str(text: &str) -> Result<Self, ExciteError> {
        let known: Vec<(&str, &'static dyn Objective)> =
            OBJECTIVES.iter().map(|o| (o.name(), *o)).collect();
        // What it was called before there were others.
        let text = if text == "information" { "determinant" } else { text };
        word("objective", text, &known)
    }
}
