//! Shapes and poses for the picture.

use super::Pose;
use serde::{Deserialize, Serialize};

/// A shape of a link.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shape {
    /// `box`, `cylinder` (along z), `sphere`, `capsule` (along z) or `mesh`.
    pub kind: String,
    /// Where its middle is in the link's frame; the origin of a mesh.
    pub pose: Pose,
    /// Box: x, y, z. Cylinder and capsule: radius, length (of a capsule without its
    /// ends). Sphere: radius. Mesh: scales.
    pub size: Vec<f64>,
    /// True if the description states it, false if it was made up from the joints.
    pub stated: bool,
    /// What it stands for: `body`, `joint`, `tool`, or `stand-in` for meshes until they are loaded.
    pub part: String,
    /// Red, green, blue, opacity, 0 to 1, where the description states a colour.
    pub colour: Option<[f64; 4]>,
    /// Mesh: name of the file.
    pub mesh: Option<String>,
    /// Mesh: where to get it; null if the file is missing.
    pub url: Option<String>,
}

/// The ellipsoid with the link's mass and inertia.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ellipsoid {
    /// Its middle (the centre of mass) and principal axes, in the link's frame.
    pub pose: Pose,
    /// Half axes, m.
    pub half_axes: [f64; 3],
}

/// What is drawn of a link.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkGeometry {
    /// Its name.
    pub link: String,
    /// Its shapes.
    pub shapes: Vec<Shape>,
    /// Centre of mass in its frame; null without mass.
    pub centre: Option<[f64; 3]>,
    /// Null where no body has this inertia.
    pub ellipsoid: Option<Ellipsoid>,
}

/// `GET /projects/{id}/geometry`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Geometry {
    /// The project's revision.
    pub revision: u32,
    /// Moving links, in the order of the model's.
    pub links: Vec<LinkGeometry>,
    /// The base.
    pub base: LinkGeometry,
    /// Mesh files that are named and not there.
    pub missing: Vec<String>,
    /// Size of the robot, m: how far things are from the base at most.
    pub reach: f64,
    /// The home pose.
    pub home: Poses,
}

/// `POST /projects/{id}/poses`: where everything is at each row of `q`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PosesRequest {
    /// Coordinates of the driven joints, a row per sample.
    pub q: Vec<Vec<f64>>,
    /// Speeds; with `qdd`, for reaction forces.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub qd: Option<Vec<Vec<f64>>>,
    /// Accelerations.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub qdd: Option<Vec<Vec<f64>>>,
}

/// Where everything is, sample by sample.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Poses {
    /// For each sample the poses of all links, seven numbers each, one after another.
    pub links: Vec<Vec<f64>>,
    /// For each sample the tool.
    pub tool: Vec<Pose>,
    /// For each sample all coordinates, passive ones included.
    pub q: Vec<Vec<f64>>,
    /// Where speeds and accelerations were given: for each sample and link the force
    /// (x, y, z) and torque that its joint bears, in base axes at the link's origin, six
    /// numbers each.
    pub reactions: Option<Vec<Vec<f64>>>,
    /// Where and why it ended early: the loops could not be closed.
    pub stopped: Option<Stopped>,
}

/// Where a sequence of poses ended early.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stopped {
    /// The row that could not be reached, from 0.
    pub sample: usize,
    /// Why.
    pub why: String,
}

/// `GET /projects/{id}/runs/{run}/poses`, and the same of a log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimedPoses {
    /// Times of the samples, s.
    pub t: Vec<f64>,
    /// The poses.
    pub poses: Poses,
}

/// `GET /projects/{id}/solid?link=…&density=…`: a link as a solid body in its shape.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolidInertia {
    /// m³.
    pub volume: f64,
    /// kg.
    pub mass: f64,
    /// Centre of mass in the link's frame, m.
    pub centre: [f64; 3],
    /// Inertia about the centre: xx, xy, yy, xz, yz, zz, kg m².
    pub inertia: [f64; 6],
}
