//! Free motion, to see whether a model keeps its energy.

use super::linear::{Matrix, dot, multiply, solve};

/// Joint positions and rates.
type State<const N: usize> = ([f64; N], [f64; N]);

/// M(q) and the velocity terms c(q, q′) of one model.
pub type Model<'a, const N: usize> = &'a dyn Fn([f64; N], [f64; N]) -> (Matrix<N>, [f64; N]);

/// ½ q′ᵀ M q′ at every millisecond of `duration` seconds of motion without effort, integrated by
/// the classical Runge–Kutta method in steps of 1 ms.
pub fn free_motion_energy<const N: usize>(
    model: Model<N>,
    (mut q, mut qd): State<N>,
    duration: f64,
) -> Vec<f64> {
    let h = 1e-3;
    let rates = |(q, qd): State<N>| {
        let (mass, bias) = model(q, qd);
        (qd, solve(mass, bias.map(|c| -c)))
    };
    let shifted = |(dq, dqd): State<N>, h: f64, (q, qd): State<N>| -> State<N> {
        (std::array::from_fn(|i| q[i] + h * dq[i]), std::array::from_fn(|i| qd[i] + h * dqd[i]))
    };
    let energy = |q, qd| 0.5 * dot(qd, multiply(&model(q, qd).0, qd));

    let mut energies = vec![energy(q, qd)];
    for _ in 0..(duration / h).round() as usize {
        let k1 = rates((q, qd));
        let k2 = rates(shifted(k1, 0.5 * h, (q, qd)));
        let k3 = rates(shifted(k2, 0.5 * h, (q, qd)));
        let k4 = rates(shifted(k3, h, (q, qd)));
        for (k, weight) in [(k1, 1.0), (k2, 2.0), (k3, 2.0), (k4, 1.0)] {
            (q, qd) = shifted(k, weight * h / 6.0, (q, qd));
        }
        energies.push(energy(q, qd));
    }
    energies
}

/// Change of each energy against the first, in percent of the first.
pub fn drift_percent(energies: &[f64]) -> Vec<f64> {
    energies.iter().map(|e| 100.0 * (e / energies[0] - 1.0)).collect()
}

/// The largest size among `values`.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |size, v| v.abs().max(size))
}
