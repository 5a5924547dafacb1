//! One step of the network, `p ← p + h D Φᵀ (I + h Φ D Φᵀ)⁻¹ (y − Φ p)`.

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
#[inline(always)]
pub(super) fn substep(
    m: usize,
    work: &Work,
    state: &mut [f64],
    gain: &mut [f64],
    a: &mut [f64],
    errors: &mut [f64],
) -> bool {
    let (a, errors) = (&mut a[..m * m], &mut errors[..m]);
    a.fill(0.0);
    errors.copy_from_slice(&work.targets[..m]);
    let neurons = state.iter().zip(work.reach).zip(work.rate).zip(&mut *gain);
    for ((((p, c), rate), gain), x) in neurons.zip(work.columns.chunks_exact(m)) {
        let own = rate * (c * c - p * p);
        *gain = own;
        for i in 0..m {
            let scaled = x[i] * own;
            errors[i] -= x[i] * p;
            for j in 0..=i {
                a[i * m + j] += scaled * x[j];
            }
        }
    }
    (0..m).for_each(|i| a[i * m + i] += 1.0);
    if !solve_in_place(a, errors) {
        return false;
    }
    let neurons = state.iter_mut().zip(work.reach).zip(&*gain);
    for (((p, c), gain), x) in neurons.zip(work.columns.chunks_exact(m)) {
        let pull: f64 = (0..m).map(|i| x[i] * errors[i]).sum();
        let bound = c * INSIDE;
        *p = (*p + gain * pull).clamp(-bound, bound);
    }
    true
}

/// Solves `A x = b` in place by `A = L D Lᵀ` of the lower half of a small positive
/// definite matrix; false if it is none. Its pivots' reciprocals end up on the
/// diagonal: divisions are what takes the time here.
#[inline(always)]
fn solve_in_place(a: &mut [f64], b: &mut [f64]) -> bool {
    let m = b.len();
    for j in 0..m {
        // Rows above hold Lᵢⱼ Dⱼ in their lower parts until they are divided.
        let pivot = a[j * m + j];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        let inverse = 1.0 / pivot;
        a[j * m + j] = inverse;
        for i in j + 1..m {
            let factor = a[i * m + j] * inverse;
            for k in j + 1..=i {
                a[i * m + k] -= factor * a[k * m + j];
            }
            b[i] -= factor * b[j];
        }
    }
    for i in (0..m).rev() {
        let below: f64 = (i + 1..m).map(|k| a[k * m + i] * b[k]).sum();
        b[i] = (b[i] - below) * a[i * m + i];
    }
    true
}
