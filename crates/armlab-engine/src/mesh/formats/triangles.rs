//! Collecting triangles, with equal vertices made one.

use super::{MOST_TRIANGLES, too_many};
use crate::mesh::Mesh;
use crate::spatial::Vec3;
use armlab_files::FileError;
use std::collections::HashMap;

/// Largest coordinate that is taken, in the units of the file.
const LARGEST_COORDINATE: f64 = 1e9;

/// Places that were seen, each with its number.
#[derive(Default)]
struct Places {
    known: HashMap<[u64; 3], u32>,
    vertices: Vec<Vec3<f64>>,
}

impl Places {
    fn number(&mut self, place: Vec3<f64>) -> u32 {
        // Adding zero makes −0 the same number as 0.
        let key = place.to_array().map(|x| (x + 0.0).to_bits());
        *self.known.entry(key).or_insert_with(|| {
            self.vertices.push(place);
            self.vertices.len() as u32 - 1
        })
    }
}

/// Triangles of a file that states the corners of each.
#[derive(Default)]
pub struct Corners {
    places: Places,
    triangles: Vec<[u32; 3]>,
}

impl Corners {
    pub fn add(&mut self, corners: [[f64; 3]; 3], file: &str) -> Result<(), FileError> {
        if self.triangles.len() >= MOST_TRIANGLES {
            return Err(too_many(file));
        }
        for corner in corners {
            usable(corner, file)?;
        }
        let triangle = corners.map(|corner| self.places.number(Vec3::from(corner)));
        self.triangles.push(triangle);
        Ok(())
    }

    pub fn finish(self) -> Mesh {
        Mesh { vertices: self.places.vertices, triangles: self.triangles }
    }
}

/// The mesh with vertices at the same place made one, and those that no
/// triangle has left out.
pub fn merged(mesh: &Mesh) -> Mesh {
    let mut places = Places::default();
    let corner = |i: u32, places: &mut Places| places.number(mesh.vertices[i as usize]);
    let triangles = mesh.triangles.iter().map(|t| t.map(|i| corner(i, &mut places))).collect();
    Mesh { vertices: places.vertices, triangles }
}

/// Fails where a coordinate is no number or beyond all size.
pub fn usable(corner: [f64; 3], file: &str) -> Result<(), FileError> {
    if corner.iter().all(|x| x.abs() <= LARGEST_COORDINATE) {
        return Ok(());
    }
    let message = format!("has a vertex at {corner:?}");
    Err(FileError::whole(file, message, "the file is damaged; export it again"))
}

/// A mesh of indexed polygons: each is cut into a fan of triangles.
pub struct Indexed<'a> {
    pub mesh: &'a mut Mesh,
    pub file: &'a str,
}

impl Indexed<'_> {
    pub fn polygon(&mut self, corners: &[u32]) -> Result<(), FileError> {
        for pair in corners.get(1..).unwrap_or_default().windows(2) {
            self.triangle([corners[0], pair[0], pair[1]])?;
        }
        Ok(())
    }
    pub fn triangle(&mut self, corners: [u32; 3]) -> Result<(), FileError> {
        if self.mesh.triangles.len() >= MOST_TRIANGLES {
            return Err(too_many(self.file));
        }
        let count = self.mesh.vertices.len();
        if let Some(strange) = corners.iter().find(|i| **i as usize >= count) {
            let message = format!("has a triangle with vertex {strange} of {count}");
            return Err(FileError::whole(self.file, message, "the file is damaged"));
        }
        self.mesh.triangles.push(corners);
        Ok(())
    }
    /// A strip: every corner after the second makes a triangle, every other
    /// one turned round.
    pub fn strip(&mut self, corners: &[u32]) -> Result<(), FileError> {
        for (k, c) in corners.windows(3).enumerate() {
            let turned = if k % 2 == 0 { [c[0], c[1], c[2]] } else { [c[1], c[0], c[2]] };
            self.triangle(turned)?;
        }
        Ok(())
    }
}

/// A number in bytes of text.
pub fn number(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}
