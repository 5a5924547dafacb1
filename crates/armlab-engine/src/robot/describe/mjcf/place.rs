//! Positions and orientations, in all the ways MJCF has for them.

use super::compiler::Compiler;
use super::values::Values;
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::{Mat3, Transform, Vec3, vec3};
use armlab_files::FileError;

/// The place that `pos` and an orientation state.
pub(super) fn pose(
    sources: &Sources,
    compiler: &Compiler,
    values: &Values,
) -> Result<Transform<f64>, FileError> {
    let translation = values.vector(sources, "pos")?.map_or(Vec3::zero(), Vec3::from);
    Ok(Transform { rotation: rotation(sources, compiler, values)?, translation })
}

fn rotation(
    sources: &Sources,
    compiler: &Compiler,
    values: &Values,
) -> Result<Mat3<f64>, FileError> {
    let unit = |v: [f64; 3], name: &str| {
        let v = Vec3::from(v);
        let length = v.norm();
        if length > 0.0 {
            return Ok(v.scale(1.0 / length));
        }
        let message = format!("`{name}` of <{}> has a direction of length zero", values.tag);
        Err(sources.error(values.at, message, "give a direction such as 0 0 1"))
    };
    if let Some([x, y, z, angle]) = values.vector(sources, "axisangle")? {
        let axis = unit([x, y, z], "axisangle")?;
        return Ok(Mat3::rotation(axis, compiler.angle(angle)));
    }
    if let Some([a, b, c, d, e, f]) = values.vector(sources, "xyaxes")? {
        let x = unit([a, b, c], "xyaxes")?;
        let y = vec3(d, e, f);
        let y = unit((y - x.scale(x.dot(y))).to_array(), "xyaxes")?;
        return Ok(Mat3 { c: [x, y, x.cross(y)] });
    }
    if let Some(z) = values.vector(sources, "zaxis")? {
        return Ok(from_z(unit(z, "zaxis")?));
    }
    if let Some(angles) = values.vector::<3>(sources, "euler")? {
        return Ok(euler(compiler, angles));
    }
    Ok(values.vector(sources, "quat")?.map_or(Mat3::identity(), Mat3::from_quaternion))
}

/// The shortest rotation that brings z to a direction; half a turn about x for −z.
pub(super) fn from_z(z: Vec3<f64>) -> Mat3<f64> {
    let axis = vec3(-z.y, z.x, 0.0);
    let sine = axis.norm();
    let angle = sine.atan2(z.z);
    let axis = if sine < 1e-10 { vec3(1.0, 0.0, 0.0) } else { axis.scale(1.0 / sine) };
    Mat3::rotation(axis, angle)
}

/// Euler angles in the order and about the axes that the model chooses.
pub(super) fn euler(compiler: &Compiler, angles: [f64; 3]) -> Mat3<f64> {
    let mut total = Mat3::identity();
    for (letter, angle) in compiler.euler.iter().zip(angles) {
        let axis = match letter.to_ascii_lowercase() {
            'x' => vec3(1.0, 0.0, 0.0),
            'y' => vec3(0.0, 1.0, 0.0),
            _ => vec3(0.0, 0.0, 1.0),
        };
        let turn = Mat3::rotation(axis, compiler.angle(angle));
        total =
            if letter.is_ascii_lowercase() { total.compose(&turn) } else { turn.compose(&total) };
    }
    total
}
