//! What the robot holds, and what its drives' currents are worth.

use super::ParameterReport;
use crate::identify::payload::{DriveGain, DriveGains, Payload};
use serde::Serialize;

/// A load in the document.
#[derive(Clone, Serialize)]
pub struct PayloadReport {
    /// The link that holds it.
    pub link: String,
    /// Mass, kg.
    pub mass: f64,
    /// Standard deviation, kg.
    pub mass_std: f64,
    /// Lower end of the mass's 95 % interval, kg.
    pub mass_lower: f64,
    /// Upper end.
    pub mass_upper: f64,
    /// In the holding link's frame, m; `null` where the log does not show it.
    pub centre: [Option<f64>; 3],
    /// Standard deviations, m.
    pub centre_std: [Option<f64>; 3],
    /// Lower ends of the 95 % intervals, m.
    pub centre_lower: [Option<f64>; 3],
    /// Upper ends.
    pub centre_upper: [Option<f64>; 3],
    /// The ten inertial parameters.
    pub parameters: Vec<ParameterReport>,
    /// Whether a body can have them.
    pub consistent: bool,
    /// The nearest ten that one can have.
    pub physical: Option<Vec<f64>>,
    /// Errors without and with the load, percent.
    pub without: f64,
    /// With the load.
    pub with: f64,
    /// What is to be said of it.
    pub notes: Vec<String>,
}

impl PayloadReport {
    /// The report of a payload.
    pub fn of(payload: &Payload) -> Self {
        Self {
            link: payload.link.clone(),
            mass: payload.mass.0,
            mass_std: payload.mass.1,
            mass_lower: payload.mass_interval[0],
            mass_upper: payload.mass_interval[1],
            centre: payload.centre.map(|c| c.map(|c| c.0)),
            centre_std: payload.centre.map(|c| c.map(|c| c.1)),
            centre_lower: payload.centre_intervals.map(|i| i.map(|i| i[0])),
            centre_upper: payload.centre_intervals.map(|i| i.map(|i| i[1])),
            parameters: payload.parameters.iter().map(ParameterReport::of).collect(),
            consistent: payload.consistent,
            physical: payload.physical.clone(),
            without: payload.without,
            with: payload.with,
            notes: payload.notes.clone(),
        }
    }
}

/// One drive's gain in the document.
#[derive(Clone, Serialize)]
pub struct GainReport {
    /// The joint.
    pub joint: String,
    /// N m/A or N/A.
    pub value: f64,
    /// Standard deviation.
    pub std: f64,
    /// Lower end of the 95 % interval; `null` where the gain was given.
    pub lower: Option<f64>,
    /// Upper end.
    pub upper: Option<f64>,
    /// Whether it was typed.
    pub given: bool,
}

impl GainReport {
    /// The documents of all drives.
    pub fn all(gains: &DriveGains) -> Vec<Self> {
        let one = |g: &DriveGain| Self {
            joint: g.joint.clone(),
            value: g.value,
            std: g.deviation,
            lower: g.interval.map(|i| i[0]),
            upper: g.interval.map(|i| i[1]),
            given: g.given,
        };
        gains.gains.iter().map(one).collect()
    }
}
