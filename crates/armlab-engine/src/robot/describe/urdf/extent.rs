//! How far a link's shapes reach from its frame.

use super::read::Reader;
use crate::spatial::{Transform, Vec3, vec3};
use armlab_files::FileError;
use roxmltree::Node;

impl<'a> Reader<'a> {
    /// Radius about the link's origin that holds a `<visual>` or `<collision>`;
    /// `None` for meshes, which are not loaded, and for shapes that make no
    /// sense, which are noted: no dynamics depends on them.
    pub fn extent(&mut self, shape: Node) -> Option<f64> {
        match self.shape_extent(shape) {
            Ok(extent) => extent,
            Err(problem) => {
                let tag = shape.tag_name().name();
                let message = format!("shape of <{tag}> is ignored: {}", problem.message);
                self.notes.add(shape.range().start, message);
                None
            }
        }
    }

    fn shape_extent(&self, shape: Node) -> Result<Option<f64>, FileError> {
        let pose = match shape.children().find(|c| c.has_tag_name("origin")) {
            Some(origin) => self.pose(origin)?,
            None => Transform::identity(),
        };
        let Some(geometry) = shape.children().find(|c| c.has_tag_name("geometry")) else {
            return Ok(None);
        };
        // The link's origin seen from the shape's centre.
        let seen = pose.inverse().translation;
        let mut reach: Option<f64> = None;
        for node in geometry.children().filter(Node::is_element) {
            let far = match node.tag_name().name() {
                "box" => {
                    let [x, y, z] = self.vector(node, "size", [0.0; 3])?;
                    corner(seen, x, y, z)
                }
                "sphere" => seen.norm() + self.required_number(node, "radius")?.abs(),
                "cylinder" => self.rim(node, seen, 0.0)?,
                "capsule" => self.rim(node, seen, 1.0)?,
                _ => continue,
            };
            reach = Some(reach.map_or(far, |r| r.max(far)));
        }
        Ok(reach)
    }

    /// Farthest point of a cylinder with caps of `caps` radii at both ends.
    fn rim(&self, node: Node, seen: Vec3<f64>, caps: f64) -> Result<f64, FileError> {
        let radius = self.required_number(node, "radius")?.abs();
        let length = self.required_number(node, "length")?.abs();
        let across = seen.x.hypot(seen.y) + radius;
        Ok(across.hypot(seen.z.abs() + length / 2.0 + caps * radius))
    }
}

/// Distance from a point to the farthest corner of a box about the origin.
fn corner(p: Vec3<f64>, x: f64, y: f64, z: f64) -> f64 {
    let far = |p: f64, side: f64| p.abs() + side.abs() / 2.0;
    vec3(far(p.x, x), far(p.y, y), far(p.z, z)).norm()
}
