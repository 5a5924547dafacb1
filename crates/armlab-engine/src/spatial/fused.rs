//! Arithmetic with one rounding and registers of several lanes. The types are
//! crate-private, so that only [`dispatch`](super::dispatch()) can bring them into play, on a
//! processor that has the instructions.
//!
//! A lane's result is the same in a register of two, four and eight: all round alike, and no
//! operation looks across lanes. So these sets of instructions give the same bits.

use super::arithmetic::Arithmetic;

/// Four lanes an instruction: AVX2 and FMA; on ARM two: NEON.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fused;

/// Eight lanes an instruction: AVX-512 (F, DQ, VL).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Fused8;

/// The element-wise operations by intrinsics over an array whose length is a multiple of a
/// register's. The compiler would find most of them by itself in short functions, but in a
/// recursion of a thousand operations it gives up; stated, they stay vectors.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! by_registers {
    ($set:ty, $lanes:literal, $narrower:ty, $load:ident, $store:ident,
     $add:ident, $sub:ident, $mul:ident, $div:ident, $fmadd:ident, $xor:ident, $splat:ident,
     $transposed:path) => {
        impl Arithmetic for $set {
            #[inline(always)]
            fn mul_add(a: f64, b: f64, c: f64) -> f64 {
                a.mul_add(b, c)
            }
            by_registers!(@binary add, $lanes, $narrower, $load, $store, $add);
            by_registers!(@binary sub, $lanes, $narrower, $load, $store, $sub);
            by_registers!(@binary mul, $lanes, $narrower, $load, $store, $mul);
            by_registers!(@binary div, $lanes, $narrower, $load, $store, $div);
            #[inline(always)]
            fn mul_add_each<const N: usize>(a: [f64; N], b: [f64; N], c: [f64; N]) -> [f64; N] {
                if N % $lanes != 0 || N == 0 {
                    return <$narrower>::mul_add_each(a, b, c);
                }
                by_registers!(@each N, $lanes, $load, $store, |a, b, c| $fmadd(a, b, c))
            }
            #[inline(always)]
            fn neg<const N: usize>(a: [f64; N]) -> [f64; N] {
                if N % $lanes != 0 || N == 0 {
                    return <$narrower>::neg(a);
                }
                by_registers!(@each N, $lanes, $load, $store, |a| $xor(a, $splat(-0.0)))
            }
            #[inline(always)]
            fn transposed(rows: &[[f64; 8]; 8]) -> [[f64; 8]; 8] {
                // SAFETY: as for the registers below.
                unsafe { $transposed(rows) }
            }
        }
    };
    (@binary $name:ident, $lanes:literal, $narrower:ty, $load:ident, $store:ident, $op:ident) => {
        #[inline(always)]
        fn $name<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
            if N % $lanes != 0 || N == 0 {
                return <$narrower>::$name(a, b);
            }
            by_registers!(@each N, $lanes, $load, $store, |a, b| $op(a, b))
        }
    };
    (@each $n:expr, $lanes:literal, $load:ident, $store:ident, |$($x:ident),+| $op:expr) => {{
        let mut out = [0.0; $n];
        each_lane!($n / $lanes, |register| {
            // SAFETY: the register ends within N, and the set's type exists only in a
            // clone that runs after its instructions were detected.
            unsafe {
                $(let $x = $load($x.as_ptr().add($lanes * register));)+
                $store(out.as_mut_ptr().add($lanes * register), $op);
            }
        });
        out
    }};
}

#[cfg(target_arch = "x86_64")]
mod registers {
    use super::{Arithmetic, Fused, Fused8, OneByOne};
    use crate::spatial::arithmetic::each_lane;
    use std::arch::x86_64::*;

