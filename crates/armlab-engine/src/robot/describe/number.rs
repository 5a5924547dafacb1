//! Numbers as text.

/// The shortest text that reads back as the same double, whole numbers without
/// `.0` and zero without sign.
pub(super) fn shortest(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    let text = format!("{:?}", value + 0.0);
    text.strip_suffix(".0").unwrap_or(&text).into()
}
