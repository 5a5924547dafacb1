//! Which instructions a clone of a kernel may use.
//!
//! `f64::mul_add` is one instruction where FMA exists and a slow library call
//! where it does not, and four additions are one instruction only where AVX
//! does; so the choice must be made per compiled clone, not per call. An
//! [`Arithmetic`] is that choice as a type.

use std::fmt::Debug;

/// Runs a statement for each of `n` lanes, without a loop for the numbers of lanes
/// in use. A kernel has thousands of these, and rotating and unrolling as many
/// loops took half of the time of compiling.
macro_rules! each_lane {
    ($n:expr, |$i:ident| $body:expr) => {
        each_lane!(@step $n, $i, $body; 0 1 2 3 4 5 6 7);
        if $n > 8 {
            each_lane!(@step $n, $i, $body; 8 9 10 11 12 13 14 15);
        }
        let mut next = 16;
        while next < $n {
            let $i = next;
            $body;
            next += 1;
        }
    };
    (@step $n:expr, $i:ident, $body:expr; $($k:literal)*) => {
        $(if $n > $k {
            let $i = $k;
            $body;
        })*
    };
}
pub(super) use each_lane;

/// `n` times the same number, without a loop.
#[inline(always)]
pub(super) fn splat<const N: usize>(x: f64) -> [f64; N] {
    let mut all = [0.0; N];
    each_lane!(N, |i| all[i] = x);
    all
}

/// How the lanes of a number are added and multiplied.
pub trait Arithmetic: Copy + Default + Debug + Send + Sync + 'static {
    /// `a·b + c`
    fn mul_add(a: f64, b: f64, c: f64) -> f64;
    /// `a + b` in every lane.
    #[inline(always)]
    fn add<const N: usize>(mut a: [f64; N], b: [f64; N]) -> [f64; N] {
        each_lane!(N, |i| a[i] += b[i]);
        a
    }
    /// `a − b` in every lane.
    #[inline(always)]
    fn sub<const N: usize>(mut a: [f64; N], b: [f64; N]) -> [f64; N] {
        each_lane!(N, |i| a[i] -= b[i]);
        a
    }
    /// `a·b` in every lane.
    #[inline(always)]
    fn mul<const N: usize>(mut a: [f64; N], b: [f64; N]) -> [f64; N] {
        each_lane!(N, |i| a[i] *= b[i]);
        a
    }
    /// `a·b + c` in every lane.
    #[inline(always)]
    fn mul_add_each<const N: usize>(mut a: [f64; N], b: [f64; N], c: [f64; N]) -> [f64; N] {
        each_lane!(N, |i| a[i] = Self::mul_add(a[i], b[i], c[i]));
        a
    }
    /// `−a` in every lane.
    #[inline(always)]
    fn neg<const N: usize>(mut a: [f64; N]) -> [f64; N] {
        each_lane!(N, |i| a[i] = -a[i]);
        a
    }
    /// `a / b` in every lane.
    #[inline(always)]
    fn div<const N: usize>(mut a: [f64; N], b: [f64; N]) -> [f64; N] {
        each_lane!(N, |i| a[i] /= b[i]);
        a
    }
    /// Rows as columns.
    #[inline(always)]
    fn transposed(rows: &[[f64; 8]; 8]) -> [[f64; 8]; 8] {
        let mut out = [[0.0; 8]; 8];
        for i in 0..8 {
            for j in 0..8 {
                out[i][j] = rows[j][i];
            }
        }
        out
    }
}

/// Two roundings, one lane at a time as far as the source says; any machine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Portable;

impl Arithmetic for Portable {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a * b + c
    }
}
