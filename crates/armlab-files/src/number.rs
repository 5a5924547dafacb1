//! Numbers in files.

use crate::error::quoted;

/// Largest magnitude of a physical quantity that is read. The observable universe weighs 1e53 kg
/// and is 1e27 m wide; below this bound no product of a mass and two lengths overflows.
pub const LARGEST_QUANTITY: f64 = 1e60;

/// A physical quantity: finite and at most [`LARGEST_QUANTITY`].
pub fn parse_quantity(text: &str) -> Result<f64, String> {
    let value = parsed(text)?;
    if value.abs() <= LARGEST_QUANTITY {
        return Ok(value);
    }
    Err(format!("{} is not a usable number", quoted(text)))
}

/// A limit: a quantity, or infinite where there is none. URDF cannot express infinity, so the
/// largest double stands for it.
pub fn parse_limit(text: &str) -> Result<f64, String> {
    let value = parsed(text)?;
    if value.is_nan() || (value.is_infinite() && !text.contains(['i', 'I'])) {
        return Err(format!("{} is not a usable number", quoted(text)));
    }
    if value.abs() >= f64::MAX { Ok(value.signum() * f64::INFINITY) } else { Ok(value) }
}

fn parsed(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{} is not a number", quoted(text)))
}
