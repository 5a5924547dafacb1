//! What is printed wrongly.

use crate::reproduce::Erratum;

/// x
pub fn errata() -> Vec<Erratum> {
    Vec::new()
}
