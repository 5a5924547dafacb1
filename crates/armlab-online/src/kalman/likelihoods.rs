//! Weights of particles by powers of their likelihoods, many at a time.
//!
//! The exponential is a series of so many terms that what is left is rounding, without branches
//! and without fused operations: loops over [`LANES`] particles become vector instructions, and
//! every processor computes the same bits. Sums are of every so many particles, in this order.

use std::f64::consts::{LN_2, LOG2_E};

/// Particles that are weighted together.
const LANES: usize = 8;
/// Adding and subtracting it rounds to a whole number.
const WHOLE: f64 = 6_755_399_441_055_744.0;
/// Logarithms beyond these are taken for them; below, likelihoods are none.
const FURTHEST: f64 = 700.0;
/// `ln 2`, of which so many digits are missing that a multiple is exact, and these.
const LN_2_HIGH: f64 = f64::from_bits(LN_2.to_bits() >> 28 << 28);
const LN_2_LOW: f64 = LN_2 - LN_2_HIGH;
/// `1/k!`
const EXPONENTIAL: [f64; 14] = {
    let (mut terms, mut k) = ([1.0; 14], 1);
    while k < terms.len() {
        terms[k] = terms[k - 1] / k as f64;
        k += 1;
    }
    terms
};

#[inline(always)]
fn exponential(logarithm: f64) -> f64 {
    let y = logarithm.clamp(-FURTHEST, FURTHEST);
    let k = (y * LOG2_E + WHOLE) - WHOLE;
    let r = (y - k * LN_2_HIGH) - k * LN_2_LOW;
    let mut sum = EXPONENTIAL[13];
    for term in EXPONENTIAL[..13].iter().rev() {
        sum = sum * r + term;
    }
    let power = f64::from_bits((k + WHOLE).to_bits().wrapping_add(1023) << 52);
    let value = sum * power;
    if logarithm < -FURTHEST { 0.0 } else { value }
}

/// Logarithms of likelihoods, to a power, over that of the largest one.
#[derive(Clone, Copy)]
pub(super) struct Powers<'a> {
    pub logarithms: &'a [f64],
    pub most: f64,
    pub power: f64,
}

/// What is done with weights.
trait Work {
    fn run(self) -> [f64; 2];
}

/// Sum of the weights times the powers, and of their squares.
struct Sums<'a>(&'a [f64], Powers<'a>);
/// The same, and the weights are multiplied.
struct Products<'a>(&'a mut [f64], Powers<'a>);

#[inline(always)]
fn multiplied(weights: &[f64; LANES], logarithms: &[f64; LANES], p: &Powers) -> [f64; LANES] {
    let mut out = [0.0; LANES];
    for l in 0..LANES {
        out[l] = weights[l] * exponential(p.power * (logarithms[l] - p.most));
    }
    out
}

#[inline(always)]
fn add(sums: &mut [[f64; LANES]; 2], products: &[f64; LANES]) {
    for l in 0..LANES {
        sums[0][l] += products[l];
        sums[1][l] += products[l] * products[l];
    }
}

fn totals(sums: &[[f64; LANES]; 2]) -> [f64; 2] {
    [sums[0].iter().sum(), sums[1].iter().sum()]
}

/// The last particles, with others of no weight behind them.
#[inline(always)]
fn padded(rest: &[f64]) -> [f64; LANES] {
    let mut out = [0.0; LANES];
    out[..rest.len()].copy_from_slice(rest);
    out
}

impl Work for Sums<'_> {
    #[inline(always)]
    fn run(self) -> [f64; 2] {
        let Self(weights, p) = self;
        let mut sums = [[0.0; LANES]; 2];
        let ((weights, rest), (logarithms, others)) =
            (weights.as_chunks::<LANES>(), p.logarithms.as_chunks::<LANES>());
        for (w, l) in weights.iter().zip(logarithms) {
            add(&mut sums, &multiplied(w, l, &p));
        }
        add(&mut sums, &multiplied(&padded(rest), &padded(others), &p));
        totals(&sums)
    }
}

impl Work for Products<'_> {
    #[inline(always)]
    fn run(self) -> [f64; 2] {
        let Self(weights, p) = self;
        let mut sums = [[0.0; LANES]; 2];
        let ((weights, rest), (logarithms, others)) =
            (weights.as_chunks_mut::<LANES>(), p.logarithms.as_chunks::<LANES>());
        for (w, l) in weights.iter_mut().zip(logarithms) {
            *w = multiplied(w, l, &p);
            add(&mut sums, w);
        }
        let last = multiplied(&padded(rest), &padded(others), &p);
        rest.copy_from_slice(&last[..rest.len()]);
        add(&mut sums, &last);
        totals(&sums)
    }
}

fn run<W: Work>(work: W) -> [f64; 2] {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
        fn in_one<W: Work>(work: W) -> [f64; 2] {
            work.run()
        }
        #[target_feature(enable = "avx2")]
        fn in_two<W: Work>(work: W) -> [f64; 2] {
            work.run()
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the instructions were detected.
            return unsafe { in_one(work) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { in_two(work) };
        }
    }
    work.run()
}

/// Particles in play if weights were multiplied by powers of the likelihoods.
pub(super) fn effective(weights: &[f64], powers: Powers) -> f64 {
    let [sum, squares] = run(Sums(weights, powers));
    sum * sum / squares
}

/// Multiplies weights by powers of the likelihoods, and makes their sum one.
pub(super) fn weigh(weights: &mut [f64], powers: Powers) {
    let [sum, _] = run(Products(weights, powers));
    weights.iter_mut().for_each(|w| *w /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_is_the_exponential_to_rounding() {
        for k in -6990..=6990 {
            let x = 0.1 * f64::from(k);
            let (found, expected) = (exponential(x), x.exp());
            assert!((found / expected - 1.0).abs() < 3e-14, "{x}: {found} {expected}");
            if x.abs() < 1.0 {
                assert!((found / expected - 1.0).abs() < 4e-16, "{x}: {found} {expected}");
            }
        }
        assert_eq!(exponential(0.0), 1.0);
        assert_eq!(exponential(-701.0), 0.0);
        assert_eq!(exponential(f64::NEG_INFINITY), 0.0);
    }

    #[test]
    fn weights_are_multiplied_and_particles_without_weight_stay_so() {
        let logarithms: Vec<f64> = (0..21).map(|k| -0.3 * f64::from(k)).collect();
        let mut weights = vec![1.0 / 20.0; 21];
        weights[3] = 0.0;
        let powers = Powers { logarithms: &logarithms, most: logarithms[0], power: 0.5 };
        let products: Vec<f64> =
            weights.iter().zip(&logarithms).map(|(w, l)| w * (0.5 * l).exp()).collect();
        let (sum, squares) =
            (products.iter().sum::<f64>(), products.iter().map(|p| p * p).sum::<f64>());
        assert!((effective(&weights, powers) - sum * sum / squares).abs() < 1e-12);
        weigh(&mut weights, powers);
        for (w, p) in weights.iter().zip(&products) {
            assert!((w - p / sum).abs() < 1e-15);
        }
        assert_eq!(weights[3], 0.0);
    }
}
