//! Mass and inertia of geoms.

use super::compiler::Compiler;
use super::place;
use super::values::Values;
use crate::robot::describe::solids::{Solid, mass_properties};
use crate::robot::describe::xml::sources::Sources;
use crate::spatial::{Inertia, Transform, Vec3};
use armlab_files::FileError;

/// Density of a geom that states none, kg/m³.
const WATER: f64 = 1000.0;
/// Volumes below this are no volumes for MuJoCo.
const SMALLEST: f64 = 1e-15;

/// A shape of a body.
pub(super) enum Shape {
    /// A body whose volume is known.
    Solid(Solid, Transform<f64>),
    /// A mesh, by its name.
    Mesh(String, Transform<f64>),
    /// A plane, a height field or something else without mass.
    Massless,
}

/// The shape of a geom.
pub(super) fn shape(
    sources: &Sources,
    compiler: &Compiler,
    values: &Values,
) -> Result<Shape, FileError> {
    let kind = values.get("type").unwrap_or("sphere");
    if !matches!(kind, "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh") {
        return Ok(Shape::Massless);
    }
    let mut pose = place::pose(sources, compiler, values)?;
    if let ("mesh", Some(mesh)) = (kind, values.name("mesh")) {
        return Ok(Shape::Mesh(mesh.to_string(), pose));
    }
    if kind == "mesh" || values.name("mesh").is_some() {
        // A simple shape fitted to a mesh is as unknown as the mesh.
        let name = values.name("mesh").unwrap_or_default();
        return Ok(Shape::Mesh(name.to_string(), pose));
    }
    let mut size = values.numbers(sources, "size")?.unwrap_or_default();
    if let Some([a, b, c, d, e, f]) = values.vector(sources, "fromto")?
        && kind != "sphere"
    {
        let (from, to) = (Vec3::from([a, b, c]), Vec3::from([d, e, f]));
        let along = from - to;
        let length = along.norm();
        if !(length > 0.0) {
            let message = format!("`fromto` of <{}> has no length", values.tag);
            return Err(sources.error(values.at, message, "give two different points"));
        }
        pose.translation = (from + to).scale(0.5);
        pose.rotation = place::from_z(along.scale(1.0 / length));
        // The radius is stated, half the length follows from the points.
        let radius = size.first().copied().unwrap_or(0.0);
        size = match kind {
            "box" | "ellipsoid" => vec![radius, radius, 0.5 * length],
            _ => vec![radius, 0.5 * length],
        };
    }
    let at = |i: usize| {
        size.get(i).copied().filter(|s| *s > 0.0).ok_or_else(|| {
            let message = format!("`size` of a {kind} has {} numbers above zero", i);
            sources.error(values.at, message, "a sphere has one, a capsule two, a box three")
        })
    };
    let solid = match kind {
        "sphere" => Solid::Sphere { radius: at(0)? },
        "capsule" => Solid::Capsule { radius: at(0)?, length: 2.0 * at(1)? },
        "cylinder" => Solid::Cylinder { radius: at(0)?, length: 2.0 * at(1)? },
        "ellipsoid" => Solid::Ellipsoid { radii: [at(0)?, at(1)?, at(2)?] },
        _ => Solid::Box { sides: [2.0 * at(0)?, 2.0 * at(1)?, 2.0 * at(2)?] },
    };
    Ok(Shape::Solid(solid, pose))
}

/// Inertia of a geom about the body's frame, from its mass or density; none without either.
pub(super) fn inertia(
    sources: &Sources,
    values: &Values,
    solid: &Solid,
    pose: &Transform<f64>,
) -> Result<Option<Inertia<f64>>, FileError> {
    let shell = values.flag("shellinertia") == Some(true);
    let unit = mass_properties(solid, shell);
    let mass = match values.number(sources, "mass")? {
        Some(mass) => mass,
        None => values.number(sources, "density")?.unwrap_or(WATER) * unit.size,
    };
    if mass == 0.0 || unit.size < SMALLEST && !values.has("mass") {
        return Ok(None);
    }
    let tensor = unit.tensor.scale(mass);
    Ok(Some(Inertia::from_center(mass, unit.center, tensor).to_parent(pose)))
}
