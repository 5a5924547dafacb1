//! How a measurement corrects a Kalman filter's mean and covariance, in one go: with a dozen
//! states the way into a product costs as much as the product.

use super::factors::{loaded, solve, spread, squared_length};
use super::products::{ADDED, ALONE, Factor, SUBTRACTED, accumulate, padded};
use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};
use std::ops::Range;

/// How a measurement `H x` sees the states.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    /// The first states themselves.
    Directly,
    /// Through what is not zero in `H`: columns and values, row after row, and where rows end.
    /// `H P` and the upper half of `H P Hᵀ + R` are given.
    Through(&'a [(usize, f64)], &'a [usize]),
}

/// A measurement's correction of mean and covariance in the form of Bucy & Joseph (1968). All
/// matrices are in padded rows.
#[derive(Debug)]
pub struct Correction<'a> {
    /// `n`
    pub states: usize,
    /// `m`
    pub measurements: usize,
    /// `x`, padded, and `P`, symmetric.
    pub state: &'a mut [f64],
    /// See above.
    pub covariance: &'a mut [f64],
    /// `H`
    pub slopes: Seen<'a>,
    /// `H P`
    pub seen: &'a mut [f64],
    /// `H P Hᵀ + R`, in the end its factors, see [`solve_positive`](super::solve_positive).
    pub spread: &'a mut [f64],
    /// `R`
    pub noise: &'a [f64],
    /// `ν = z − h(x)`, padded.
    pub innovation: &'a [f64],
    /// In the end `Kᵀ`.
    pub gain: &'a mut [f64],
    /// `K R − A Hᵀ`, a row a state.
    pub rest: &'a mut [f64],
}

/// Corrects mean and covariance; `νᵀ S⁻¹ ν`, or nothing where `S` is not positive definite.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn correct(correction: Correction) -> Option<f64> {
    let (stride, m) = (correction.state.len(), correction.measurements);
    let (n, width) = (correction.states, padded(m));
    assert!(stride == padded(n) && m <= n, "as many padded rows as states");
    assert!(correction.covariance.len() == n * stride, "as many padded rows as states");
    let wide = [correction.seen.len(), correction.gain.len()];
    let square = [correction.spread.len(), correction.noise.len()];
    assert!(wide == [m * stride; 2] && square == [m * width; 2], "rows for each measurement");
    assert!(correction.innovation.len() == width && correction.rest.len() == n * width);
    let mut square = None;
    dispatch(Correct { with: correction, square: &mut square });
    square
}

struct Correct<'a, 'c> {
    with: Correction<'c>,
    square: &'a mut Option<f64>,
}

impl Kernel for Correct<'_, '_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Correction { states: n, measurements: m, state, covariance, slopes, .. } = self.with;
        let Correction { seen, spread, noise, innovation, gain, rest, .. } = self.with;
        let (stride, width) = (state.len(), padded(m).max(1));
        if let Seen::Directly = slopes {
            copy::<V>(covariance, seen);
            let rows = spread.chunks_exact_mut(width).zip(noise.chunks_exact(width));
            for ((s, r), seen) in rows.zip(seen.chunks_exact(stride)) {
                add::<V>(seen, r, s);
            }
        }
        copy::<V>(seen, gain);
        // SAFETY: sizes have been checked.
        if !unsafe { solve::<V>(spread.as_mut_ptr(), m, gain.as_mut_ptr(), stride) } {
            return;
        }
        accumulate::<V, ADDED>(Factor::rows(innovation, m), gain, [1, m, stride], state);
        // A = P − K (H P)
        let transposed = Factor::transposed(gain, stride);
        accumulate::<V, SUBTRACTED>(transposed, seen, [n, m, stride], covariance);
        accumulate::<V, ALONE>(transposed, noise, [n, m, width], rest);
        for (rest, row) in rest.chunks_exact_mut(width).zip(covariance.chunks_exact(stride)) {
            match slopes {
                Seen::Directly => {
                    for i in 0..m {
                        rest[i] -= row[i];
                    }
                }
                Seen::Through(entries, ends) => {
                    let mut first = 0;
                    for (rest, &end) in rest.iter_mut().zip(ends) {
                        for &(column, value) in &entries[first..end] {
                            *rest -= value * row[column];
                        }
                        first = end;
                    }
                }
            }
        }
        accumulate::<V, ADDED>(Factor::rows(rest, width), gain, [n, m, stride], covariance);
        // SAFETY: sizes have been checked.
        unsafe { mirror(covariance.as_mut_ptr(), stride, n) };
        rest[..m].copy_from_slice(&innovation[..m]);
        *self.square = Some(squared_length(spread, m, &mut rest[..m]));
    }
}

