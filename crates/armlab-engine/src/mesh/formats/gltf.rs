//! glTF 2.0, as text with buffers beside it or within, and as one binary file:
//! triangles of all meshes, placed by the nodes of the scene. The frame is taken
//! as it is. Compressed buffers and sparse accessors are refused by name.

use super::triangles::{Indexed, usable};
use super::{LARGEST_MESH, MOST_TRIANGLES, too_many};
use crate::mesh::Mesh;
use crate::spatial::{Mat3, Vec3};
use armlab_files::{FileError, read_bytes};
use serde_json::Value;
use std::path::{Component, Path};

const DEEPEST: usize = 64;
const MOST_PLACED: usize = 100_000;

pub fn read_binary(bytes: &[u8], file: &str, folder: Option<&Path>) -> Result<Mesh, FileError> {
    let fail = |message: &str| FileError::whole(file, message, "export the mesh again");
    let word = |at: usize| -> Option<usize> {
        let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(four) as usize)
    };
    if word(4) != Some(2) {
        return Err(fail("is binary glTF of another version than 2"));
    }
    let (mut at, mut text, mut binary) = (12, None, None);
    while let (Some(length), Some(kind)) = (word(at), word(at + 4)) {
        let end = (at + 8).checked_add(length);
        let chunk = end.and_then(|end| bytes.get(at + 8..end));
        let chunk = chunk.ok_or_else(|| fail("ends within a chunk"))?;
        match kind {
            0x4E4F_534A => text = text.or(Some(chunk)),
            0x004E_4942 => binary = binary.or(Some(chunk)),
            _ => {}
        }
        at += 8 + length;
    }
    let text = text.ok_or_else(|| fail("has no JSON chunk"))?;
    read(text, binary, file, folder)
}

pub fn read_text(bytes: &[u8], file: &str, folder: Option<&Path>) -> Result<Mesh, FileError> {
    read(bytes, None, file, folder)
}

fn read(
    text: &[u8],
    binary: Option<&[u8]>,
    file: &str,
    folder: Option<&Path>,
) -> Result<Mesh, FileError> {
    let json: Value = serde_json::from_slice(text).map_err(|e| {
        let message = format!("is no well-formed glTF: {e}");
        FileError::whole(file, message, "export the mesh again")
    })?;
    let mut scene =
        Scene { json: &json, file, buffers: Vec::new(), placed: 0, mesh: Mesh::default() };
    scene.refuse_compression()?;
    scene.load_buffers(binary, folder)?;
    let roots = scene.roots();
    let (map, shift) = (Mat3::identity(), Vec3::zero());
    for node in roots {
        scene.place(node, &map, shift, 0)?;
    }
    if scene.mesh.vertices.iter().any(|v| !v.is_finite()) {
        return Err(scene.fail("has a vertex beyond all size"));
    }
    Ok(scene.mesh)
}

struct Scene<'a> {
    json: &'a Value,
    file: &'a str,
    buffers: Vec<Vec<u8>>,
    placed: usize,
    mesh: Mesh,
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn index(value: &Value, key: &str) -> Option<usize> {
    usize::try_from(value.get(key)?.as_u64()?).ok()
}

fn floats<const N: usize>(value: &Value, key: &str) -> Option<[f64; N]> {
    let all: Option<Vec<f64>> = value.get(key)?.as_array()?.iter().map(Value::as_f64).collect();
    all?.try_into().ok()
}

