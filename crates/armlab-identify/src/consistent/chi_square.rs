//! Quantiles of χ² by the incomplete gamma function: its series below `a + 1`, its
//! continued fraction above (Abramowitz & Stegun 6.5.29, 6.5.31), and bisection.

/// Rounds of a series or continued fraction, which converge in far fewer.
const ROUNDS: usize = 10_000;

/// Probability that χ² with `freedom` degrees is below `x`.
fn probability(x: f64, freedom: usize) -> f64 {
    let (a, x) = (0.5 * freedom as f64, 0.5 * x);
    if !(x > 0.0) {
        return 0.0;
    }
    let front = (a * x.ln() - x - log_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..ROUNDS {
            term *= x / (a + n as f64);
            sum += term;
            if term < 1e-17 * sum {
                break;
            }
        }
        return front * sum;
    }
    // Lentz's method.
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut h = d;
    for n in 1..ROUNDS {
        let an = -(n as f64) * (n as f64 - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        h *= c * d;
        if (c * d - 1.0).abs() < 1e-16 {
            break;
        }
    }
    1.0 - front * h
}

/// `ln Γ(a)` for a whole or half number `a`, by its recursion.
fn log_gamma(a: f64) -> f64 {
    let (mut at, mut sum) =
        if a.fract() == 0.0 { (1.0, 0.0) } else { (0.5, 0.5 * std::f64::consts::PI.ln()) };
    while at < a {
        sum += f64::ln(at);
        at += 1.0;
    }
    sum
}

/// The value below which χ² with `freedom` degrees lies with a probability `level`.
pub(super) fn quantile(level: f64, freedom: usize) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while probability(high, freedom) < level && high < 1e9 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if probability(middle, freedom) < level {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_agree_with_the_tables() {
        // Abramowitz & Stegun, table 26.8.
        for (freedom, value) in
            [(1, 3.84146), (2, 5.99147), (5, 11.0705), (10, 18.3070), (40, 55.7585), (100, 124.342)]
        {
            assert!((quantile(0.95, freedom) / value - 1.0).abs() < 1e-5, "{freedom}");
        }
        assert!((quantile(0.5, 2) - 2.0 * f64::ln(2.0)).abs() < 1e-12);
    }
}
