//! How large each link plausibly is.
//!
//! Known for sure only where the description states shapes. Otherwise a link
//! reaches at least to what hangs on it, and hardly farther than the whole arm.

use crate::robot::{JointKind, Robot};

/// A robot of this size would be a crane; the bound where nothing else is known.
const LARGEST_ARM: f64 = 20.0;
/// Smaller shapes stand for a frame or a marker, not for the link's body.
const SMALLEST_SHAPE: f64 = 0.02;

/// Where a size comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The link's stated shapes.
    Shape,
    /// The reach of the whole robot.
    Reach,
    /// Nothing but experience.
    Experience,
}

/// Plausible size of one link.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Radius about the link's origin that holds the link, in metres.
    pub radius: f64,
    /// Where it comes from.
    pub source: Source,
}

impl Size {
    /// What the radius is, in words that follow "larger than".
    pub fn words(&self) -> &'static str {
        match self.source {
            Source::Shape => "the link's stated shape",
            Source::Reach => "the reach of the whole robot",
            Source::Experience => "any manipulator",
        }
    }
}

/// Plausible sizes of all links.
pub struct Sizes {
    /// By link.
    pub links: Vec<Size>,
    /// No link can be larger than this: the reach of the whole robot.
    pub reach: f64,
}

impl Sizes {
    /// Sizes from shapes, joint positions, strokes, frames and the tool.
    pub fn new(robot: &Robot) -> Self {
        let own = own_sizes(robot);
        let reach = reach(robot, &own);
        let (fallback, source) = match reach {
            reach if reach > 0.0 => (reach, Source::Reach),
            _ => (LARGEST_ARM, Source::Experience),
        };
        let links = robot.links().iter().zip(&own).map(|(link, &own)| match link.extent {
            Some(extent) if extent > SMALLEST_SHAPE => {
                Size { radius: extent.max(own), source: Source::Shape }
            }
            _ => Size { radius: fallback, source },
        });
        Self { links: links.collect(), reach: fallback }
    }
}

/// Distance from each link's origin to the farthest thing known to be on it.
fn own_sizes(robot: &Robot) -> Vec<f64> {
    let mut own = vec![0.0_f64; robot.links().len()];
    for (i, joint) in robot.joints().iter().enumerate() {
        let stroke = stroke(robot, i);
        // A link that slides is at least as long as its stroke, and so is its guide.
        own[i] = own[i].max(stroke);
        if let Some(p) = joint.parent {
            own[p] = own[p].max(joint.origin.translation.norm() + stroke);
        }
    }
    for frame in robot.frames().iter().chain([robot.tool()]) {
        if let Some(i) = frame.link {
            own[i] = own[i].max(frame.pose.translation.norm());
        }
    }
    own
}

/// Farthest that a sliding joint goes from its zero; zero for others.
fn stroke(robot: &Robot, joint: usize) -> f64 {
    let joint = &robot.joints()[joint];
    if joint.kind != JointKind::Prismatic {
        return 0.0;
    }
    let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
    finite(joint.limits.lower).max(finite(joint.limits.upper))
}

/// Length of the longest stretched chain from its first joint. Where the first
/// joint stands in the base says nothing on the arm, so it counts only if
/// nothing else does; the last resort is twice the farthest centre of mass.
fn reach(robot: &Robot, own: &[f64]) -> f64 {
    let mut along = vec![0.0_f64; own.len()];
    let mut farthest = 0.0_f64;
    for (i, joint) in robot.joints().iter().enumerate() {
        if let Some(p) = joint.parent {
            along[i] = along[p] + joint.origin.translation.norm();
        }
        along[i] += stroke(robot, i);
        let extent = robot.links()[i].extent.unwrap_or(0.0);
        farthest = farthest.max(along[i] + own[i].max(extent));
    }
    if farthest > 0.0 {
        return farthest;
    }
    let pedestal = robot.joints().iter().map(|j| j.origin.translation.norm());
    let farthest = pedestal.fold(0.0, f64::max);
    if farthest > 0.0 {
        return farthest;
    }
    let centers = robot.links().iter().filter_map(|l| l.inertia?.center());
    2.0 * centers.map(|c| c.norm()).filter(|r| *r < LARGEST_ARM).fold(0.0, f64::max)
}
