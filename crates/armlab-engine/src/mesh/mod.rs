//! Surfaces of links as files hold them: triangles read from STL, OBJ, Collada
//! and glTF, the body that they enclose, its convex hull, and capsules that hold
//! it. Nothing here knows of robots.

mod body;
mod capsule;
mod formats;
mod hull;
mod locate;
mod primitives;

pub use capsule::{Capsule, enclosing_capsules};
pub use formats::{LARGEST_MESH, MOST_TRIANGLES, parse_mesh, read_mesh};
pub use hull::ConvexHull;
pub use locate::{MeshFolders, NotFound};
pub use primitives::{box_mesh, cylinder_mesh, ellipsoid_mesh};

use crate::spatial::{Mat3, Transform, Vec3};

/// Triangles over shared vertices; the outside is where their vertices run
/// counterclockwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Places, in the units of the file.
    pub vertices: Vec<Vec3<f64>>,
    /// Three vertices each.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The mesh with its vertices multiplied by factors along the axes. A mirror
    /// image is turned inside out again.
    pub fn scaled(mut self, factors: Vec3<f64>) -> Self {
        let [x, y, z] = factors.to_array();
        for v in &mut self.vertices {
            *v = Vec3::from([x * v.x, y * v.y, z * v.z]);
        }
        if x * y * z < 0.0 {
            self.turn_inside_out();
        }
        self
    }

    /// The mesh in a frame in which its own stands at `pose`.
    pub fn placed(mut self, pose: &Transform<f64>) -> Self {
        for v in &mut self.vertices {
            *v = pose.apply(*v);
        }
        self
    }

    /// Adds another mesh under a linear map and a shift.
    fn append(&mut self, other: &Mesh, map: &Mat3<f64>, shift: Vec3<f64>) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices.iter().map(|v| map.apply(*v) + shift));
        let mirrored = map.determinant() < 0.0;
        self.triangles.extend(other.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| i + first);
            if mirrored { [a, c, b] } else { [a, b, c] }
        }));
    }

    fn turn_inside_out(&mut self) {
        self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: [u32; 3]) -> [Vec3<f64>; 3] {
        triangle.map(|i| self.vertices[i as usize])
    }

    /// Smallest and largest coordinates of the vertices; `None` without any.
    pub fn bounds(&self) -> Option<[Vec3<f64>; 2]> {
        let first = *self.vertices.first()?;
        let (mut low, mut high) = (first.to_array(), first.to_array());
        for v in &self.vertices {
            for (k, x) in v.to_array().into_iter().enumerate() {
                low[k] = low[k].min(x);
                high[k] = high[k].max(x);
            }
        }
        Some([low.into(), high.into()])
    }

    /// Length of the diagonal of the box about the mesh.
    pub fn size(&self) -> f64 {
        self.bounds().map_or(0.0, |[low, high]| (high - low).norm())
    }
}
