//! A mesh written in every format that is read.

use armlab_engine::mesh::{Mesh, box_mesh};
use armlab_engine::spatial::{Transform, vec3};
use std::fmt::Write;

/// A box away from the origin, with coordinates that are exact in single precision.
pub fn brick() -> Mesh {
    box_mesh(vec3(0.5, 0.25, 1.0)).placed(&Transform::translation(0.125, -0.5, 0.75))
}

/// Every format, with the ending of its files.
pub fn every_format(mesh: &Mesh) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("binary.stl", binary_stl(mesh)),
        ("text.stl", text_stl(mesh).into_bytes()),
        ("arm.obj", obj(mesh).into_bytes()),
        ("arm.dae", collada(mesh, "").into_bytes()),
        ("arm.gltf", gltf(mesh).into_bytes()),
        ("arm.glb", glb(mesh)),
    ]
}

pub fn binary_stl(mesh: &Mesh) -> Vec<u8> {
    // Some programs begin binary files with the word of the others.
    let mut out = b"solid but binary".to_vec();
    out.resize(80, b' ');
    out.extend((mesh.triangles.len() as u32).to_le_bytes());
    for &t in &mesh.triangles {
        out.extend([0; 12]);
        for corner in mesh.corners(t) {
            corner.to_array().iter().for_each(|x| out.extend((*x as f32).to_le_bytes()));
        }
        out.extend([0; 2]);
    }
    out
}

fn text_stl(mesh: &Mesh) -> String {
    let mut out = "solid brick\n".to_string();
    for &t in &mesh.triangles {
        out += "facet normal 0 0 0\n  outer loop\n";
        for v in mesh.corners(t) {
            let _ = writeln!(out, "    vertex {:e} {:e} {:e}", v.x, v.y, v.z);
        }
        out += "  endloop\nendfacet\n";
    }
    out + "endsolid brick\n"
}

fn obj(mesh: &Mesh) -> String {
    let mut out = "# a brick\nmtllib brick.mtl\no brick\n".to_string();
    for v in &mesh.vertices {
        let _ = writeln!(out, "v {} {} {}", v.x, v.y, v.z);
    }
    out += "vn 0 0 1\n";
    let count = mesh.vertices.len() as i64;
    for (k, t) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = t.map(|i| i64::from(i) + 1);
        // Counted from the front, or from the back.
        if k % 2 == 0 {
            let _ = writeln!(out, "f {a}//1 {b}/1 \\\n  {c}");
        } else {
            let [a, b, c] = [a, b, c].map(|i| i - 1 - count);
            let _ = writeln!(out, "f {a} {b} {c}");
        }
    }
    out
}

/// In centimetres, turned by a node and back by another.
pub fn collada(mesh: &Mesh, extra: &str) -> String {
    let mut places = String::new();
    for v in &mesh.vertices {
        // A quarter turn about z takes these to x, y.
        let _ = write!(places, "{} {} {} ", 100.0 * v.y, -100.0 * v.x, 100.0 * v.z);
    }
    let indices = |t: &[u32; 3]| format!("{} 0 {} 0 {} 0 ", t[0], t[1], t[2]);
    let (first, rest) = mesh.triangles.split_at(4);
    let triangles: String = first.iter().map(indices).collect();
    let polygons: String = rest.iter().map(indices).collect();
    let counts = "3 ".repeat(rest.len());
    format!(
        r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
 <library_geometries><geometry id="brick"><mesh>
  <source id="places"><float_array id="a" count="24">{places}</float_array>
   <technique_common><accessor source="#a" count="8" stride="3"/></technique_common></source>
  <source id="normals"><float_array id="n" count="3">0 0 1</float_array></source>
  <vertices id="v"><input semantic="POSITION" source="#places"/></vertices>
  <triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
   <input semantic="NORMAL" source="#normals" offset="1"/><p>{triangles}</p></triangles>
  <polylist count="8"><input semantic="VERTEX" source="#v" offset="0"/>
   <input semantic="NORMAL" source="#normals" offset="1"/><vcount>{counts}</vcount><p>{polygons}</p></polylist>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s">
  <node><rotate>0 0 1 90</rotate>{extra}<node><translate>0 0 0</translate><scale>1 1 1</scale>
   <instance_geometry url="#brick"/></node></node>
 </visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>"##
    )
}

fn buffer(mesh: &Mesh) -> Vec<u8> {
    let mut out = Vec::new();
    for v in &mesh.vertices {
        // Shifted and doubled here, moved back and halved by the node.
        let v = v.scale(2.0) + vec3(4.0, 0.0, 0.0);
        v.to_array().iter().for_each(|x| out.extend((*x as f32).to_le_bytes()));
    }
    for i in mesh.triangles.as_flattened() {
        out.extend((*i as u16).to_le_bytes());
    }
    out
}

fn scene(mesh: &Mesh, uri: &str) -> String {
    let (vertices, corners) = (mesh.vertices.len(), 3 * mesh.triangles.len());
    let (places, indices) = (12 * vertices, 2 * corners);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
 "nodes":[{{"children":[1],"translation":[-2,0,0]}},{{"mesh":0,"scale":[0.5,0.5,0.5]}}],
 "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
 "accessors":[{{"bufferView":0,"componentType":5126,"count":{vertices},"type":"VEC3"}},
  {{"bufferView":1,"componentType":5123,"count":{corners},"type":"SCALAR"}}],
 "bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":{places}}},
  {{"buffer":0,"byteOffset":{places},"byteLength":{indices}}}],
 "buffers":[{{{uri}"byteLength":{}}}]}}"#,
        places + indices
    )
}

fn gltf(mesh: &Mesh) -> String {
    scene(
        mesh,
        &format!(r#""uri":"data:application/octet-stream;base64,{}","#, base64(&buffer(mesh))),
    )
}

fn glb(mesh: &Mesh) -> Vec<u8> {
    let mut text = scene(mesh, "").into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut data = buffer(mesh);
    data.resize(data.len().next_multiple_of(4), 0);
    let mut out = b"glTF".to_vec();
    out.extend(2_u32.to_le_bytes());
    out.extend((12 + 8 + text.len() as u32 + 8 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text), (b"BIN\0", data)] {
        out.extend((chunk.len() as u32).to_le_bytes());
        out.extend(kind);
        out.extend(chunk);
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let mut padded = [0; 3];
        padded[..group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes([0, padded[0], padded[1], padded[2]]);
        for k in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * k) & 63) as usize] as char;
            out.push(if k <= group.len() { digit } else { '=' });
        }
    }
    out
}
