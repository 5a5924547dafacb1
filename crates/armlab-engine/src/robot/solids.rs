//! The shapes of a robot's links as bodies: meshes are found, read and scaled,
//! boxes and the like computed.

use super::geometry::{Geometry, Purpose, Shape};
use super::{Capsule, Link, Robot};
use crate::mesh::{
    ConvexHull, Mesh, MeshFolders, box_mesh, cylinder_mesh, ellipsoid_mesh, enclosing_capsules,
    read_mesh,
};
use crate::spatial::{Inertia, Moments, Sym3, Vec3, vec3};
use armlab_files::FileError;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::f64::consts::PI;
use std::path::PathBuf;

/// Most files of meshes of one robot.
const MOST_FILES: usize = 2000;
/// Capsules for one shape.
const MOST_CAPSULES: usize = 3;

/// A shape of a link, in the link's frame.
#[derive(Clone, Debug)]
pub struct Solid {
    /// What it is for.
    pub purpose: Purpose,
    /// Its surface, or one around it that is a percent or two larger.
    pub mesh: Mesh,
    /// Volume and its moments, as of a body of density one; `None` for a mesh
    /// that is not closed.
    pub body: Option<Moments<f64>>,
    /// The shape as a capsule, where it is one.
    capsule: Option<Capsule>,
}

/// A file of meshes that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedMesh {
    /// The file as the description names it.
    pub file: String,
    /// Links that have it.
    pub links: Vec<String>,
    /// Why it could not be used.
    pub why: WhyUnused,
}

/// Why a mesh could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnused {
    /// It is not in the folders that were searched. `package` is the ROS package
    /// that it is said to be in.
    NotFound {
        /// The package.
        package: Option<String>,
    },
    /// It cannot be read.
    Unreadable(FileError),
}

/// The shapes of all links.
#[derive(Clone, Debug, Default)]
pub struct Solids {
    base: Vec<Solid>,
    links: Vec<Vec<Solid>>,
    /// Meshes that could not be used.
    pub unused: Vec<UnusedMesh>,
    /// How many files of meshes were read.
    pub files: usize,
}

impl Solids {
    /// Computes the shapes of a robot's links, and reads their meshes from where
    /// they are found.
    pub fn load(robot: &Robot, folders: &MeshFolders) -> Self {
        let mut wanted: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for link in std::iter::once(robot.base()).chain(robot.links()) {
            for geometry in &link.geometry {
                if let Shape::Mesh { file, .. } = &geometry.shape {
                    let links = wanted.entry(file).or_default();
                    if !links.contains(&link.name.as_str()) {
                        links.push(&link.name);
                    }
                }
            }
        }
        let mut unused = Vec::new();
        let mut found: Vec<(&str, PathBuf)> = Vec::new();
        for (file, links) in wanted.iter().take(MOST_FILES) {
            match folders.find(file, robot.folder()) {
                Ok(path) => found.push((*file, path)),
                Err(missing) => unused.push(UnusedMesh {
                    file: file.to_string(),
                    links: links.iter().map(|l| l.to_string()).collect(),
                    why: WhyUnused::NotFound { package: missing.package },
                }),
            }
        }
        let read: Vec<(&str, Result<Mesh, FileError>)> =
            found.par_iter().map(|(file, path)| (*file, read_mesh(path))).collect();
        let mut meshes: HashMap<&str, Mesh> = HashMap::new();
        for (file, mesh) in read {
            match mesh {
                Ok(mesh) => {
                    meshes.insert(file, mesh);
                }
                Err(error) => unused.push(UnusedMesh {
                    file: file.to_string(),
                    links: wanted[file].iter().map(|l| l.to_string()).collect(),
                    why: WhyUnused::Unreadable(error),
                }),
            }
        }
        let of = |link: &Link| -> Vec<Solid> {
            link.geometry.iter().filter_map(|g| solid(g, &meshes)).collect()
        };
        let links = robot.links().par_iter().map(of).collect();
        Self { base: of(robot.base()), links, unused, files: meshes.len() }
    }

    /// The shapes of a link; `None` is the base.
    pub fn of(&self, link: Option<usize>) -> &[Solid] {
        match link {
            None => &self.base,
            Some(i) => self.links.get(i).map_or(&[], Vec::as_slice),
        }
    }

    /// The convex hull of all shapes of a link; `None` where there are none or
    /// they are flat.
    pub fn hull(&self, link: Option<usize>) -> Option<ConvexHull> {
        hull(self.of(link).iter())
    }

