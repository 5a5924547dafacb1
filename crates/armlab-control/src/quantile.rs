//! How many standard deviations a limit must stand off for a rate of false alarms.

/// The standard normal deviate that is exceeded with probability `p`, for `0 < p ≤ 1/2`, by
/// Newton's method.
pub fn normal_quantile(p: f64) -> f64 {
    if !(p > 0.0) {
        return f64::INFINITY;
    }
    if p >= 0.5 {
        return 0.0;
    }
    let mut z = (-2.0 * p.ln()).sqrt();
    for _ in 0..60 {
        let step = (tail(z) - p) / density(z);
        let next = z + step.clamp(-0.5, 0.5);
        if (next - z).abs() <= 1e-13 * z.max(1.0) {
            return next;
        }
        z = next;
    }
    z
}

fn density(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// Probability that a standard normal deviate exceeds `z ≥ 0`.
fn tail(z: f64) -> f64 {
    if z < 3.0 {
        // The series of the distribution function.
        let (mut term, mut sum, mut k) = (z, z, 1.0);
        while term > 1e-17 * sum && k < 300.0 {
            term *= z * z / (2.0 * k + 1.0);
            sum += term;
            k += 1.0;
        }
        return 0.5 - density(z) * sum;
    }
    // The continued fraction of Mills' ratio.
    let mut fraction = z;
    for k in (1..200).rev() {
        fraction = z + f64::from(k) / fraction;
    }
    density(z) / fraction
}

/// Standard deviations at which one of `channels` numbers, watched `rate` times a second, strays
/// to either side once in `interval` seconds on average, if they are normal. Numbers that hang
/// together from sample to sample stray less often: the bound holds for them, too.
pub fn deviations(channels: usize, rate: f64, interval: f64) -> f64 {
    let trials = (channels.max(1) as f64 * rate * interval).max(1.0);
    normal_quantile(0.5 / trials)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        // NIST/SEMATECH e-Handbook, and R's qnorm for the far tail.
        let table = [
            (0.158_655_253_931_457_05, 1.0),
            (0.025, 1.959_963_984_540_054),
            (1.349_898_031_630_094_6e-3, 3.0),
            (1e-6, 4.753_424_308_822_899),
            (1e-9, 5.997_807_015_007_686),
        ];
        for (p, z) in table {
            assert!((normal_quantile(p) - z).abs() < 1e-9, "{p}: {} {z}", normal_quantile(p));
        }
        assert_eq!(normal_quantile(0.5), 0.0);
        assert!(normal_quantile(0.0).is_infinite());
    }

    #[test]
    fn rarer_alarms_need_wider_limits() {
        let wide = deviations(7, 1000.0, 600.0);
        assert!(wide > deviations(7, 1000.0, 60.0) && wide > deviations(1, 1000.0, 600.0));
        assert!((5.0..6.0).contains(&wide), "{wide}");
    }
}
