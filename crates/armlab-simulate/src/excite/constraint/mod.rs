//! Limits as inequalities `g ≤ 0` at every sample, each divided by its limit.
//! Where both signs are limited alike, `g = (x/limit)² − 1`: one smooth
//! inequality for two. A kind of limit is one file.

mod clearance;
mod effort;
mod joints;
mod platform;
mod tool_box;

use super::coordinates::{Follower, StateSlopes};
use super::limits::ExcitationLimits;
use armlab_engine::dynamics::{Dynamics, InverseDerivatives, Plant};
use armlab_engine::robot::Robot;

/// One sample of a motion.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// Coordinates of the motion.
    pub z: &'a [f64],
    /// Positions, speeds and accelerations of the moving joints.
    pub q: [&'a [f64]; 3],
    /// How each moving joint moves with the driven ones; `None` for a tree.
    pub velocity_map: Option<&'a [f64]>,
    /// The driven joints.
    pub driven: &'a [usize],
}

/// What limits need to be evaluated.
pub struct Tools<'r> {
    /// The robot's dynamics.
    pub dynamics: Dynamics<'r>,
    /// Slopes of the efforts, kept between calls.
    derivatives: InverseDerivatives,
    mass: Vec<f64>,
    effort: Vec<f64>,
    /// The robot with its friction as it is. `None` while a design is improved:
    /// then friction's jump is rounded off, and the part of it that goes with
    /// reactions is left out.
    pub exact: Option<Plant<'r>>,
}

impl<'r> Tools<'r> {
    /// Tools for improving a design.
    pub fn new(robot: &'r Robot) -> Self {
        let n = robot.dofs();
        Self {
            dynamics: Dynamics::new(robot),
            derivatives: InverseDerivatives::default(),
            mass: vec![0.0; n * n],
            effort: vec![0.0; n],
            exact: None,
        }
    }
}

/// What a limit is called.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitLabel {
    /// `position`, `velocity`, …
    pub what: &'static str,
    /// Of which joint, coordinate or pair of links.
    pub of: String,
    /// Unit.
    pub unit: String,
    /// What is allowed: smallest and largest value.
    pub allowed: (f64, f64),
    /// The limit itself, which may be wider by a margin.
    pub stated: (f64, f64),
}

/// A kind of limit.
pub trait Constraint: Send + Sync {
    /// Inequalities at a sample.
    fn labels(&self) -> &[LimitLabel];
    /// Writes `g`, one per label.
    fn values(&self, tools: &mut Tools, state: &State, out: &mut [f64]);
    /// Adds `Σ weights_i ∂g_i` to the slopes by the state.
    fn add_slopes(&self, tools: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes);
    /// The limited quantities themselves, one per label.
    fn measure(&self, tools: &mut Tools, state: &State, out: &mut [f64]);
}

/// All limits of a design.
pub fn constraints<'r>(
    robot: &'r Robot,
    limits: &ExcitationLimits,
    follower: &Follower,
) -> Vec<Box<dyn Constraint + 'r>> {
    let all: Vec<Box<dyn Constraint + 'r>> = vec![
        Box::new(joints::Joints::new(robot, limits)),
        Box::new(platform::PlatformRange::new(follower, limits)),
        Box::new(effort::Effort::new(robot, limits, follower.driven())),
        Box::new(tool_box::ToolBox::new(robot, limits)),
        Box::new(clearance::Clearance::new(robot, limits)),
    ];
    all.into_iter().filter(|c| !c.labels().is_empty()).collect()
}

/// `((x − middle)/half)² − 1` and its slope by `x`.
fn within(x: f64, (lower, upper): (f64, f64)) -> (f64, f64) {
    let (middle, half) = (0.5 * (lower + upper), 0.5 * (upper - lower));
    let share = (x - middle) / half;
    (share * share - 1.0, 2.0 * share / half)
}
