//! What a project keeps of its robot beside the description.

use super::blank::Blanks;
use crate::contract::DhEntry;
use armlab::robot::{DhConvention, DhRow};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

impl DhEntry {
    /// A row of zeros.
    pub fn zero(convention: DhConvention) -> Self {
        Self { convention: convention.name().into(), a: 0.0, alpha: 0.0, d: 0.0, theta: 0.0 }
    }

    /// The row; `None` if there is no such convention.
    pub fn row(&self) -> Option<DhRow> {
        let (_, convention) = DhConvention::ALL.iter().find(|(n, _)| *n == self.convention)?;
        let Self { a, alpha, d, theta, .. } = *self;
        Some(DhRow { convention: *convention, a, alpha, d, theta })
    }
}

/// What a project keeps of its robot beside the description.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aside {
    /// The built-in robot that the project began with: blank fields have its values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    /// Fields of links that are blank.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub blanks: Blanks,
    /// DH rows of joints that stand by one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rows: BTreeMap<String, DhEntry>,
    /// Centres of links without mass, which their descriptions cannot hold.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub centres: BTreeMap<String, [f64; 3]>,
}

impl Aside {
    /// Calls a joint by a new name.
    pub fn rename_joint(&mut self, old: &str, new: &str) {
        if let Some(row) = self.rows.remove(old) {
            self.rows.insert(new.into(), row);
        }
    }

    /// Calls a link by a new name.
    pub fn rename_link(&mut self, old: &str, new: &str) {
        if let Some(blank) = self.blanks.remove(old) {
            self.blanks.insert(new.into(), blank);
        }
        if let Some(centre) = self.centres.remove(old) {
            self.centres.insert(new.into(), centre);
        }
    }
}
