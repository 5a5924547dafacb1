//! Descriptions in formats that a project does not keep: they are rewritten as TOML, with
//! their shapes beside it.

use super::Loaded;
use crate::failure::{Answer, Failure};
use armlab::robot::describe::{Base, FixedJoints, ReadOptions, read_file, write_toml, write_urdf};
use armlab::robot::{Geometry, Link, Purpose, Robot, Shape};
use std::fmt::Write;
use std::path::Path;

/// A description as a project keeps it.
pub struct Rewritten {
    /// The robot as TOML.
    pub text: String,
    /// Its shapes, as URDF.
    pub visual: String,
    /// What the reader left out or assumed.
    pub notes: Vec<String>,
    /// How many joints move.
    pub dofs: usize,
}

/// Whether a description is in a format that is rewritten.
pub fn is_rewritten(ending: &str, text: &str) -> bool {
    let root = |tag: &str| text.contains(&format!("<{tag}"));
    match ending {
        "xacro" | "sdf" | "mjcf" => true,
        "xml" => root("mujoco") || root("sdf"),
        _ => false,
    }
}

/// Reads a description with the files that it includes.
pub fn rewritten(path: &Path) -> Answer<Rewritten> {
    let options = |base| ReadOptions { base, ..ReadOptions::new(FixedJoints::Keep) };
    let mut notes = Vec::new();
    let found = match read_file(path, &options(Base::AsStated)) {
        Ok(found) => found,
        Err(error) => match read_file(path, &options(Base::Fixed)) {
            Ok(found) => {
                notes.push("floating, planar and ball joints are welded where they stand".into());
                found
            }
            Err(_) => return Err(error.into()),
        },
    };
    notes.extend(found.notes.iter().map(ToString::to_string));
    let text = write_toml(&found.robot);
    let dofs = Loaded::read("robot.toml", &text)?.robot.dofs();
    if dofs == 0 {
        let hint = "choose the file that describes the whole robot";
        return Err(Failure::wrong("no joint of the description moves", hint));
    }
    Ok(Rewritten { text, visual: with_shapes(&found.robot), notes, dofs })
}

/// A robot as URDF with its shapes.
fn with_shapes(robot: &Robot) -> String {
    let mut text = write_urdf(robot);
    for link in std::iter::once(robot.base()).chain(robot.links()) {
        let shapes = shapes(link);
        if shapes.is_empty() {
            continue;
        }
        let name = link.name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        let (open, empty) = (format!("<link name=\"{name}\">"), format!("<link name=\"{name}\"/>"));
        text = if text.contains(&empty) {
            text.replacen(&empty, &format!("{open}{shapes}</link>"), 1)
        } else {
            text.replacen(&open, &format!("{open}{shapes}"), 1)
        };
    }
    text
}

/// What is drawn of a link, or else what collisions are computed with.
fn shapes(link: &Link) -> String {
    let drawn = link.geometry.iter().any(|g| g.purpose == Purpose::Visual);
    let shown = |g: &&Geometry| (g.purpose == Purpose::Visual) == drawn;
    let mut out = String::new();
    for geometry in link.geometry.iter().filter(shown) {
        let [x, y, z] = geometry.origin.translation.to_array();
        let [roll, pitch, yaw] = geometry.origin.rotation.to_rpy();
        let shape = match &geometry.shape {
            Shape::Box { size } => format!("<box size=\"{} {} {}\"/>", size.x, size.y, size.z),
            Shape::Sphere { radius } => format!("<sphere radius=\"{radius}\"/>"),
            Shape::Cylinder { radius, length } => {
                format!("<cylinder radius=\"{radius}\" length=\"{length}\"/>")
            }
            Shape::Capsule { radius, length } => {
                format!("<capsule radius=\"{radius}\" length=\"{length}\"/>")
            }
            Shape::Ellipsoid { radii } => {
                let [a, b, c] = radii.to_array();
                format!("<sphere radius=\"{}\"/>", (a * b * c).abs().cbrt())
            }
            Shape::Mesh { file, scale } => {
                let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
                if name.contains(['"', '<', '&']) {
                    continue;
                }
                let [a, b, c] = scale.to_array();
                format!("<mesh filename=\"{name}\" scale=\"{a} {b} {c}\"/>")
            }
        };
        let _ = write!(
            out,
            "<visual><origin xyz=\"{x} {y} {z}\" rpy=\"{roll} {pitch} {yaw}\"/>\
             <geometry>{shape}</geometry></visual>"
        );
    }
    out
}
