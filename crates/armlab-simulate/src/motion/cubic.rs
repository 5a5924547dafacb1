//! Piecewise cubics through points: pchip, C² splines, and straight lines.
//!
//! The curves are those of `armlab_signal::interpolate`. Pchip has continuous
//! velocity only: its acceleration jumps at the points (Urrea & Saa 2020, who
//! call it continuous, notwithstanding). A spline's acceleration is continuous.
//! Straight lines have jumps of velocity that no drive can follow; they are here
//! for comparison.

use super::error::MotionError;
use super::quintic::check_times;
use super::{Trajectory, at_rest_unless, clamped};
use armlab_signal::interpolate::{End, Ends, PiecewiseCubic};

/// What closes a spline at its ends.
#[derive(Clone, Debug, PartialEq)]
pub enum SplineEnds {
    /// No acceleration.
    Natural,
    /// The first two pieces are one cubic, and the last two.
    NotAKnot,
    /// Given velocities, one per coordinate, at the first and at the last point.
    Clamped(Vec<f64>, Vec<f64>),
}

/// Which curve.
#[derive(Clone, Debug, PartialEq)]
pub enum CubicKind {
    /// Shape-preserving.
    Pchip,
    /// With continuous acceleration.
    Spline(SplineEnds),
    /// Straight lines.
    Linear,
}

/// A curve through points.
#[derive(Clone, Debug, PartialEq)]
pub struct CubicTrajectory {
    kind: CubicKind,
    times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    curves: Vec<PiecewiseCubic>,
}

impl CubicTrajectory {
    /// A curve through points, one column of positions per coordinate.
    pub fn new(
        kind: CubicKind,
        times: Vec<f64>,
        columns: Vec<Vec<f64>>,
    ) -> Result<Self, MotionError> {
        check_times(&times)?;
        let mut curves = Vec::with_capacity(columns.len());
        for column in &columns {
            MotionError::check_length("q", column.len(), times.len(), "one per time")?;
        }
        if let CubicKind::Spline(SplineEnds::Clamped(first, last)) = &kind {
            MotionError::check_length("first", first.len(), columns.len(), "one per coordinate")?;
            MotionError::check_length("last", last.len(), columns.len(), "one per coordinate")?;
        }
        for (j, column) in columns.iter().enumerate() {
            curves.push(match &kind {
                CubicKind::Pchip => PiecewiseCubic::pchip(&times, column)?,
                CubicKind::Linear => PiecewiseCubic::linear(&times, column)?,
                CubicKind::Spline(ends) => {
                    let ends = match ends {
                        SplineEnds::Natural => Ends::NATURAL,
                        SplineEnds::NotAKnot => Ends::NOT_A_KNOT,
                        SplineEnds::Clamped(first, last) => {
                            Ends { first: End::Clamped(first[j]), last: End::Clamped(last[j]) }
                        }
                    };
                    PiecewiseCubic::spline(&times, column, ends)?
                }
            });
        }
        Ok(Self { kind, times, columns, curves })
    }

    /// Shape-preserving.
    pub fn pchip(times: Vec<f64>, columns: Vec<Vec<f64>>) -> Result<Self, MotionError> {
        Self::new(CubicKind::Pchip, times, columns)
    }

    /// With continuous acceleration, from rest to rest.
    pub fn spline_at_rest(times: Vec<f64>, columns: Vec<Vec<f64>>) -> Result<Self, MotionError> {
        let zeros = vec![0.0; columns.len()];
        let ends = SplineEnds::Clamped(zeros.clone(), zeros);
        Self::new(CubicKind::Spline(ends), times, columns)
    }

    /// Which curve.
    pub fn kind(&self) -> &CubicKind {
        &self.kind
    }
    /// Times of the points, seconds.
    pub fn times(&self) -> &[f64] {
        &self.times
    }
    /// Positions at the points, one column per coordinate.
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }
}

impl Trajectory for CubicTrajectory {
    fn dofs(&self) -> usize {
        self.curves.len()
    }
    fn duration(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let (t, inside) = clamped(t, self.duration());
        for (j, curve) in self.curves.iter().enumerate() {
            [q[j], qd[j], qdd[j]] = curve.at(t);
        }
        let n = self.curves.len();
        at_rest_unless(inside, &mut qd[..n], &mut qdd[..n]);
    }
}