/// A correction by measurements of the first states themselves whose noises are independent, one
/// after another (Bierman 1977, ch. V), each in the form of Bucy & Joseph. Matrices are in padded
/// rows.
#[derive(Debug)]
pub struct Independent<'a> {
    /// `n`
    pub states: usize,
    /// `x`, padded, and `P`, symmetric.
    pub state: &'a mut [f64],
    /// See above.
    pub covariance: &'a mut [f64],
    /// `ν = z − x`, and the variance of its noise.
    pub innovation: &'a [f64],
    /// See above.
    pub variances: &'a [f64],
    /// Room for four rows.
    pub work: &'a mut [f64],
}

/// Corrects mean and covariance; `νᵀ S⁻¹ ν`, or nothing where a variance is not positive.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn correct_one_by_one(with: Independent) -> Option<f64> {
    let (n, stride, m) = (with.states, with.state.len(), with.variances.len());
    assert!(stride == padded(n) && m <= n, "as many padded rows as states");
    assert!(with.covariance.len() == n * stride, "as many padded rows as states");
    assert!(with.innovation.len() >= m && with.work.len() == 4 * stride, "room for rows");
    let mut square = None;
    dispatch(OneByOne { with, square: &mut square });
    square
}

struct OneByOne<'a, 'c> {
    with: Independent<'c>,
    square: &'a mut Option<f64>,
}

impl Kernel for OneByOne<'_, '_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let registers = self.with.state.len() / V::LANES;
        // SAFETY: sizes have been checked.
        *self.square = unsafe {
            match registers {
                1 => correct_held::<V, 1>(self.with),
                2 => correct_held::<V, 2>(self.with),
                4 => correct_held::<V, 4>(self.with),
                _ => correct_long::<V>(self.with),
            }
        };
    }
}

/// The correction of rows of any length.
///
/// # Safety
/// Sizes have been checked.
#[inline(always)]
unsafe fn correct_long<V: Vector>(with: Independent) -> Option<f64> {
    let Independent { states: n, state, covariance, innovation, variances, work } = with;
    let (stride, m) = (state.len(), variances.len());
    let p = covariance.as_mut_ptr();
    let (seen, gain) = (work.as_mut_ptr(), work.as_mut_ptr().wrapping_add(stride));
    let (rest, step) = (gain.wrapping_add(stride), gain.wrapping_add(2 * stride));
    let (zero, mut square) = (V::splat(0.0), 0.0);
    // SAFETY: registers end within padded rows, and the four rows of work lie one behind the other.
    unsafe {
        let mut j = 0;
        while j < stride {
            zero.store(step.add(j));
            j += V::LANES;
        }
        for i in 0..m {
            let row = p.add(i * stride);
            let seen_by = Seeing::new(V::splat(*row.add(i)), V::splat(variances[i]))?;
            let nu = innovation[i] - *step.add(i);
            square += nu * nu * seen_by.inverse.first();
            let nu = V::splat(nu);
            let mut j = 0;
            while j < stride {
                let before = V::load(row.add(j));
                let (k, left) = seen_by.gain(before);
                before.store(seen.add(j));
                k.store(gain.add(j));
                left.store(rest.add(j));
                k.mul_add(nu, V::load(step.add(j))).store(step.add(j));
                j += V::LANES;
            }
            let registers = stride / V::LANES;
            let mut done = 0;
            while done < registers {
                let at = done * V::LANES;
                let columns = [p.add(at), seen.add(at), gain.add(at)];
                // Rows of measurements to come are needed whole, of the others the lower half.
                let rows = [i + 1..m, at.max(m)..n, at.min(i + 1)..i + 1];
                match registers - done {
                    1 => done += correct_rows::<V, 1>(columns, [gain, rest], rows, stride),
                    2 => done += correct_rows::<V, 2>(columns, [gain, rest], rows, stride),
                    3 => done += correct_rows::<V, 3>(columns, [gain, rest], rows, stride),
                    _ => done += correct_rows::<V, 4>(columns, [gain, rest], rows, stride),
                }
            }
        }
        let x = state.as_mut_ptr();
        let mut j = 0;
        while j < stride {
            V::load(x.add(j)).add(V::load(step.add(j))).store(x.add(j));
            j += V::LANES;
        }
        mirror(p, stride, n);
    }
    Some(square)
}

