//! Where a body, a site or a geom stands, as MJCF writes it.

use crate::robot::describe::number::shortest;
use crate::robot::describe::xml::text::vector;
use crate::spatial::{Transform, Vec3};

/// `pos` and `quat`, as far as they are not the usual ones.
pub(super) fn placed(pose: &Transform<f64>) -> String {
    let mut text = String::new();
    if pose.translation != Vec3::zero() {
        text.push_str(&format!(" pos=\"{}\"", vector(pose.translation)));
    }
    let quaternion = pose.rotation.to_quaternion();
    if quaternion != [1.0, 0.0, 0.0, 0.0] {
        text.push_str(&format!(" quat=\"{}\"", quaternion.map(shortest).join(" ")));
    }
    text
}
