//! `<transmission>`: the ratio of a joint's gear, which is all that is read of it.
//!
//! ROS states `<mechanicalReduction>` of the actuator or the joint, ros2_control
//! `<mechanical_reduction>` of both, which multiply. One is what files state that know none.

use super::parts::JointPart;
use roxmltree::Node;

const REDUCTIONS: [&str; 2] = ["mechanicalReduction", "mechanical_reduction"];

/// The joint of a transmission and its ratio, where there is one of both.
pub fn ratio(node: Node) -> Option<(String, f64)> {
    let mut joints = node.children().filter(|c| c.has_tag_name("joint"));
    let joint = joints.next()?.attribute("name")?;
    if joints.next().is_some() {
        return None;
    }
    let stated = node.descendants().filter(|d| REDUCTIONS.iter().any(|r| d.has_tag_name(*r)));
    let mut ratio = 1.0;
    for reduction in stated {
        ratio *= reduction.text()?.trim().parse::<f64>().ok()?.abs();
    }
    let usable = ratio.is_finite() && ratio > 0.0 && ratio != 1.0;
    usable.then(|| (joint.to_string(), ratio))
}

/// Gives joints the ratios of their transmissions, unless they state one.
pub fn apply(joints: &mut [JointPart], ratios: &[(String, f64)]) {
    for (name, ratio) in ratios {
        let own = joints.iter_mut().find(|j| j.joint.name == *name);
        if let Some(part) = own.filter(|j| j.joint.gear_ratio == 0.0) {
            part.joint.gear_ratio = *ratio;
        }
    }
}
