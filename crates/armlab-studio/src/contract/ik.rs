//! Inverse kinematics: `POST /projects/{id}/ik`.

use super::Pose;
use serde::{Deserialize, Serialize};

/// A question.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct IkRequest {
    /// `x, y` or `x, y, z` or `x, y, z, roll, pitch, yaw`; m, rad, in the base.
    pub target: Vec<f64>,
    /// What the numbers are, if not those: some of x, y, z, roll, pitch, yaw.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub components: Option<Vec<String>>,
    /// Driven coordinates to start from; the home pose without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub start: Option<Vec<f64>>,
    /// The solver; the usual one without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub method: Option<String>,
    /// Seed of random numbers.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<f64>"))]
    pub seed: u64,
    /// How near is near enough: m and rad alike.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub tolerance: Option<f64>,
    /// All distinct solutions, not only one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub all: bool,
    /// With the convergence history.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub history: bool,
    /// Settings of the solver: `annealing.rounds=50`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub settings: Vec<String>,
    /// Frame or link to bring there, instead of the tool.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub frame: Option<String>,
}

/// A limit that keeps the tool from its target.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BindingView {
    /// The joint.
    pub joint: String,
    /// `lower` or `upper`.
    pub side: String,
}

/// A point of the convergence history.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IkStep {
    /// Evaluations of the pose so far.
    pub evaluation: usize,
    /// 0 for the given start, then restarts.
    pub start: usize,
    /// m.
    pub position: f64,
    /// rad.
    pub angle: f64,
}

/// A configuration and how well it answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IkSolution {
    /// Driven coordinates, within their limits.
    pub q: Vec<f64>,
    /// True when the target is met to the tolerance.
    pub reachable: bool,
    /// Distance from the target, m.
    pub distance: f64,
    /// Angle from the target, rad.
    pub angle: f64,
    /// Where the frame is: the target, or the nearest pose found.
    pub pose: Pose,
    /// Poses of all links there, seven numbers each.
    pub links: Vec<f64>,
    /// Limits that keep it from the target.
    pub binding: Vec<BindingView>,
    /// Iterations of all starts.
    pub iterations: usize,
    /// Evaluations of the pose.
    pub evaluations: usize,
    /// Starts beside the given one.
    pub restarts: usize,
    /// Time that it took.
    pub seconds: f64,
    /// Convergence; empty unless asked for.
    pub history: Vec<IkStep>,
}

/// The answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct IkAnswer {
    /// The method that was used; `platform` for a parallel machine.
    pub method: String,
    /// The target.
    pub target: Vec<f64>,
    /// Solutions, the best first.
    pub solutions: Vec<IkSolution>,
    /// What to type for the same.
    pub command: String,
}
