//! Links of a TOML file: the ten parameters in whichever form they are known.

use super::fields::Fields;
use crate::robot::{Capsule, Link};
use crate::spatial::{Inertia, Sym3, Transform, Vec3};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

/// Which frame a link's inertial values are given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InertiaFrame {
    /// The link's own frame, at its joint.
    Joint,
    /// The frame of the link's DH row.
    Dh,
}

pub const INERTIA_FRAMES: [(&str, InertiaFrame); 2] =
    [("joint", InertiaFrame::Joint), ("dh", InertiaFrame::Dh)];

pub const KEYS: [&str; 9] = [
    "name",
    "mass",
    "center",
    "first_moment",
    "inertia",
    "inertia_at_origin",
    "inertia_frame",
    "extent",
    "capsules",
];

const CAPSULE_KEYS: [&str; 3] = ["from", "to", "radius"];

const TENSOR_KEYS: [&str; 6] = ["xx", "xy", "yy", "xz", "yz", "zz"];

/// Reads a link; `rest` is its DH row's frame in its own.
pub fn link(
    section: &TomlTable,
    name: String,
    usual: InertiaFrame,
    rest: &Transform<f64>,
) -> Result<Link, FileError> {
    let frame = section.word("inertia_frame", &INERTIA_FRAMES)?.unwrap_or(usual);
    let inertia = inertia(section)?.map(|inertia| match frame {
        InertiaFrame::Joint => inertia,
        InertiaFrame::Dh => inertia.to_parent(rest),
    });
    let (extent, capsules) = (section.number("extent")?, capsules(section)?);
    Ok(Link { inertia, extent, capsules, ..Link::massless(name) })
}

fn capsules(section: &TomlTable) -> Result<Vec<Capsule>, FileError> {
    let mut all = Vec::new();
    for one in section.parts("capsules")? {
        let one = one.titled("the capsule");
        one.only(&CAPSULE_KEYS)?;
        let end = |key: &str| {
            let missing = || {
                let message = format!("a capsule needs `{key}`");
                one.error(
                    key,
                    message,
                    "write { from = [0, 0, 0], to = [0, 0, 0.3], radius = 0.05 }",
                )
            };
            one.vec3(key)?.ok_or_else(missing)
        };
        let (from, to) = (end("from")?, end("to")?);
        let radius = one.required_number("radius")?;
        if !(radius >= 0.0) {
            let message = format!("a capsule's radius cannot be {radius}");
            return Err(one.error("radius", message, "give metres, zero or more"));
        }
        all.push(Capsule { from, to, radius });
    }
    Ok(all)
}

fn inertia(section: &TomlTable) -> Result<Option<Inertia<f64>>, FileError> {
    let about_mass = ["center", "first_moment", "inertia", "inertia_at_origin"];
    if !section.has("mass") && !about_mass.iter().any(|key| section.has(key)) {
        return Ok(None);
    }
    section.exclusive("center", "first_moment")?;
    section.exclusive("inertia", "inertia_at_origin")?;
    let mass = section.required_number("mass")?;
    let first = match (section.vec3("first_moment")?, section.vec3("center")?) {
        (Some(first), _) => first,
        (None, Some(center)) => center.scale(mass),
        (None, None) => Vec3::zero(),
    };
    if let Some(tensor) = tensor(section, "inertia_at_origin")? {
        return Ok(Some(Inertia { mass, first, tensor }));
    }
    let about_center = tensor(section, "inertia")?.unwrap_or(Sym3::zero());
    let center = match section.vec3("center")? {
        Some(center) => center,
        None => centre_of(section, mass, first)?,
    };
    let moved = Inertia::from_center(mass, center, about_center);
    Ok(Some(Inertia { first, ..moved }))
}

fn centre_of(section: &TomlTable, mass: f64, first: Vec3<f64>) -> Result<Vec3<f64>, FileError> {
    let body = Inertia { mass, first, tensor: Sym3::zero() };
    if first == Vec3::zero() {
        return Ok(first);
    }
    body.center().filter(|c| c.is_finite()).ok_or_else(|| {
        let message = "without mass, a first moment has no centre of mass";
        let hint = "give `inertia_at_origin` instead of `inertia`, or a mass";
        section.error("first_moment", message, hint)
    })
}

fn tensor(section: &TomlTable, key: &str) -> Result<Option<Sym3<f64>>, FileError> {
    let title = format!("`{key}`");
    let Some(tensor) = section.section(key, title, &TENSOR_KEYS)? else { return Ok(None) };
    let off_diagonal = |key| -> Result<f64, FileError> { Ok(tensor.number(key)?.unwrap_or(0.0)) };
    Ok(Some(Sym3 {
        xx: tensor.required_number("xx")?,
        xy: off_diagonal("xy")?,
        yy: tensor.required_number("yy")?,
        xz: off_diagonal("xz")?,
        yz: off_diagonal("yz")?,
        zz: tensor.required_number("zz")?,
    }))
}
