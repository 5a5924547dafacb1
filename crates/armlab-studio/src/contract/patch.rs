//! A change of the robot: `PATCH /projects/{id}/model`, a JSON merge patch.
//! What is absent stays; null makes a field blank.

use super::{CouplingEntry, FramePatch, LoopPatch, MoveJoint, NewJoint, Placement, RodPatch};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// Tells an absent field (`None`) from one that is null (`Some(None)`).
fn stated<'d, T: Deserialize<'d>, D: Deserializer<'d>>(
    d: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// Changes of a link; null makes a field blank, and its default is used.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LinkPatch {
    /// A new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rename: Option<String>,
    /// Inertials of a rod, instead of mass, centre and inertia.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rod: Option<RodPatch>,
    /// kg.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    pub mass: Option<Option<f64>>,
    /// Centre of mass, m.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "[number, number, number] | null"))]
    pub centre: Option<Option<[f64; 3]>>,
    /// Inertia about the centre: xx, xy, yy, xz, yz, zz, kg m².
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        test,
        ts(optional, type = "[number, number, number, number, number, number] | null")
    )]
    pub inertia: Option<Option<[f64; 6]>>,
}

/// A friction law with its values by name; those left out are the usual ones.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FrictionPatch {
    /// Name of the law.
    pub law: String,
    /// Its values.
    pub values: BTreeMap<String, f64>,
}

/// Changes of a joint; a limit that is null is none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JointPatch {
    /// A new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rename: Option<String>,
    /// `revolute`, `continuous` or `prismatic`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub kind: Option<String>,
    /// The link that it hangs on, or the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub parent: Option<String>,
    /// Axis in the link's frame, of any length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub axis: Option<[f64; 3]>,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub place: Option<Placement>,
    /// Whether a drive moves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub driven: Option<bool>,
    /// Smallest coordinate.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    pub lower: Option<Option<f64>>,
    /// Largest coordinate.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    pub upper: Option<Option<f64>>,
    /// Largest speed.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    pub velocity: Option<Option<f64>>,
    /// Largest acceleration.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    pub acceleration: Option<Option<f64>>,
    /// Largest effort.
    #[serde(default, deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number | null"))]
    pub effort: Option<Option<f64>>,
    /// Coordinate of the home pose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub home: Option<f64>,
    /// Inertia of the drive, kg m² or kg.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rotor_inertia: Option<f64>,
    /// Friction: all its laws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub friction: Option<Vec<FrictionPatch>>,
}

/// Changes of the robot.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ModelPatch {
    /// What undo will call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub label: Option<String>,
    /// Name of the project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub project_name: Option<String>,
    /// Name of the robot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub robot_name: Option<String>,
    /// A joint to be added, before everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub add_joint: Option<NewJoint>,
    /// A joint to be removed with its link; what hangs on the link stays in place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub remove_joint: Option<String>,
    /// A joint that changes places with its neighbour in the chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub move_joint: Option<MoveJoint>,
    /// The tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub tool: Option<FramePatch>,
    /// All loops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loops: Option<Vec<LoopPatch>>,
    /// All motors that turn with two joints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub couplings: Option<Vec<CouplingEntry>>,
    /// Gravity in the base, m/s².
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub gravity: Option<[f64; 3]>,
    /// Links by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<String, LinkPatch>>"))]
    pub links: BTreeMap<String, LinkPatch>,
    /// Joints by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<BTreeMap<String, JointPatch>>"))]
    pub joints: BTreeMap<String, JointPatch>,
}

impl ModelPatch {
    /// Whether it changes the robot, not only the project's name.
    pub fn changes_robot(&self) -> bool {
        self.gravity.is_some()
            || self.robot_name.is_some()
            || self.add_joint.is_some()
            || self.remove_joint.is_some()
            || self.move_joint.is_some()
            || self.tool.is_some()
            || self.loops.is_some()
            || self.couplings.is_some()
            || !self.links.is_empty()
            || !self.joints.is_empty()
    }
}
