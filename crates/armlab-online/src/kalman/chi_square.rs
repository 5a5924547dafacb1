//! The chi-square distribution of a whole number of degrees of freedom.
//!
//! With `a = k/2` and `x = χ²/2` the probability below `χ²` is the regularised
//! incomplete gamma function `P(a, x)`: a power series where `x < a + 1` and a
//! continued fraction beyond (Abramowitz & Stegun 1964, section 6.5).

/// Terms after which a series or fraction is as good as it gets.
const MOST_TERMS: usize = 10_000;

/// Probability that a chi-square number with `freedom` degrees is below `value`.
pub fn chi_square_probability(value: f64, freedom: usize) -> f64 {
    if freedom == 0 || value.is_nan() || value <= 0.0 {
        return 0.0;
    }
    let (a, x) = (0.5 * freedom as f64, 0.5 * value);
    let front = a * x.ln() - x - log_gamma_half(freedom);
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for k in 1..MOST_TERMS {
            term *= x / (a + k as f64);
            sum += term;
            if term < f64::EPSILON * sum {
                break;
            }
        }
        (front + sum.ln()).exp().min(1.0)
    } else {
        // The fraction 1/(x+1−a− 1(1−a)/(x+3−a− …)), from its front.
        let tiny = f64::MIN_POSITIVE / f64::EPSILON;
        let mut b = x + 1.0 - a;
        let mut c = 1.0 / tiny;
        let mut d = 1.0 / b;
        let mut fraction = d;
        for k in 1..MOST_TERMS {
            let numerator = -(k as f64) * (k as f64 - a);
            b += 2.0;
            d = 1.0 / away_from_zero(numerator * d + b, tiny);
            c = away_from_zero(b + numerator / c, tiny);
            fraction *= d * c;
            if (d * c - 1.0).abs() < f64::EPSILON {
                break;
            }
        }
        1.0 - front.exp() * fraction
    }
}

/// The value below which a chi-square number with `freedom` degrees is with
/// `probability`.
pub fn chi_square_quantile(probability: f64, freedom: usize) -> f64 {
    if freedom == 0 || probability.is_nan() || probability <= 0.0 {
        return 0.0;
    }
    if probability >= 1.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (0.0, freedom as f64 + 1.0);
    while chi_square_probability(high, freedom) < probability {
        (low, high) = (high, 2.0 * high);
    }
    // Bisection to the last bit.
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if chi_square_probability(middle, freedom) < probability {
            low = middle
        } else {
            high = middle
        }
    }
    0.5 * (low + high)
}

/// `ln Γ(k/2)`, by going down to `Γ(1) = 1` or `Γ(1/2) = √π`.
fn log_gamma_half(k: usize) -> f64 {
    let mut sum = if k.is_multiple_of(2) { 0.0 } else { 0.5 * std::f64::consts::PI.ln() };
    let mut below = 0.5 * k as f64 - 1.0;
    while below > 0.25 {
        sum += below.ln();
        below -= 1.0;
    }
    sum
}

fn away_from_zero(x: f64, tiny: f64) -> f64 {
    if x.abs() < tiny { tiny } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_degrees_of_freedom_are_an_exponential() {
        for value in [0.01, 0.5, 2.0, 7.0, 40.0] {
            let expected = 1.0 - f64::exp(-0.5 * value);
            assert!((chi_square_probability(value, 2) - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn quantiles_are_those_of_the_closed_forms() {
        // By other code: finite sums of powers, and the error function for odd degrees.
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
    fn quantile_and_probability_undo_each_other() {
        for freedom in [1, 2, 7, 14, 333, 9006] {
            for probability in [1e-6, 0.025, 0.5, 0.975, 1.0 - 1e-9] {
                let value = chi_square_quantile(probability, freedom);
                let back = chi_square_probability(value, freedom);
                assert!((back - probability).abs() < 1e-11, "{freedom} {probability} {back}");
            }
        }
    }
}
