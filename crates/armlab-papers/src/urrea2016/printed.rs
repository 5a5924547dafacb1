//! The paper's equations as printed, as far as they differ from the [2022 paper's](crate::urrea2022::printed).

use crate::urrea2022::printed::{GRAVITY, State};
use armlab_dense::{LeastSquaresError, Matrix};

/// The regressor, eq 42.
pub fn regressor(x: &State) -> [[f64; 4]; 3] {
    let [a1, a2, a3] = x.qdd;
    let ([w1, w2, _], (s, c)) = (x.qd, x.q[1].sin_cos());
    [
        [a1, a2, (2.0 * a1 + a2) * c - (w2 * w2 + 2.0 * w1 * w2) * s, 0.0],
        [0.0, a1 + a1, a1 * c + a1 * a1 * s, 0.0], // L3: θ₁″ + θ₂″, and θ₁′²
        [0.0, 0.0, 0.0, a3 - GRAVITY],
    ]
}

/// Residual standard deviation, eq 26, of observed `o` and predicted `p`.
pub fn rsd(o: &[f64], p: &[f64]) -> f64 {
    (square(o, p) / o.len() as f64).sqrt()
}

/// Root mean square, eq 27.
pub fn rms(o: &[f64], p: &[f64]) -> f64 {
    (square(o, p) / o.iter().map(|o| o * o).sum::<f64>()).sqrt()
}

/// Adequacy index, eq 28.
pub fn ai(o: &[f64], p: &[f64]) -> f64 {
    let mean = o.iter().sum::<f64>() / o.len() as f64;
    let potential: f64 = o
        .iter()
        .zip(p)
        .map(|(o, p)| ((o - mean).abs() - (p - mean).abs()).powi(2)) // L5: plus
        .sum();
    1.0 - square(o, p) / potential
}

fn square(o: &[f64], p: &[f64]) -> f64 {
    o.iter().zip(p).map(|(o, p)| (o - p).powi(2)).sum()
}

/// Least squares with the printed regressor, eq 42 in eq 45: states and the efforts measured there.
pub fn least_squares(
    samples: impl Iterator<Item = (State, [f64; 3])>,
) -> Result<[f64; 4], LeastSquaresError> {
    let (mut rows, mut efforts) = (Vec::new(), Vec::new());
    for (state, effort) in samples {
        rows.extend(regressor(&state));
        efforts.extend(effort);
    }
    let matrix = Matrix::from_fn(rows.len(), 4, |i, k| rows[i][k]);
    let x = armlab_dense::least_squares(&matrix, &efforts)?.x;
    Ok(std::array::from_fn(|k| x[k]))
}
