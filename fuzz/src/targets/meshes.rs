//! Any bytes as a mesh: triangles that have a body, or a complaint with a hint.

use armlab::mesh::{enclosing_capsules, parse_mesh};

/// Meshes of more triangles are only read.
const MOST_TRIANGLES: usize = 200;

pub fn mesh(data: &[u8]) {
    match parse_mesh(data, "fuzz", None) {
        Err(error) => assert!(!error.hint.is_empty(), "{error}"),
        Ok(mesh) => {
            if mesh.triangles.len() <= MOST_TRIANGLES {
                let _ = enclosing_capsules(&mesh, 3);
            }
        }
    }
}
