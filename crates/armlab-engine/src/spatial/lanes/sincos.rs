//! Sine and cosine of many lanes without a branch per lane.
//!
//! Argument reduction to [−π/4, π/4] in three parts (Cody & Waite 1980), then
//! the minimax polynomials of the freely distributable mathematical library
//! (Sun Microsystems 1993; coefficients are published constants). Absolute
//! error below 2.3e-16 for |x| ≤ [`REDUCTION_LIMIT`]; beyond it, and for
//! infinities and NaN, a lane goes through the standard library.

// The constants are quoted with the digits they were published with.
#![allow(clippy::excessive_precision)]

use super::Lanes;
use crate::spatial::arithmetic::{Arithmetic, each_lane, splat};
use crate::spatial::scalar::Times;

/// Up to here `n · PIO2_HI` is exact (33 bits of π/2 times 20 bits of n).
pub const REDUCTION_LIMIT: f64 = 1.0e6;

// π/2 in three parts of 33, 33 and 53 bits.
const PIO2_HI: f64 = 1.570_796_326_734_125_614_17e0;
const PIO2_MID: f64 = 6.077_100_506_303_965_976_60e-11;
const PIO2_LO: f64 = 2.022_266_248_711_166_455_80e-21;
/// 1.5 · 2^52: adding it rounds to an integer held in the low mantissa bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

const S: [f64; 6] = [
    -1.666_666_666_666_663_243_48e-01,
    8.333_333_333_322_489_461_24e-03,
    -1.984_126_982_985_794_931_34e-04,
    2.755_731_370_707_006_767_89e-06,
    -2.505_076_025_340_686_341_95e-08,
    1.589_690_995_211_550_102_21e-10,
];
const C: [f64; 6] = [
    4.166_666_666_666_660_190_37e-02,
    -1.388_888_888_887_410_957_49e-03,
    2.480_158_728_947_672_941_78e-05,
    -2.755_731_435_139_066_330_35e-07,
    2.087_572_321_298_174_827_90e-09,
    -1.135_964_755_778_819_482_65e-11,
];

/// `(sin x, cos x)` in every lane.
#[inline(always)]
pub fn sin_cos_lanes<const N: usize, A: Arithmetic>(x: Lanes<N, A>) -> (Lanes<N, A>, Lanes<N, A>) {
    let (mut sine, mut cosine) = (Lanes::default(), Lanes::default());
    sin_cos_to(x, &mut sine, &mut cosine);
    (sine, cosine)
}

/// The same where they are to be.
#[inline(always)]
pub fn sin_cos_to<const N: usize, A: Arithmetic>(
    x: Lanes<N, A>,
    sine: &mut Lanes<N, A>,
    cosine: &mut Lanes<N, A>,
) {
    let mut small = true;
    each_lane!(N, |i| small &= x.v[i].abs() <= REDUCTION_LIMIT);
    if N > 8 && N.is_multiple_of(8) {
        // Operations on bits of more than a register are not made vectors by the compiler.
        each_lane!(N / 8, |block| {
            let mut eight = [0.0; 8];
            eight.copy_from_slice(&x.v[8 * block..8 * block + 8]);
            let (s, c) = reduced::<8, A>(eight);
            sine.v[8 * block..8 * block + 8].copy_from_slice(&s.v);
            cosine.v[8 * block..8 * block + 8].copy_from_slice(&c.v);
        });
    } else {
        (*sine, *cosine) = reduced::<N, A>(x.v);
    }
    if !small {
        patch(x, sine, cosine);
    }
}

