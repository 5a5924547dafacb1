//! Four or eight numbers at a time: the two inner loops of streaming reductions, and the
//! choice of instructions at run time.
//!
//! Both loops work on columns of a block and keep twelve sums in registers, the
//! most that sixteen registers allow beside the operands: a product of two
//! columns needs two loads, twelve products of three by four columns need seven.
//! The three are kept and the four pass by, so that sixteen registers suffice.
//!
//! Products of columns are [`SUMS`] partial sums whatever the register's length: registers of
//! four go over the rows twice, so that AVX2 and AVX-512 give the same bits.

use crate::Instructions;

/// Numbers in a register of AVX2, and of the portable clone.
pub(crate) const LANES: usize = 4;
/// Partial sums of a product of columns.
pub(crate) const SUMS: usize = 8;
/// Rows of a block are padded to a multiple of this.
pub(crate) const ROW_TILE: usize = 16;

/// A register of numbers.
pub(crate) trait Vector: Copy {
    /// Numbers in it: four, or eight in kernels that allow it.
    const LANES: usize;
    /// `x` in all places.
    fn splat(x: f64) -> Self;
    /// # Safety
    /// `p` is valid for reading `LANES` numbers.
    unsafe fn load(p: *const f64) -> Self;
    /// # Safety
    /// `p` is valid for writing `LANES` numbers.
    unsafe fn store(self, p: *mut f64);
    /// `self + b`
    fn add(self, b: Self) -> Self;
    /// `self · b + c`
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `c − self · b`
    fn mul_sub_from(self, b: Self, c: Self) -> Self;
    /// `self / b`
    fn divided_by(self, b: Self) -> Self;
    /// The first `count` numbers, and behind them those of `rest`.
    fn first_of(self, count: usize, rest: Self) -> Self;
    /// The number in a place below [`LANES`](Self::LANES), in all places.
    fn spread(self, place: usize) -> Self;
    /// The first number.
    fn first(self) -> f64;
    /// Sum of all; of eight numbers that of the four sums of numbers four apart.
    fn sum(self) -> f64;
}

/// What any machine can do.
#[derive(Clone, Copy)]
pub(crate) struct Portable([f64; LANES]);