impl Scene<'_> {
    fn fail(&self, message: impl Into<String>) -> FileError {
        FileError::whole(self.file, message, "export the mesh again")
    }

    fn refuse_compression(&self) -> Result<(), FileError> {
        let needed = list(self.json, "extensionsRequired").iter().filter_map(Value::as_str);
        let known = ["KHR_mesh_quantization"];
        let geometry = |name: &&str| {
            name.contains("draco") || name.contains("meshopt") || name.contains("quantization")
        };
        match needed.filter(geometry).find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => {
                let shown: String = name.chars().take(40).collect();
                let message = format!("needs `{shown}`, which is not read");
                Err(FileError::whole(self.file, message, "export it without compression"))
            }
        }
    }

    fn load_buffers(
        &mut self,
        binary: Option<&[u8]>,
        folder: Option<&Path>,
    ) -> Result<(), FileError> {
        let mut total = 0;
        for (k, buffer) in list(self.json, "buffers").iter().enumerate() {
            let bytes = match buffer.get("uri").and_then(Value::as_str) {
                None if k == 0 => binary.unwrap_or_default().to_vec(),
                None => Vec::new(),
                Some(uri) => match uri.strip_prefix("data:") {
                    Some(data) => {
                        let encoded = data.split_once("base64,").map(|(_, data)| data);
                        let decoded = encoded.and_then(|data| base64(data.as_bytes()));
                        decoded.ok_or_else(|| self.fail("has a buffer that is no base64"))?
                    }
                    None => self.beside(uri, folder)?,
                },
            };
            total += bytes.len();
            if total > LARGEST_MESH {
                return Err(too_many(self.file));
            }
            self.buffers.push(bytes);
        }
        Ok(())
    }

    /// A buffer in a file of its own, beside or below the glTF file.
    fn beside(&self, uri: &str, folder: Option<&Path>) -> Result<Vec<u8>, FileError> {
        let path = Path::new(uri);
        let inside =
            path.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
        match folder.filter(|_| inside) {
            Some(folder) => read_bytes(folder.join(path), LARGEST_MESH),
            None => {
                let shown: String = uri.chars().take(60).collect();
                let message = format!("has a buffer `{shown}`, which is not beside the file");
                Err(FileError::whole(self.file, message, "keep its buffers beside it"))
            }
        }
    }

    /// The nodes that the scene begins with; those that no other has where
    /// there is no scene.
    fn roots(&self) -> Vec<usize> {
        let scenes = list(self.json, "scenes");
        let shown = index(self.json, "scene").unwrap_or(0);
        let number = |v: &Value| v.as_u64().and_then(|n| usize::try_from(n).ok());
        if let Some(scene) = scenes.get(shown) {
            return list(scene, "nodes").iter().filter_map(number).collect();
        }
        let nodes = list(self.json, "nodes");
        let mut is_child = vec![false; nodes.len()];
        for child in nodes.iter().flat_map(|n| list(n, "children")).filter_map(number) {
            if let Some(flag) = is_child.get_mut(child) {
                *flag = true;
            }
        }
        (0..nodes.len()).filter(|i| !is_child[*i]).collect()
    }

    fn place(
        &mut self,
        node: usize,
        map: &Mat3<f64>,
        shift: Vec3<f64>,
        depth: usize,
    ) -> Result<(), FileError> {
        self.placed += 1;
        if depth > DEEPEST || self.placed > MOST_PLACED {
            return Err(self.fail("places nodes within nodes without end"));
        }
        let json = self.json;
        let Some(node) = list(json, "nodes").get(node) else {
            return Err(self.fail(format!("has no node {node}")));
        };
        let (own, at) = transform(node);
        let (map, shift) = (map.compose(&own), map.apply(at) + shift);
        if let Some(mesh) = index(node, "mesh") {
            let mesh = list(json, "meshes").get(mesh);
            let mesh = mesh.ok_or_else(|| self.fail("places a mesh that is not there"))?;
            for primitive in list(mesh, "primitives") {
                let part = self.primitive(primitive)?;
                if self.mesh.triangles.len() + part.triangles.len() > MOST_TRIANGLES
                    || self.mesh.vertices.len() + part.vertices.len() > 3 * MOST_TRIANGLES
                {
                    return Err(too_many(self.file));
                }
                self.mesh.append(&part, &map, shift);
            }
        }
        for child in list(node, "children") {
            if let Some(child) = child.as_u64().and_then(|c| usize::try_from(c).ok()) {
                self.place(child, &map, shift, depth + 1)?;
            }
        }
        Ok(())
    }

    fn primitive(&self, primitive: &Value) -> Result<Mesh, FileError> {
        let mode = index(primitive, "mode").unwrap_or(4);
        let position = primitive.get("attributes").and_then(|a| index(a, "POSITION"));
        let (Some(position), 4..=6) = (position, mode) else { return Ok(Mesh::default()) };
        let positions = self.numbers(position, 3)?;
        let mut mesh = Mesh::default();
        for place in positions.chunks_exact(3) {
            let place = [place[0], place[1], place[2]];
            usable(place, self.file)?;
            mesh.vertices.push(Vec3::from(place));
        }
        let corners: Vec<u32> = match index(primitive, "indices") {
            // Whole numbers below 2³² are exact in doubles.
            Some(indices) => self.numbers(indices, 1)?.into_iter().map(|i| i as u32).collect(),
            None => (0..mesh.vertices.len() as u32).collect(),
        };
        let mut out = Indexed { mesh: &mut mesh, file: self.file };
        match mode {
            5 => out.strip(&corners)?,
            6 => out.polygon(&corners)?,
            _ => {
                for c in corners.chunks_exact(3) {
                    out.triangle([c[0], c[1], c[2]])?;
                }
            }
        }
        Ok(mesh)
    }

    /// The numbers of an accessor, `width` to an element.
    fn numbers(&self, accessor: usize, width: usize) -> Result<Vec<f64>, FileError> {
        let bad = || self.fail(format!("has an accessor {accessor} that does not fit its buffer"));
        let accessor = list(self.json, "accessors").get(accessor).ok_or_else(bad)?;
        if accessor.get("sparse").is_some() {
            let message = "has a sparse accessor, which is not read";
            return Err(FileError::whole(self.file, message, "export it without"));
        }
        let kind = accessor.get("type").and_then(Value::as_str);
        if kind != Some(if width == 3 { "VEC3" } else { "SCALAR" }) {
            return Err(bad());
        }
        let count = index(accessor, "count").ok_or_else(bad)?;
        if count > 3 * MOST_TRIANGLES {
            return Err(too_many(self.file));
        }
        let component = index(accessor, "componentType").ok_or_else(bad)?;
        let (size, whole): (usize, f64) = match component {
            5120 => (1, 127.0),
            5121 => (1, 255.0),
            5122 => (2, 32767.0),
            5123 => (2, 65535.0),
            5125 => (4, 4294967295.0),
            5126 => (4, 1.0),
            _ => return Err(bad()),
        };
        let normalised = accessor.get("normalized").and_then(Value::as_bool).unwrap_or(false);
        let view = index(accessor, "bufferView").ok_or_else(bad)?;
        let view = list(self.json, "bufferViews").get(view).ok_or_else(bad)?;
        let buffer = index(view, "buffer").and_then(|b| self.buffers.get(b)).ok_or_else(bad)?;
        let start = index(view, "byteOffset").unwrap_or(0);
        let length = index(view, "byteLength").ok_or_else(bad)?;
        let end = start.checked_add(length).ok_or_else(bad)?;
        let bytes = buffer.get(start..end).ok_or_else(bad)?;
        let stride = index(view, "byteStride").unwrap_or(width * size);
        let first = index(accessor, "byteOffset").unwrap_or(0);
        let mut out = Vec::new();
        for k in 0..count {
            let at = k.checked_mul(stride).and_then(|at| at.checked_add(first)).ok_or_else(bad)?;
            let end = at.checked_add(width * size).ok_or_else(bad)?;
            let element = bytes.get(at..end).ok_or_else(bad)?;
            for part in element.chunks_exact(size) {
                let value = match (component, part) {
                    (5120, &[a]) => f64::from(a as i8),
                    (5121, &[a]) => f64::from(a),
                    (5122, &[a, b]) => f64::from(i16::from_le_bytes([a, b])),
                    (5123, &[a, b]) => f64::from(u16::from_le_bytes([a, b])),
                    (5125, &[a, b, c, d]) => f64::from(u32::from_le_bytes([a, b, c, d])),
                    (_, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
                    _ => return Err(bad()),
                };
                out.push(if normalised { (value / whole).max(-1.0) } else { value });
            }
        }
        Ok(out)
    }
}

