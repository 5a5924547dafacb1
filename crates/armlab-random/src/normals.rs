//! Pairs of normal numbers, many at a time (Box & Muller 1958).
//!
//! Logarithm, sine and cosine are series of so many terms that what is left is rounding, without
//! branches and without fused operations: loops over [`LANES`] pairs become vector instructions,
//! and every processor computes the same bits. Arguments are reduced exactly: `u = 2ᵏ m` with `m`
//! about one, and a turn `v` to an eighth of a turn on either side of a quarter.

use std::f64::consts::{FRAC_1_SQRT_2, LN_2, TAU};

/// Pairs that are made together.
pub(crate) const LANES: usize = 8;

/// Adding and subtracting it rounds to a whole number.
const WHOLE: f64 = 6_755_399_441_055_744.0;
/// Bits of a number below its exponent, and those of one.
const MANTISSA: u64 = (1 << 52) - 1;
const ONE: u64 = 1.0_f64.to_bits();
/// The least mantissa, as bits, of a number that is nearer to two than to one.
const MIDDLE: u64 = FRAC_1_SQRT_2.to_bits() & MANTISSA;
/// `2/(2k + 1)`, the series of `ln m` in odd powers of `(m − 1)/(m + 1)`.
const LOGARITHM: [f64; 11] = {
    let mut terms = [0.0; 11];
    let mut k = 0;
    while k < terms.len() {
        terms[k] = 2.0 / (2 * k + 1) as f64;
        k += 1;
    }
    terms
};
/// `(−1)ᵏ/(2k + 1)!` and `(−1)ᵏ/(2k)!`
const SINE: [f64; 9] = alternating(1);
const COSINE: [f64; 10] = alternating(0);

const fn alternating<const N: usize>(first: usize) -> [f64; N] {
    let (mut terms, mut k, mut term) = ([0.0; N], 0, 1.0);
    while k < N {
        terms[k] = term;
        let n = (2 * k + first) as f64;
        term = -term / ((n + 1.0) * (n + 2.0));
        k += 1;
    }
    terms
}

#[inline(always)]
fn polynomial<const N: usize>(terms: &[f64; N], x: f64) -> f64 {
    let mut sum = terms[N - 1];
    for k in (0..N - 1).rev() {
        sum = sum * x + terms[k];
    }
    sum
}

/// `ln u` of a normal number in (0, 1].
#[inline(always)]
fn logarithm(u: f64) -> f64 {
    let bits = u.to_bits();
    // Mantissas from √2 on belong to the next exponent.
    let upper = u64::from(bits & MANTISSA >= MIDDLE);
    let exponent = (bits >> 52) + upper;
    let m = f64::from_bits((bits & MANTISSA) | (ONE - (upper << 52)));
    let s = (m - 1.0) / (m + 1.0);
    // The exponent, less its offset, as a number.
    let exponent = f64::from_bits(exponent | WHOLE.to_bits()) - WHOLE - 1023.0;
    s * polynomial(&LOGARITHM, s * s) + exponent * LN_2
}

/// Sine and cosine of a part of a turn in [0, 1).
#[inline(always)]
fn sine_and_cosine(v: f64) -> (f64, f64) {
    let quarter = (4.0 * v + WHOLE) - WHOLE;
    let x = TAU * (v - 0.25 * quarter);
    let square = x * x;
    let (sine, cosine) = (x * polynomial(&SINE, square), polynomial(&COSINE, square));
    let number = (quarter + WHOLE).to_bits();
    let swapped = number & 1 == 1;
    let (sine, cosine) = if swapped { (cosine, sine) } else { (sine, cosine) };
    // Quarters 2 and 3 have the other sine, 1 and 2 the other cosine.
    let (odd, half) = (number << 63, (number >> 1) << 63);
    (f64::from_bits(sine.to_bits() ^ half), f64::from_bits(cosine.to_bits() ^ half ^ odd))
}

#[inline(always)]
fn pairs(u: &[f64; LANES], v: &[f64; LANES], out: &mut [[f64; LANES]; 2]) {
    for l in 0..LANES {
        let radius = (-2.0 * logarithm(u[l])).sqrt();
        let (sine, cosine) = sine_and_cosine(v[l]);
        out[0][l] = radius * cosine;
        out[1][l] = radius * sine;
    }
}

/// Normal numbers `√(−2 ln u) cos 2πv` and `√(−2 ln u) sin 2πv`, for `u` in (0, 1] and `v` in
/// [0, 1).
#[inline]
pub(crate) fn normal_pairs(u: &[f64; LANES], v: &[f64; LANES], out: &mut [[f64; LANES]; 2]) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
        fn in_one(u: &[f64; LANES], v: &[f64; LANES], out: &mut [[f64; LANES]; 2]) {
            pairs(u, v, out);
        }
        #[target_feature(enable = "avx2")]
        fn in_two(u: &[f64; LANES], v: &[f64; LANES], out: &mut [[f64; LANES]; 2]) {
            pairs(u, v, out);
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the instructions were detected.
            return unsafe { in_one(u, v, out) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { in_two(u, v, out) };
        }
    }
    pairs(u, v, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_logarithm_sine_and_cosine_to_rounding() {
        let mut places: Vec<f64> = (1..4000).map(|k| f64::from(k) / 4000.0).collect();
        places.extend((1..=53).flat_map(|k| [0.5_f64.powi(k), 1.0 - 0.5_f64.powi(k)]));
        for &x in &places {
            let found = logarithm(x);
            assert!((found - x.ln()).abs() <= 4e-16 * x.ln().abs(), "ln {x}: {found}");
            let (sine, cosine) = sine_and_cosine(x);
            // The argument 2πv of the library's functions is rounded, too.
            assert!((sine - (TAU * x).sin()).abs() < 1e-15, "sin {x}: {sine}");
            assert!((cosine - (TAU * x).cos()).abs() < 1e-15, "cos {x}: {cosine}");
        }
        assert_eq!(logarithm(1.0), 0.0);
        assert_eq!(sine_and_cosine(0.0), (0.0, 1.0));
        assert_eq!(sine_and_cosine(0.25), (1.0, -0.0));
    }

    #[test]
    fn every_instruction_set_computes_the_same_bits() {
        let u: [f64; LANES] = std::array::from_fn(|l| 1.0 / (l * l + 1) as f64);
        let v: [f64; LANES] = std::array::from_fn(|l| 0.123 * l as f64);
        let (mut plain, mut chosen) = ([[0.0; LANES]; 2], [[0.0; LANES]; 2]);
        pairs(&u, &v, &mut plain);
        normal_pairs(&u, &v, &mut chosen);
        assert_eq!(plain, chosen);
    }
}
