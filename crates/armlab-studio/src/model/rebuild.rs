//! A robot from a robot, with some of its joints and links changed.

use armlab::robot::{BuildError, Frame, Joint, Link, Robot, RobotBuilder};
use armlab::spatial::Vec3;

/// What changes.
pub struct Rebuild {
    /// Gravity, m/s².
    pub gravity: Vec3<f64>,
    /// Joints, in the robot's order.
    pub joints: Vec<Joint>,
    /// Links, in the robot's order.
    pub links: Vec<Link>,
}

impl Rebuild {
    /// Nothing, so far.
    pub fn of(robot: &Robot) -> Self {
        let (joints, links) = (robot.joints().to_vec(), robot.links().to_vec());
        Self { gravity: robot.gravity(), joints, links }
    }
}

/// The robot with what was changed.
pub fn rebuild(robot: &Robot, changed: Rebuild) -> Result<Robot, BuildError> {
    let name = |link: Option<usize>| match link.and_then(|l| robot.links().get(l)) {
        Some(link) => link.name.clone(),
        None => robot.base().name.clone(),
    };
    let mut builder =
        RobotBuilder::new(robot.name()).gravity(changed.gravity).base(robot.base().clone());
    for (joint, link) in changed.joints.into_iter().zip(changed.links) {
        builder = builder.joint(name(joint.parent), joint, link);
    }
    for Frame { name: frame, link, pose } in robot.frames() {
        builder = builder.frame(frame, name(*link), *pose);
    }
    let tool = robot.tool();
    builder = if robot.frames().iter().any(|f| f.name == tool.name) {
        builder.tool(&tool.name)
    } else {
        builder.tool_at(&tool.name, name(tool.link), tool.pose)
    };
    for closure in robot.loops() {
        let end = |f: &Frame| (name(f.link), f.pose);
        let (first, second) = (end(&closure.first), end(&closure.second));
        builder = builder.loop_closure(&closure.name, first, second, closure.directions.clone());
    }
    let names = robot.parameter_names();
    let named = |terms: &[(usize, f64)]| -> Vec<(String, f64)> {
        terms.iter().filter_map(|&(i, k)| Some((names.get(i)?.clone(), k))).collect()
    };
    for p in robot.declared_base_parameters() {
        builder = builder.base_parameter(&p.name, &p.unit, named(&p.combination));
    }
    for p in robot.model_parameters() {
        builder = builder.model_parameter(&p.name, &p.unit, named(&p.moves));
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab::robot::describe::write_toml;
    use armlab::robot::library;

    #[test]
    fn a_robot_that_is_rebuilt_without_changes_is_the_same_to_the_last_bit() {
        for name in library::names() {
            let robot = library::load(name).unwrap().unwrap().robot;
            let again = rebuild(&robot, Rebuild::of(&robot)).unwrap();
            assert_eq!(write_toml(&again), write_toml(&robot), "{name}");
        }
    }
}
