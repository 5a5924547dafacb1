//! Mass and inertia of geoms.

use super::compiler::Compiler;
use super::place;
use super::values::Values;
use crate::robot::describe::solids::UnitBody;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::{Purpose, Shape};
use crate::spatial::{Inertia, Transform, Vec3};
use armlab_files::FileError;

/// Density of a geom that states none, kg/m³.
const WATER: f64 = 1000.0;
/// Volumes below this are no volumes for MuJoCo.
const SMALLEST: f64 = 1e-15;

/// A geom that takes up space.
pub(super) struct Geom {
    pub shape: Shape,
    /// In the frame in which the geom stands.
    pub pose: Transform<f64>,
    /// The mesh it is made of, by its name; the shape's file is then empty.
    pub mesh: Option<String>,
}

/// Reads a geom; none for planes, height fields and the like.
pub(super) fn read(
    sources: &Sources,
    compiler: &Compiler,
    values: &Values,
) -> Result<Option<Geom>, FileError> {
    let kind = values.get("type").unwrap_or("sphere");
    if !matches!(kind, "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh") {
        return Ok(None);
    }
    let mut pose = place::pose(sources, compiler, values)?;
    // A simple shape fitted to a mesh is taken as the mesh.
    if kind == "mesh" || values.name("mesh").is_some() {
        let mesh = Some(values.name("mesh").unwrap_or_default().to_string());
        let shape = Shape::Mesh { file: String::new(), scale: Vec3::from([1.0; 3]) };
        return Ok(Some(Geom { shape, pose, mesh }));
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
    let double = |i: usize| -> Result<f64, FileError> { Ok(2.0 * at(i)?) };
    let shape = match kind {
        "sphere" => Shape::Sphere { radius: at(0)? },
        "capsule" => Shape::Capsule { radius: at(0)?, length: double(1)? },
        "cylinder" => Shape::Cylinder { radius: at(0)?, length: double(1)? },
        "ellipsoid" => Shape::Ellipsoid { radii: Vec3::from([at(0)?, at(1)?, at(2)?]) },
        _ => Shape::Box { size: Vec3::from([double(0)?, double(1)?, double(2)?]) },
    };
    Ok(Some(Geom { shape, pose, mesh: None }))
}

/// Inertia of a geom about the frame in which it stands, from its mass or density; none
/// where it has none.
pub(super) fn inertia(
    sources: &Sources,
    values: &Values,
    unit: &UnitBody,
    pose: &Transform<f64>,
) -> Result<Option<Inertia<f64>>, FileError> {
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

/// Whether a geom is drawn only.
pub(super) fn purpose(sources: &Sources, values: &Values) -> Result<Purpose, FileError> {
    let off = |name| Ok(values.number(sources, name)? == Some(0.0));
    let drawn = off("contype")? && off("conaffinity")?;
    Ok(if drawn { Purpose::Visual } else { Purpose::Collision })
}
