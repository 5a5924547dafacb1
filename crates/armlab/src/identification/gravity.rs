//! An unknown mounting: the direction of gravity, identified before the parameters.

use super::builder::Identification;
use crate::diagnosis::likely_gravity;
use crate::error::Result;
use crate::identify::{Decided, FrictionModel, GravityEstimate, choose, identify_gravity};
use crate::progress::{CancelToken, Observer, Progress};
use crate::robot::Mounting;
use crate::spatial::Vec3;
use armlab_engine::base::base_parameters;
use serde::Serialize;
use std::fmt;

/// The direction of gravity, as it was identified.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GravityReport {
    /// Gravity in the base frame, m/s²; its size is taken as known.
    pub vector: [f64; 3],
    /// Standard deviations of the components.
    pub std: [f64; 3],
    /// Lower ends of their 95 % intervals.
    pub lower: [f64; 3],
    /// Upper ends.
    pub upper: [f64; 3],
    /// Angle from the description's gravity, degrees.
    pub angle: f64,
    /// Standard deviation of the direction, degrees.
    pub angle_std: f64,
}

impl GravityReport {
    fn new(found: &GravityEstimate, described: Vec3<f64>) -> Self {
        let vector = Vec3::from(found.vector);
        let sizes = vector.norm() * described.norm();
        let cosine =
            if sizes > 0.0 { (vector.dot(described) / sizes).clamp(-1.0, 1.0) } else { 1.0 };
        Self {
            vector: found.vector,
            std: found.deviation,
            lower: found.interval.map(|i| i[0]),
            upper: found.interval.map(|i| i[1]),
            angle: cosine.acos().to_degrees(),
            angle_std: found.angle_deviation.to_degrees(),
        }
    }
    /// The vector.
    pub fn gravity(&self) -> Vec3<f64> {
        Vec3::from(self.vector)
    }
}

impl fmt::Display for GravityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> =
            self.vector.iter().zip(self.std).map(|(x, s)| format!("{x:.3} ± {s:.3}")).collect();
        write!(
            f,
            "gravity in the base frame: ({}) m/s², {:.2}° from the description's, direction ± {:.2}°",
            parts.join(", "),
            self.angle,
            self.angle_std
        )
    }
}

impl Identification<'_> {
    /// Identifies the direction of gravity in the base frame. Parameters are then identified
    /// with [`Robot::with_gravity`](crate::robot::Robot::with_gravity).
    ///
    /// # Errors
    /// If a log cannot be used, or the logs do not determine the direction.
    pub fn run_gravity(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<GravityReport> {
        let (robot, progress) = (self.robot, Progress::new(observer, cancel));
        progress.start("reading logs");
        let logs = self.log_options.read(robot, &self.logs)?;
        progress.start("gravity");
        let described = robot.gravity();
        let size =
            if described.norm() > 0.0 { described.norm() } else { Mounting::STANDARD_GRAVITY };
        let start = likely_gravity(robot, &logs)?;
        let start = Vec3::from(start.to_array().map(|x| x * size / start.norm()));
        let mounted = robot.with_gravity(start);
        let base = base_parameters(&mounted)?;
        let decided = Decided { cutoff: self.cutoff, shape: Some(FrictionModel::standard()) };
        let (choice, _) = choose(&mounted, &base, &[], &logs, decided, &progress)?;
        let found = identify_gravity(&mounted, &logs, start, choice.cutoff, &progress)?;
        Ok(GravityReport::new(&found, described))
    }
}