    /// The link as a body of density one: what is drawn, or else what collisions
    /// are computed with; the convex hull of surfaces that are not closed.
    pub fn body(&self, link: Option<usize>) -> Option<Moments<f64>> {
        let of = |purpose| self.of(link).iter().filter(move |s| s.purpose == purpose);
        let sum = |purpose| {
            let mut sum: Option<Moments<f64>> = None;
            for solid in of(purpose) {
                let body = solid.body?;
                sum = Some(sum.map_or(body, |s| Moments {
                    mass: s.mass + body.mass,
                    first: s.first + body.first,
                    second: s.second + body.second,
                }));
            }
            sum
        };
        let hull = |purpose| hull(of(purpose)).map(|h| *h.moments());
        let (drawn, colliding) = (Purpose::Visual, Purpose::Collision);
        sum(drawn).or_else(|| hull(drawn)).or_else(|| sum(colliding)).or_else(|| hull(colliding))
    }

    /// Capsules that hold a link's shapes: those for collisions where there are
    /// any, else what is drawn.
    pub fn capsules(&self, link: Option<usize>) -> Vec<Capsule> {
        let all = self.of(link);
        let purpose = match all.iter().any(|s| s.purpose == Purpose::Collision) {
            true => Purpose::Collision,
            false => Purpose::Visual,
        };
        let chosen = all.iter().filter(|s| s.purpose == purpose);
        chosen
            .flat_map(|solid| match solid.capsule {
                Some(capsule) => vec![capsule],
                None => enclosing_capsules(&solid.mesh, MOST_CAPSULES),
            })
            .collect()
    }
}

fn hull<'a>(solids: impl Iterator<Item = &'a Solid>) -> Option<ConvexHull> {
    let points: Vec<Vec3<f64>> = solids.flat_map(|s| s.mesh.vertices.iter().copied()).collect();
    ConvexHull::new(&points)
}

impl Robot {
    /// The same robot in which links without a stated inertia have that of their
    /// shapes at a density in kg/m³, and the names of these links.
    pub fn with_inertias_of_shapes(&self, solids: &Solids, density: f64) -> (Self, Vec<String>) {
        let mut robot = self.clone();
        let mut filled = Vec::new();
        for (i, link) in robot.links.iter_mut().enumerate() {
            if link.inertia.is_some() {
                continue;
            }
            if let Some(body) = solids.body(Some(i)) {
                link.inertia = Some(inertia_of(&body, density));
                filled.push(link.name.clone());
            }
        }
        if !filled.is_empty() {
            robot.parameters = super::Parameters::of(&robot.links, &robot.joints, &robot.tree);
        }
        (robot, filled)
    }
}

/// Inertia of a body of density one at another density.
pub(super) fn inertia_of(body: &Moments<f64>, density: f64) -> Inertia<f64> {
    let Moments { mass, first, second } = *body;
    Moments { mass: density * mass, first: first.scale(density), second: second.scale(density) }
        .to_inertia()
}

fn solid(geometry: &Geometry, meshes: &HashMap<&str, Mesh>) -> Option<Solid> {
    let (mesh, body) = match &geometry.shape {
        Shape::Mesh { file, scale } => {
            let mesh = meshes.get(file.as_str())?.clone().scaled(*scale);
            let body = mesh.enclosed();
            (mesh, body)
        }
        Shape::Box { size } => (box_mesh(*size), Some(boxed(*size))),
        Shape::Sphere { radius } => {
            let radii = vec3(*radius, *radius, *radius);
            (ellipsoid_mesh(radii), Some(ellipsoid(radii)))
        }
        Shape::Ellipsoid { radii } => (ellipsoid_mesh(*radii), Some(ellipsoid(*radii))),
        Shape::Cylinder { radius, length } => {
            (cylinder_mesh(*radius, *length), Some(rod(*radius, *length, 0.0)))
        }
        Shape::Capsule { radius, length } => {
            let whole = length.abs() + 2.0 * radius.abs();
            (cylinder_mesh(*radius, whole), Some(rod(*radius, *length, 1.0)))
        }
    };
    let end = |z: f64| geometry.origin.apply(vec3(0.0, 0.0, z));
    let capsule = match geometry.shape {
        Shape::Sphere { radius } => Some((0.0, radius)),
        Shape::Capsule { radius, length } => Some((0.5 * length, radius)),
        _ => None,
    };
    let capsule = capsule.map(|(half, radius)| Capsule {
        from: end(-half),
        to: end(half),
        radius: radius.abs(),
    });
    Some(Solid {
        purpose: geometry.purpose,
        mesh: mesh.placed(&geometry.origin),
        body: body.filter(|b| b.mass > 0.0).map(|b| b.to_parent(&geometry.origin)),
        capsule,
    })
}

fn centred(volume: f64, [xx, yy, zz]: [f64; 3]) -> Moments<f64> {
    let second = Sym3 { xx, yy, zz, ..Sym3::zero() };
    Moments { mass: volume, first: Vec3::zero(), second }
}

