//! The robot of a project, with every number that can be edited.

use super::{CouplingEntry, DhEntry, Pose};
use serde::{Deserialize, Serialize};

/// A number or some of them, and whether anybody stated them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Field<T> {
    /// The value that is used.
    pub value: T,
    /// True when it is not stated: the field is blank and this is its default.
    pub is_default: bool,
}

/// A link and its inertial parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkView {
    /// Its name.
    pub name: String,
    /// kg.
    pub mass: Field<f64>,
    /// Centre of mass in the link's frame, m.
    pub centre: Field<[f64; 3]>,
    /// Inertia about the centre of mass in the link's axes, kg m²:
    /// xx, xy, yy, xz, yz, zz.
    pub inertia: Field<[f64; 6]>,
    /// What blank fields would hold.
    pub defaults: LinkDefaults,
    /// Radii of gyration about the principal axes, m; empty without mass.
    pub gyration: Vec<f64>,
    /// The nearest inertia about the centre that a body can have; null if there is none.
    pub nearest_inertia: Option<[f64; 6]>,
}

/// What a link's blank fields hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkDefaults {
    /// kg.
    pub mass: f64,
    /// m.
    pub centre: [f64; 3],
    /// kg m², about the centre.
    pub inertia: [f64; 6],
    /// Where they come from.
    pub why: String,
}

/// Limits of a joint in SI units; null where there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LimitsView {
    /// Smallest coordinate.
    pub lower: Option<f64>,
    /// Largest coordinate.
    pub upper: Option<f64>,
    /// Largest speed.
    pub velocity: Option<f64>,
    /// Largest acceleration.
    pub acceleration: Option<f64>,
    /// Largest effort.
    pub effort: Option<f64>,
}

/// A parameter of a joint's friction.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FrictionValue {
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: String,
    /// Its unit.
    pub unit: String,
    /// Its value.
    pub value: f64,
}

/// One law of a joint's friction, which is the sum of all.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FrictionView {
    /// Name of the law.
    pub law: String,
    /// Its values.
    pub values: Vec<FrictionValue>,
}

/// A joint; it carries the link of the same index.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JointView {
    /// Its name.
    pub name: String,
    /// `revolute`, `continuous`, `prismatic` or `fixed`.
    pub kind: String,
    /// Index of the link it hangs on; null is the base.
    pub parent: Option<usize>,
    /// The link's frame in the parent's at coordinate zero.
    pub origin: Pose,
    /// Roll, pitch, yaw of that, rad.
    pub rpy: [f64; 3],
    /// The DH row that it stands by; null if it stands by a frame.
    pub dh: Option<DhEntry>,
    /// Where the joint is in the base frame at the home pose, m.
    pub from: [f64; 3],
    /// Where its link ends in the base frame at the home pose, m.
    pub to: [f64; 3],
    /// Unit axis in the link's frame.
    pub axis: [f64; 3],
    /// Limits.
    pub limits: LimitsView,
    /// Coordinate of the home pose.
    pub home: f64,
    /// True if a drive moves it.
    pub driven: bool,
    /// Index in the coordinates of all moving joints; null if it is fixed.
    pub coordinate: Option<usize>,
    /// Inertia of the drive at the joint's side, kg m² or kg.
    pub rotor_inertia: f64,
    /// Friction.
    pub friction: Vec<FrictionView>,
    /// `rad` or `m`.
    pub position_unit: String,
    /// `N m` or `N`.
    pub effort_unit: String,
}

/// A named frame.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FrameView {
    /// Its name.
    pub name: String,
    /// Index of the link it is fixed to; null is the base.
    pub link: Option<usize>,
    /// Where it is in the link.
    pub pose: Pose,
    /// Roll, pitch, yaw of that, rad.
    pub rpy: [f64; 3],
}

/// Two frames held together.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoopView {
    /// Its name.
    pub name: String,
    /// One frame.
    pub first: FrameView,
    /// The other.
    pub second: FrameView,
    /// What is held: x, y, z, rx, ry, rz.
    pub directions: Vec<String>,
    /// How far the two frames are apart at the home coordinates, before the loops are closed, m.
    pub gap: f64,
}

/// Something that a check found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FindingView {
    /// `info`, `warning` or `error`.
    pub severity: String,
    /// The link, joint, column or file it is about.
    pub subject: String,
    /// Identifier of the kind, for programs.
    pub code: String,
    /// What was found.
    pub message: String,
    /// Why it is wrong.
    pub why: String,
    /// What would be right.
    pub fix: String,
}

/// The robot: `GET /projects/{id}/model`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Model {
    /// The project's revision.
    pub revision: u32,
    /// Its name.
    pub name: String,
    /// One sentence on it.
    pub summary: Option<String>,
    /// Gravity in the base, m/s².
    pub gravity: [f64; 3],
    /// Name of the link that does not move.
    pub base: String,
    /// Links, parents first.
    pub links: Vec<LinkView>,
    /// Joints; joint i carries link i.
    pub joints: Vec<JointView>,
    /// Indexes of the driven joints: the order of `q` in requests, logs and series.
    pub driven: Vec<usize>,
    /// Home coordinates of the driven joints, loops closed.
    pub home: Vec<f64>,
    /// The frame that tasks are stated in.
    pub tool: FrameView,
    /// Other named frames.
    pub frames: Vec<FrameView>,
    /// Loops of a parallel machine.
    pub loops: Vec<LoopView>,
    /// Motors that turn with two joints.
    pub couplings: Vec<CouplingEntry>,
    /// What the doctor says.
    pub findings: Vec<FindingView>,
    /// What the reader left out or assumed.
    pub notes: Vec<String>,
    /// Why the machine cannot be moved, if it cannot.
    pub stuck: Option<String>,
}
