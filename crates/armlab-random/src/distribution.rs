//! Probabilities and quantiles of the distributions that tests and intervals need. The special
//! functions are those of `statrs`, `erfc` that of `libm`, which is exact to the last digits; quantiles of χ², Student's t and F are found by bisection.

use statrs::function::{beta::beta_reg, erf, gamma::gamma_lr};
use std::f64::consts::SQRT_2;

/// Probability that a standard normal variable is below `x`.
pub fn normal_probability(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The standard normal deviate that is exceeded with probability `tail`, between 0 and ½.
pub fn normal_quantile(tail: f64) -> f64 {
    if !(tail > 0.0) {
        return f64::INFINITY;
    }
    SQRT_2 * erf::erfc_inv(2.0 * tail.min(0.5))
}

/// Probability that χ² with `freedom` degrees is below `value`.
pub fn chi_square_probability(value: f64, freedom: usize) -> f64 {
    if freedom == 0 || !(value > 0.0) {
        return 0.0;
    }
    if value.is_infinite() { 1.0 } else { gamma_lr(0.5 * freedom as f64, 0.5 * value) }
}

/// The value below which χ² with `freedom` degrees lies with a probability.
pub fn chi_square_quantile(probability: f64, freedom: usize) -> f64 {
    quantile(probability, |x| chi_square_probability(x, freedom))
}

/// The value that Student's variable with `freedom` degrees exceeds with probability `tail`,
/// between 0 and ½.
pub fn student_quantile(tail: f64, freedom: usize) -> f64 {
    // t² has the F distribution with one degree above.
    f_quantile(1.0 - 2.0 * tail, 1, freedom).sqrt()
}

/// Probability that a ratio of mean squares with `above` and `below` degrees of freedom is
/// below `value`.
pub fn f_probability(value: f64, above: usize, below: usize) -> f64 {
    if !(value > 0.0) {
        return 0.0;
    }
    let (a, b) = (above.max(1) as f64, below.max(1) as f64);
    // The smaller part of one is exact.
    let rest = b / (b + a * value);
    if rest < 0.5 {
        1.0 - beta_reg(0.5 * b, 0.5 * a, rest)
    } else {
        beta_reg(0.5 * a, 0.5 * b, (a * value / (b + a * value)).min(1.0))
    }
}

/// The value below which a ratio of mean squares with `above` and `below` degrees of freedom
/// lies with a probability.
pub fn f_quantile(probability: f64, above: usize, below: usize) -> f64 {
    quantile(probability, |x| f_probability(x, above, below))
}

/// Where a distribution function reaches a probability, to the last bit.
fn quantile(probability: f64, below: impl Fn(f64) -> f64) -> f64 {
    if !(probability > 0.0) || below(f64::INFINITY) == 0.0 {
        return 0.0;
    }
    if probability >= 1.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, 1.0);
    while below(high) < probability && high < f64::MAX {
        (low, high) = (high, 2.0 * high);
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if below(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        // Abramowitz & Stegun, table 26.1; NIST/SEMATECH e-Handbook; R's qnorm for the far tail.
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (2.0, 0.977_249_868_051_821)] {
            assert!((normal_probability(x) - p).abs() < 1e-14, "{x}");
            assert!((normal_probability(-x) - (1.0 - p)).abs() < 1e-14, "{x}");
        }
        assert!((normal_probability(-5.0) / 2.866_515_718_791_939e-7 - 1.0).abs() < 1e-12);
        for (p, z) in [
            (0.158_655_253_931_457_05, 1.0),
            (0.025, 1.959_963_984_540_054),
            (1.349_898_031_630_094_6e-3, 3.0),
            (1e-6, 4.753_424_308_822_899),
            (1e-9, 5.997_807_015_007_686),
        ] {
            assert!((normal_quantile(p) - z).abs() < 1e-9, "{p}: {} {z}", normal_quantile(p));
        }
        assert!(normal_quantile(0.5).abs() < 1e-15);
        assert!(normal_quantile(0.0).is_infinite());
    }

    #[test]
    fn chi_square_with_two_degrees_is_an_exponential() {
        for value in [0.01, 0.5, 2.0, 7.0, 40.0] {
            let expected = 1.0 - f64::exp(-0.5 * value);
            assert!((chi_square_probability(value, 2) - expected).abs() < 1e-14);
        }
        // By closed forms: finite sums of powers, and the error function for odd degrees.
        for (probability, freedom, expected) in [
            (0.95, 1, 3.84145882069),
            (0.975, 6, 14.4493753354),
            (0.025, 6, 1.23734424579),
            (0.99, 10, 23.209251159),
            (0.005, 3, 0.0717217745865),
            (0.95, 100, 124.342113404),
        ] {
            let got = chi_square_quantile(probability, freedom);
            assert!((got / expected - 1.0).abs() < 1e-11, "{freedom}: {got} {expected}");
        }
    }

    #[test]
    fn chi_square_quantile_and_probability_undo_each_other() {
        for freedom in [1, 2, 7, 14, 333, 9006] {
            for probability in [1e-6, 0.025, 0.5, 0.975, 1.0 - 1e-9] {
                let value = chi_square_quantile(probability, freedom);
                let back = chi_square_probability(value, freedom);
                assert!((back - probability).abs() < 1e-11, "{freedom} {probability} {back}");
            }
        }
        assert_eq!(chi_square_quantile(0.5, 0), 0.0);
        assert!(chi_square_quantile(1.0, 3).is_infinite());
    }

    #[test]
    fn student_and_f_are_those_of_tables() {
        // Abramowitz & Stegun, tables 26.9 and 26.10.
        for (nu, t) in [(1, 12.706), (2, 4.303), (5, 2.571), (19, 2.093), (20, 2.086), (120, 1.980)]
        {
            assert!((student_quantile(0.025, nu) - t).abs() < 6e-4, "{nu}");
        }
        assert!((student_quantile(0.025, 1) / (0.475 * PI).tan() - 1.0).abs() < 1e-9);
        for (above, below, f) in [(1, 10, 4.96), (5, 5, 5.05), (10, 20, 2.35), (60, 15, 2.16)] {
            assert!((f_quantile(0.95, above, below) - f).abs() < 6e-3, "{above} {below}");
        }
        // Many degrees below: χ².
        let many = f_quantile(0.999, 20, 100_000_000);
        assert!((20.0 * many / chi_square_quantile(0.999, 20) - 1.0).abs() < 1e-5, "{many}");
    }
}
