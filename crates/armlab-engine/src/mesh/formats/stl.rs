//! STL: a header of 80 bytes, a count, and 50 bytes a triangle (normal, three
//! corners, two bytes that some programs colour with); or the same in words.
//! Normals are not read: corners say where the outside is.

use super::triangles::Corners;
use super::{MOST_TRIANGLES, too_many};
use crate::mesh::Mesh;
use armlab_files::FileError;

const HEADER: usize = 84;
const RECORD: usize = 50;

/// Triangles that the header of a binary file announces.
fn announced(bytes: &[u8]) -> Option<usize> {
    let count: [u8; 4] = bytes.get(80..HEADER)?.try_into().ok()?;
    Some(u32::from_le_bytes(count) as usize)
}

/// True where the announced triangles are exactly what follows. Binary files
/// may well begin with `solid`.
pub fn is_binary(bytes: &[u8]) -> bool {
    announced(bytes).is_some_and(|n| n > 0 && bytes.len() == HEADER + RECORD * n)
}

pub fn is_text(start: &[u8]) -> bool {
    start.get(..5).is_some_and(|w| w.eq_ignore_ascii_case(b"solid"))
        && start
            .get(..4096.min(start.len()))
            .is_some_and(|s| s.is_ascii() || std::str::from_utf8(s.get(..80).unwrap_or(s)).is_ok())
        && start.windows(5).take(1 << 16).any(|w| w.eq_ignore_ascii_case(b"facet"))
}

pub fn read_binary(bytes: &[u8], file: &str) -> Result<Mesh, FileError> {
    let fail = |message: String| FileError::whole(file, message, "export the mesh again");
    let count = announced(bytes).ok_or_else(|| {
        fail(format!("has {} bytes, too few for an STL file's header", bytes.len()))
    })?;
    if count > MOST_TRIANGLES {
        return Err(too_many(file));
    }
    let records = &bytes[HEADER..];
    if records.len() / RECORD < count {
        let there = records.len() / RECORD;
        return Err(fail(format!("announces {count} triangles and ends after {there}")));
    }
    let mut corners = Corners::default();
    for record in records.chunks_exact(RECORD).take(count) {
        let number = |k: usize| {
            let at = 12 + 4 * k;
            let bytes = [record[at], record[at + 1], record[at + 2], record[at + 3]];
            f64::from(f32::from_le_bytes(bytes))
        };
        corners.add([0, 3, 6].map(|k| [number(k), number(k + 1), number(k + 2)]), file)?;
    }
    Ok(corners.finish())
}

pub fn read_text(bytes: &[u8], file: &str) -> Result<Mesh, FileError> {
    let mut corners = Corners::default();
    let mut facet: Vec<[f64; 3]> = Vec::new();
    for (line, text) in bytes.split(|b| *b == b'\n').enumerate() {
        let fail =
            |message: &str| FileError::new(file, (line + 1, 1), message, "export the mesh again");
        let text = text.trim_ascii();
        let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        if word.eq_ignore_ascii_case(b"vertex") {
            let numbers = text[word.len()..].split(u8::is_ascii_whitespace);
            let numbers = numbers.filter(|w| !w.is_empty()).map(super::triangles::number);
            let numbers: Option<Vec<f64>> = numbers.collect();
            let corner = numbers.and_then(|n| <[f64; 3]>::try_from(n).ok());
            facet.push(corner.ok_or_else(|| fail("a vertex needs three numbers"))?);
        } else if word.eq_ignore_ascii_case(b"endfacet") || word.eq_ignore_ascii_case(b"endloop") {
            // Either word ends the corners; the other finds none.
            let three = <[[f64; 3]; 3]>::try_from(std::mem::take(&mut facet));
            match three {
                Ok(three) => corners.add(three, file)?,
                Err(other) if other.is_empty() => {}
                Err(_) => return Err(fail("a facet needs three vertices")),
            }
        }
    }
    if !facet.is_empty() {
        return Err(FileError::whole(file, "ends within a facet", "export the mesh again"));
    }
    Ok(corners.finish())
}
