//! Gains of independent joints from the inertia they move.
//!
//! With `D = diag(M)` at the start, `k_p = D ω²` and `k_d = 2 ζ ω D` give
//! `M ë + 2ζω D ė + ω² D e = 0`, whose rates are those of one joint times the
//! eigenvalues of `M⁻¹D`. These are at least `1/n` and, where joints are coupled,
//! much more than 1; the largest, `λ`, limits `ω`: a rate `2ζωλ` sampled at `T`
//! should stay well below one.

use super::{BuildContext, ControlError};
use armlab_dense::Matrix;
use armlab_engine::dynamics::Mechanism;
use armlab_engine::robot::Robot;

/// Largest part of a sample in which the fastest mode may decay.
const FASTEST: f64 = 0.8;

/// `k_p` and `k_d`.
pub fn tuned_gains(
    model: &Robot,
    context: BuildContext,
    frequency: f64,
    damping: f64,
) -> Result<[Vec<f64>; 2], ControlError> {
    let mut mechanism = Mechanism::new(model)?;
    let n = mechanism.dofs();
    let mut mass = vec![0.0; n * n];
    mechanism.mass_matrix(context.start, &mut mass)?;
    let diagonal: Vec<f64> = (0..n).map(|i| mass[i * n + i]).collect();
    let scaled = Matrix::from_fn(n, n, |i, j| mass[i * n + j] / (diagonal[i] * diagonal[j]).sqrt());
    // λ_max(M⁻¹D) is one over the smallest eigenvalue of D^(−1/2) M D^(−1/2).
    let smallest = scaled.symmetric_eigen().ok().and_then(|e| e.values.first().copied());
    let smallest = smallest.filter(|s| *s > 0.0).ok_or_else(|| {
        let hint = "its inertia at the start is not positive; give `kp` and `kd`";
        ControlError::setting("frequency", "used with this model", hint)
    })?;
    let most = FASTEST * smallest / (2.0 * damping * context.period);
    let omega = frequency.min(most);
    let kp = diagonal.iter().map(|d| d * omega * omega).collect();
    let kd = diagonal.iter().map(|d| 2.0 * damping * omega * d).collect();
    Ok([kp, kd])
}
