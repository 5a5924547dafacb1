//! Numbers and words in elements of SDF.

use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::{Mat3, Transform, Vec3};
use armlab_files::{FileError, parse_limit, parse_quantity};

/// Limits from this on are none.
const UNLIMITED: f64 = 1e16;

/// The text of a child element.
pub(super) fn text(element: &Element, tag: &str) -> Option<String> {
    element.first(tag).map(|e| e.text().trim().to_string()).filter(|t| !t.is_empty())
}

/// A number without quotation marks left behind it, which SDFormat's own reader passes over.
fn unquoted(text: &str) -> &str {
    text.trim_end_matches(['"', '\''])
}

fn numbers(sources: &Sources, element: &Element) -> Result<Vec<f64>, FileError> {
    let text = element.text();
    let parsed: Result<Vec<f64>, String> =
        text.split_whitespace().map(|t| parse_quantity(unquoted(t))).collect();
    parsed.map_err(|why| {
        let message = format!("<{}>: {why}", element.tag);
        sources.error(element.at, message, "write numbers, separated by spaces")
    })
}

/// One number in a child element.
pub(super) fn number(
    sources: &Sources,
    element: &Element,
    tag: &str,
) -> Result<Option<f64>, FileError> {
    let Some(child) = element.first(tag) else { return Ok(None) };
    match numbers(sources, child)?[..] {
        [x] => Ok(Some(x)),
        ref all => {
            let message = format!("<{tag}> has {} numbers instead of one", all.len());
            Err(sources.error(child.at, message, "write one number in SI units"))
        }
    }
}

/// A limit in a child element; infinite where it is none.
pub(super) fn limit(
    sources: &Sources,
    element: &Element,
    tag: &str,
) -> Result<Option<f64>, FileError> {
    let Some(child) = element.first(tag) else { return Ok(None) };
    let value = parse_limit(unquoted(child.text().trim())).map_err(|why| {
        sources.error(child.at, format!("<{tag}>: {why}"), "write one number in SI units")
    })?;
    let large = value.abs() >= UNLIMITED;
    Ok(Some(if large { f64::INFINITY.copysign(value) } else { value }))
}

/// Three numbers of an element.
pub(super) fn vector(sources: &Sources, element: &Element) -> Result<Vec3<f64>, FileError> {
    match numbers(sources, element)?[..] {
        [x, y, z] => Ok(Vec3::from([x, y, z])),
        ref all => {
            let message = format!("<{}> has {} numbers instead of 3", element.tag, all.len());
            Err(sources.error(element.at, message, "write three numbers"))
        }
    }
}

/// The pose that a `<pose>` states: `x y z roll pitch yaw`, in degrees or as a quaternion where
/// it says so.
pub(super) fn pose(sources: &Sources, element: &Element) -> Result<Transform<f64>, FileError> {
    let all = numbers(sources, element)?;
    let degrees = element.attribute("degrees") == Some("true");
    let quaternion = element.attribute("rotation_format") == Some("quat_xyzw");
    let angle = |x: f64| if degrees { x.to_radians() } else { x };
    match all[..] {
        [] => Ok(Transform::identity()),
        [x, y, z, r, p, w] if !quaternion => {
            Ok(Transform::from_xyz_rpy([x, y, z], [angle(r), angle(p), angle(w)]))
        }
        [x, y, z, qx, qy, qz, qw] if quaternion => Ok(Transform {
            rotation: Mat3::from_quaternion([qw, qx, qy, qz]),
            translation: [x, y, z].into(),
        }),
        ref all => {
            let message = format!("<pose> has {} numbers", all.len());
            Err(sources.error(element.at, message, "write x y z roll pitch yaw"))
        }
    }
}
