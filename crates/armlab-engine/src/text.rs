//! Numbers as people read them.

/// `x` with `digits` significant digits, without trailing zeros, and in
/// scientific notation where plain digits would hide its size.
pub fn significant(x: f64, digits: usize) -> String {
    if x == 0.0 {
        return "0".into();
    }
    if !x.is_finite() {
        let sign = if x < 0.0 { "−" } else { "" };
        return if x.is_nan() { "not a number".into() } else { format!("{sign}∞") };
    }
    let digits = digits.max(1);
    // Rounded first, so that 9999.7 counts as a number of five digits.
    let rounded = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..7).contains(&exponent) {
        return format!("{}e{exponent}", without_trailing_zeros(mantissa));
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    let value: f64 = rounded.parse().unwrap_or(x);
    without_trailing_zeros(&format!("{value:.decimals$}")).into()
}

fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::significant;

    #[test]
    fn numbers_keep_their_leading_digits_and_their_size() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.000208, "0.000208"),
            (2.08e-5, "2.08e-5"),
            (123456.0, "123500"),
            (1.23456e9, "1.235e9"),
            (9999.7, "10000"),
            (0.1 + 0.2, "0.3"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "−∞"),
        ];
        for (x, text) in cases {
            assert_eq!(significant(x, 4), text);
        }
    }
}
