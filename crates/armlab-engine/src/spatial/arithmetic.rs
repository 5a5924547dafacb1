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
            for $i in 8..$n {
                $body;
            }
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

/// One rounding and four lanes an instruction. Crate-private, so that only
/// [`dispatch`](super::dispatch()) can bring it into play, on a processor that has AVX2 and FMA.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fused;

/// Element-wise intrinsics over an array whose length is a multiple of four.
/// The compiler would find most of them by itself in short functions, but in a
/// recursion of a thousand operations it gives up; stated, they stay vectors.
#[cfg(target_arch = "x86_64")]
macro_rules! four_by_four {
    ($n:expr, $fallback:expr, |$($x:ident),+| $op:expr) => {
        if $n % 4 != 0 || $n == 0 {
            $fallback
        } else {
            let mut out = [0.0; $n];
            each_lane!($n / 4, |register| {
                // SAFETY: 4 register + 4 ≤ N, and `Fused` exists only in a clone that
                // runs after AVX2 and FMA were detected.
                unsafe {
                    $(let $x = _mm256_loadu_pd($x.as_ptr().add(4 * register));)+
                    _mm256_storeu_pd(out.as_mut_ptr().add(4 * register), $op);
                }
            });
            out
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod fused {
    use super::{Arithmetic, Fused, Portable};
    use std::arch::x86_64::*;

    impl Arithmetic for Fused {
        #[inline(always)]
        fn mul_add(a: f64, b: f64, c: f64) -> f64 {
            a.mul_add(b, c)
        }
        #[inline(always)]
        fn add<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
            four_by_four!(N, Portable::add(a, b), |a, b| _mm256_add_pd(a, b))
        }
        #[inline(always)]
        fn sub<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
            four_by_four!(N, Portable::sub(a, b), |a, b| _mm256_sub_pd(a, b))
        }
        #[inline(always)]
        fn mul<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
            four_by_four!(N, Portable::mul(a, b), |a, b| _mm256_mul_pd(a, b))
        }
        #[inline(always)]
        fn mul_add_each<const N: usize>(a: [f64; N], b: [f64; N], c: [f64; N]) -> [f64; N] {
            let one_by_one = |mut a: [f64; N]| {
                each_lane!(N, |i| a[i] = a[i].mul_add(b[i], c[i]));
                a
            };
            four_by_four!(N, one_by_one(a), |a, b, c| _mm256_fmadd_pd(a, b, c))
        }
        #[inline(always)]
        fn neg<const N: usize>(a: [f64; N]) -> [f64; N] {
            four_by_four!(N, Portable::neg(a), |a| _mm256_xor_pd(a, _mm256_set1_pd(-0.0)))
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Arithmetic for Fused {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
}

/// The same arithmetic for a type that should sit on a 32-byte boundary, the
/// width of an AVX register, so that its loads never straddle cache lines.
#[derive(Clone, Copy, Default, Debug)]
#[repr(align(32))]
pub struct Wide<A>(std::marker::PhantomData<A>);

impl<A: Arithmetic> Arithmetic for Wide<A> {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        A::mul_add(a, b, c)
    }
    #[inline(always)]
    fn add<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        A::add(a, b)
    }
    #[inline(always)]
    fn sub<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        A::sub(a, b)
    }
    #[inline(always)]
    fn mul<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        A::mul(a, b)
    }
    #[inline(always)]
    fn mul_add_each<const N: usize>(a: [f64; N], b: [f64; N], c: [f64; N]) -> [f64; N] {
        A::mul_add_each(a, b, c)
    }
    #[inline(always)]
    fn neg<const N: usize>(a: [f64; N]) -> [f64; N] {
        A::neg(a)
    }
}
