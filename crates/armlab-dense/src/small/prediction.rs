//! How a step changes a Kalman filter's covariance, in one go.

use super::products::{ALONE, Factor, WIDEST, accumulate, padded};
use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// What a prediction finds of the moving states, and the noise that it adds.
#[derive(Debug)]
pub struct Moved<'a> {
    /// How many they are.
    pub moving: usize,
    /// In the end covariance of the moving states, which come first, and that with all states
    /// before the prediction; both in padded rows.
    pub covariance: &'a mut [f64],
    /// See above.
    pub cross: &'a mut [f64],
    /// Noise of all states, in padded rows.
    pub noise: &'a [f64],
}

impl Moved<'_> {
    /// # Panics
    /// If a matrix has fewer rows than `n` states ask for.
    pub(super) fn check(&self, p: &[f64], n: usize) {
        let (stride, m) = (padded(n), self.moving);
        assert!(p.len() == n * stride && m <= n && self.noise.len() == p.len(), "rows of states");
        assert!(self.covariance.len() == m * padded(m), "rows of moving states");
        assert!(self.cross.len() == m * stride, "rows of moving states");
    }
}

/// A prediction by the slopes `F` of the moving states by all `n`, row after row: what it finds is
/// `F P Fᵀ` and `F P`, and `p` becomes the covariance after it. All are in padded rows.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn predict_by_slopes(slopes: &[f64], p: &mut [f64], n: usize, moved: Moved) {
    moved.check(p, n);
    assert!(slopes.len() == moved.moving * padded(n), "rows of all states");
    dispatch(BySlopes { slopes, p, n, moved });
}

struct BySlopes<'a, 'm> {
    slopes: &'a [f64],
    p: &'a mut [f64],
    n: usize,
    moved: Moved<'m>,
}

impl Kernel for BySlopes<'_, '_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { slopes, p, n, moved } = self;
        let Moved { moving: m, covariance, cross, noise } = moved;
        let (stride, width) = (padded(n), padded(m));
        accumulate::<V, ALONE>(Factor::rows(slopes, stride), p, [m, n, stride], cross);
        let (f, fp, to) = (slopes.as_ptr(), cross.as_ptr(), covariance.as_mut_ptr());
        for i in 0..m {
            for j in 0..=i {
                // SAFETY: sizes have been checked, and i and j are below `m`.
                unsafe {
                    let sum = product_of_rows::<V>(fp.add(i * stride), f.add(j * stride), stride);
                    *to.add(i * width + j) = sum;
                    *to.add(j * width + i) = sum;
                }
            }
        }
        // SAFETY: sizes have been checked.
        unsafe { replace::<V>(p, n, Moved { moving: m, covariance, cross, noise }) };
    }
}

/// The sum of the products of two padded rows, the same for registers of four and eight.
///
/// # Safety
/// Both are valid for reading `stride` numbers, a multiple of all registers.
#[inline(always)]
unsafe fn product_of_rows<V: Vector>(a: *const f64, b: *const f64, stride: usize) -> f64 {
    let mut sums = [V::splat(0.0); 2];
    let halves = WIDEST / V::LANES;
    let mut k = 0;
    while k < stride {
        for half in 0..halves {
            let at = k + half * V::LANES;
            // SAFETY: the caller's promise.
            unsafe { sums[half] = V::load(a.add(at)).mul_add(V::load(b.add(at)), sums[half]) };
        }
        k += WIDEST;
    }
    if halves == 1 { sums[0].sum() } else { sums[0].add(sums[1]).sum() }
}

/// Replaces the blocks of the moving states of `p` by those given, and adds noise.
///
/// # Safety
/// [`Moved::check`] has been called.
#[inline(always)]
pub(super) unsafe fn replace<V: Vector>(p: &mut [f64], n: usize, moved: Moved) {
    let m = moved.moving;
    let (stride, width, p) = (padded(n), padded(m), p.as_mut_ptr());
    let [covariance, cross, noise] =
        [&*moved.covariance, &*moved.cross, moved.noise].map(|numbers| numbers.as_ptr());
    // SAFETY: registers end within padded rows, and padded rows of the moving states are no longer
    // than those of all.
    unsafe {
        // What does not wait for what was found comes first.
        let mut k = m * stride;
        while k < n * stride {
            V::load(p.add(k)).add(V::load(noise.add(k))).store(p.add(k));
            k += V::LANES;
        }
        let mut j = 0;
        while j < stride {
            let left = m.saturating_sub(j);
            for i in 0..m {
                let at = i * stride + j;
                let after = V::load(cross.add(at));
                let new = match left {
                    0 => after,
                    _ => V::load(covariance.add(i * width + j)).first_of(left, after),
                };
                new.add(V::load(noise.add(at))).store(p.add(at));
            }
            j += V::LANES;
        }
        for i in m..n {
            for j in 0..m {
                *p.add(i * stride + j) = *p.add(j * stride + i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::correction::tests::covariance;

    #[test]
    fn predictions_are_those_of_products() {
        for (n, m) in [(3, 2), (10, 6), (12, 12), (71, 14)] {
            let (stride, width) = (padded(n), padded(m));
            let slope =
                |i: usize, k: usize| if k < n { ((i * n + k) as f64 * 0.7).sin() } else { 0.0 };
            let slopes: Vec<f64> = (0..m * stride).map(|i| slope(i / stride, i % stride)).collect();
            let mut noise = vec![0.0; n * stride];
            (0..n).for_each(|i| noise[i * stride + i] = 0.5);
            let before = covariance(n);
            let mut p = before.clone();
            let (mut cross, mut moved) = (vec![0.0; m * stride], vec![0.0; m * width]);
            let (covariance, cross) = (&mut moved[..], &mut cross[..]);
            let now = Moved { moving: m, covariance, cross, noise: &noise };
            predict_by_slopes(&slopes, &mut p, n, now);
            let f = |i: usize, k: usize| match i < m {
                true => slope(i, k),
                false => f64::from(u8::from(i == k)),
            };
            for i in 0..n {
                for j in 0..n {
                    let mut expected = noise[i * stride + j];
                    for k in 0..n {
                        for l in 0..n {
                            expected += f(i, k) * before[k * stride + l] * f(j, l);
                        }
                    }
                    let found = p[i * stride + j];
                    assert!((found - expected).abs() < 1e-10, "{n} {m}: {found} {expected}");
                    assert_eq!(found, p[j * stride + i]);
                }
                assert!(p[i * stride + n..(i + 1) * stride].iter().all(|x| *x == 0.0));
            }
        }
    }
}
