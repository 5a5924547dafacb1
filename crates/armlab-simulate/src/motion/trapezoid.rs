//! Trapezoidal velocity: accelerate, cruise, brake.
//!
//! A distance `d` within speed `v` and acceleration `a` takes `d/v + v/a`, ramps
//! of `v/a` included; if `d < v²/a` the cruise vanishes and it takes `2√(d/a)`.
//! *Synchronised* joints share one motion `s(t)` from 0 to 1, as fast as the
//! slowest allows, and so move on a straight line of joint space; otherwise each
//! joint is as fast as it can be and waits for the others at the next point.

use super::error::MotionError;
use super::{Trajectory, at_rest_unless, clamped};

/// Ramp, cruise, ramp over a distance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Profile {
    distance: f64,
    ramp: f64,
    duration: f64,
    acceleration: f64,
}

impl Profile {
    /// The fastest within a speed and an acceleration.
    fn fastest(distance: f64, speed: f64, acceleration: f64) -> Self {
        let d = distance.abs();
        let ramp = (speed / acceleration).min((d / acceleration).sqrt());
        let peak = acceleration * ramp;
        let duration = if d > 0.0 { ramp + d / peak } else { 0.0 };
        Self { distance, ramp, duration, acceleration: acceleration.copysign(distance) }
    }

    /// Distance, velocity and acceleration at a time.
    fn at(&self, t: f64) -> [f64; 3] {
        let (a, ramp) = (self.acceleration, self.ramp);
        let left = self.duration - t;
        if t <= 0.0 && self.duration > 0.0 {
            [0.0, 0.0, if t == 0.0 { a } else { 0.0 }]
        } else if left <= 0.0 {
            [self.distance, 0.0, if left == 0.0 && self.duration > 0.0 { -a } else { 0.0 }]
        } else if t < ramp {
            [0.5 * a * t * t, a * t, a]
        } else if left <= ramp {
            [self.distance - 0.5 * a * left * left, a * left, -a]
        } else {
            [a * ramp * (t - 0.5 * ramp), a * ramp, 0.0]
        }
    }
}

/// A motion through points, stopping at each.
#[derive(Clone, Debug, PartialEq)]
pub struct TrapezoidTrajectory {
    columns: Vec<Vec<f64>>,
    speed: Vec<f64>,
    acceleration: Vec<f64>,
    synchronised: bool,
    dwell: f64,
    /// When each move begins; then the end of all.
    starts: Vec<f64>,
    /// Profiles of each move, coordinate after coordinate.
    profiles: Vec<Profile>,
}

impl TrapezoidTrajectory {
    /// Through points (one column of positions per coordinate) within speeds and
    /// accelerations, waiting `dwell` seconds at every point between.
    pub fn new(
        columns: Vec<Vec<f64>>,
        speed: Vec<f64>,
        acceleration: Vec<f64>,
        synchronised: bool,
        dwell: f64,
    ) -> Result<Self, MotionError> {
        let n = columns.len();
        MotionError::check_length("speed", speed.len(), n, "one per coordinate")?;
        MotionError::check_length("acceleration", acceleration.len(), n, "one per coordinate")?;
        speed.iter().try_for_each(|v| MotionError::check_positive("speed", *v))?;
        acceleration.iter().try_for_each(|a| MotionError::check_positive("acceleration", *a))?;
        if !(dwell >= 0.0 && dwell.is_finite()) {
            return Err(MotionError::setting("dwell", dwell, "give zero seconds or more"));
        }
        let points = columns.first().map_or(0, Vec::len);
        if points < 2 {
            let wanted = "a motion needs two points or more".into();
            return Err(MotionError::Dimension { what: "q", got: points, wanted });
        }
        for column in &columns {
            MotionError::check_length("q", column.len(), points, "as many as in its first row")?;
            MotionError::check_finite("q", column)?;
        }
        let (mut starts, mut profiles) = (vec![0.0], Vec::with_capacity(n * (points - 1)));
        let mut now = 0.0;
        for i in 0..points - 1 {
            let way = |j: usize| columns[j][i + 1] - columns[j][i];
            let first = profiles.len();
            profiles.extend((0..n).map(|j| Profile::fastest(way(j), speed[j], acceleration[j])));
            if synchronised {
                let slowest = |limit: &[f64]| {
                    (0..n).map(|j| limit[j] / way(j).abs()).fold(f64::INFINITY, f64::min)
                };
                let (v, a) = (slowest(&speed), slowest(&acceleration));
                // Nothing moves: nothing to share.
                if v.is_finite() {
                    let shared = Profile::fastest(1.0, v, a);
                    for (j, profile) in profiles[first..].iter_mut().enumerate() {
                        let (distance, acceleration) = (way(j), way(j) * shared.acceleration);
                        *profile = Profile { distance, acceleration, ..shared };
                    }
                }
            }
            let longest = profiles[first..].iter().map(|p| p.duration).fold(0.0, f64::max);
            now += longest + if i + 2 < points { dwell } else { 0.0 };
            starts.push(now);
        }
        MotionError::check_finite("q", &starts)?;
        Ok(Self { columns, speed, acceleration, synchronised, dwell, starts, profiles })
    }

    /// The points, one column per coordinate.
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }
    /// Largest speeds.
    pub fn speed(&self) -> &[f64] {
        &self.speed
    }
    /// Largest accelerations.
    pub fn acceleration(&self) -> &[f64] {
        &self.acceleration
    }
    /// Whether joints share one motion.
    pub fn synchronised(&self) -> bool {
        self.synchronised
    }
    /// Rest at the points between, seconds.
    pub fn dwell(&self) -> f64 {
        self.dwell
    }
    /// When the moves begin, and when the last one has ended, seconds.
    pub fn starts(&self) -> &[f64] {
        &self.starts
    }
}

impl Trajectory for TrapezoidTrajectory {
    fn dofs(&self) -> usize {
        self.columns.len()
    }
    fn duration(&self) -> f64 {
        self.starts.last().copied().unwrap_or(0.0)
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let n = self.columns.len();
        let (t, inside) = clamped(t, self.duration());
        let after = self.starts.partition_point(|s| *s <= t);
        let i = after.saturating_sub(1).min(self.starts.len() - 2);
        let since = t - self.starts[i];
        for j in 0..n {
            let [way, v, a] = self.profiles[i * n + j].at(since);
            (q[j], qd[j], qdd[j]) = (self.columns[j][i] + way, v, a);
        }
        at_rest_unless(inside, &mut qd[..n], &mut qdd[..n]);
    }
}
