//! How a step changes a Kalman filter's covariance, in one go.

use super::correction::mirror;
use super::products::{ALONE, Factor, accumulate, padded};
use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// Covariances after a step of which `slopes` are those of the moving states by all `n`, row
/// after row: of the moving states with all before the step, `F P`, and of the moving states,
/// `F P Fᵀ`. All but the slopes are in padded rows; `transposed` is room for the slopes.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn carry(
    slopes: &[f64],
    p: &[f64],
    n: usize,
    transposed: &mut [f64],
    cross: &mut [f64],
    moved: &mut [f64],
) {
    let (stride, m) = (padded(n), slopes.len() / n.max(1));
    assert!(p.len() == n * stride && slopes.len() == m * n, "rows of all states");
    assert!(transposed.len() == n * padded(m) && cross.len() == m * stride);
    assert!(moved.len() == m * padded(m), "rows of moving states");
    dispatch(Carry { slopes, p, n, transposed, cross, moved });
}

struct Carry<'a> {
    slopes: &'a [f64],
    p: &'a [f64],
    n: usize,
    transposed: &'a mut [f64],
    cross: &'a mut [f64],
    moved: &'a mut [f64],
}

impl Kernel for Carry<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { slopes, p, n, transposed, cross, moved } = self;
        let stride = padded(n);
        let width = transposed.len() / n.max(1);
        accumulate::<V, ALONE>(Factor::rows(slopes, n), p, n, stride, cross);
        let (from, to) = (slopes.as_ptr(), transposed.as_mut_ptr());
        for k in 0..n {
            for i in 0..slopes.len() / n {
                // SAFETY: sizes have been checked, and there are no more rows than `width`.
                unsafe { *to.add(k * width + i) = *from.add(i * n + k) };
            }
        }
        accumulate::<V, ALONE>(Factor::rows(cross, stride), transposed, n, width, moved);
    }
}

/// A prediction's moving states.
#[derive(Debug)]
pub struct Moved<'a> {
    /// Number of moving states, which come first.
    pub moving: usize,
    /// Their covariance, and that with all states before the prediction; both in padded rows.
    pub covariance: &'a [f64],
    /// See above.
    pub cross: &'a [f64],
    /// Noise of all states, in padded rows.
    pub noise: &'a [f64],
}

/// `P` after a prediction, in the rows of `n` states that are padded: blocks of the moving states
/// become those given, and noise is added.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn replace_moving(p: &mut [f64], n: usize, moved: Moved) {
    let (stride, m) = (padded(n), moved.moving);
    assert!(p.len() == n * stride && m <= n && moved.noise.len() == p.len(), "rows of all states");
    assert!(moved.covariance.len() == m * padded(m) && moved.cross.len() == m * stride);
    dispatch(Replace { p, n, moved });
}

struct Replace<'a, 'm> {
    p: &'a mut [f64],
    n: usize,
    moved: Moved<'m>,
}

impl Kernel for Replace<'_, '_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Moved { moving: m, covariance, cross, noise } = self.moved;
        let (n, stride, width) = (self.n, padded(self.n), padded(m));
        let (p, noise) = (self.p.as_mut_ptr(), noise.as_ptr());
        let (covariance, cross) = (covariance.as_ptr(), cross.as_ptr());
        // SAFETY: sizes have been checked, registers end within padded rows, and padded rows of
        // the moving states are no longer than those of all.
        unsafe {
            for i in 0..m {
                let mut j = 0;
                while j < stride {
                    let after = V::load(cross.add(i * stride + j));
                    let new = match m.saturating_sub(j) {
                        0 => after,
                        left => V::load(covariance.add(i * width + j)).first_of(left, after),
                    };
                    new.add(V::load(noise.add(i * stride + j))).store(p.add(i * stride + j));
                    j += V::LANES;
                }
            }
            for i in m..n {
                let mut j = 0;
                while j < stride {
                    let at = p.add(i * stride + j);
                    V::load(at).add(V::load(noise.add(i * stride + j))).store(at);
                    j += V::LANES;
                }
                for j in 0..m {
                    *p.add(i * stride + j) = *p.add(j * stride + i);
                }
            }
        }
        mirror(self.p, stride, m);
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
            let slopes: Vec<f64> = (0..m * n).map(|i| (i as f64 * 0.7).sin()).collect();
            let mut noise = vec![0.0; n * stride];
            (0..n).for_each(|i| noise[i * stride + i] = 0.5);
            let before = covariance(n);
            let mut p = before.clone();
            let (mut cross, mut moved) = (vec![0.0; m * stride], vec![0.0; m * width]);
            let room = &mut vec![0.0; n * width];
            carry(&slopes, &p, n, room, &mut cross, &mut moved);
            let now = Moved { moving: m, covariance: &moved, cross: &cross, noise: &noise };
            replace_moving(&mut p, n, now);
            let f = |i: usize, k: usize| match i < m {
                true => slopes[i * n + k],
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