/// The same for rows of `C` registers, which are few: the row of a measurement and the mean's step
/// stay in them, so that what the next measurement waits for does not go through memory.
///
/// # Safety
/// As above.
#[inline(always)]
unsafe fn correct_held<V: Vector, const C: usize>(with: Independent) -> Option<f64> {
    let Independent { states: n, state, covariance, innovation, variances, work } = with;
    let (stride, m) = (C * V::LANES, variances.len());
    let p = covariance.as_mut_ptr();
    let (gain, rest) = (work.as_mut_ptr(), work.as_mut_ptr().wrapping_add(stride));
    let (mut step, mut square) = ([V::splat(0.0); C], 0.0);
    // SAFETY: there are `n` rows of `C` registers, and four of work; places are below `n`.
    unsafe {
        let mut seen: [V; C] = loaded(p);
        for i in 0..m {
            let seen_by = Seeing::new(spread(&seen, i), V::splat(variances[i]))?;
            let nu = innovation[i] - spread(&step, i).first();
            square += nu * nu * seen_by.inverse.first();
            let nu = V::splat(nu);
            let [mut k, mut left] = [[V::splat(0.0); C]; 2];
            for c in 0..C {
                (k[c], left[c]) = seen_by.gain(seen[c]);
                k[c].store(gain.add(c * V::LANES));
                left[c].store(rest.add(c * V::LANES));
                step[c] = k[c].mul_add(nu, step[c]);
            }
            let by = Corrections { p, columns: [&seen, &k], gain, rest };
            // Rows of measurements to come are needed whole, of the others the lower half.
            let next = match i + 1 < m {
                true => by.correct(i + 1, [spread(&k, i + 1), spread(&left, i + 1)]),
                false => seen,
            };
            by.correct_all::<C>(i + 2..m);
            by.correct_all::<C>(m.max(V::LANES)..n);
            by.correct_all::<C>(V::LANES..i + 1);
            by.correct_all::<1>(m..n.min(V::LANES));
            by.correct_all::<1>(0..(i + 1).min(V::LANES));
            seen = next;
        }
        let x = state.as_mut_ptr();
        for c in 0..C {
            let at = x.add(c * V::LANES);
            V::load(at).add(step[c]).store(at);
        }
        mirror(p, stride, n);
    }
    Some(square)
}

/// A measurement of one state: its variance without noise, its noise, and one over their sum.
struct Seeing<V> {
    own: V,
    noise: V,
    inverse: V,
}

impl<V: Vector> Seeing<V> {
    /// Nothing where the sum is not positive.
    #[inline(always)]
    fn new(own: V, noise: V) -> Option<Self> {
        let variance = own.add(noise);
        let inverse = V::splat(1.0).divided_by(variance);
        let number = variance.first();
        (number > 0.0 && number < f64::INFINITY).then_some(Self { own, noise, inverse })
    }
    /// A part of the gain, and of A's column less K R, where A = P − K (H P): nothing but rounding.
    #[inline(always)]
    fn gain(&self, seen: V) -> (V, V) {
        let k = seen.mul_add(self.inverse, V::splat(0.0));
        (k, k.mul_sub_from(self.noise, k.mul_sub_from(self.own, seen)))
    }
}

