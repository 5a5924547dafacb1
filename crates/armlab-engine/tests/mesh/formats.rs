//! One body in every format.

use super::written::{brick, collada, every_format};
use armlab_engine::mesh::parse_mesh;

#[test]
fn a_body_is_the_same_in_every_format() {
    let brick = brick();
    let meant = brick.enclosed().unwrap();
    for (name, bytes) in every_format(&brick) {
        let mesh = parse_mesh(&bytes, name, None).unwrap();
        assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (8, 12), "{name}");
        let found = mesh.enclosed().unwrap();
        let numbers = |m: armlab_engine::spatial::Moments<f64>| m.to_inertia().to_array();
        for (a, b) in numbers(found).iter().zip(numbers(meant)) {
            assert!((a - b).abs() < 1e-15, "{name}: {a} {b}");
        }
    }
}

#[test]
fn formats_are_recognised_by_content_whatever_the_name() {
    for (_, bytes) in every_format(&brick()) {
        assert!(parse_mesh(&bytes, "mesh", None).is_ok());
    }
}

#[test]
fn other_files_are_refused_by_name() {
    let refused = |bytes: &[u8], words: &str| {
        let error = parse_mesh(bytes, "arm.stl", None).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(b"ply\nformat ascii 1.0\n", "is a PLY file");
    refused(b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer");
    refused(b"Kaydara FBX Binary  \0", "an FBX file");
    refused(b"<robot name=\"arm\"/>", "an XML file of <robot>, not Collada");
    refused(b"", "too few");
    refused(b"solid nothing\nfacet\nendsolid\n", "no triangles");
    let error = parse_mesh(b"hello", "arm.xyz", None).unwrap_err().to_string();
    assert!(error.contains("STL, OBJ, Collada (DAE) and glTF (GLB) are read"), "{error}");
}

#[test]
fn what_would_grow_without_end_is_refused() {
    // Nodes that place each other.
    let ring = r##"<instance_node url="#ring"/>"##;
    let text = collada(&brick(), &format!("<node id=\"ring\">{ring}{ring}</node>"));
    let error = parse_mesh(text.as_bytes(), "a.dae", None).unwrap_err().to_string();
    assert!(error.contains("without end"), "{error}");
    let text =
        r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[0,0]}]}"#;
    let error = parse_mesh(text.as_bytes(), "a.gltf", None).unwrap_err().to_string();
    assert!(error.contains("without end"), "{error}");
    // Far more triangles than there are bytes.
    let mut stl = vec![0; 84];
    stl[80..84].copy_from_slice(&4_000_000_000_u32.to_le_bytes());
    assert!(parse_mesh(&stl, "a.stl", None).is_err());
    // Buffers of other folders.
    let text =
        r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"../../etc/passwd","byteLength":1}]}"#;
    let error = parse_mesh(text.as_bytes(), "a.gltf", Some(std::path::Path::new("."))).unwrap_err();
    assert!(error.to_string().contains("not beside the file"), "{error}");
}
