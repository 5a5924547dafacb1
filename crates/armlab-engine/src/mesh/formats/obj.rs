//! Wavefront OBJ: `v x y z`, `f i j k …` with indices from one, or from the end
//! if negative; texture and normal behind slashes, materials, lines and curves
//! are passed over. A line that ends in a backslash goes on in the next.

use super::triangles::{Indexed, number, usable};
use crate::mesh::Mesh;
use crate::spatial::Vec3;
use armlab_files::FileError;

/// Most corners of a face.
const MOST_CORNERS: usize = 100_000;

/// True if one of the first lines is one of an OBJ file.
pub fn is_obj(start: &[u8]) -> bool {
    let lines = start.split(|b| *b == b'\n').take(1000).map(<[u8]>::trim_ascii);
    lines
        .filter(|l| !l.is_empty())
        .any(|line| [&b"v "[..], b"vn ", b"mtllib "].iter().any(|word| line.starts_with(word)))
}

pub fn read(bytes: &[u8], file: &str) -> Result<Mesh, FileError> {
    let mut mesh = Mesh::default();
    let mut continued: Vec<u8> = Vec::new();
    for (line, text) in bytes.split(|b| *b == b'\n').enumerate() {
        let text = text.trim_ascii();
        if let Some(part) = text.strip_suffix(b"\\") {
            continued.extend_from_slice(part);
            continued.push(b' ');
            continue;
        }
        if continued.is_empty() {
            read_line(text, &mut mesh, file, line + 1)?;
        } else {
            continued.extend_from_slice(text);
            read_line(&continued, &mut mesh, file, line + 1)?;
            continued.clear();
        }
    }
    Ok(mesh)
}

fn read_line(text: &[u8], mesh: &mut Mesh, file: &str, line: usize) -> Result<(), FileError> {
    let fail = |message: String| FileError::new(file, (line, 1), message, "export the mesh again");
    let mut words = text.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
    match words.next() {
        Some(b"v") => {
            let numbers: Option<Vec<f64>> = words.take(3).map(number).collect();
            let place = numbers.and_then(|n| <[f64; 3]>::try_from(n).ok());
            let place = place.ok_or_else(|| fail("a vertex needs three numbers".into()))?;
            usable(place, file)?;
            if mesh.vertices.len() >= u32::MAX as usize - 1 {
                return Err(super::too_many(file));
            }
            mesh.vertices.push(Vec3::from(place));
        }
        Some(b"f") => {
            let count = mesh.vertices.len();
            let mut face = Vec::new();
            for word in words {
                let index = word.split(|b| *b == b'/').next().unwrap_or_default();
                let shown = || String::from_utf8_lossy(word).chars().take(20).collect::<String>();
                let index = std::str::from_utf8(index).ok().and_then(|i| i.parse::<i64>().ok());
                let from_zero = match index {
                    Some(i) if i > 0 => usize::try_from(i - 1).ok(),
                    Some(i) if i < 0 => count.checked_sub(i.unsigned_abs() as usize),
                    _ => None,
                };
                let known = from_zero.filter(|i| *i < count);
                let known = known.ok_or_else(|| {
                    fail(format!("`{}` is none of the {count} vertices so far", shown()))
                })?;
                face.push(known as u32);
                if face.len() > MOST_CORNERS {
                    return Err(fail(format!("a face has more than {MOST_CORNERS} corners")));
                }
            }
            if face.len() < 3 {
                return Err(fail("a face needs three vertices".into()));
            }
            Indexed { mesh, file }.polygon(&face)?;
        }
        _ => {}
    }
    Ok(())
}
