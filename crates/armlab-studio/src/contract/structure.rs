//! Changes of a robot's structure: joints that come and go, and where they stand.

use serde::{Deserialize, Serialize};

/// A row of a Denavit–Hartenberg table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DhEntry {
    /// `standard` or `modified`.
    pub convention: String,
    /// Distance along x, m.
    #[serde(default)]
    pub a: f64,
    /// Turn about x, rad.
    #[serde(default)]
    pub alpha: f64,
    /// Distance along z, m.
    #[serde(default)]
    pub d: f64,
    /// Turn about z, rad.
    #[serde(default)]
    pub theta: f64,
}

/// Where a joint stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum Placement {
    /// By the link's frame in the parent's, at coordinate zero.
    Frame {
        /// m.
        xyz: [f64; 3],
        /// Roll, pitch, yaw, rad.
        rpy: [f64; 3],
    },
    /// By a DH row; the joint moves along or about z.
    Dh {
        /// The row.
        row: DhEntry,
    },
    /// By both ends of its link, in the base frame at the home pose: the joint, and what hangs
    /// on the link (its joints, or the tool).
    Endpoints {
        /// Where the joint is, m.
        from: [f64; 3],
        /// Where the link ends, m.
        to: [f64; 3],
    },
}

/// A joint with its link, to be added.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewJoint {
    /// `revolute`, `continuous` or `prismatic`.
    pub kind: String,
    /// The link that it hangs on; that of the tool without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub parent: Option<String>,
    /// Its name; one that is free without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    /// Name of its link; one that is free without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub link: Option<String>,
    /// Where it stands; where its parent ends without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub place: Option<Placement>,
}

/// A joint that changes its place in the chain with its neighbour.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MoveJoint {
    /// The joint.
    pub name: String,
    /// True: towards the base; false: towards the tool.
    pub towards_base: bool,
}

/// A frame on a link.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FramePatch {
    /// Its link, or the base.
    pub link: String,
    /// m.
    pub xyz: [f64; 3],
    /// Roll, pitch, yaw, rad.
    #[serde(default)]
    pub rpy: [f64; 3],
}

/// A loop closure.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LoopPatch {
    /// Its name.
    pub name: String,
    /// The frame in whose axes directions are.
    pub first: FramePatch,
    /// The frame that is held to it.
    pub second: FramePatch,
    /// What is held: x, y, z, rx, ry, rz.
    pub directions: Vec<String>,
}

/// A solid round rod, from which a link's inertials are computed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RodPatch {
    /// One end in the link's frame, m.
    #[serde(default)]
    pub from: [f64; 3],
    /// The other; where the link ends without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub to: Option<[f64; 3]>,
    /// m.
    pub radius: f64,
    /// kg/m³; without it the mass stays as it is.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub density: Option<f64>,
}

/// A motor that turns with two joints.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CouplingEntry {
    /// The driven joints, by name.
    pub joints: [String; 2],
    /// Whether the motor sees the difference of their speeds, not the sum.
    pub opposed: bool,
    /// kg m².
    pub inertia: f64,
    /// N m s/rad.
    pub viscous: f64,
    /// N m.
    pub coulomb: f64,
    /// Speed over which Coulomb friction is rounded off, rad/s.
    pub width: f64,
}
