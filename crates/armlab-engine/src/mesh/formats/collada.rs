//! Collada: geometries, placed by the nodes of the scene, in the unit of the
//! file. `<up_axis>` is passed over, as ROS's tools do: URDF's `<origin>` turns
//! what lies wrongly. Lines, materials, bones and animations are not read.

use super::triangles::{Indexed, usable};
use super::{MOST_TRIANGLES, too_many};
use crate::mesh::Mesh;
use crate::spatial::{Mat3, Vec3};
use armlab_files::FileError;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::HashMap;

/// Most XML nodes.
const MOST_NODES: u32 = 2_000_000;
/// How deep nodes stand in each other.
const DEEPEST: usize = 64;
/// Most nodes that are placed: a file may place the same ones again and again.
const MOST_PLACED: usize = 100_000;

/// `x ↦ map x + shift`.
#[derive(Clone, Copy)]
struct Place {
    map: Mat3<f64>,
    shift: Vec3<f64>,
}

impl Place {
    fn then(&self, inner: &Place) -> Place {
        Place { map: self.map.compose(&inner.map), shift: self.map.apply(inner.shift) + self.shift }
    }
}

pub fn read(bytes: &[u8], file: &str) -> Result<Mesh, FileError> {
    let fail = |message: String| FileError::whole(file, message, "export the mesh again");
    let text = String::from_utf8_lossy(bytes);
    let limits = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, limits)
        .map_err(|e| fail(format!("is no well-formed XML: {e}")))?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        let message = format!("is an XML file of <{}>, not Collada", root.tag_name().name());
        return Err(FileError::whole(file, message, super::READ));
    }
    let mut scene = Scene::new(file, root)?;
    let unit = child(root, "asset").and_then(|a| child(a, "unit"));
    let unit = unit.and_then(|u| u.attribute("meter")).and_then(|m| m.trim().parse::<f64>().ok());
    let unit = unit.filter(|u| u.is_finite() && *u > 0.0).unwrap_or(1.0);
    let at = Place { map: Mat3::identity().scaled(unit), shift: Vec3::zero() };
    let shown = child(root, "scene").and_then(|s| child(s, "instance_visual_scene"));
    let shown = shown.and_then(|i| scene.target(i, "url"));
    let shown = shown.or_else(|| {
        let library = child(root, "library_visual_scenes")?;
        child(library, "visual_scene")
    });
    match shown {
        Some(node) => scene.place(node, &at, 0)?,
        // A file without a scene: all that there is, as it stands.
        None => scene.place_all(&at)?,
    }
    if scene.mesh.vertices.iter().any(|v| !v.is_finite()) {
        return Err(fail("has a vertex beyond all size".into()));
    }
    Ok(scene.mesh)
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|c| c.tag_name().name() == name)
}

fn numbers(node: Node, most: usize) -> Option<Vec<f64>> {
    let words = node.text().unwrap_or_default().split_ascii_whitespace();
    let numbers: Option<Vec<f64>> = words.take(most).map(|w| w.parse().ok()).collect();
    numbers.filter(|n| n.iter().all(|x| x.is_finite()))
}

struct Scene<'a, 'd> {
    file: &'a str,
    by_id: HashMap<&'a str, Node<'a, 'd>>,
    /// Geometries in their own frames.
    geometries: HashMap<&'a str, Mesh>,
    placed: usize,
    mesh: Mesh,
}

impl<'a, 'd> Scene<'a, 'd> {
    fn new(file: &'a str, root: Node<'a, 'd>) -> Result<Self, FileError> {
        let named = root.descendants().filter_map(|n| Some((n.attribute("id")?, n)));
        let by_id: HashMap<&str, Node> = named.collect();
        let mut geometries = HashMap::new();
        for library in root.children().filter(|c| c.tag_name().name() == "library_geometries") {
            for geometry in library.children().filter(|c| c.tag_name().name() == "geometry") {
                if let (Some(id), Some(mesh)) = (geometry.attribute("id"), child(geometry, "mesh"))
                {
                    geometries.insert(id, Triangles { file, by_id: &by_id }.read(mesh)?);
                }
            }
        }
        Ok(Self { file, by_id, geometries, placed: 0, mesh: Mesh::default() })
    }

