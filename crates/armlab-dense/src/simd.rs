//! Four numbers at a time: the two inner loops of streaming reductions, and the
//! choice of instructions at run time.
//!
//! Both loops work on columns of a block and keep twelve sums in registers, the
//! most that sixteen registers allow beside the operands: a product of two
//! columns needs two loads, twelve products of three by four columns need seven.
//! The three are kept and the four pass by, so that sixteen registers suffice.

use crate::Instructions;

/// Numbers in a register.
pub(crate) const LANES: usize = 4;
/// Rows of a block are padded to a multiple of this.
pub(crate) const ROW_TILE: usize = 4 * LANES;

/// A register of four numbers.
pub(crate) trait Vector: Copy {
    /// Four times `x`.
    fn splat(x: f64) -> Self;
    /// # Safety
    /// `p` is valid for reading four numbers.
    unsafe fn load(p: *const f64) -> Self;
    /// # Safety
    /// `p` is valid for writing four numbers.
    unsafe fn store(self, p: *mut f64);
    /// `self · b + c`
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// Sum of the four.
    fn sum(self) -> f64;
}

/// What any machine can do.
#[derive(Clone, Copy)]
pub(crate) struct Portable([f64; LANES]);

impl Vector for Portable {
    #[inline(always)]
    fn splat(x: f64) -> Self {
        Self([x; LANES])
    }
    #[inline(always)]
    unsafe fn load(p: *const f64) -> Self {
        // SAFETY: the caller's promise; an array of numbers has their alignment.
        Self(unsafe { p.cast::<[f64; LANES]>().read() })
    }
    #[inline(always)]
    unsafe fn store(self, p: *mut f64) {
        // SAFETY: as above.
        unsafe { p.cast::<[f64; LANES]>().write(self.0) }
    }
    #[inline(always)]
    fn mul_add(self, b: Self, mut c: Self) -> Self {
        for i in 0..LANES {
            c.0[i] += self.0[i] * b.0[i];
        }
        c
    }
    #[inline(always)]
    fn sum(self) -> f64 {
        (self.0[0] + self.0[2]) + (self.0[1] + self.0[3])
    }
}

#[cfg(target_arch = "x86_64")]
mod avx {
    use super::Vector;
    use std::arch::x86_64::*;

    /// AVX2 with FMA; made only by `dispatch`, after both were detected.
    #[derive(Clone, Copy)]
    pub struct Avx(__m256d);

    // SAFETY of every block: this type is used only in the clone of `dispatch`
    // that runs after AVX2 and FMA were detected; pointers are the caller's.
    impl Vector for Avx {
        #[inline(always)]
        fn splat(x: f64) -> Self {
            Self(unsafe { _mm256_set1_pd(x) })
        }
        #[inline(always)]
        unsafe fn load(p: *const f64) -> Self {
            Self(unsafe { _mm256_loadu_pd(p) })
        }
        #[inline(always)]
        unsafe fn store(self, p: *mut f64) {
            unsafe { _mm256_storeu_pd(p, self.0) }
        }
        #[inline(always)]
        fn mul_add(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm256_fmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            unsafe {
                let pair =
                    _mm_add_pd(_mm256_castpd256_pd128(self.0), _mm256_extractf128_pd(self.0, 1));
                _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)))
            }
        }
    }
}

/// Work that is compiled once per instruction set.
pub(crate) trait Kernel {
    /// Does the work with registers `V`. Implementations are `#[inline(always)]`,
    /// else they would be compiled without the instructions.
    fn run<V: Vector>(self);
}

/// Runs `kernel` with the best instructions this processor has. Registers of eight are not
/// among them: these loops are bound by multiplications and additions, of which processors do
/// as many in halves of such a register, and longer sums would round otherwise.
pub(crate) fn dispatch<K: Kernel>(kernel: K) {
    #[cfg(target_arch = "x86_64")]
    if Instructions::in_use() >= Instructions::Avx2 {
        #[target_feature(enable = "avx2,fma")]
        unsafe fn fused<K: Kernel>(kernel: K) {
            kernel.run::<avx::Avx>();
        }
        // SAFETY: a set in use was detected on this processor.
        return unsafe { fused(kernel) };
    }
    kernel.run::<Portable>();
}

/// `x_a · y_b` over `rows` rows (a multiple of [`LANES`]) for `A` by `B`
/// columns, which begin `stride` numbers apart.
///
/// # Safety
/// All columns are valid for reading `rows` numbers.
#[inline(always)]
pub(crate) unsafe fn products<V: Vector, const A: usize, const B: usize>(
    x: *const f64,
    y: *const f64,
    stride: usize,
    rows: usize,
) -> [[f64; A]; B] {
    let mut sums = [[V::splat(0.0); A]; B];
    let mut i = 0;
    while i < rows {
        // SAFETY: i + LANES ≤ rows, and columns are `stride` apart.
        unsafe {
            let mut xs = [V::splat(0.0); A];
            for a in 0..A {
                xs[a] = V::load(x.add(a * stride + i));
            }
            for b in 0..B {
                let yb = V::load(y.add(b * stride + i));
                for a in 0..A {
                    sums[b][a] = xs[a].mul_add(yb, sums[b][a]);
                }
            }
        }
        i += LANES;
    }
    let mut out = [[0.0; A]; B];
    for b in 0..B {
        for a in 0..A {
            out[b][a] = sums[b][a].sum();
        }
    }
    out
}

/// `y_b += Σ_a x_a w[b][a]` over `rows` rows (a multiple of [`ROW_TILE`]).
///
/// # Safety
/// Columns of `x` are valid for reading and those of `y` for writing `rows`
/// numbers, and do not overlap.
#[inline(always)]
pub(crate) unsafe fn add_combinations<V: Vector, const A: usize, const B: usize>(
    x: *const f64,
    y: *mut f64,
    stride: usize,
    rows: usize,
    w: &[[f64; A]; B],
) {
    let mut i = 0;
    while i < rows {
        // SAFETY: i + ROW_TILE ≤ rows, and columns are `stride` apart.
        unsafe {
            let mut sums = [[V::splat(0.0); 4]; B];
            for b in 0..B {
                for r in 0..4 {
                    sums[b][r] = V::load(y.add(b * stride + i + r * LANES));
                }
            }
            for a in 0..A {
                let mut xs = [V::splat(0.0); 4];
                for r in 0..4 {
                    xs[r] = V::load(x.add(a * stride + i + r * LANES));
                }
                for b in 0..B {
                    let factor = V::splat(w[b][a]);
                    for r in 0..4 {
                        sums[b][r] = xs[r].mul_add(factor, sums[b][r]);
                    }
                }
            }
            for b in 0..B {
                for r in 0..4 {
                    sums[b][r].store(y.add(b * stride + i + r * LANES));
                }
            }
        }
        i += ROW_TILE;
    }
}

/// Numbers that begin on a cache line, so that registers of them never straddle two.
#[derive(Clone, Debug, Default)]
pub struct Aligned(Vec<Line>);

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([f64; 8]);

impl Aligned {
    /// At least `length` zeros: whole lines.
    pub fn zeros(length: usize) -> Self {
        Self(vec![Line([0.0; 8]); length.div_ceil(8)])
    }
    /// The numbers.
    pub fn as_slice(&self) -> &[f64] {
        // SAFETY: a `Line` is eight numbers without padding.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * 8) }
    }
    /// The numbers, to be written.
    pub fn numbers(&mut self) -> &mut [f64] {
        // SAFETY: a `Line` is eight numbers without padding.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * 8) }
    }
}
