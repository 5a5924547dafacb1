//! One step of the network, `p ← p + h D Φᵀ (I + h Φ D Φᵀ)⁻¹ (y − Φ p)`.
//!
//! A step waits for the one before it, so what takes the time is the longest chain of
//! operations and not their number: sums are written so that what is known last is
//! added last.

use super::solve::solve_in_place;

/// Neurons stay this much inside of their bounds; on them they would never move
/// again.
const INSIDE: f64 = 1.0 - 1e-9;

/// What a step works on. Slices of their own, which the compiler knows not to
/// overlap.
pub(super) struct Work<'w> {
    pub(super) columns: &'w [f64],
    pub(super) targets: &'w [f64],
    pub(super) reach: &'w [f64],
    pub(super) rate: &'w [f64],
}

/// One linearly implicit step for `m` rows; false if it has no solution in
/// numbers. Unknown by unknown, so that there are no sums across registers.
/// `scaled` becomes `h D Φᵀ`.
#[inline(always)]
pub(super) fn substep(
    m: usize,
    work: &Work,
    state: &mut [f64],
    scaled: &mut [f64],
    a: &mut [f64],
    errors: &mut [f64],
) -> bool {
    let n = state.len();
    let (a, errors) = (&mut a[..m * m], &mut errors[..m]);
    a.fill(0.0);
    (0..m).for_each(|i| a[i * m + i] = 1.0);
    errors.copy_from_slice(&work.targets[..m]);
    let (columns, scaled) = (&work.columns[..n * m], &mut scaled[..n * m]);
    let (reach, rate) = (&work.reach[..n], &work.rate[..n]);
    let gain = |k: usize, p: f64| rate[k] * (reach[k] * reach[k] - p * p);
    // In pairs, which halves the chains of sums.
    let pairs = columns.chunks_exact(2 * m).zip(scaled.chunks_exact_mut(2 * m));
    for (pair, (x, scaled)) in pairs.enumerate() {
        let ((x, z), (u, v)) = (x.split_at(m), scaled.split_at_mut(m));
        let (p, q) = (state[2 * pair], state[2 * pair + 1]);
        let (g, h) = (gain(2 * pair, p), gain(2 * pair + 1, q));
        for i in 0..m {
            (u[i], v[i]) = (x[i] * g, z[i] * h);
            errors[i] -= x[i] * p + z[i] * q;
            for j in 0..=i {
                a[i * m + j] += u[i] * x[j] + v[i] * z[j];
            }
        }
    }
    if n % 2 == 1 {
        let (x, u) = (&columns[(n - 1) * m..], &mut scaled[(n - 1) * m..]);
        let p = state[n - 1];
        let g = gain(n - 1, p);
        for i in 0..m {
            u[i] = x[i] * g;
            errors[i] -= x[i] * p;
            for j in 0..=i {
                a[i * m + j] += u[i] * x[j];
            }
        }
    }
    if !solve_in_place(a, errors) {
        return false;
    }
    for ((p, c), u) in state.iter_mut().zip(reach).zip(scaled.chunks_exact(m)) {
        let mut next = *p;
        // Errors are solved for from the last to the first.
        for i in (0..m).rev() {
            next += u[i] * errors[i];
        }
        // Not `clamp`, which looks at its bounds each time.
        let bound = c * INSIDE;
        next = if next > bound { bound } else { next };
        *p = if next < -bound { -bound } else { next };
    }
    true
}
