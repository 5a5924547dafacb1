//! Quintic pieces through points, with chosen velocities and accelerations.
//!
//! On a piece of length `h`, with `s = u/h` and `Δ = q₁ − q₀`:
//! `q = q₀ + h v₀ s + ½h²a₀ s² + c₃s³ + c₄s⁴ + c₅s⁵`,
//! `c₃ = 10Δ − h(6v₀+4v₁) − ½h²(3a₀−a₁)`, `c₄ = −15Δ + h(8v₀+7v₁) + ½h²(3a₀−2a₁)`,
//! `c₅ = 6Δ − 3h(v₀+v₁) − ½h²(a₀−a₁)` (Craig, *Introduction to Robotics*, ch. 7).
//! At rest at both ends this is the minimum-jerk motion `10s³ − 15s⁴ + 6s⁵`.

use super::error::MotionError;
use super::{Trajectory, at_rest_unless, clamped};

/// A point to pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Via {
    /// When, seconds; the first at 0.
    pub time: f64,
    /// Where.
    pub q: Vec<f64>,
    /// How fast; at rest if not given.
    pub qd: Option<Vec<f64>>,
    /// With what acceleration; none if not given.
    pub qdd: Option<Vec<f64>>,
}

/// Quintic pieces through points.
#[derive(Clone, Debug, PartialEq)]
pub struct QuinticTrajectory {
    points: Vec<Via>,
    dofs: usize,
    /// Coefficients of `s⁰ … s⁵`, piece after piece, coordinate after coordinate.
    pieces: Vec<[f64; 6]>,
}

impl QuinticTrajectory {
    /// A motion through points in the order of their times.
    pub fn new(mut points: Vec<Via>) -> Result<Self, MotionError> {
        if points.len() < 2 {
            let wanted = "a motion needs two points or more".into();
            return Err(MotionError::Dimension { what: "times", got: points.len(), wanted });
        }
        let dofs = points[0].q.len();
        for point in &points {
            for (what, list) in
                [("q", Some(&point.q)), ("qd", point.qd.as_ref()), ("qdd", point.qdd.as_ref())]
            {
                let Some(list) = list else { continue };
                MotionError::check_length(what, list.len(), dofs, "one per coordinate")?;
                MotionError::check_finite(what, list)?;
            }
        }
        // Given for one point means zero, not unknown, for the others.
        let some_qd = points.iter().any(|p| p.qd.is_some());
        let some_qdd = points.iter().any(|p| p.qdd.is_some());
        for point in &mut points {
            if some_qd {
                point.qd.get_or_insert_with(|| vec![0.0; dofs]);
            }
            if some_qdd {
                point.qdd.get_or_insert_with(|| vec![0.0; dofs]);
            }
        }
        let times: Vec<f64> = points.iter().map(|p| p.time).collect();
        check_times(&times)?;
        let mut pieces = Vec::with_capacity((points.len() - 1) * dofs);
        for pair in points.windows(2) {
            let (from, to) = (&pair[0], &pair[1]);
            let h = to.time - from.time;
            for j in 0..dofs {
                let of = |list: &Option<Vec<f64>>| list.as_ref().map_or(0.0, |l| l[j]);
                let (v0, v1) = (h * of(&from.qd), h * of(&to.qd));
                let (a0, a1) = (0.5 * h * h * of(&from.qdd), 0.5 * h * h * of(&to.qdd));
                let delta = to.q[j] - from.q[j];
                let piece = [
                    from.q[j],
                    v0,
                    a0,
                    10.0 * delta - 6.0 * v0 - 4.0 * v1 - 3.0 * a0 + a1,
                    -15.0 * delta + 8.0 * v0 + 7.0 * v1 + 3.0 * a0 - 2.0 * a1,
                    6.0 * delta - 3.0 * (v0 + v1) - a0 + a1,
                ];
                MotionError::check_finite("q", &piece)?;
                pieces.push(piece);
            }
        }
        Ok(Self { points, dofs, pieces })
    }

    /// From rest to rest.
    pub fn point_to_point(from: &[f64], to: &[f64], duration: f64) -> Result<Self, MotionError> {
        let start = Via { q: from.to_vec(), ..Via::default() };
        Self::new(vec![start, Via { time: duration, q: to.to_vec(), ..Via::default() }])
    }

    /// The points.
    pub fn points(&self) -> &[Via] {
        &self.points
    }
}

/// Fails unless times begin at zero and increase.
pub(super) fn check_times(times: &[f64]) -> Result<(), MotionError> {
    armlab_signal::check_stamps(times)?;
    match times.first() {
        Some(0.0) => Ok(()),
        first => {
            let value = first.map_or("empty".into(), |t| format!("begun at {t} s"));
            Err(MotionError::setting("times", value, "a trajectory begins at 0"))
        }
    }
}

impl Trajectory for QuinticTrajectory {
    fn dofs(&self) -> usize {
        self.dofs
    }
    fn duration(&self) -> f64 {
        self.points.last().map_or(0.0, |p| p.time)
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let (t, inside) = clamped(t, self.duration());
        let after = self.points.partition_point(|p| p.time <= t);
        let i = after.saturating_sub(1).min(self.points.len() - 2);
        let (from, to) = (self.points[i].time, self.points[i + 1].time);
        let h = to - from;
        let s = (t - from) / h;
        let pieces = &self.pieces[i * self.dofs..(i + 1) * self.dofs];
        for (j, [c0, c1, c2, c3, c4, c5]) in pieces.iter().enumerate() {
            q[j] = c0 + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5))));
            let first = c1 + s * (2.0 * c2 + s * (3.0 * c3 + s * (4.0 * c4 + s * (5.0 * c5))));
            qd[j] = first / h;
            qdd[j] = (2.0 * c2 + s * (6.0 * c3 + s * (12.0 * c4 + s * (20.0 * c5)))) / (h * h);
        }
        at_rest_unless(inside, &mut qd[..self.dofs], &mut qdd[..self.dofs]);
    }
}
