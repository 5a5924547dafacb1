//! Steps of a system of second order, whose state is coordinates, speeds and constants, and whose
//! accelerations are `q̈ = M⁻¹ (τ − h(x))`.

use super::products::{ALONE, Factor, SUBTRACTED, accumulate, padded};
use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// Sizes of such a system, and how long a step is.
#[derive(Clone, Copy, Debug)]
pub struct SecondOrder {
    /// Coordinates, of which there are as many speeds.
    pub coordinates: usize,
    /// All states.
    pub states: usize,
    /// `Δt`
    pub step: f64,
}

impl SecondOrder {
    fn check(&self, inverse: &[f64]) {
        let n = self.coordinates;
        assert!(2 * n <= self.states && inverse.len() == n * padded(n), "a row for each speed");
    }
}

/// Slopes of a step by all states, coordinates before speeds, in padded rows: `F = 1 + Δt J`, and
/// `+ Δt² J²/2` with `second`, where
///
/// ```text
///     ⎛ 0        1        0       ⎞
/// J = ⎝ −M⁻¹ ∂h/∂x                ⎠
/// ```
///
/// `inverse` is `M⁻¹` and `efforts` is `∂h/∂x`; `work` has room for as much.
///
/// # Panics
/// If a matrix has not as many padded rows as its sizes ask for.
pub fn step_slopes(
    system: SecondOrder,
    second: bool,
    inverse: &[f64],
    efforts: &[f64],
    work: &mut [f64],
    slopes: &mut [f64],
) {
    let length = system.coordinates * padded(system.states);
    system.check(inverse);
    assert!(efforts.len() == length && work.len() == length, "a padded row for each speed");
    assert!(slopes.len() == 2 * length, "a padded row for each coordinate and speed");
    dispatch(Slopes { system, second, inverse, efforts, work, slopes });
}

struct Slopes<'a> {
    system: SecondOrder,
    second: bool,
    inverse: &'a [f64],
    efforts: &'a [f64],
    work: &'a mut [f64],
    slopes: &'a mut [f64],
}

impl Kernel for Slopes<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let SecondOrder { coordinates: n, states, step } = self.system;
        let (stride, half) = (padded(states), if self.second { 0.5 * step * step } else { 0.0 });
        // What accelerations lose.
        let lost = self.work;
        let by = Factor::rows(self.inverse, padded(n));
        accumulate::<V, ALONE>(by, self.efforts, [n, n, stride], lost);
        let (coordinates, speeds) = self.slopes.split_at_mut(n * stride);
        let (zero, step_lost, half_lost) = (V::splat(0.0), V::splat(-step), V::splat(-half));
        let mut i = 0;
        while i < lost.len() {
            // SAFETY: all three have as many numbers, which are whole registers.
            unsafe {
                let lost = V::load(lost.as_ptr().add(i));
                lost.mul_add(half_lost, zero).store(coordinates.as_mut_ptr().add(i));
                lost.mul_add(step_lost, zero).store(speeds.as_mut_ptr().add(i));
            }
            i += V::LANES;
        }
        if self.second {
            // Rows of J² are the accelerations' own, and J_q̇ J + J_q (0 1 0).
            let by_speed = Factor { numbers: &coordinates[n..], row: stride, step: 1 };
            accumulate::<V, SUBTRACTED>(by_speed, lost, [n, n, stride], speeds);
            for i in 0..n {
                for l in 0..n {
                    speeds[i * stride + n + l] += coordinates[i * stride + l];
                }
            }
        }
        for i in 0..n {
            let row = i * stride;
            coordinates[row + i] += 1.0;
            coordinates[row + n + i] += step;
            speeds[row + n + i] += 1.0;
        }
    }
}

/// Noise of a step in padded rows: efforts with independent noises of such `deviations` change
/// speeds, and every coordinate and speed has a variance of at least `least`. `work` has room for
/// twice the inverse.
///
/// # Panics
/// If a matrix has not as many padded rows as its sizes ask for.
pub fn step_noise(
    system: SecondOrder,
    inverse: &[f64],
    deviations: &[f64],
    least: f64,
    work: &mut [f64],
    noise: &mut [f64],
) {
    system.check(inverse);
    assert!(deviations.len() == system.coordinates && work.len() == 2 * inverse.len());
    assert!(noise.len() == system.states * padded(system.states), "a padded row for each state");
    dispatch(Noise { system, inverse, deviations, least, work, noise });
}

struct Noise<'a> {
    system: SecondOrder,
    inverse: &'a [f64],
    deviations: &'a [f64],
    least: f64,
    work: &'a mut [f64],
    noise: &'a mut [f64],
}

