//! Smooth motion between samples of it that lie apart.
//!
//! Positions and speeds between two samples are the cubics that have their values and rates there
//! (Hermite's): what is smooth enough to be sampled so rarely is hit to a part of 10⁻⁴ of its noise
//! and of 10⁻⁷ of its motion. Accelerations, whose rates are not known, are the cubics through four
//! neighbours.

use rayon::prelude::*;

/// Weights of two values and of their rates, times the time between them, at a part of the way.
fn hermite(u: f64) -> [f64; 4] {
    let (v, uu) = (1.0 - u, u * u);
    [(1.0 + 2.0 * u) * v * v, uu * (3.0 - 2.0 * u), u * v * v, -uu * v]
}

/// Weights of the neighbours at −1, 0, 1 and 2.
fn lagrange(u: f64) -> [f64; 4] {
    let (a, b, c) = (u + 1.0, u - 1.0, u - 2.0);
    [-u * b * c / 6.0, a * b * c / 2.0, -a * u * c / 2.0, a * u * b / 6.0]
}

/// A column's samples before the first and behind the last of those that lie apart.
pub(super) struct Ends {
    pub head: Vec<f64>,
    pub tail: Vec<f64>,
}

/// Positions, speeds and accelerations of `every` samples of length `step` for one of `motion`,
/// joint by joint, between their ends.
pub(super) fn between(
    motion: &[Vec<Vec<f64>>; 3],
    ends: &[Vec<Ends>; 3],
    every: usize,
    step: f64,
) -> [Vec<Vec<f64>>; 3] {
    let parts: Vec<f64> = (0..every).map(|k| k as f64 / every as f64).collect();
    let curves: Vec<[f64; 4]> = parts.iter().map(|u| hermite(*u)).collect();
    let neighbours: Vec<[f64; 4]> = parts.iter().map(|u| lagrange(*u)).collect();
    let apart = every as f64 * step;
    let [q, qd, qdd] = motion;
    let filled = |columns: &[Vec<f64>], k: usize, fill: &(dyn Fn(usize, &mut Vec<f64>) + Sync)| {
        let column = |j: usize| -> Vec<f64> {
            let (Ends { head, tail }, nodes) = (&ends[k][j], columns[j].len());
            let inner = nodes.saturating_sub(1) * every + nodes.min(1);
            let mut out = Vec::with_capacity(head.len() + inner + tail.len());
            out.extend_from_slice(head);
            fill(j, &mut out);
            out.extend(columns[j].last());
            out.extend_from_slice(tail);
            out
        };
        (0..columns.len()).into_par_iter().map(column).collect::<Vec<_>>()
    };
    [
        filled(q, 0, &|j, out| cubics(&q[j], &qd[j], apart, &curves, out)),
        filled(qd, 1, &|j, out| cubics(&qd[j], &qdd[j], apart, &curves, out)),
        filled(qdd, 2, &|j, out| through_four(&qdd[j], &neighbours, out)),
    ]
}

/// All samples from the first to before the last value.
fn cubics(value: &[f64], rate: &[f64], apart: f64, curves: &[[f64; 4]], out: &mut Vec<f64>) {
    for (pair, rates) in value.windows(2).zip(rate.windows(2)) {
        let ends = [pair[0], pair[1], apart * rates[0], apart * rates[1]];
        out.extend(
            curves
                .iter()
                .map(|w| (w[0] * ends[0] + w[1] * ends[1]) + (w[2] * ends[2] + w[3] * ends[3])),
        );
    }
}

/// All samples from the first to before the last value.
fn through_four(value: &[f64], neighbours: &[[f64; 4]], out: &mut Vec<f64>) {
    let last = value.len().saturating_sub(1);
    for k in 0..last {
        let near = [value[k.saturating_sub(1)], value[k], value[k + 1], value[(k + 2).min(last)]];
        out.extend(
            neighbours
                .iter()
                .map(|w| (w[0] * near[0] + w[1] * near[1]) + (w[2] * near[2] + w[3] * near[3])),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smooth_motion_is_hit_between_its_samples() {
        let (every, step) = (5, 0.001);
        let wave = |t: f64| [(9.0 * t).sin(), 9.0 * (9.0 * t).cos(), -81.0 * (9.0 * t).sin()];
        let at = |d: usize, every: usize, count: usize| -> Vec<Vec<f64>> {
            vec![(0..count).map(|k| wave((k * every) as f64 * step)[d]).collect()]
        };
        let none = [(); 3].map(|()| vec![Ends { head: Vec::new(), tail: Vec::new() }]);
        let found = between(&[0, 1, 2].map(|d| at(d, every, 41)), &none, every, step);
        let expected = [0, 1, 2].map(|d| at(d, 1, 201));
        let inner = every..200 - every;
        for (d, most) in [1e-8, 1e-7, 1e-5].into_iter().enumerate() {
            assert_eq!(found[d][0].len(), 201);
            let size = 9.0_f64.powi(d as i32);
            for k in inner.clone() {
                let error = (found[d][0][k] - expected[d][0][k]).abs() / size;
                assert!(error < most, "derivative {d}, sample {k}: {error:e}");
            }
        }
    }
}
