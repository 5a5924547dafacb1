//! A motion as it was recorded: columns over time.
//!
//! Positions alone are joined by a C² spline; with velocities by cubic pieces
//! that have them at every sample; with accelerations too by quintic pieces. All
//! that was recorded is met exactly at the samples, and derivatives are those of
//! the curve in between.

use super::error::MotionError;
use super::quintic::{QuinticTrajectory, Via};
use super::{Trajectory, at_rest_unless, clamped};
use armlab_signal::interpolate::{Ends, PiecewiseCubic};

/// A recorded motion.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedTrajectory {
    /// As recorded.
    stamps: Vec<f64>,
    /// From its beginning.
    times: Vec<f64>,
    q: Vec<Vec<f64>>,
    qd: Option<Vec<Vec<f64>>>,
    qdd: Option<Vec<Vec<f64>>>,
    curve: Curve,
}

#[derive(Clone, Debug, PartialEq)]
enum Curve {
    Cubic(Vec<PiecewiseCubic>),
    Quintic(QuinticTrajectory),
}

impl RecordedTrajectory {
    /// From columns, one slice per coordinate. Time stamps may begin anywhere;
    /// the trajectory begins at 0.
    /// Accelerations without velocities are refused.
    pub fn new(
        times: &[f64],
        q: &[&[f64]],
        qd: Option<&[&[f64]]>,
        qdd: Option<&[&[f64]]>,
    ) -> Result<Self, MotionError> {
        if qdd.is_some() && qd.is_none() {
            let hint = "accelerations alone leave the velocity open; give `qd` too, or neither";
            return Err(MotionError::setting("qdd", "given without `qd`", hint));
        }
        for (what, columns) in [("q", Some(q)), ("qd", qd), ("qdd", qdd)] {
            let Some(columns) = columns else { continue };
            MotionError::check_length(what, columns.len(), q.len(), "a column per coordinate")?;
            for column in columns {
                MotionError::check_length(what, column.len(), times.len(), "one per time stamp")?;
                MotionError::check_finite(what, column)?;
            }
        }
        armlab_signal::check_stamps(times)?;
        let start = times.first().copied().unwrap_or(0.0);
        let shifted: Vec<f64> = times.iter().map(|t| t - start).collect();
        let curve = match (qd, qdd) {
            (Some(qd), Some(qdd)) => {
                let at = |columns: &[&[f64]], i: usize| columns.iter().map(|c| c[i]).collect();
                let via = |(i, time): (usize, &f64)| Via {
                    time: *time,
                    q: at(q, i),
                    qd: Some(at(qd, i)),
                    qdd: Some(at(qdd, i)),
                };
                let points = shifted.iter().enumerate().map(via).collect();
                Curve::Quintic(QuinticTrajectory::new(points)?)
            }
            (Some(qd), None) => {
                let pairs = q.iter().zip(qd);
                let curve = |(q, qd): (&&[f64], &&[f64])| PiecewiseCubic::hermite(&shifted, q, qd);
                Curve::Cubic(pairs.map(curve).collect::<Result<_, _>>()?)
            }
            _ => {
                let curve = |q: &&[f64]| PiecewiseCubic::spline(&shifted, q, Ends::NOT_A_KNOT);
                Curve::Cubic(q.iter().map(curve).collect::<Result<_, _>>()?)
            }
        };
        let owned = |columns: &[&[f64]]| columns.iter().map(|c| c.to_vec()).collect();
        let (q, qd, qdd) = (owned(q), qd.map(owned), qdd.map(owned));
        Ok(Self { stamps: times.to_vec(), times: shifted, q, qd, qdd, curve })
    }

    /// Time stamps of the record, seconds.
    pub fn stamps(&self) -> &[f64] {
        &self.stamps
    }
    /// Times of the samples from its beginning, seconds.
    pub fn times(&self) -> &[f64] {
        &self.times
    }
    /// Recorded positions, one column per coordinate.
    pub fn q(&self) -> &[Vec<f64>] {
        &self.q
    }
    /// Recorded velocities.
    pub fn qd(&self) -> Option<&[Vec<f64>]> {
        self.qd.as_deref()
    }
    /// Recorded accelerations.
    pub fn qdd(&self) -> Option<&[Vec<f64>]> {
        self.qdd.as_deref()
    }
}

impl Trajectory for RecordedTrajectory {
    fn dofs(&self) -> usize {
        self.q.len()
    }
    fn duration(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        match &self.curve {
            Curve::Quintic(curve) => curve.sample(t, q, qd, qdd),
            Curve::Cubic(curves) => {
                let (t, inside) = clamped(t, self.duration());
                for (j, curve) in curves.iter().enumerate() {
                    [q[j], qd[j], qdd[j]] = curve.at(t);
                }
                at_rest_unless(inside, &mut qd[..curves.len()], &mut qdd[..curves.len()]);
            }
        }
    }
}