fn boxed(size: Vec3<f64>) -> Moments<f64> {
    let volume = (size.x * size.y * size.z).abs();
    centred(volume, size.to_array().map(|a| volume * a * a / 12.0))
}

fn ellipsoid(radii: Vec3<f64>) -> Moments<f64> {
    let volume = 4.0 / 3.0 * PI * (radii.x * radii.y * radii.z).abs();
    centred(volume, radii.to_array().map(|r| volume * r * r / 5.0))
}

/// A cylinder about z, with `caps` balls shared by its ends.
fn rod(radius: f64, length: f64, caps: f64) -> Moments<f64> {
    let (r, l) = (radius.abs(), length.abs());
    let (tube, balls) = (PI * r * r * l, caps * 4.0 / 3.0 * PI * r.powi(3));
    let across = tube * r * r / 4.0 + balls * r * r / 5.0;
    // Half a ball's centre is 3/8 of its radius away from its flat side.
    let along = tube * l * l / 12.0 + balls * (r * r / 5.0 + l * l / 4.0 + 3.0 / 8.0 * r * l);
    centred(tube + balls, [across, across, along])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::Robot;

    const ARM: &str = r#"<robot name="arm"><link name="base"/>
      <joint name="j" type="continuous"><parent link="base"/><child link="l"/></joint>
      <link name="l">
        <visual><origin xyz="0 0 .3" rpy="0 .5 0"/><geometry><SHAPE/></geometry></visual>
      </link></robot>"#;

    /// Moments of many equal cubes within a shape.
    fn cubes(inside: impl Fn(f64, f64, f64) -> bool) -> Moments<f64> {
        let (mut sum, step) = (Moments::<f64>::default(), 0.005);
        let volume = step * step * step;
        let at = |i: i32| step * (f64::from(i) + 0.5);
        for (i, j) in (-70..70).flat_map(|i| (-70..70).map(move |j| (i, j))) {
            for k in -70..70 {
                let p = vec3(at(i), at(j), at(k));
                if inside(p.x, p.y, p.z) {
                    sum.mass += volume;
                    sum.second += Sym3::outer(p).scale(volume);
                }
            }
        }
        sum
    }

    #[test]
    fn bodies_of_shapes_are_the_sums_over_small_cubes() {
        type Inside = fn(f64, f64, f64) -> bool;
        let shapes: [(&str, Inside); 4] = [
            (r#"box size=".2 .1 .4""#, |x, y, z| x.abs() < 0.1 && y.abs() < 0.05 && z.abs() < 0.2),
            (r#"sphere radius=".2""#, |x, y, z| x * x + y * y + z * z < 0.04),
            (r#"cylinder radius=".1" length=".5""#, |x, y, z| {
                x * x + y * y < 0.01 && z.abs() < 0.25
            }),
            (r#"capsule radius=".1" length=".3""#, |x, y, z| {
                let over = (z.abs() - 0.15).max(0.0);
                x * x + y * y + over * over < 0.01
            }),
        ];
        for (text, inside) in shapes {
            let robot = Robot::from_urdf_str(&ARM.replace("SHAPE", text)).unwrap();
            let solids = Solids::load(&robot, &MeshFolders::default());
            let body = solids.body(Some(0)).unwrap();
            let sum = cubes(inside);
            assert!((body.mass / sum.mass - 1.0).abs() < 0.01, "{text}");
            let origin = robot.links()[0].geometry[0].origin;
            let moved = sum.to_parent(&origin);
            for (a, b) in body.second.to_array().iter().zip(moved.second.to_array()) {
                assert!((a - b).abs() < 0.01 * moved.second.zz, "{text}: {a} {b}");
            }
            // The hull is around the shape, and tight.
            let hull = solids.hull(Some(0)).unwrap();
            let ratio = hull.moments().mass / body.mass;
            assert!((1.0 - 1e-9..1.35).contains(&ratio), "{text}: {ratio}");
            for capsule in solids.capsules(Some(0)) {
                assert!(capsule.volume() >= body.mass * (1.0 - 1e-9), "{text}");
            }
        }
    }

    #[test]
    fn a_link_without_inertia_gets_that_of_its_shape() {
        let text = ARM.replace("SHAPE", r#"box size=".2 .1 .4""#);
        let robot = Robot::from_urdf_str(&text).unwrap();
        let solids = Solids::load(&robot, &MeshFolders::default());
        let (filled, names) = robot.with_inertias_of_shapes(&solids, 1000.0);
        assert_eq!(names, ["l"]);
        let inertia = filled.links()[0].inertia.unwrap();
        assert!((inertia.mass - 8.0).abs() < 1e-12);
        assert!((filled.parameter_values()[0] - 8.0).abs() < 1e-12);
        let (again, names) = filled.with_inertias_of_shapes(&solids, 500.0);
        assert!(names.is_empty() && again.links()[0].inertia == Some(inertia));
    }
}
