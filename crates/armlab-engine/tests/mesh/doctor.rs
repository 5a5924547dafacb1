//! What the doctor says of a link whose mass or inertia does not fit its mesh.

use super::written::{binary_stl, brick};
use armlab_engine::mesh::{Mesh, MeshFolders};
use armlab_engine::robot::describe::{FixedJoints, ReadOptions, read_urdf};
use armlab_engine::robot::doctor::{Finding, Severity, examine_with_shapes};
use armlab_engine::robot::solids::Solids;
use armlab_engine::spatial::{Inertia, vec3};
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, mesh: &Mesh) -> Self {
        let path =
            std::env::temp_dir().join(format!("armlab-doctor-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("meshes")).unwrap();
        std::fs::write(path.join("meshes/brick.stl"), binary_stl(mesh)).unwrap();
        std::fs::write(path.join("meshes/broken.stl"), "version https://git-lfs.github.com")
            .unwrap();
        Self(path)
    }
    /// Findings on two links that both have the mesh and this inertial.
    fn findings(&self, inertia: Inertia<f64>, mesh: &str) -> Vec<Finding> {
        let c = inertia.center().unwrap();
        let t = inertia.tensor_at_center();
        let link = |name: &str| {
            format!(
                "<link name=\"{name}\"><inertial><origin xyz=\"{} {} {}\"/><mass value=\"{}\"/>\
                 <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/></inertial>\
                 <visual><geometry><mesh filename=\"{mesh}\"/></geometry></visual></link>",
                c.x, c.y, c.z, inertia.mass, t.xx, t.xy, t.xz, t.yy, t.yz, t.zz
            )
        };
        let text = format!(
            "<robot name=\"r\"><link name=\"base\"/>{}{}\
             <joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"a\"/></joint>\
             <joint name=\"k\" type=\"continuous\"><origin xyz=\"0 0 1\"/><parent link=\"a\"/>\
             <child link=\"b\"/></joint></robot>",
            link("a"),
            link("b")
        );
        let options = ReadOptions { fixed_joints: FixedJoints::Keep, ..ReadOptions::default() };
        let robot = read_urdf(&text, "r.urdf", &options).unwrap().robot.in_folder(&self.0);
        let solids = Solids::load(&robot, &MeshFolders::default());
        let mut all = examine_with_shapes(&robot, &solids);
        all.retain(|f| f.code != "inertial-copied");
        all
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The brick of a density.
fn solid(density: f64) -> Inertia<f64> {
    let m = brick().enclosed().unwrap();
    let numbers = m.to_inertia().to_array().map(|x| density * x);
    Inertia::from_array(numbers)
}

/// The brick with other moments about its centre.
fn turned_to(mass: f64, factor: f64) -> Inertia<f64> {
    let own = solid(mass / 0.125);
    Inertia::from_center(mass, own.center().unwrap(), own.tensor_at_center().scale(factor))
}

const MESH: &str = "meshes/brick.stl";

#[track_caller]
fn one(findings: &[Finding], code: &str) -> Finding {
    let [finding] = findings else { panic!("{findings:#?}") };
    assert_eq!(finding.code, code, "{finding:#?}");
    // Both links have the same fault: told once, with both names.
    assert_eq!(finding.subject, "a");
    assert!(finding.message.contains("`b`"), "{}", finding.message);
    finding.clone()
}

#[test]
fn a_link_that_fits_its_mesh_has_no_findings() {
    let folder = Folder::new("good", &brick());
    // From a shell to a core, and with the whole mass of aluminium or of plastic.
    for factor in [0.5, 1.0, 1.5] {
        for mass in [0.125 * 300.0, 0.125 * 2700.0] {
            assert_eq!(folder.findings(turned_to(mass, factor), MESH), []);
        }
    }
}

#[test]
fn moments_that_the_mesh_has_no_room_for_are_found() {
    let folder = Folder::new("beyond", &brick());
    // All mass at the ends of a box gives three times the evenly filled one.
    assert_eq!(folder.findings(turned_to(100.0, 2.9), MESH), []);
    let finding = one(&folder.findings(turned_to(100.0, 4.0), MESH), "inertia-beyond-shape");
    assert!(finding.message.contains("is 4 times"), "{}", finding.message);
    // What the robot as a whole has no room for is said already.
    let far = folder.findings(turned_to(100.0, 1e4), MESH);
    assert!(far.iter().all(|f| f.code == "radius-of-gyration"), "{far:#?}");
    let even = one(&folder.findings(turned_to(10.0, 0.05), MESH), "inertia-below-shape");
    // A box of 0.5 × 0.25 × 1 m and 10 kg.
    let moment = |a: f64, b: f64| 10.0 * (a * a + b * b) / 12.0;
    let words = format!(
        "xx {:.4}, yy {:.3}, zz {:.4}",
        moment(0.25, 1.0),
        moment(0.5, 1.0),
        moment(0.5, 0.25)
    );
    assert!(even.fix.contains(&words), "{} {words}", even.fix);
}

#[test]
fn a_centre_of_mass_outside_the_mesh_is_found() {
    let folder = Folder::new("centre", &brick());
    let own = solid(800.0);
    let tensor = own.tensor_at_center();
    let at = |x: f64| Inertia::from_center(own.mass, vec3(x, -0.5, 0.75), tensor);
    // The brick reaches from −0.125 to 0.375 m.
    let finding = one(&folder.findings(at(0.425), MESH), "center-outside-shape");
    assert!(finding.message.contains("is 50 mm outside"), "{}", finding.message);
    assert!(finding.fix.contains("(0.125, -0.5, 0.75)"), "{}", finding.fix);
}

#[test]
fn masses_that_no_material_has_and_a_mesh_in_millimetres_are_found() {
    let folder = Folder::new("units", &brick());
    let dense = folder.findings(turned_to(2500.0, 1.0), MESH);
    let finding = one(&dense, "density-of-shape");
    assert!(finding.message.contains("at least 20000 kg/m³"), "{}", finding.message);
    assert!(finding.fix.contains("read as grams the mass is 2.5 kg"), "{}", finding.fix);
    one(&folder.findings(turned_to(0.125, 1.0), MESH), "density-of-shape");
    let large = Folder::new("large", &brick().scaled(vec3(1e3, 1e3, 1e3)));
    let finding = one(&large.findings(solid(800.0), MESH), "mesh-unit");
    assert!(finding.fix.contains("scale=\"0.001 0.001 0.001\""), "{}", finding.fix);
}

#[test]
fn meshes_that_are_missing_or_broken_are_told_once() {
    let folder = Folder::new("files", &brick());
    let found = folder.findings(solid(800.0), "package://arm_description/meshes/arm.stl");
    let [finding] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((finding.code, finding.severity), ("mesh-missing", Severity::Info));
    assert!(finding.fix.contains("--package arm_description=FOLDER"), "{}", finding.fix);
    let found = folder.findings(solid(800.0), "meshes/broken.stl");
    let [finding] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((finding.code, finding.severity), ("mesh-unreadable", Severity::Warning));
    assert!(finding.message.contains("Git LFS pointer"), "{}", finding.message);
}
