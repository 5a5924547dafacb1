//! The motion of a project: `PUT /projects/{id}/motion`, and a preview of one
//! that is not saved: `POST /projects/{id}/motion/preview`.

use serde::{Deserialize, Serialize};

/// One movement: value, TI, TF, TR.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MovementCell {
    /// Where to, in the joint's unit.
    pub value: f64,
    /// TI: when it leaves, s.
    pub ti: f64,
    /// TF: when it arrives, s.
    pub tf: f64,
    /// TR: until when it rests, s.
    pub tr: f64,
}

/// A joint's movements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JointMovements {
    /// `rad`, `deg`, `m` or `mm`.
    pub unit: String,
    /// Where it stands at time 0.
    #[serde(default)]
    pub home: f64,
    /// Its movements in the order of time.
    #[serde(default)]
    pub movements: Vec<MovementCell>,
}

/// A motion.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum MotionSpec {
    /// From rest to rest within the limits, made up from the robot.
    #[default]
    Usual,
    /// A table of movements.
    Movements {
        /// `pchip`, `spline`, `quintic`, `trapezoid` or `linear`.
        interpolation: String,
        /// One entry per driven joint.
        joints: Vec<JointMovements>,
    },
    /// A finite Fourier series: q = offset + Σ a/(kω) sin(kωt) − b/(kω) cos(kωt), a row per
    /// joint.
    Fourier {
        /// Hz.
        frequency: f64,
        /// s; one period without it.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        duration: Option<f64>,
        /// rad or m.
        offset: Vec<f64>,
        /// Coefficients of the velocity.
        a: Vec<Vec<f64>>,
        /// Coefficients of the velocity.
        b: Vec<Vec<f64>>,
    },
    /// The text of a trajectory file (docs/motion.md), of any kind.
    File {
        /// TOML.
        text: String,
        /// True if it leads the platform of a parallel machine.
        #[serde(default)]
        platform: bool,
    },
    /// The motion that an excitation run found, or a log holds.
    Recorded {
        /// `runs/3/trajectory.toml`, `logs/a.csv`, `runs/2/log.csv`.
        source: String,
    },
}

/// `PUT /projects/{id}/motion`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetMotion {
    /// The motion.
    pub motion: MotionSpec,
    /// What undo will call it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub label: Option<String>,
}

/// `POST /projects/{id}/motion/preview`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PreviewMotion {
    /// The motion; the project's own without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub motion: Option<MotionSpec>,
    /// Samples (801 without it, 20000 at most).
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub samples: Option<usize>,
}

/// `POST /projects/{id}/motion/paste`: a table as copied from a spreadsheet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PasteMovements {
    /// Rows of movements; value, TI, TF, TR for each joint.
    pub text: String,
    /// `rad`, `deg`, `m` or `mm` of each driven joint.
    pub units: Vec<String>,
}

/// What was pasted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pasted {
    /// One entry per joint.
    pub joints: Vec<JointMovements>,
}

/// A limit that a motion exceeds, in SI units.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Exceeded {
    /// `position`, `velocity`, `acceleration` or `effort`.
    pub what: String,
    /// The largest value.
    pub value: f64,
    /// What is allowed.
    pub allowed: f64,
    /// When, s.
    pub time: f64,
    /// Its unit.
    pub unit: String,
}

/// An invalid cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CellProblem {
    /// The joint, from 0; null if the whole table is meant.
    pub joint: Option<usize>,
    /// Its movement, from 0.
    pub movement: Option<usize>,
    /// `value`, `TI`, `TF` or `TR`.
    pub cell: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
    /// `error`: there is no motion; `warning`: a limit is exceeded.
    pub severity: String,
    /// The limit that is exceeded, with its numbers.
    #[cfg_attr(test, ts(optional))]
    pub exceeded: Option<Exceeded>,
}

/// A motion, sampled; empty columns if a cell is an error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MotionPreview {
    /// s.
    pub duration: f64,
    /// Times, s.
    pub t: Vec<f64>,
    /// Names of the coordinates: driven joints, or the platform's.
    pub names: Vec<String>,
    /// Their units.
    pub units: Vec<String>,
    /// A column per coordinate.
    pub q: Vec<Vec<f64>>,
    /// Speeds.
    pub qd: Vec<Vec<f64>>,
    /// Accelerations.
    pub qdd: Vec<Vec<f64>>,
    /// Jerks: slopes of the accelerations between samples.
    pub jerk: Vec<Vec<f64>>,
    /// Efforts of the drives with friction, N m or N; empty for a platform's motion.
    pub effort: Vec<Vec<f64>>,
    /// What is wrong with it.
    pub problems: Vec<CellProblem>,
    /// The motion as a trajectory file.
    pub file: String,
}
