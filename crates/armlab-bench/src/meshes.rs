//! Numbers of meshes, for `peers/test_meshes.py`: a JSON line for each file.

use armlab::mesh::{ConvexHull, enclosing_capsules, read_mesh};
use armlab::spatial::Moments;
use serde_json::{Value, json};
use std::path::Path;

/// Prints `{"file", "triangles", "bounds", "body", "hull", "capsules"}` for each file, or `{"file", "error"}`.
pub fn run(files: &[&str]) -> Result<(), String> {
    for file in files {
        println!("{}", line(file));
    }
    Ok(())
}

fn line(file: &str) -> Value {
    let mesh = match read_mesh(Path::new(file)) {
        Ok(mesh) => mesh,
        Err(error) => return json!({ "file": file, "error": error.to_string() }),
    };
    let body = |m: &Moments<f64>| {
        json!({
            "volume": m.mass,
            "first": m.first.to_array(),
            "inertia": m.to_inertia().tensor.to_array(),
        })
    };
    let capsule = |c: &armlab::mesh::Capsule| json!({ "from": c.from.to_array(), "to": c.to.to_array(), "radius": c.radius });
    let bounds = mesh.bounds().map(|b| b.map(|v| v.to_array()));
    json!({
        "file": file,
        "triangles": mesh.triangles.len(),
        "bounds": bounds,
        "body": mesh.enclosed().as_ref().map(body),
        "hull": ConvexHull::new(&mesh.vertices).as_ref().map(|h| body(h.moments())),
        "capsules": enclosing_capsules(&mesh, 3).iter().map(capsule).collect::<Vec<_>>(),
    })
}
