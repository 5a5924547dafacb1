//! Normal and Student distributions.
//!
//! The normal distribution is `½ erfc(−x/√2)`, with `erfc` by its series near zero
//! and its continued fraction in the tail (Abramowitz & Stegun 7.1.6, 7.1.14).
//! Student's for a whole number `ν` of degrees of freedom is a finite sum (26.7.3
//! and 26.7.4); its quantiles are found by bisection.

use std::f64::consts::{FRAC_2_PI, PI, SQRT_2};

/// Probability that a standard normal variable is below `x`.
pub fn normal_probability(x: f64) -> f64 {
    0.5 * complementary_error(-x / SQRT_2)
}

fn complementary_error(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - complementary_error(-x);
    }
    if x < 2.0 {
        // erf x = 2/√π e^(−x²) Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1))
        let (mut term, mut sum) = (x, x);
        let mut n = 1.0;
        while term > 1e-18 * sum {
            term *= 2.0 * x * x / (2.0 * n + 1.0);
            sum += term;
            n += 1.0;
        }
        return 1.0 - 2.0 / PI.sqrt() * (-x * x).exp() * sum;
    }
    // √π e^(x²) erfc x = 1/(x + ½/(x + 1/(x + 3/2/(x + …)))), from behind.
    let mut tail = x;
    for k in (1..=120).rev() {
        tail = x + 0.5 * f64::from(k) / tail;
    }
    (-x * x).exp() / (PI.sqrt() * tail)
}

/// Probability that Student's variable with `freedom` degrees is below `t`.
fn student_probability(t: f64, freedom: usize) -> f64 {
    let nu = freedom.max(1) as f64;
    let angle = (t / nu.sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let two_sided = if freedom % 2 == 1 {
        // 2/π (θ + sin θ (cos θ + 2/3 cos³ θ + …))
        let (mut term, mut sum) = (cos, 0.0);
        let mut k = 1;
        while k + 2 <= freedom {
            sum += term;
            term *= cos * cos * (k + 1) as f64 / (k + 2) as f64;
            k += 2;
        }
        FRAC_2_PI * (angle + sin * sum)
    } else {
        // sin θ (1 + 1/2 cos² θ + 1·3/(2·4) cos⁴ θ + …)
        let (mut term, mut sum) = (1.0, 0.0);
        let mut k = 0;
        while k + 2 <= freedom {
            sum += term;
            term *= cos * cos * (k + 1) as f64 / (k + 2) as f64;
            k += 2;
        }
        sin * sum
    };
    0.5 + 0.5 * two_sided
}

/// The value that Student's variable with `freedom` degrees exceeds with
/// probability `tail`, which is between 0 and ½.
pub fn student_quantile(tail: f64, freedom: usize) -> f64 {
    let above = |t: f64| 1.0 - student_probability(t, freedom) > tail;
    let (mut low, mut high) = (0.0, 1.0);
    while above(high) && high < 1e9 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if above(middle) {
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
    fn distributions_agree_with_the_tables() {
        // Abramowitz & Stegun, tables 26.1 and 26.10.
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (2.0, 0.977_249_868_051_821)] {
            assert!((normal_probability(x) - p).abs() < 1e-14, "{x}");
            assert!((normal_probability(-x) - (1.0 - p)).abs() < 1e-14, "{x}");
        }
        assert!((normal_probability(-5.0) / 2.866_515_718_791_939e-7 - 1.0).abs() < 1e-12);
        // Both branches meet.
        let (below, above) = (2.0 * SQRT_2 - 1e-12, 2.0 * SQRT_2 + 1e-12);
        assert!((normal_probability(below) - normal_probability(above)).abs() < 1e-13);
        for (nu, t) in [(1, 12.706), (2, 4.303), (5, 2.571), (19, 2.093), (20, 2.086), (120, 1.980)]
        {
            assert!((student_quantile(0.025, nu) - t).abs() < 6e-4, "{nu}");
        }
        assert!((student_quantile(0.025, 1) - (0.475 * PI).tan()).abs() < 1e-9);
    }
}
