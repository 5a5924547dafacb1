//! Links as capsules: those that the description states, those around its shapes,
//! or, where it gives neither, around the lines between a link's joints.

use crate::mesh::Capsule;
use crate::robot::solids::Solids;
use crate::robot::{Frame, Robot};
use crate::spatial::Vec3;

/// Radius of a link of which nothing but its joints is known, as part of the
/// length of the longest chain of joints: arms are about so thick.
pub const RADIUS: f64 = 0.05;

/// What capsules were made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CapsuleSource {
    /// The description states them.
    Stated,
    /// They hold its shapes.
    Shapes,
    /// They stand around the lines between its joints, with this radius.
    Lines {
        /// Radius, m.
        radius: f64,
    },
}

/// A link as capsules.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionBody {
    /// The link; `None` is the base.
    pub link: Option<usize>,
    /// Its name.
    pub name: String,
    /// Capsules in its frame.
    pub capsules: Vec<Capsule>,
    /// What they were made from.
    pub source: CapsuleSource,
}

/// All links that have a body.
pub fn collision_bodies(robot: &Robot, solids: &Solids) -> Vec<CollisionBody> {
    let links: Vec<Option<usize>> =
        std::iter::once(None).chain((0..robot.links().len()).map(Some)).collect();
    let described = |link: &Option<usize>| {
        let link = link.map_or(robot.base(), |i| &robot.links()[i]);
        !(link.capsules.is_empty() && link.geometry.is_empty())
    };
    // Where some links have shapes, those without are only frames.
    let any = links.iter().any(described);
    let radius = RADIUS * longest_chain(robot);
    let body = |link: Option<usize>| {
        let stated = link.map_or(robot.base(), |i| &robot.links()[i]);
        let (capsules, source) = if !stated.capsules.is_empty() {
            (stated.capsules.clone(), CapsuleSource::Stated)
        } else if !solids.of(link).is_empty() {
            (solids.capsules(link), CapsuleSource::Shapes)
        } else if !any || described(&link) {
            (lines(robot, link, radius), CapsuleSource::Lines { radius })
        } else {
            (Vec::new(), CapsuleSource::Shapes)
        };
        CollisionBody { link, name: stated.name.clone(), capsules, source }
    };
    let bodies = links.into_iter().map(body);
    bodies.filter(|body| !body.capsules.is_empty()).collect()
}

/// Capsules from a link's frame to all that hangs on it.
fn lines(robot: &Robot, link: Option<usize>, radius: f64) -> Vec<Capsule> {
    let joints = robot.joints().iter().filter(|j| j.parent == link).map(|j| j.origin.translation);
    let tool: Option<&Frame> = Some(robot.tool()).filter(|t| t.link == link);
    let ends = joints.chain(tool.map(|t| t.pose.translation));
    let mut all: Vec<Capsule> = Vec::new();
    for to in ends.filter(|to| to.is_finite()) {
        let capsule = Capsule { from: Vec3::zero(), to, radius };
        if !all.contains(&capsule) {
            all.push(capsule);
        }
    }
    all
}

/// Length of the longest chain of joints from the base, the tool included.
fn longest_chain(robot: &Robot) -> f64 {
    let mut along: Vec<f64> = Vec::with_capacity(robot.joints().len());
    for joint in robot.joints() {
        let before = joint.parent.map_or(0.0, |p| along[p]);
        along.push(before + joint.origin.translation.norm());
    }
    let tool = robot.tool();
    let to_tool = tool.link.map_or(0.0, |i| along[i]) + tool.pose.translation.norm();
    along.into_iter().fold(to_tool, f64::max)
}
