//! Numbers in and out of files.

/// Largest magnitude that is read or that a robot may have when it is read. The
/// observable universe weighs 1e53 kg and is 1e27 m wide; below this bound no
/// product of a mass and two lengths that assembling a robot forms can overflow.
pub(super) const LARGEST: f64 = 1e60;

/// A physical quantity: finite and of bearable size.
pub(super) fn quantity(text: &str) -> Result<f64, String> {
    let value = parsed(text)?;
    if value.abs() <= LARGEST {
        return Ok(value);
    }
    Err(format!("{} is not a usable number", shown(text)))
}

/// A limit: a quantity, or infinite where there is none. URDF cannot say
/// infinity, so the largest double stands for it.
pub(super) fn limit(text: &str) -> Result<f64, String> {
    let value = parsed(text)?;
    if value.is_nan() || (value.is_infinite() && !text.contains(['i', 'I'])) {
        return Err(format!("{} is not a usable number", shown(text)));
    }
    if value.abs() >= f64::MAX { Ok(value.signum() * f64::INFINITY) } else { Ok(value) }
}

fn parsed(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{} is not a number", shown(text)))
}

/// A token of a file, quoted and cut to a length that fits a message.
pub(super) fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("`{short}…`") } else { format!("`{short}`") }
}

/// The shortest text that reads back as the same double, whole numbers without
/// `.0` and zero without sign.
pub(super) fn shortest(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    let text = format!("{:?}", value + 0.0);
    text.strip_suffix(".0").unwrap_or(&text).into()
}