    by_registers!(
        Fused,
        4,
        OneByOne,
        _mm256_loadu_pd,
        _mm256_storeu_pd,
        _mm256_add_pd,
        _mm256_sub_pd,
        _mm256_mul_pd,
        _mm256_div_pd,
        _mm256_fmadd_pd,
        _mm256_xor_pd,
        _mm256_set1_pd,
        by_fours
    );
    by_registers!(
        Fused8,
        8,
        Fused,
        _mm512_loadu_pd,
        _mm512_storeu_pd,
        _mm512_add_pd,
        _mm512_sub_pd,
        _mm512_mul_pd,
        _mm512_div_pd,
        _mm512_fmadd_pd,
        _mm512_xor_pd,
        _mm512_set1_pd,
        by_eights
    );

    /// Transposes in blocks of four by four.
    ///
    /// # Safety
    /// The processor has AVX.
    #[inline(always)]
    unsafe fn by_fours(rows: &[[f64; 8]; 8]) -> [[f64; 8]; 8] {
        let mut out = [[0.0; 8]; 8];
        each_lane!(4, |block| {
            let (down, right) = (4 * (block / 2), 4 * (block % 2));
            // SAFETY: four numbers from column 0 or 4 on end within a row of eight.
            unsafe {
                let a = _mm256_loadu_pd(rows[down].as_ptr().add(right));
                let b = _mm256_loadu_pd(rows[down + 1].as_ptr().add(right));
                let c = _mm256_loadu_pd(rows[down + 2].as_ptr().add(right));
                let d = _mm256_loadu_pd(rows[down + 3].as_ptr().add(right));
                let (ab, cd) = (_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
                let (ba, dc) = (_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
                let [e, f, g, h] = [
                    _mm256_permute2f128_pd::<0x20>(ab, cd),
                    _mm256_permute2f128_pd::<0x20>(ba, dc),
                    _mm256_permute2f128_pd::<0x31>(ab, cd),
                    _mm256_permute2f128_pd::<0x31>(ba, dc),
                ];
                _mm256_storeu_pd(out[right].as_mut_ptr().add(down), e);
                _mm256_storeu_pd(out[right + 1].as_mut_ptr().add(down), f);
                _mm256_storeu_pd(out[right + 2].as_mut_ptr().add(down), g);
                _mm256_storeu_pd(out[right + 3].as_mut_ptr().add(down), h);
            }
        });
        out
    }

    /// Transposes in three steps: pairs, fours, eights.
    ///
    /// # Safety
    /// The processor has AVX-512F.
    #[inline(always)]
    unsafe fn by_eights(rows: &[[f64; 8]; 8]) -> [[f64; 8]; 8] {
        let mut out = [[0.0; 8]; 8];
        // SAFETY: whole rows are read and written.
        unsafe {
            let zero = _mm512_setzero_pd();
            let (mut r, mut pairs, mut fours) = ([zero; 8], [zero; 8], [zero; 8]);
            each_lane!(8, |i| r[i] = _mm512_loadu_pd(rows[i].as_ptr()));
            // Rows 2i and 2i+1: their even, then their odd columns, in turn.
            each_lane!(4, |i| {
                pairs[2 * i] = _mm512_unpacklo_pd(r[2 * i], r[2 * i + 1]);
                pairs[2 * i + 1] = _mm512_unpackhi_pd(r[2 * i], r[2 * i + 1]);
            });
            // Quarters of two pairs of rows: columns j and j + 4, then j + 2 and j + 6.
            each_lane!(4, |i| {
                let (half, odd) = (4 * (i / 2), i % 2);
                let (a, b) = (pairs[half + odd], pairs[half + odd + 2]);
                fours[half + odd] = _mm512_shuffle_f64x2::<0x88>(a, b);
                fours[half + odd + 2] = _mm512_shuffle_f64x2::<0xdd>(a, b);
            });
            each_lane!(4, |j| {
                let (a, b) = (fours[j], fours[j + 4]);
                _mm512_storeu_pd(out[j].as_mut_ptr(), _mm512_shuffle_f64x2::<0x88>(a, b));
                _mm512_storeu_pd(out[j + 4].as_mut_ptr(), _mm512_shuffle_f64x2::<0xdd>(a, b));
            });
        }
        out
    }
}

/// One rounding, one lane at a time.
#[derive(Clone, Copy, Default, Debug)]
struct OneByOne;

impl Arithmetic for OneByOne {
    #[inline(always)]
    fn mul_add(a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
}

#[cfg(target_arch = "aarch64")]
mod registers {
    use super::{Arithmetic, Fused, Fused8, OneByOne};
    use crate::spatial::arithmetic::each_lane;
    use std::arch::aarch64::*;

    by_registers!(
        Fused,
        2,
        OneByOne,
        vld1q_f64,
        vst1q_f64,
        vaddq_f64,
        vsubq_f64,
        vmulq_f64,
        vdivq_f64,
        product_plus,
        flipped,
        vdupq_n_f64,
        by_pairs
    );

    /// `a·b + c`
    ///
    /// # Safety
    /// The processor has NEON.
    #[inline(always)]
    unsafe fn product_plus(a: float64x2_t, b: float64x2_t, c: float64x2_t) -> float64x2_t {
        // SAFETY: the caller's promise.
        unsafe { vfmaq_f64(c, a, b) }
    }
    /// `a` with the sign flipped where that of `b` is set.
    ///
    /// # Safety
    /// The processor has NEON.
    #[inline(always)]
    unsafe fn flipped(a: float64x2_t, b: float64x2_t) -> float64x2_t {
        // SAFETY: the caller's promise.
        unsafe {
            let bits = veorq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b));
            vreinterpretq_f64_u64(bits)
        }
    }
    /// Transposes in blocks of two by two.
    ///
    /// # Safety
    /// The processor has NEON.
    #[inline(always)]
    unsafe fn by_pairs(rows: &[[f64; 8]; 8]) -> [[f64; 8]; 8] {
        let mut out = [[0.0; 8]; 8];
        each_lane!(16, |block| {
            let (down, right) = (2 * (block / 4), 2 * (block % 4));
            // SAFETY: two numbers from an even column on end within a row of eight.
            unsafe {
                let a = vld1q_f64(rows[down].as_ptr().add(right));
                let b = vld1q_f64(rows[down + 1].as_ptr().add(right));
                vst1q_f64(out[right].as_mut_ptr().add(down), vzip1q_f64(a, b));
                vst1q_f64(out[right + 1].as_mut_ptr().add(down), vzip2q_f64(a, b));
            }
        });
        out
    }

    impl Arithmetic for Fused8 {
        #[inline(always)]
        fn mul_add(a: f64, b: f64, c: f64) -> f64 {
            OneByOne::mul_add(a, b, c)
        }
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod registers {
    use super::{Arithmetic, Fused, Fused8, OneByOne};

    macro_rules! as_one_by_one {
        ($set:ty) => {
            impl Arithmetic for $set {
                #[inline(always)]
                fn mul_add(a: f64, b: f64, c: f64) -> f64 {
                    OneByOne::mul_add(a, b, c)
                }
            }
        };
    }
    as_one_by_one!(Fused);
    as_one_by_one!(Fused8);
}

/// The same arithmetic for a type that should sit on a boundary of a register's width, so
/// that its loads never straddle cache lines.
macro_rules! on_boundary {
    ($(#[$doc:meta])* $name:ident, $bytes:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, Debug)]
        #[repr(align($bytes))]
        pub struct $name<A>(std::marker::PhantomData<A>);

        impl<A: Arithmetic> Arithmetic for $name<A> {
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
            fn div<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
                A::div(a, b)
            }
            #[inline(always)]
            fn mul_add_each<const N: usize>(a: [f64; N], b: [f64; N], c: [f64; N]) -> [f64; N] {
                A::mul_add_each(a, b, c)
            }
            #[inline(always)]
            fn neg<const N: usize>(a: [f64; N]) -> [f64; N] {
                A::neg(a)
            }
            #[inline(always)]
            fn transposed(rows: &[[f64; 8]; 8]) -> [[f64; 8]; 8] {
                A::transposed(rows)
            }
        }
    };
}
on_boundary!(
    /// On 32 bytes, for registers of four.
    Wide,
    32
);
on_boundary!(
    /// On 64 bytes, a cache line, for registers of eight.
    Wider,
    64
);
