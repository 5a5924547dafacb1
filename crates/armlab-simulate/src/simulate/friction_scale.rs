//! The same robot with stronger or weaker friction.

use armlab_engine::robot::{BuildError, Frame, Joint, Robot, RobotBuilder};

/// The robot with every effort of its friction laws multiplied; speeds, exponents
/// and stiffnesses stay.
pub fn with_friction_scaled(robot: &Robot, factor: f64) -> Result<Robot, BuildError> {
    let links = robot.links();
    let name = |link: Option<usize>| match link {
        None => robot.base().name.clone(),
        Some(i) => links.get(i).map(|l| l.name.clone()).unwrap_or_default(),
    };
    let mut builder = RobotBuilder::new(robot.name()).gravity(robot.gravity());
    builder = builder.base(robot.base().clone());
    for (joint, link) in robot.joints().iter().zip(links) {
        builder = builder.joint(name(joint.parent), scaled(joint, factor), link.clone());
    }
    for frame in robot.frames() {
        builder = builder.frame(frame.name.clone(), name(frame.link), frame.pose);
    }
    let Frame { name: tool, link, pose } = robot.tool();
    let is_named = robot.frames().iter().any(|f| f.name == *tool) || name(*link) == *tool;
    builder = if is_named {
        builder.tool(tool.clone())
    } else {
        builder.tool_at(tool.clone(), name(*link), *pose)
    };
    for closure in robot.loops() {
        let end = |frame: &Frame| (name(frame.link), frame.pose);
        let (first, second) = (end(&closure.first), end(&closure.second));
        let directions = closure.directions.clone();
        builder = builder.loop_closure(closure.name.clone(), first, second, directions);
    }
    let built = builder.build()?;
    // Parameters that no machine has are none of the builder's business here.
    Ok(built.with_parameter_values(&robot.parameter_values()).unwrap_or(built))
}

fn scaled(joint: &Joint, factor: f64) -> Joint {
    let mut joint = joint.clone();
    for term in &mut joint.friction.terms {
        let values = term.law().parameters().iter().zip(term.values());
        let values: Vec<f64> =
            values.map(|(p, v)| if p.dimension.is_size() { v * factor } else { *v }).collect();
        term.set_values(&values);
    }
    joint
}
