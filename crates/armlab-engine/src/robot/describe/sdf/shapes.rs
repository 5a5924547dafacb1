//! `<visual>` and `<collision>` of SDF.

use super::values;
use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::{Geometry, Purpose, Shape};
use crate::spatial::{Transform, Vec3};
use armlab_files::FileError;

/// Shapes of a link. Those that make no sense are noted and left out.
pub(super) fn read(
    sources: &Sources,
    link: &Element,
    notes: &mut Vec<(usize, String)>,
) -> Vec<Geometry> {
    let mut all = Vec::new();
    for element in link.elements() {
        let purpose = match element.tag.as_str() {
            "visual" => Purpose::Visual,
            "collision" => Purpose::Collision,
            _ => continue,
        };
        match shape(sources, element) {
            Ok(Some((origin, shape))) => all.push(Geometry { purpose, origin, shape }),
            Ok(None) => {}
            Err(problem) => {
                let message = format!("shape of <{}> is ignored: {}", element.tag, problem.message);
                notes.push((element.at, message));
            }
        }
    }
    all
}

fn shape(
    sources: &Sources,
    element: &Element,
) -> Result<Option<(Transform<f64>, Shape)>, FileError> {
    let pose =
        element.first("pose").map_or(Ok(Transform::identity()), |p| values::pose(sources, p))?;
    let Some(geometry) = element.first("geometry") else { return Ok(None) };
    let number =
        |e: &Element, tag| Ok::<f64, FileError>(values::number(sources, e, tag)?.unwrap_or(1.0));
    for e in geometry.elements() {
        let vector = |tag: &str, usual: f64| match e.first(tag) {
            Some(child) => values::vector(sources, child),
            None => Ok(Vec3::from([usual; 3])),
        };
        let shape = match e.tag.as_str() {
            "box" => Shape::Box { size: vector("size", 1.0)? },
            "sphere" => Shape::Sphere { radius: number(e, "radius")? },
            "cylinder" => {
                Shape::Cylinder { radius: number(e, "radius")?, length: number(e, "length")? }
            }
            "capsule" => {
                Shape::Capsule { radius: number(e, "radius")?, length: number(e, "length")? }
            }
            "ellipsoid" => Shape::Ellipsoid { radii: vector("radii", 1.0)? },
            "mesh" => Shape::Mesh {
                file: values::text(e, "uri").unwrap_or_default(),
                scale: vector("scale", 1.0)?,
            },
            _ => continue,
        };
        return Ok(Some((pose, shape)));
    }
    Ok(None)
}
