//! Inertials of a link as a solid body in the shape of its meshes and primitives.

use crate::contract::SolidInertia;
use crate::failure::{Answer, Failure};
use armlab::mesh::MeshFolders;
use armlab::robot::describe::{FixedJoints, ReadOptions, read_urdf};
use armlab::robot::solids::Solids;
use armlab::spatial::Moments;
use std::path::Path;

/// Mass, centre and inertia of a link at a density, kg/m³. `visual` is the URDF with the
/// shapes, `meshes` the folder of their files.
pub fn solid(visual: &str, meshes: &Path, link: &str, density: f64) -> Answer<SolidInertia> {
    if !(density > 0.0 && density.is_finite()) {
        return Err(Failure::field("density", "it must be above zero", "2700 is aluminium"));
    }
    let text = base_names(visual);
    let found = read_urdf(&text, "visual.urdf", &ReadOptions::new(FixedJoints::Merge))?;
    let robot = found.robot.in_folder(meshes);
    let index = robot.links().iter().position(|l| l.name == link);
    let none = |why: &str, hint: &str| Failure::field("link", why, hint);
    let Some(index) = index else {
        let hint = "give its mass, centre and inertia, or make it a rod";
        return Err(none("the description has no shapes of this link", hint));
    };
    let solids = Solids::load(&robot, &MeshFolders::default());
    let Some(Moments { mass: volume, first, second }) = solids.body(Some(index)) else {
        let hint = "drop the meshes of the link on the page first";
        return Err(none("no shape of this link encloses a volume", hint));
    };
    let body = Moments {
        mass: density * volume,
        first: first.scale(density),
        second: second.scale(density),
    };
    let inertia = body.to_inertia();
    Ok(SolidInertia {
        volume,
        mass: inertia.mass,
        centre: inertia.center().unwrap_or_default().to_array(),
        inertia: inertia.tensor_at_center().to_array(),
    })
}

/// The text with files of meshes by their last names.
fn base_names(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("filename=\"") {
        let (address, tail) = after.split_once('"').unwrap_or((after, ""));
        let name = address.rsplit(['/', '\\']).next().unwrap_or_default();
        out.push_str(before);
        out.push_str("filename=\"");
        out.push_str(name);
        out.push('"');
        rest = tail;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: &str = "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><visual>\
        <origin xyz=\"0.1 0 0\"/><geometry><box size=\"0.2 0.1 0.05\"/></geometry></visual></link>\
        <joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"arm\"/>\
        <axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint></robot>";

    #[test]
    fn a_box_has_the_inertia_of_a_box() {
        let found = solid(BOX, Path::new("."), "arm", 1000.0).unwrap();
        assert!((found.mass - 1.0).abs() < 1e-12, "{found:?}");
        assert!((found.centre[0] - 0.1).abs() < 1e-12, "{found:?}");
        let exact = [0.01 + 0.0025, 0.04 + 0.0025, 0.04 + 0.01].map(|s| s / 12.0);
        for (at, exact) in [0, 2, 5].into_iter().zip(exact) {
            assert!((found.inertia[at] - exact).abs() < 1e-12, "{found:?}");
        }
        assert!(solid(BOX, Path::new("."), "base", 1000.0).is_err());
        assert!(solid(BOX, Path::new("."), "arm", -1.0).is_err());
    }

    #[test]
    fn meshes_are_known_by_their_last_names() {
        let text = "<mesh filename=\"package://a/b c/arm.stl\"/><mesh filename=\"x.stl\"/>";
        assert_eq!(base_names(text), "<mesh filename=\"arm.stl\"/><mesh filename=\"x.stl\"/>");
    }
}
