//! Fields of links that nobody filled in.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which fields of a link are blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Blank {
    /// Its mass.
    pub mass: bool,
    /// Its centre of mass.
    pub centre: bool,
    /// Its inertia.
    pub inertia: bool,
}

impl Blank {
    /// True if nothing is.
    pub fn none(&self) -> bool {
        *self == Self::default()
    }
}

/// Blank fields by the link's name.
pub type Blanks = BTreeMap<String, Blank>;