impl Vector for Portable {
    const LANES: usize = LANES;
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
    fn add(mut self, b: Self) -> Self {
        for i in 0..LANES {
            self.0[i] += b.0[i];
        }
        self
    }
    #[inline(always)]
    fn mul_add(self, b: Self, mut c: Self) -> Self {
        for i in 0..LANES {
            c.0[i] += self.0[i] * b.0[i];
        }
        c
    }
    #[inline(always)]
    fn mul_sub_from(self, b: Self, mut c: Self) -> Self {
        for i in 0..LANES {
            c.0[i] -= self.0[i] * b.0[i];
        }
        c
    }
    #[inline(always)]
    fn divided_by(mut self, b: Self) -> Self {
        for i in 0..LANES {
            self.0[i] /= b.0[i];
        }
        self
    }
    #[inline(always)]
    fn spread(self, place: usize) -> Self {
        Self([self.0[place]; LANES])
    }
    #[inline(always)]
    fn first(self) -> f64 {
        self.0[0]
    }
    #[inline(always)]
    fn first_of(self, count: usize, mut rest: Self) -> Self {
        for i in 0..LANES {
            if i < count {
                rest.0[i] = self.0[i];
            }
        }
        rest
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
        const LANES: usize = super::LANES;
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
        fn add(self, b: Self) -> Self {
            Self(unsafe { _mm256_add_pd(self.0, b.0) })
        }
        #[inline(always)]
        fn mul_add(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm256_fmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        fn mul_sub_from(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm256_fnmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        fn divided_by(self, b: Self) -> Self {
            Self(unsafe { _mm256_div_pd(self.0, b.0) })
        }
        #[inline(always)]
        fn spread(self, place: usize) -> Self {
            unsafe {
                // Both halves of the number, as halves of each number.
                let low = 2 * place as i64;
                let halves = _mm256_set1_epi64x(((low + 1) << 32) | low);
                let numbers = _mm256_castpd_ps(self.0);
                Self(_mm256_castps_pd(_mm256_permutevar8x32_ps(numbers, halves)))
            }
        }
        #[inline(always)]
        fn first(self) -> f64 {
            unsafe { _mm256_cvtsd_f64(self.0) }
        }
        #[inline(always)]
        fn first_of(self, count: usize, rest: Self) -> Self {
            unsafe {
                let places = _mm256_set_epi64x(3, 2, 1, 0);
                let behind = _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), places);
                Self(_mm256_blendv_pd(rest.0, self.0, _mm256_castsi256_pd(behind)))
            }
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

    /// AVX-512; made only by `dispatch`, after it was detected.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512d);

    // SAFETY of every block: as above, with AVX-512.
    impl Vector for Avx512 {
        const LANES: usize = 8;
        #[inline(always)]
        fn splat(x: f64) -> Self {
            Self(unsafe { _mm512_set1_pd(x) })
        }
        #[inline(always)]
        unsafe fn load(p: *const f64) -> Self {
            Self(unsafe { _mm512_loadu_pd(p) })
        }
        #[inline(always)]
        unsafe fn store(self, p: *mut f64) {
            unsafe { _mm512_storeu_pd(p, self.0) }
        }
        #[inline(always)]
        fn add(self, b: Self) -> Self {
            Self(unsafe { _mm512_add_pd(self.0, b.0) })
        }
        #[inline(always)]
        fn mul_add(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm512_fmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        fn mul_sub_from(self, b: Self, c: Self) -> Self {
            Self(unsafe { _mm512_fnmadd_pd(self.0, b.0, c.0) })
        }
        #[inline(always)]
        fn divided_by(self, b: Self) -> Self {
            Self(unsafe { _mm512_div_pd(self.0, b.0) })
        }
        #[inline(always)]
        fn spread(self, place: usize) -> Self {
            Self(unsafe { _mm512_permutexvar_pd(_mm512_set1_epi64(place as i64), self.0) })
        }
        #[inline(always)]
        fn first(self) -> f64 {
            unsafe { _mm512_cvtsd_f64(self.0) }
        }
        #[inline(always)]
        fn first_of(self, count: usize, rest: Self) -> Self {
            let first = if count < Self::LANES { (1_u8 << count) - 1 } else { u8::MAX };
            Self(unsafe { _mm512_mask_blend_pd(first, rest.0, self.0) })
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            unsafe {
                let high = _mm512_extractf64x4_pd(self.0, 1);
                Avx(_mm256_add_pd(_mm512_castpd512_pd256(self.0), high)).sum()
            }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::Vector;
    use std::arch::aarch64::*;

    /// Two registers of NEON, which every 64-bit ARM has.
    #[derive(Clone, Copy)]
    pub struct Neon(float64x2_t, float64x2_t);

    // SAFETY of every block: the instructions are part of the architecture; pointers are the
    // caller's.
    impl Vector for Neon {
        const LANES: usize = super::LANES;
        #[inline(always)]
        fn splat(x: f64) -> Self {
            let both = unsafe { vdupq_n_f64(x) };
            Self(both, both)
        }
        #[inline(always)]
        unsafe fn load(p: *const f64) -> Self {
            unsafe { Self(vld1q_f64(p), vld1q_f64(p.add(2))) }
        }
        #[inline(always)]
        unsafe fn store(self, p: *mut f64) {
            unsafe {
                vst1q_f64(p, self.0);
                vst1q_f64(p.add(2), self.1);
            }
        }
        #[inline(always)]
        fn add(self, b: Self) -> Self {
            unsafe { Self(vaddq_f64(self.0, b.0), vaddq_f64(self.1, b.1)) }
        }
        #[inline(always)]
        fn mul_add(self, b: Self, c: Self) -> Self {
            unsafe { Self(vfmaq_f64(c.0, self.0, b.0), vfmaq_f64(c.1, self.1, b.1)) }
        }
        #[inline(always)]
        fn mul_sub_from(self, b: Self, c: Self) -> Self {
            unsafe { Self(vfmsq_f64(c.0, self.0, b.0), vfmsq_f64(c.1, self.1, b.1)) }
        }
        #[inline(always)]
        fn divided_by(self, b: Self) -> Self {
            unsafe { Self(vdivq_f64(self.0, b.0), vdivq_f64(self.1, b.1)) }
        }
        #[inline(always)]
        fn spread(self, place: usize) -> Self {
            let mut own = [0.0; super::LANES];
            // SAFETY: an array of as many numbers as two registers have.
            unsafe { self.store(own.as_mut_ptr()) };
            Self::splat(own[place])
        }
        #[inline(always)]
        fn first(self) -> f64 {
            unsafe { vgetq_lane_f64(self.0, 0) }
        }
        #[inline(always)]
        fn first_of(self, count: usize, rest: Self) -> Self {
            let (mut own, mut out) = ([0.0; super::LANES], [0.0; super::LANES]);
            // SAFETY: arrays of as many numbers as two registers have.
            unsafe {
                self.store(own.as_mut_ptr());
                rest.store(out.as_mut_ptr());
                let count = count.min(super::LANES);
                out[..count].copy_from_slice(&own[..count]);
                Self::load(out.as_ptr())
            }
        }
        #[inline(always)]
        fn sum(self) -> f64 {
            unsafe { vaddvq_f64(vaddq_f64(self.0, self.1)) }
        }
    }
}

/// Work that is compiled once per instruction set.
pub(crate) trait Kernel {
    /// The most instructions that the work allows: registers of eight where its sums do not
    /// depend on the registers' length.
    const MOST: Instructions = Instructions::Avx2;
    /// Does the work with registers `V`. Implementations are `#[inline(always)]`,
    /// else they would be compiled without the instructions.
    fn run<V: Vector>(self);
}

/// Runs `kernel` with the best instructions this processor has and the kernel allows.
pub(crate) fn dispatch<K: Kernel>(kernel: K) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,fma,avx512f,avx512dq,avx512bw,avx512vl")]
        unsafe fn eight<K: Kernel>(kernel: K) {
            kernel.run::<avx::Avx512>();
        }
        #[target_feature(enable = "avx2,fma")]
        unsafe fn four<K: Kernel>(kernel: K) {
            kernel.run::<avx::Avx>();
        }
        let set = Instructions::in_use();
        if matches!(K::MOST, Instructions::Avx512) && set == Instructions::Avx512 {
            // SAFETY: a set in use was detected on this processor.
            return unsafe { eight(kernel) };
        }
        if set >= Instructions::Avx2 {
            // SAFETY: as above, and a later set includes the earlier.
            return unsafe { four(kernel) };
        }
    }
    #[cfg(target_arch = "aarch64")]
    if Instructions::in_use() >= Instructions::Neon {
        return kernel.run::<neon::Neon>();
    }
    kernel.run::<Portable>();
}

/// `x_a · y_b` over `rows` rows (a multiple of [`SUMS`]) for `A` by `B`
/// columns, which begin so many numbers apart.
///
/// # Safety
/// All columns are valid for reading `rows` numbers.
#[inline(always)]
pub(crate) unsafe fn products<V: Vector, const A: usize, const B: usize>(
    x: *const f64,
    y: *const f64,
    [x_stride, y_stride]: [usize; 2],
    rows: usize,
) -> [[f64; A]; B] {
    let mut whole = [[V::splat(0.0); A]; B];
    let mut part = 0;
    while part < SUMS {
        let mut sums = [[V::splat(0.0); A]; B];
        let mut i = part;
        while i < rows {
            // SAFETY: i + LANES ≤ rows, and columns begin as far apart as told.
            unsafe {
                let mut xs = [V::splat(0.0); A];
                for a in 0..A {
                    xs[a] = V::load(x.add(a * x_stride + i));
                }
                for b in 0..B {
                    let yb = V::load(y.add(b * y_stride + i));
                    for a in 0..A {
                        sums[b][a] = xs[a].mul_add(yb, sums[b][a]);
                    }
                }
            }
            i += SUMS;
        }
        for b in 0..B {
            for a in 0..A {
                whole[b][a] = whole[b][a].add(sums[b][a]);
            }
        }
        part += V::LANES;
    }
    let mut out = [[0.0; A]; B];
    for b in 0..B {
        for a in 0..A {
            out[b][a] = whole[b][a].sum();
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
    // SAFETY: the rows of a tile are below `rows`, of which two registers are a divisor.
    unsafe {
        while i + 4 * V::LANES <= rows {
            add_tile::<V, 4, A, B>(x.add(i), y.add(i), stride, w);
            i += 4 * V::LANES;
        }
        while i < rows {
            add_tile::<V, 2, A, B>(x.add(i), y.add(i), stride, w);
            i += 2 * V::LANES;
        }
    }
}

/// [`add_combinations`] over `R` registers of rows.
///
/// # Safety
/// As there, for as many rows as the registers hold.
#[inline(always)]
unsafe fn add_tile<V: Vector, const R: usize, const A: usize, const B: usize>(
    x: *const f64,
    y: *mut f64,
    stride: usize,
    w: &[[f64; A]; B],
) {
    // SAFETY: columns are `stride` apart and have the rows.
    unsafe {
        let mut sums = [[V::splat(0.0); R]; B];
        for b in 0..B {
            for r in 0..R {
                sums[b][r] = V::load(y.add(b * stride + r * V::LANES));
            }
        }
        for a in 0..A {
            let mut xs = [V::splat(0.0); R];
            for r in 0..R {
                xs[r] = V::load(x.add(a * stride + r * V::LANES));
            }
            for b in 0..B {
                let factor = V::splat(w[b][a]);
                for r in 0..R {
                    sums[b][r] = xs[r].mul_add(factor, sums[b][r]);
                }
            }
        }
        for b in 0..B {
            for r in 0..R {
                sums[b][r].store(y.add(b * stride + r * V::LANES));
            }
        }
    }
}

/// Numbers that begin on a cache line, so that registers of them never straddle two.
#[derive(Clone, Debug, Default)]
pub struct Aligned(Vec<Line>);

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([f64; 8]);

impl std::ops::Deref for Aligned {
    type Target = [f64];
    fn deref(&self) -> &[f64] {
        self.as_slice()
    }
}

impl std::ops::DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f64] {
        self.numbers()
    }
}

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
