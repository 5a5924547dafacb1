//! Files of meshes, recognised by their content. Readers check every size
//! against the bytes that are there before they take memory.

mod collada;
mod gltf;
mod obj;
mod stl;
mod triangles;

use super::Mesh;
use armlab_files::{FileError, read_bytes};
use std::path::Path;

/// Largest file that is read, in bytes.
pub const LARGEST_MESH: usize = 256 << 20;
/// Most triangles of one mesh.
pub const MOST_TRIANGLES: usize = 5_000_000;

const READ: &str = "STL, OBJ, Collada (DAE) and glTF (GLB) are read";

/// Reads a mesh.
///
/// # Errors
/// If it cannot be read or is no mesh in a format that is read.
pub fn read_mesh(path: &Path) -> Result<Mesh, FileError> {
    let bytes = read_bytes(path, LARGEST_MESH)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    parse_mesh(&bytes, &path.display().to_string(), Some(folder))
}

/// Reads a mesh from the content of a file; `file` is what errors call it, and
/// `folder` where further files that it names are.
///
/// # Errors
/// If it is no mesh in a format that is read.
pub fn parse_mesh(bytes: &[u8], file: &str, folder: Option<&Path>) -> Result<Mesh, FileError> {
    let start = bytes.trim_ascii_start();
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    let extension = Path::new(file).extension().and_then(|e| e.to_str());
    let extension = extension.unwrap_or_default().to_ascii_lowercase();
    if let Some(name) = refused(start) {
        return Err(FileError::whole(file, format!("is {name}"), READ));
    }
    let is_merged = stl::is_binary(bytes) || stl::is_text(start);
    let mesh = if bytes.starts_with(b"glTF") {
        gltf::read_binary(bytes, file, folder)?
    } else if stl::is_binary(bytes) {
        stl::read_binary(bytes, file)?
    } else if start.starts_with(b"{") {
        gltf::read_text(start, file, folder)?
    } else if start.starts_with(b"<") {
        collada::read(start, file)?
    } else if stl::is_text(start) {
        stl::read_text(start, file)?
    } else if extension == "obj" || obj::is_obj(start) {
        obj::read(bytes, file)?
    } else if extension == "stl" {
        stl::read_binary(bytes, file)?
    } else {
        return Err(FileError::whole(file, "is no mesh that is recognised", READ));
    };
    if mesh.triangles.is_empty() {
        return Err(FileError::whole(file, "has no triangles", "is it the right file?"));
    }
    Ok(if is_merged { mesh } else { triangles::merged(&mesh) })
}

/// Names of formats that others use.
fn refused(start: &[u8]) -> Option<&'static str> {
    let known: [(&[u8], &str); 6] = [
        (b"ply", "a PLY file"),
        (b"Kaydara FBX", "an FBX file"),
        (b"ISO-10303-21", "a STEP file"),
        (b"BLENDER", "a Blender file"),
        (b"PK\x03\x04", "a ZIP archive, as 3MF files are"),
        (b"version https://git-lfs", "a Git LFS pointer and not the mesh itself (`git lfs pull`)"),
    ];
    known.iter().find(|(magic, _)| start.starts_with(magic)).map(|(_, name)| *name)
}

fn too_many(file: &str) -> FileError {
    let hint = "simplify the mesh; links need thousands of triangles, not millions";
    FileError::whole(file, format!("has more than {MOST_TRIANGLES} triangles"), hint)
}