// Plain loops rather than closures: a closure that is not inlined would leave
// the clone it is compiled for.
#[inline(always)]
fn reduced<const N: usize, A: Arithmetic>(x: [f64; N]) -> (Lanes<N, A>, Lanes<N, A>) {
    let x = Lanes::<N, A>::new(x);
    let k = |v: f64| Lanes::<N, A>::new(splat(v));
    let shifted = x.times_add(std::f64::consts::FRAC_2_PI, k(ROUND));
    let n = k(ROUND) - shifted;
    let y = n.times_add(PIO2_HI, x);
    let y = n.times_add(PIO2_MID, y);
    let y = n.times_add(PIO2_LO, y);
    let z = y * y;
    let p = z.times_add(S[5], k(S[4]));
    let p = p.times_add(z, k(S[3]));
    let p = p.times_add(z, k(S[2]));
    let p = p.times_add(z, k(S[1]));
    let p = p.times_add(z, k(S[0]));
    let sine = p.times_add(z * y, y);
    let p = z.times_add(C[5], k(C[4]));
    let p = p.times_add(z, k(C[3]));
    let p = p.times_add(z, k(C[2]));
    let p = p.times_add(z, k(C[1]));
    let p = p.times_add(z, k(C[0]));
    let cosine = p.times_add(z * z, z.times_add(-0.5, k(1.0)));
    let (mut sin, mut cos) = ([0.0; N], [0.0; N]);
    each_lane!(N, |i| {
        // Odd quadrants swap the two; quadrants 2, 3 negate the sine and 1, 2
        // the cosine. On bits, so that it stays in the vector registers.
        let quadrant = shifted.v[i].to_bits();
        let odd = (quadrant & 1).wrapping_neg();
        let (s, c) = (sine.v[i].to_bits(), cosine.v[i].to_bits());
        sin[i] = f64::from_bits(((s & !odd) | (c & odd)) ^ ((quadrant & 2) << 62));
        cos[i] = f64::from_bits(((c & !odd) | (s & odd)) ^ ((quadrant.wrapping_add(1) & 2) << 62));
    });
    (Lanes::new(sin), Lanes::new(cos))
}

/// Replaces the lanes that the reduction cannot serve. Lane by lane, so that a
/// sample's result never depends on its neighbours.
#[cold]
#[inline(never)]
fn patch<const N: usize, A: Arithmetic>(
    x: Lanes<N, A>,
    sine: &mut Lanes<N, A>,
    cosine: &mut Lanes<N, A>,
) {
    for i in 0..N {
        if !(x.v[i].abs() <= REDUCTION_LIMIT) {
            (sine.v[i], cosine.v[i]) = x.v[i].sin_cos();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::{Portable, fused::Fused};

    fn worst<A: Arithmetic>(range: f64) -> f64 {
        let mut worst: f64 = 0.0;
        for k in 0..200_000 {
            // A golden-ratio sequence covers the range evenly without a generator.
            let u = (k as f64 * 0.618_033_988_749_894_9).fract() * 2.0 - 1.0;
            let x = u * range;
            let (s, c) = sin_cos_lanes(Lanes::<1, A>::new([x]));
            worst = worst.max((s.v[0] - x.sin()).abs()).max((c.v[0] - x.cos()).abs());
        }
        worst
    }

    #[test]
    fn error_is_an_ulp_of_one_over_the_whole_reduction_range() {
        for range in [0.8, 10.0, 1000.0, REDUCTION_LIMIT] {
            assert!(worst::<Portable>(range) <= 2.3e-16, "portable, range {range}");
            assert!(worst::<Fused>(range) <= 2.3e-16, "fused, range {range}");
        }
    }

    #[test]
    fn multiples_of_a_quarter_turn_keep_their_signs() {
        for k in -9..=9 {
            let x = k as f64 * std::f64::consts::FRAC_PI_2;
            let (s, c) = sin_cos_lanes(Lanes::<1>::new([x]));
            assert!((s.v[0] - x.sin()).abs() < 1e-16 && (c.v[0] - x.cos()).abs() < 1e-16, "{k}");
        }
    }

    #[test]
    fn huge_and_not_finite_arguments_go_through_the_standard_library() {
        let (s, c) = sin_cos_lanes(Lanes::<4>::new([1e9, f64::INFINITY, f64::NAN, 0.5]));
        let (_, alone) = sin_cos_lanes(Lanes::<1>::new([0.5]));
        assert_eq!((s.v[0], c.v[3]), (1e9_f64.sin(), alone.v[0]));
        assert!(s.v[1].is_nan() && c.v[2].is_nan());
    }
}
