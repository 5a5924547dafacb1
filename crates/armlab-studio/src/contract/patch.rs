//! A change of the robot: `PATCH /projects/{id}/model`, a JSON merge patch.
//! What is absent stays; null makes a field blank.

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
