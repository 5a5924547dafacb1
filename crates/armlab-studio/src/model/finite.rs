//! Numbers of a request must be finite.

use crate::failure::{Answer, Failure};

/// Refuses a field with a number that is infinite or NaN.
pub fn check(field: &str, values: &[f64]) -> Answer<()> {
    if values.iter().all(|x| x.is_finite()) {
        Ok(())
    } else {
        Err(Failure::field(field, "not a finite number", "give a number"))
    }
}