/// What a measurement takes from rows of `C` registers.
struct Corrections<'a, V, const C: usize> {
    p: *mut f64,
    /// `H P` and `K`
    columns: [&'a [V; C]; 2],
    /// The factors of each row.
    gain: *const f64,
    rest: *const f64,
}

impl<V: Vector, const C: usize> Corrections<'_, V, C> {
    /// Corrects the first `R` registers of some rows.
    ///
    /// # Safety
    /// There are such rows.
    #[inline(always)]
    unsafe fn correct_all<const R: usize>(&self, rows: Range<usize>) {
        for i in rows {
            // SAFETY: the caller's promise.
            unsafe {
                let factors = [V::splat(*self.gain.add(i)), V::splat(*self.rest.add(i))];
                self.correct_some::<R>(i, factors);
            }
        }
    }
    /// Corrects a row; what it is then.
    ///
    /// # Safety
    /// There is such a row.
    #[inline(always)]
    unsafe fn correct(&self, row: usize, factors: [V; 2]) -> [V; C] {
        // SAFETY: the caller's promise.
        unsafe { self.correct_some::<C>(row, factors) }
    }
    #[inline(always)]
    unsafe fn correct_some<const R: usize>(&self, row: usize, [k, c]: [V; 2]) -> [V; R] {
        let mut out = [V::splat(0.0); R];
        // SAFETY: the caller's promise.
        unsafe {
            let at = self.p.add(row * C * V::LANES);
            for r in 0..R {
                let less = self.columns[0][r].mul_sub_from(k, V::load(at.add(r * V::LANES)));
                out[r] = self.columns[1][r].mul_sub_from(c, less);
                out[r].store(at.add(r * V::LANES));
            }
        }
        out
    }
}

/// `P − k (H P) − c kᵀ` in `C` registers of some rows; returns `C`.
///
/// # Safety
/// `p` is valid for those rows of `stride` numbers of which the registers are a part, `seen` and
/// `gain` for those registers, and the factors for a number of each row.
#[inline(always)]
unsafe fn correct_rows<V: Vector, const C: usize>(
    [p, seen, gain]: [*mut f64; 3],
    [k, c]: [*mut f64; 2],
    rows: [Range<usize>; 3],
    stride: usize,
) -> usize {
    // SAFETY: the caller's promises.
    unsafe {
        let (mut seens, mut gains) = ([V::splat(0.0); C], [V::splat(0.0); C]);
        for r in 0..C {
            seens[r] = V::load(seen.add(r * V::LANES));
            gains[r] = V::load(gain.add(r * V::LANES));
        }
        for rows in rows {
            for i in rows {
                let (k, c) = (V::splat(*k.add(i)), V::splat(*c.add(i)));
                let row = p.add(i * stride);
                for r in 0..C {
                    let at = row.add(r * V::LANES);
                    let less = seens[r].mul_sub_from(k, V::load(at));
                    gains[r].mul_sub_from(c, less).store(at);
                }
            }
        }
    }
    C
}

/// Takes the lower half for the upper one, in the first `rows` rows and columns: they are equal
/// but for rounding.
///
/// # Safety
/// `p` has as many rows of `stride` numbers, which are no fewer.
#[inline(always)]
pub(super) unsafe fn mirror(p: *mut f64, stride: usize, rows: usize) {
    for i in 1..rows {
        for j in 0..i {
            // SAFETY: i and j are below `rows`.
            unsafe { *p.add(j * stride + i) = *p.add(i * stride + j) };
        }
    }
}

/// Copies whole registers, as many as there are in `to`.
#[inline(always)]
fn copy<V: Vector>(from: &[f64], to: &mut [f64]) {
    let from = &from[..to.len()];
    let mut i = 0;
    while i + V::LANES <= to.len() {
        // SAFETY: both have as many numbers.
        unsafe { V::load(from.as_ptr().add(i)).store(to.as_mut_ptr().add(i)) };
        i += V::LANES;
    }
}