    fn fail(&self, message: impl Into<String>) -> FileError {
        FileError::whole(self.file, message, "export the mesh again")
    }

    /// What an attribute like `#name` points to.
    fn target(&self, node: Node<'a, 'd>, attribute: &str) -> Option<Node<'a, 'd>> {
        self.by_id.get(node.attribute(attribute)?.trim_start_matches('#')).copied()
    }

    fn place(&mut self, node: Node<'a, 'd>, at: &Place, depth: usize) -> Result<(), FileError> {
        self.placed += 1;
        if depth > DEEPEST || self.placed > MOST_PLACED {
            return Err(self.fail("places nodes within nodes without end"));
        }
        let mut at = *at;
        for part in node.children().filter(Node::is_element) {
            match part.tag_name().name() {
                "matrix" | "translate" | "rotate" | "scale" => {
                    let place = transform(part).ok_or_else(|| {
                        self.fail(format!("has a <{}> that is none", part.tag_name().name()))
                    })?;
                    at = at.then(&place);
                }
                "node" => self.place(part, &at, depth + 1)?,
                "instance_node" => {
                    if let Some(node) = self.target(part, "url") {
                        self.place(node, &at, depth + 1)?;
                    }
                }
                "instance_geometry" => {
                    self.add(part.attribute("url").unwrap_or_default(), &at)?;
                }
                "instance_controller" => {
                    // A skin: its surface as it stands without bones.
                    let skin = self.target(part, "url").and_then(|c| child(c, "skin"));
                    if let Some(source) = skin.and_then(|s| s.attribute("source")) {
                        self.add(source, &at)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn place_all(&mut self, at: &Place) -> Result<(), FileError> {
        let mut names: Vec<&str> = self.geometries.keys().copied().collect();
        names.sort_unstable();
        names.into_iter().try_for_each(|name| self.add(name, at))
    }

    fn add(&mut self, url: &str, at: &Place) -> Result<(), FileError> {
        let Some(mesh) = self.geometries.get(url.trim_start_matches('#')) else { return Ok(()) };
        if self.mesh.triangles.len() + mesh.triangles.len() > MOST_TRIANGLES
            || self.mesh.vertices.len() + mesh.vertices.len() > 3 * MOST_TRIANGLES
        {
            return Err(too_many(self.file));
        }
        self.mesh.append(mesh, &at.map, at.shift);
        Ok(())
    }
}

/// One step of a node's place.
fn transform(node: Node) -> Option<Place> {
    let n = numbers(node, 16)?;
    let still = Place { map: Mat3::identity(), shift: Vec3::zero() };
    Some(match (node.tag_name().name(), n.as_slice()) {
        ("translate", &[x, y, z]) => Place { shift: Vec3::from([x, y, z]), ..still },
        ("scale", &[x, y, z]) => {
            let rows = [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
            Place { map: Mat3::from_rows(rows), ..still }
        }
        ("rotate", &[x, y, z, degrees]) => {
            let axis = Vec3::from([x, y, z]);
            let length = axis.norm();
            if !(length > 0.0) {
                return Some(still);
            }
            let axis = axis.scale(length.recip());
            Place { map: Mat3::rotation(axis, degrees.to_radians()), ..still }
        }
        ("matrix", n) if n.len() == 16 => Place {
            map: Mat3::from_rows([[n[0], n[1], n[2]], [n[4], n[5], n[6]], [n[8], n[9], n[10]]]),
            shift: Vec3::from([n[3], n[7], n[11]]),
        },
        _ => return None,
    })
}

/// Reads a `<mesh>`.
struct Triangles<'s, 'a, 'd> {
    file: &'s str,
    by_id: &'s HashMap<&'a str, Node<'a, 'd>>,
}

impl<'a, 'd> Triangles<'_, 'a, 'd> {
    fn fail(&self, message: impl Into<String>) -> FileError {
        FileError::whole(self.file, message, "export the mesh again")
    }

    fn read(&self, node: Node<'a, 'd>) -> Result<Mesh, FileError> {
        let mut mesh = Mesh::default();
        // Geometries have one <vertices>; the primitives point to it.
        for primitive in node.children().filter(Node::is_element) {
            let kind = primitive.tag_name().name();
            if !["triangles", "polylist", "polygons", "tristrips", "trifans"].contains(&kind) {
                continue;
            }
            let inputs = || primitive.children().filter(|c| c.tag_name().name() == "input");
            let offset = |n: Node| -> usize {
                n.attribute("offset").and_then(|o| o.parse().ok()).unwrap_or(0).min(64)
            };
            let stride = 1 + inputs().map(offset).max().unwrap_or(0);
            let Some(vertex) = inputs().find(|n| n.attribute("semantic") == Some("VERTEX")) else {
                continue;
            };
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(self.positions(vertex)?);
            if mesh.vertices.len() > 3 * MOST_TRIANGLES {
                return Err(too_many(self.file));
            }
            let at = offset(vertex);
            let mut out = Indexed { mesh: &mut mesh, file: self.file };
            let lists = primitive.children().filter(|c| c.tag_name().name() == "p");
            let counts = child(primitive, "vcount");
            for list in lists {
                let corners = self.indices(list, stride, at, first)?;
                match kind {
                    "triangles" => {
                        for c in corners.chunks_exact(3) {
                            out.triangle([c[0], c[1], c[2]])?;
                        }
                    }
                    "polylist" => {
                        let words = counts.and_then(|c| c.text()).unwrap_or_default();
                        let mut rest = corners.as_slice();
                        for word in words.split_ascii_whitespace() {
                            let count: usize = word.parse().unwrap_or(usize::MAX);
                            let Some((face, more)) = rest.split_at_checked(count) else {
                                return Err(self.fail("has polygons with missing corners"));
                            };
                            out.polygon(face)?;
                            rest = more;
                        }
                    }
                    "tristrips" => out.strip(&corners)?,
                    _ => out.polygon(&corners)?,
                }
            }
        }
        Ok(mesh)
    }

    /// One index of each corner, counted on from `first`.
    fn indices(
        &self,
        list: Node,
        stride: usize,
        at: usize,
        first: u32,
    ) -> Result<Vec<u32>, FileError> {
        let words = list.text().unwrap_or_default().split_ascii_whitespace();
        let own = words.skip(at).step_by(stride);
        let index = |w: &str| w.parse::<u32>().ok().and_then(|i| i.checked_add(first));
        let found: Option<Vec<u32>> = own.map(index).collect();
        found.ok_or_else(|| self.fail("has a list of corners that are no numbers"))
    }

    /// Positions behind `<input semantic="VERTEX">`.
    fn positions(&self, vertex: Node<'a, 'd>) -> Result<Vec<Vec3<f64>>, FileError> {
        let target = |n: Node<'a, 'd>| -> Option<Node<'a, 'd>> {
            self.by_id.get(n.attribute("source")?.trim_start_matches('#')).copied()
        };
        let position = |vertices: Node<'a, 'd>| {
            let is_position = |n: &Node| n.attribute("semantic") == Some("POSITION");
            vertices.children().find(is_position)
        };
        let source = target(vertex).and_then(position).and_then(target);
        let missing = || self.fail("has triangles without positions");
        let source = source.ok_or_else(missing)?;
        let array = child(source, "float_array").ok_or_else(missing)?;
        let accessor = child(source, "technique_common").and_then(|t| child(t, "accessor"));
        let stated = |name: &str, usual: usize| {
            let value = accessor.and_then(|a| a.attribute(name)).and_then(|s| s.parse().ok());
            value.unwrap_or(usual)
        };
        let (stride, skip) = (stated("stride", 3).max(3), stated("offset", 0));
        let values = numbers(array, 9 * MOST_TRIANGLES)
            .ok_or_else(|| self.fail("has positions that are no numbers"))?;
        let places = values.get(skip..).unwrap_or_default().chunks(stride);
        let mut vertices = Vec::new();
        for place in places.filter(|p| p.len() >= 3) {
            let place = [place[0], place[1], place[2]];
            usable(place, self.file)?;
            vertices.push(Vec3::from(place));
        }
        Ok(vertices)
    }
}
