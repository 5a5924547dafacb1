//! What is printed wrongly.

use crate::reproduce::Erratum;
pub fn errata() -> Vec<Erratum> {
    Vec::new()
}
