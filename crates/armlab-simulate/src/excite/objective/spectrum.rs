//! Smooth stand-ins for the largest and the smallest of positive numbers: with
//! `p` the sharpness,
//!
//! ```text
//! ln max λ  ≈  (1/p) ln Σ λᵢᵖ          ln min λ  ≈  −(1/p) ln Σ λᵢ⁻ᵖ
//! ```
//!
//! too large and too small by `ln(n)/p` at most. The slopes are
//! `λᵢ^(±p−1) / Σ λⱼ^(±p)`, whatever coincides.

/// Logarithm of the soft maximum; adds `weight` times its slopes to `slopes`.
pub fn ln_max(values: &[f64], p: f64, weight: f64, slopes: &mut [f64]) -> f64 {
    soft(values, p, weight, slopes)
}

/// Logarithm of the soft minimum; adds `weight` times its slopes to `slopes`.
pub fn ln_min(values: &[f64], p: f64, weight: f64, slopes: &mut [f64]) -> f64 {
    soft(values, -p, weight, slopes)
}

fn soft(values: &[f64], p: f64, weight: f64, slopes: &mut [f64]) -> f64 {
    // Relative to the extreme one, so that no power overflows.
    let extreme = if p > 0.0 {
        values.iter().copied().fold(0.0, f64::max)
    } else {
        values.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let sum: f64 = values.iter().map(|v| (v / extreme).powf(p)).sum();
    for (slope, v) in slopes.iter_mut().zip(values) {
        *slope += weight * (v / extreme).powf(p) / (sum * v);
    }
    extreme.ln() + sum.ln() / p
}

#[cfg(test)]
mod tests {
    use super::{ln_max, ln_min};

    #[test]
    fn stand_ins_are_near_the_extremes_and_their_slopes_match_differences() {
        let values = [3.0, 0.5, 0.5, 7.0];
        let p = 30.0;
        type Soft = fn(&[f64], f64, f64, &mut [f64]) -> f64;
        for (soft, exact) in [(ln_max as Soft, 7.0_f64), (ln_min as Soft, 0.5)] {
            let mut slopes = [0.0; 4];
            let value = soft(&values, p, 2.0, &mut slopes);
            assert!((value - exact.ln()).abs() <= 4_f64.ln() / p);
            for k in 0..4 {
                let at = |step: f64| {
                    let mut moved = values;
                    moved[k] += step;
                    soft(&moved, p, 1.0, &mut [0.0; 4])
                };
                let h = 1e-5;
                let difference = 2.0 * (at(h) - at(-h)) / (2.0 * h);
                assert!((slopes[k] - difference).abs() < 1e-6, "{k}: {} {difference}", slopes[k]);
            }
        }
    }
}
