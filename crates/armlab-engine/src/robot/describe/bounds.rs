//! Whether every number of a robot could be read again once it is written:
//! inertias and merged places grow with products of what a file says.

use super::part::Part;
use crate::robot::{Frame, Link, Robot};
use crate::spatial::Transform;
use armlab_files::LARGEST_QUANTITY;

/// The largest magnitude among some numbers of a named part.
pub(super) struct Quantity<'r> {
    pub what: &'static str,
    pub part: Part,
    pub name: &'r str,
    size: f64,
}

/// The first quantity of a robot that is beyond what is read.
pub(super) fn beyond(robot: &Robot) -> Option<Quantity<'_>> {
    let links = robot.links().iter().chain([robot.base()]);
    let joints = robot.joints().iter().map(|joint| Quantity {
        what: "origin",
        part: Part::Joint,
        name: &joint.name,
        size: distance(&joint.origin),
    });
    let frame = |part, name, frame: &Frame| {
        let size = distance(&frame.pose);
        Quantity { what: "place", part, name, size }
    };
    let frames = robot.frames().iter().chain([robot.tool()]);
    let frames = frames.map(|f| frame(Part::LinkOrFrame, f.name.as_str(), f));
    let loops = robot.loops().iter().flat_map(|closed| {
        [&closed.first, &closed.second].map(|end| frame(Part::Loop, closed.name.as_str(), end))
    });
    let mut all = links.flat_map(of_link).chain(joints).chain(frames).chain(loops);
    all.find(|quantity| quantity.size > LARGEST_QUANTITY)
}

fn of_link(link: &Link) -> [Quantity<'_>; 2] {
    let inertia = largest(&link.inertia.unwrap_or_default().to_array());
    [("inertia", inertia), ("extent", link.extent.unwrap_or(0.0))].map(|(what, size)| Quantity {
        what,
        part: Part::LinkOrFrame,
        name: &link.name,
        size,
    })
}

fn distance(pose: &Transform<f64>) -> f64 {
    largest(&pose.translation.to_array())
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, x| largest.max(x.abs()))
}
