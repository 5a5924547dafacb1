//! The direction of gravity as a report.

use crate::identify::GravityEstimate;
use crate::spatial::Vec3;
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
    pub(super) fn new(found: &GravityEstimate, described: Vec3<f64>) -> Self {
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
