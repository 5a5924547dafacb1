//! What there is to choose from.

use super::Pose;
use serde::{Deserialize, Serialize};

/// `GET /health`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Health {
    /// `armlab`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Seconds since the server began.
    pub seconds: f64,
    /// Changes with every start of the server.
    pub start: String,
    /// Runs that are queued or at work.
    pub busy: usize,
    /// The project that was named on the command line.
    pub open: Option<String>,
}

/// `POST /address`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Address {
    /// A URL that opens the studio in one browser, once.
    pub url: String,
}

/// A built-in robot: one entry of `GET /robots`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RobotCard {
    /// Its name.
    pub name: String,
    /// One sentence on it.
    pub summary: String,
    /// Joints that move.
    pub joints: usize,
    /// Joints that are driven.
    pub driven: usize,
    /// True for a parallel machine.
    pub looped: bool,
    /// Link frames in the home pose, for a picture.
    pub frames: Vec<Pose>,
    /// The frame that each hangs on; null is the base.
    pub parents: Vec<Option<usize>>,
    /// The tool in the home pose.
    pub tool: Pose,
    /// Lines of the picture: from x, y, z to x, y, z.
    pub lines: Vec<[f64; 6]>,
}

/// Something that can be chosen by name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// What it is, in a few words.
    pub summary: String,
}

/// A method with its settings.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MethodCard {
    /// Its name.
    pub name: String,
    /// What it is, in a few words.
    pub summary: String,
    /// What can be set.
    pub settings: Vec<SettingCard>,
}

/// A setting of a method, changed by `METHOD.SETTING=VALUE`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SettingCard {
    /// Its name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// `number`, `whole number`, `true or false`, `word` …
    pub kind: String,
    /// Its unit; empty for a pure number.
    pub unit: String,
    /// What is accepted: a range, or words.
    pub accepts: String,
    /// The words it accepts; for a number, beside numbers.
    pub words: Vec<String>,
    /// Its default, as it would be typed.
    pub default: String,
}

/// A friction law.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FrictionLawCard {
    /// Its name.
    pub name: String,
    /// The equation.
    pub equation: String,
    /// Its parameters.
    pub parameters: Vec<FrictionLawParameter>,
}

/// A parameter of a friction law.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FrictionLawParameter {
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// Unit at a joint that turns.
    pub unit_turning: String,
    /// Unit at a joint that slides.
    pub unit_sliding: String,
    /// Its usual value, where it may be left out.
    pub usual: Option<f64>,
}

/// `GET /catalogue`: every name that requests may hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalogue {
    /// Solvers of inverse kinematics, the usual one first.
    pub ik_methods: Vec<MethodCard>,
    /// Estimators.
    pub estimators: Vec<MethodCard>,
    /// Methods that estimate while a log grows.
    pub online_methods: Vec<Choice>,
    /// Default estimators.
    pub usual_estimators: Vec<String>,
    /// What makes an excitation good.
    pub objectives: Vec<Choice>,
    /// Controllers of a simulation.
    pub controllers: Vec<Choice>,
    /// What sensors, drives and recorders do.
    pub effects: Vec<Choice>,
    /// Friction laws of joints.
    pub friction_laws: Vec<FrictionLawCard>,
    /// Friction that identification may look for.
    pub friction_shapes: Vec<Choice>,
    /// How a movement table is interpolated.
    pub interpolations: Vec<Choice>,
}