/// The sum of the first registers of two rows, as many as there are in `to`.
#[inline(always)]
fn add<V: Vector>(a: &[f64], b: &[f64], to: &mut [f64]) {
    let (a, b) = (&a[..to.len()], &b[..to.len()]);
    let mut i = 0;
    while i + V::LANES <= to.len() {
        // SAFETY: all have as many numbers.
        unsafe {
            let sum = V::load(a.as_ptr().add(i)).add(V::load(b.as_ptr().add(i)));
            sum.store(to.as_mut_ptr().add(i));
        }
        i += V::LANES;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A covariance of `n` states in padded rows.
    pub(in crate::small) fn covariance(n: usize) -> Vec<f64> {
        let stride = padded(n);
        let mut p = vec![0.0; n * stride];
        for i in 0..n {
            for j in 0..n {
                let apart = i.abs_diff(j) as f64;
                p[i * stride + j] = if i == j { 2.0 + i as f64 } else { 0.3 / apart };
            }
        }
        p
    }

    #[test]
    fn measurements_one_after_another_correct_as_all_at_once() {
        for (n, m) in [(1, 1), (6, 3), (10, 6), (8, 8), (21, 14), (71, 14)] {
            let (stride, width) = (padded(n), padded(m));
            let variances: Vec<f64> = (0..m).map(|i| 0.1 + 0.01 * i as f64).collect();
            let mut noise = vec![0.0; m * width];
            (0..m).for_each(|i| noise[i * width + i] = variances[i]);
            let mut innovation = vec![0.0; width];
            (0..m).for_each(|i| innovation[i] = (1.0 + i as f64).sin());
            let [mut x, mut other_x] = [vec![0.0; stride], vec![0.0; stride]];
            let [mut p, mut other_p] = [covariance(n), covariance(n)];
            let [mut seen, mut gain] = [vec![0.0; m * stride], vec![0.0; m * stride]];
            let mut spread = vec![0.0; m * width];
            let square = correct(Correction {
                states: n,
                measurements: m,
                state: &mut x,
                covariance: &mut p,
                slopes: Seen::Directly,
                seen: &mut seen,
                spread: &mut spread,
                noise: &noise,
                innovation: &innovation,
                gain: &mut gain,
                rest: &mut vec![0.0; n * width],
            });
            let other_square = correct_one_by_one(Independent {
                states: n,
                state: &mut other_x,
                covariance: &mut other_p,
                innovation: &innovation,
                variances: &variances,
                work: &mut vec![0.0; 4 * stride],
            });
            let (square, other_square) = (square.unwrap(), other_square.unwrap());
            assert!((square - other_square).abs() < 1e-12 * (1.0 + square), "{n} {m}");
            let same = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(same(&x, &other_x) && same(&p, &other_p), "{n} {m}");
            // The information that was added is that of the measurements.
            let certain = (0..m).all(|i| other_p[i * stride + i] < variances[i]);
            assert!(certain && x.iter().any(|x| *x != 0.0));
        }
    }

    #[test]
    fn a_covariance_stays_positive_where_a_measurement_is_surer_than_its_digits() {
        const N: usize = 10;
        let mut p: Vec<f64> = covariance(N).iter().map(|p| 1e10 * p).collect();
        let done = correct_one_by_one(Independent {
            states: N,
            state: &mut [0.0; 16],
            covariance: &mut p,
            innovation: &[0.1; 8],
            variances: &[1e-12; 6],
            work: &mut [0.0; 64],
        });
        assert!(done.is_some());
        for i in 0..N {
            let variance = p[i * 16 + i];
            assert!(variance > 0.0, "{i}: {variance}");
            assert!(i >= 6 || variance < 2e-12, "{i}: {variance}");
        }
        let (mut points, mut columns) = (vec![0.0; 21 * 16], p.clone());
        assert!(crate::small::draw_pairs(&mut points, &p, &mut columns, N, 1.0));
        let impossible = correct_one_by_one(Independent {
            states: 1,
            state: &mut [0.0; 8],
            covariance: &mut [-1.0; 8],
            innovation: &[0.1; 8],
            variances: &[0.5],
            work: &mut [0.0; 32],
        });
        assert_eq!(impossible, None);
    }
}
