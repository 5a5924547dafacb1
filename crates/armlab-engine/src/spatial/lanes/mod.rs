//! N samples at once: a plain array whose element-wise arithmetic the compiler
//! turns into SIMD registers inside a [`dispatch`](super::dispatch)ed clone.

mod sincos;

pub use sincos::REDUCTION_LIMIT;
pub(super) use sincos::sin_cos_lanes;
use sincos::sin_cos_to;

use super::arithmetic::{Arithmetic, Portable, each_lane, splat};
use super::scalar::{Scalar, Times};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// One number per sample for `N` samples.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<const N: usize, A: Arithmetic = Portable> {
    /// The lanes.
    pub v: [f64; N],
    // A zero-sized field rather than PhantomData: it also carries alignment.
    _arithmetic: A,
}

impl<const N: usize, A: Arithmetic> Lanes<N, A> {
    /// Lanes from an array.
    #[inline(always)]
    pub fn new(v: [f64; N]) -> Self {
        Self { v, _arithmetic: A::default() }
    }
    /// The first `N` numbers of a slice; shorter slices repeat their last
    /// number so that a partial group still computes on sensible values.
    #[inline(always)]
    pub fn load(from: &[f64]) -> Self {
        let mut padded = [0.0; N];
        // One place to read from, so that it is one load of a register either way: two
        // values to choose from became a move of every lane through memory.
        let whole = match from.first_chunk::<N>() {
            Some(full) => full,
            None => {
                pad(from, &mut padded);
                &padded
            }
        };
        Self::new(*whole)
    }
    /// Writes as many lanes as fit.
    #[inline(always)]
    pub fn store(self, to: &mut [f64]) {
        if let Some(full) = to.first_chunk_mut::<N>() {
            *full = self.v;
        } else {
            let n = to.len();
            to.copy_from_slice(&self.v[..n]);
        }
    }
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let mut v = self.v;
        each_lane!(N, |i| v[i] = f(v[i]));
        Self::new(v)
    }
}

/// Fills `to` with the numbers of a shorter slice and then its last one.
#[cold]
#[inline(never)]
fn pad(from: &[f64], to: &mut [f64]) {
    let last = from.last().copied().unwrap_or(0.0);
    for (i, x) in to.iter_mut().enumerate() {
        *x = from.get(i).copied().unwrap_or(last);
    }
}

/// Lanes of the widest batch.
pub const MOST_LANES: usize = 24;

/// Several samples side by side.
pub trait Batch: Scalar {
    /// How many.
    const LANES: usize;
    /// The first samples of a slice; see [`Lanes::load`].
    fn load(from: &[f64]) -> Self;
    /// Writes as many samples as fit.
    fn store(self, to: &mut [f64]);
    /// The samples.
    fn lanes(&self) -> &[f64];
    /// The same but for the first sample.
    fn with_first(self, first: f64) -> Self;
    /// Eight numbers of every sample: number `i` of sample `l` is `rows[l][i]`. Rows beyond
    /// the lanes are not looked at.
    ///
    /// # Panics
    /// If there are fewer rows than lanes.
    fn from_rows(rows: &[&[f64; 8]]) -> [Self; 8];
    /// The reverse: row `l` gets the numbers of sample `l`.
    ///
    /// # Safety
    /// Rows are valid for writing.
    ///
    /// # Panics
    /// If there are fewer rows than lanes.
    unsafe fn to_rows(numbers: &[Self; 8], rows: &[*mut [f64; 8]]);
}

