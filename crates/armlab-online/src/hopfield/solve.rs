//! `A x = b` for a few rows, by `A = L D Lᵀ` with the reciprocals of three pivots at once.
//!
//! A pivot is known after a division by the one before it, and divisions in a row are what
//! takes the time. Products of pivots need none: with `S` what is left of `A` after the
//! pivots before,
//!
//! ```text
//! d₁ = S₁₁,   d₁ d₂ = S₂₂ d₁ − S₂₁²,   d₁² d₂ d₃ = (S₃₃ d₁ − S₃₁²)(d₁ d₂) − (S₃₂ d₁ − S₃₁ S₂₁)²
//! ```
//!
//! so three divisions run side by side. It is the same elimination, with the same rounding
//! errors relative to `A`.

/// Solves in place by the lower half of a small positive definite matrix, row after row; false
/// if it is none, or has numbers so large that their fourth powers are beyond 1e300.
#[inline(always)]
pub(super) fn solve_in_place(a: &mut [f64], b: &mut [f64]) -> bool {
    let m = b.len();
    let mut inverses = [0.0; 3];
    for j in 0..m {
        if j % 3 == 0 {
            let Some(found) = three_inverses(m, a, j) else { return false };
            inverses = found;
        }
        // The lower half keeps Lᵢⱼ Dⱼ, the upper takes Lᵢⱼ, the diagonal the reciprocals.
        let inverse = inverses[j % 3];
        a[j * m + j] = inverse;
        for i in j + 1..m {
            let factor = a[i * m + j] * inverse;
            a[j * m + i] = factor;
            for k in j + 1..=i {
                a[i * m + k] -= factor * a[k * m + j];
            }
            b[i] -= factor * b[j];
        }
    }
    for i in (0..m).rev() {
        let mut x = b[i] * a[i * m + i];
        for k in (i + 1..m).rev() {
            x -= a[i * m + k] * b[k];
        }
        b[i] = x;
    }
    true
}

/// Reciprocals of the pivots from `j` on, as far as there are rows.
#[inline(always)]
fn three_inverses(m: usize, a: &[f64], j: usize) -> Option<[f64; 3]> {
    let at = |i: usize, k: usize| a[(j + i) * m + j + k];
    let first = at(0, 0);
    if !is_pivot(first) {
        return None;
    }
    let inverse = 1.0 / first;
    if j + 1 == m {
        return Some([inverse, 0.0, 0.0]);
    }
    let second = at(1, 1) * first - at(1, 0) * at(1, 0);
    if !is_pivot(second) {
        return None;
    }
    let of_second = first * (1.0 / second);
    if j + 2 == m {
        return Some([inverse, of_second, 0.0]);
    }
    let below = at(2, 1) * first - at(2, 0) * at(1, 0);
    let third = (at(2, 2) * first - at(2, 0) * at(2, 0)) * second - below * below;
    is_pivot(third).then(|| [inverse, of_second, (first * second) * (1.0 / third)])
}

/// Positive and a number; compared with a large number, which takes fewer instructions than
/// with infinity.
#[inline(always)]
fn is_pivot(x: f64) -> bool {
    x > 0.0 && x < 1e300
}