/// A node's own place: a matrix, or scale, rotation and translation.
fn transform(node: &Value) -> (Mat3<f64>, Vec3<f64>) {
    if let Some(m) = floats::<16>(node, "matrix") {
        // Column after column.
        let rows = [0, 1, 2].map(|i| [m[i], m[4 + i], m[8 + i]]);
        return (Mat3::from_rows(rows), Vec3::from([m[12], m[13], m[14]]));
    }
    let shift = floats::<3>(node, "translation").unwrap_or([0.0; 3]);
    let [x, y, z, w] = floats::<4>(node, "rotation").unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let s = floats::<3>(node, "scale").unwrap_or([1.0; 3]);
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let scaled = rows.map(|row| [row[0] * s[0], row[1] * s[1], row[2] * s[2]]);
    (Mat3::from_rows(scaled), Vec3::from(shift))
}

/// Base64 with the usual alphabet; `None` for anything else.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |b: u8| -> Option<u32> {
        Some(match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        } as u32)
    };
    let text = text.trim_ascii();
    let text = text.strip_suffix(b"==").or(text.strip_suffix(b"=")).unwrap_or(text);
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits = 0;
        for &b in group {
            bits = bits << 6 | digit(b)?;
        }
        match group.len() {
            4 => out.extend_from_slice(&bits.to_be_bytes()[1..]),
            3 => out.extend_from_slice(&(bits << 6).to_be_bytes()[1..3]),
            2 => out.push((bits << 12).to_be_bytes()[1]),
            _ => return None,
        }
    }
    Some(out)
}