impl<const N: usize, A: Arithmetic> Batch for Lanes<N, A> {
    const LANES: usize = N;
    #[inline(always)]
    fn load(from: &[f64]) -> Self {
        Lanes::load(from)
    }
    #[inline(always)]
    fn store(self, to: &mut [f64]) {
        Lanes::store(self, to);
    }
    #[inline(always)]
    fn lanes(&self) -> &[f64] {
        &self.v
    }
    #[inline(always)]
    fn with_first(mut self, first: f64) -> Self {
        self.v[0] = first;
        self
    }
    #[inline(always)]
    fn from_rows(rows: &[&[f64; 8]]) -> [Self; 8] {
        let mut out = [Self::default(); 8];
        if N.is_multiple_of(8) {
            each_lane!(N / 8, |block| {
                let mut own = [[0.0; 8]; 8];
                each_lane!(8, |l| own[l] = *rows[8 * block + l]);
                let turned = A::transposed(&own);
                each_lane!(8, |i| out[i].v[8 * block..8 * block + 8].copy_from_slice(&turned[i]));
            });
        } else {
            for i in 0..8 {
                for l in 0..N {
                    out[i].v[l] = rows[l][i];
                }
            }
        }
        out
    }
    #[inline(always)]
    unsafe fn to_rows(numbers: &[Self; 8], rows: &[*mut [f64; 8]]) {
        let rows = &rows[..N];
        if N.is_multiple_of(8) {
            each_lane!(N / 8, |block| {
                let mut own = [[0.0; 8]; 8];
                each_lane!(8, |i| own[i].copy_from_slice(&numbers[i].v[8 * block..8 * block + 8]));
                let turned = A::transposed(&own);
                // SAFETY: the caller's promise.
                each_lane!(8, |l| unsafe { rows[8 * block + l].write(turned[l]) });
            });
            return;
        }
        for l in 0..N {
            let mut row = [0.0; 8];
            for i in 0..8 {
                row[i] = numbers[i].v[l];
            }
            // SAFETY: the caller's promise.
            unsafe { rows[l].write(row) };
        }
    }
}

impl<const N: usize, A: Arithmetic> Default for Lanes<N, A> {
    #[inline(always)]
    fn default() -> Self {
        Self::new([0.0; N])
    }
}

macro_rules! lanewise {
    ($trait:ident, $method:ident) => {
        impl<const N: usize, A: Arithmetic> $trait for Lanes<N, A> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                Self::new(A::$method(self.v, o.v))
            }
        }
    };
}
lanewise!(Add, add);
lanewise!(Sub, sub);
lanewise!(Mul, mul);

impl<const N: usize, A: Arithmetic> Div for Lanes<N, A> {
    type Output = Self;
    #[inline(always)]
    fn div(self, o: Self) -> Self {
        Self::new(A::div(self.v, o.v))
    }
}

impl<const N: usize, A: Arithmetic> Neg for Lanes<N, A> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(A::neg(self.v))
    }
}
impl<const N: usize, A: Arithmetic> AddAssign for Lanes<N, A> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<const N: usize, A: Arithmetic> SubAssign for Lanes<N, A> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl<const N: usize, A: Arithmetic> Times<f64> for Lanes<N, A> {
    #[inline(always)]
    fn times(self, p: f64) -> Self {
        Self::new(A::mul(self.v, splat(p)))
    }
    #[inline(always)]
    fn times_add(self, p: f64, c: Self) -> Self {
        Self::new(A::mul_add_each(self.v, splat(p), c.v))
    }
}
impl<const N: usize, A: Arithmetic> Times<Self> for Lanes<N, A> {
    #[inline(always)]
    fn times(self, p: Self) -> Self {
        self * p
    }
    #[inline(always)]
    fn times_add(self, p: Self, c: Self) -> Self {
        Self::new(A::mul_add_each(self.v, p.v, c.v))
    }
}

impl<const N: usize, A: Arithmetic> Scalar for Lanes<N, A> {
    #[inline(always)]
    fn constant(value: f64) -> Self {
        Self::new(splat(value))
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        sin_cos_lanes(self)
    }
    #[inline(always)]
    fn sin_cos_to(self, sine: &mut Self, cosine: &mut Self) {
        sin_cos_to(self, sine, cosine);
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(f64::sqrt)
    }
    #[inline(always)]
    fn magnitude(self) -> f64 {
        let mut largest = 0.0;
        each_lane!(N, |i| {
            let x = self.v[i].abs();
            // Written so that NaN wins: it must not look like convergence.
            largest = if x <= largest { largest } else { x };
        });
        largest
    }
}
