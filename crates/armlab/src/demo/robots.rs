//! The robot of the demonstration and its wrong description.

use crate::friction::Friction;
use crate::robot::Robot;

/// How much too large the description's masses and inertias are.
const ERROR: f64 = 1.25;
/// Effort limit assumed for the friction of a joint without one, N m or N.
const DEFAULT_EFFORT: f64 = 100.0;

/// The robot with friction: 1 % of the effort limit, and as much per rad/s or m/s.
pub fn with_friction(robot: &Robot) -> Option<Robot> {
    robot.links().iter().any(|l| l.inertia.is_some()).then_some(())?;
    let friction: Vec<(String, Friction)> = robot
        .driven_joints()
        .map(|joint| {
            let limit = joint.limits.effort;
            let scale = if limit.is_finite() { limit } else { DEFAULT_EFFORT } / 100.0;
            (joint.name.clone(), Friction::linear(scale, scale, 0.0))
        })
        .collect();
    robot.with_friction(&friction)
}

/// The robot with masses and inertias that are too large, without friction.
pub fn too_heavy(robot: &Robot) -> Option<Robot> {
    let values: Vec<f64> = robot.parameter_values().iter().map(|v| ERROR * v).collect();
    robot.with_parameter_values(&values)
}