impl Kernel for Noise<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let SecondOrder { coordinates: n, states, step } = self.system;
        let (stride, width) = (padded(states), padded(n));
        let (roots, squares) = self.work.split_at_mut(n * width);
        let zero = V::splat(0.0);
        // SAFETY: rows of `width` numbers are whole registers, as is all of the noise.
        unsafe {
            for j in 0..n {
                let deviation = V::splat(step * self.deviations[j]);
                let mut k = j * width;
                while k < (j + 1) * width {
                    let inverse = V::load(self.inverse.as_ptr().add(k));
                    inverse.mul_add(deviation, zero).store(roots.as_mut_ptr().add(k));
                    k += V::LANES;
                }
            }
            let mut k = 0;
            while k < self.noise.len() {
                zero.store(self.noise.as_mut_ptr().add(k));
                k += V::LANES;
            }
        }
        // Rows of whole registers, whose zeros go where zeros are: behind the row or into the next,
        // if there is one.
        let there = (2 * n).saturating_sub(1) * stride + n + width <= self.noise.len();
        for i in 0..n {
            // SAFETY: there is room for `width` numbers, as there is in each of the rows of roots.
            unsafe {
                let to = match there {
                    true => self.noise.as_mut_ptr().add((n + i) * stride + n),
                    false => squares.as_mut_ptr().add(i * width),
                };
                let mut k = 0;
                while k < width {
                    let mut sum = zero;
                    for j in 0..n {
                        // Entry (k, i) has the bits of (i, k).
                        let row = roots.as_ptr().add(j * width);
                        sum = V::load(row.add(k)).mul_add(V::splat(*row.add(i)), sum);
                    }
                    sum.store(to.add(k));
                    k += V::LANES;
                }
            }
        }
        for i in 0..n {
            if !there {
                let squares = &squares[i * width..][..n];
                self.noise[(n + i) * stride + n..][..n].copy_from_slice(squares);
            }
            self.noise[i * (stride + 1)] = self.least;
            self.noise[(n + i) * (stride + 1)] += self.least;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::tests::{assert_close, random};

    /// Rows, padded.
    fn in_rows(numbers: &[f64], length: usize) -> Vec<f64> {
        let mut out = vec![0.0; numbers.len() / length * padded(length)];
        for (to, from) in out.chunks_exact_mut(padded(length)).zip(numbers.chunks_exact(length)) {
            to[..length].copy_from_slice(from);
        }
        out
    }

    #[test]
    fn slopes_and_noise_are_those_of_loops() {
        for (n, states) in [(1, 2), (3, 6), (3, 10), (4, 8), (7, 71), (9, 20)] {
            let system = SecondOrder { coordinates: n, states, step: 0.1 };
            let mut inverse = random(n * n, 1);
            (0..n * n).for_each(|k| inverse[k] = inverse[k % n * n + k / n]);
            let (efforts, stride) = (random(n * states, 2), padded(states));
            let rows = in_rows(&inverse, n);
            // J of all states.
            let mut j = vec![0.0; states * states];
            for i in 0..n {
                j[i * states + n + i] = 1.0;
                for k in 0..states {
                    let products = (0..n).map(|l| inverse[i * n + l] * efforts[l * states + k]);
                    j[(n + i) * states + k] = -products.sum::<f64>();
                }
            }
            for second in [false, true] {
                let mut expected = vec![0.0; 2 * n * states];
                for i in 0..2 * n {
                    for k in 0..states {
                        let one = if i == k { 1.0 } else { 0.0 };
                        let square: f64 =
                            (0..states).map(|l| j[i * states + l] * j[l * states + k]).sum();
                        expected[i * states + k] = one + 0.1 * j[i * states + k];
                        expected[i * states + k] += if second { 0.005 * square } else { 0.0 };
                    }
                }
                let mut found = vec![f64::NAN; 2 * n * stride];
                let mut work = vec![f64::NAN; n * stride];
                let efforts = in_rows(&efforts, states);
                step_slopes(system, second, &rows, &efforts, &mut work, &mut found);
                assert_close(
                    &found,
                    &in_rows(&expected, states),
                    &format!("{n} {states} {second}"),
                );
            }
            let deviations: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
            let mut noise = vec![f64::NAN; states * stride];
            let mut work = vec![f64::NAN; 2 * rows.len()];
            step_noise(system, &rows, &deviations, 1e-3, &mut work, &mut noise);
            let mut expected = vec![0.0; states * states];
            for i in 0..n {
                expected[i * states + i] = 1e-3;
                for k in 0..n {
                    let moved = |i: usize, l: usize| 0.1 * deviations[l] * inverse[i * n + l];
                    let sum: f64 = (0..n).map(|l| moved(i, l) * moved(k, l)).sum();
                    expected[(n + i) * states + n + k] = sum + if i == k { 1e-3 } else { 0.0 };
                }
            }
            assert_close(&noise, &in_rows(&expected, states), &format!("{n} {states}"));
            for i in 0..states {
                for k in 0..states {
                    assert_eq!(noise[i * stride + k], noise[k * stride + i]);
                }
            }
        }
    }
}
