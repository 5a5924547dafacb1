//! `<visual>` and `<collision>` as shapes of a link.

use super::read::Reader;
use crate::robot::{Geometry, Purpose, Shape};
use crate::spatial::{Transform, Vec3};
use armlab_files::FileError;
use roxmltree::Node;

impl<'a> Reader<'a> {
    /// The shapes of a `<visual>` or `<collision>`. Those that make no sense are
    /// noted and left out: no dynamics depends on them.
    pub fn shapes(&mut self, node: Node, purpose: Purpose) -> Vec<Geometry> {
        self.read_shapes(node, purpose).unwrap_or_else(|problem| {
            let tag = self.tag(node);
            let message = format!("shape of <{tag}> is ignored: {}", problem.message);
            self.notes.add(node.range().start, message);
            Vec::new()
        })
    }

    fn read_shapes(&self, node: Node, purpose: Purpose) -> Result<Vec<Geometry>, FileError> {
        let child = |name: &str| node.children().find(|c| c.has_tag_name(name));
        let origin = child("origin").map_or(Ok(Transform::identity()), |o| self.pose(o))?;
        let mut shapes = Vec::new();
        for element in child("geometry").iter().flat_map(|g| g.children()) {
            if let Some(shape) = self.shape(element)? {
                shapes.push(Geometry { purpose, origin, shape });
            }
        }
        Ok(shapes)
    }

    /// One element of `<geometry>`; `None` for what is no shape.
    fn shape(&self, node: Node) -> Result<Option<Shape>, FileError> {
        let size = |name| Ok(self.required_number(node, name)?.abs());
        Ok(Some(match self.tag(node) {
            "box" => Shape::Box { size: Vec3::from(self.vector(node, "size", [0.0; 3])?) },
            "sphere" => Shape::Sphere { radius: size("radius")? },
            "cylinder" => Shape::Cylinder { radius: size("radius")?, length: size("length")? },
            "capsule" => Shape::Capsule { radius: size("radius")?, length: size("length")? },
            "mesh" => Shape::Mesh {
                file: self.required(node, "filename")?.to_string(),
                scale: Vec3::from(self.vector(node, "scale", [1.0; 3])?),
            },
            _ => return Ok(None),
        }))
    }
}
