//! Convex hulls by Quickhull (Barber, Dobkin & Huhdanpaa, *ACM Trans. Math.
//! Softw.* 22, 1996): a tetrahedron grows by the farthest point outside one of
//! its faces; the faces that see it are replaced by a cone from their rim.
//!
//! Points are moved to a grid of 2²⁶ steps, a hundred-millionth of the size,
//! where the question which faces see a point is answered exactly. So a rim is
//! always a ring, whatever lies in one plane or on one line.

use super::Mesh;
use crate::spatial::{Moments, Vec3};
use std::collections::{HashMap, HashSet};

/// Steps of the grid.
const STEPS: f64 = (1_u64 << 26) as f64;
/// Height below which a face's normal is not used, as part of the size: moving to
/// the grid may have turned it.
const THINNEST: f64 = 1e-5;
/// Thickness below which points are flat, in steps.
const FLAT: f64 = 64.0;

/// A convex polyhedron.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexHull {
    mesh: Mesh,
    /// Normals and distances from the origin of the faces.
    planes: Vec<(Vec3<f64>, f64)>,
    moments: Moments<f64>,
}

impl ConvexHull {
    /// The hull of points; `None` where they lie in a plane or are not finite.
    pub fn new(points: &[Vec3<f64>]) -> Option<Self> {
        if points.iter().any(|p| !p.is_finite()) {
            return None;
        }
        let mesh = surface(points)?;
        let thin = THINNEST * mesh.size();
        let plane = |t: &[u32; 3]| {
            let [a, b, c] = mesh.corners(*t);
            let normal = (b - a).cross(c - a);
            let longest = [b - a, c - b, a - c].map(Vec3::norm).into_iter().fold(0.0, f64::max);
            let area = normal.norm();
            let normal = normal.scale(area.recip());
            (area > thin * longest).then(|| (normal, normal.dot(a)))
        };
        let planes = mesh.triangles.iter().filter_map(plane).collect();
        let moments = mesh.moments()?;
        (moments.mass > 0.0).then_some(Self { mesh, planes, moments })
    }

    /// Its surface.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }
    /// Volume and its moments about the origin, as of a body of density one.
    pub fn moments(&self) -> &Moments<f64> {
        &self.moments
    }
    /// How far a point is outside the plane of the face that it is farthest
    /// outside of; negative within.
    pub fn outside(&self, point: Vec3<f64>) -> f64 {
        let far = |(n, d): &(Vec3<f64>, f64)| n.dot(point) - d;
        self.planes.iter().map(far).fold(f64::NEG_INFINITY, f64::max)
    }
    /// Smallest and largest value of `direction·p` over its points.
    pub fn range(&self, direction: Vec3<f64>) -> (f64, f64) {
        let along = self.mesh.vertices.iter().map(|v| direction.dot(*v));
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)))
    }
    /// Distance of the nearest face from the origin.
    pub(super) fn inner_radius(&self) -> f64 {
        self.planes.iter().map(|(_, d)| *d).fold(f64::INFINITY, f64::min)
    }
}

type Point = [i64; 3];

struct Face {
    corners: [usize; 3],
    /// The face across the edge that begins at each corner.
    across: [usize; 3],
    /// `(b − a) × (c − a)`, exactly and rounded.
    normal: [i128; 3],
    rounded: [f64; 3],
    outside: Vec<usize>,
    alive: bool,
}

struct Hull {
    points: Vec<Point>,
    faces: Vec<Face>,
}

/// The surface of the hull, with the points as they were.
fn surface(points: &[Vec3<f64>]) -> Option<Mesh> {
    let low = points.iter().copied().reduce(least)?;
    let size = points.iter().flat_map(|p| (*p - low).to_array()).fold(0.0, f64::max);
    if !(size > 0.0) {
        return None;
    }
    let on_grid = |p: &Vec3<f64>| (*p - low).to_array().map(|x| (x / size * STEPS).round() as i64);
    let mut seen = HashSet::new();
    let kept: Vec<usize> =
        (0..points.len()).filter(|&i| seen.insert(on_grid(&points[i]))).collect();
    let grid = kept.iter().map(|&i| on_grid(&points[i])).collect();
    let mut hull = Hull { points: grid, faces: Vec::new() };
    hull.begin()?;
    let mut next = 0;
    while next < hull.faces.len() {
        if hull.faces[next].alive && !hull.faces[next].outside.is_empty() {
            hull.grow(next)?;
        }
        next += 1;
    }
    let mut mesh = Mesh::default();
    let mut number: HashMap<usize, u32> = HashMap::new();
    for face in hull.faces.iter().filter(|f| f.alive) {
        let triangle = face.corners.map(|i| {
            *number.entry(i).or_insert_with(|| {
                mesh.vertices.push(points[kept[i]]);
                mesh.vertices.len() as u32 - 1
            })
        });
        mesh.triangles.push(triangle);
    }
    Some(mesh)
}

fn least(a: Vec3<f64>, b: Vec3<f64>) -> Vec3<f64> {
    Vec3::from([a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)])
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Point, b: Point) -> [i128; 3] {
    let product = |i: usize, j: usize| i128::from(a[i]) * i128::from(b[j]);
    [product(1, 2) - product(2, 1), product(2, 0) - product(0, 2), product(0, 1) - product(1, 0)]
}

fn length(v: [i128; 3]) -> f64 {
    v.iter().map(|x| (*x as f64).powi(2)).sum::<f64>().sqrt()
}

impl Hull {
    fn farthest(&self, value: impl Fn(Point) -> f64) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for (i, p) in self.points.iter().enumerate() {
            let value = value(*p);
            if value > best.1 {
                best = (i, value);
            }
        }
        best
    }

    /// A tetrahedron of points far from each other; `None` for flat points.
    fn begin(&mut self) -> Option<()> {
        let pairs = [0, 1, 2].map(|k| {
            let (low, a) = self.farthest(|p| -p[k] as f64);
            let (high, b) = self.farthest(|p| p[k] as f64);
            (a + b, low, high)
        });
        let (_, a, b) = pairs.into_iter().max_by(|x, y| x.0.total_cmp(&y.0))?;
        let (start, end) = (self.points[a], self.points[b]);
        let along = minus(end, start);
        let (c, area) = self.farthest(|p| length(cross(along, minus(p, start))));
        let long = length(along.map(i128::from));
        if !(area > FLAT * long) {
            return None;
        }
        let normal = cross(along, minus(self.points[c], start));
        let height = |p: Point| dot(normal, minus(p, start)) as f64 / length(normal);
        let (d, most) = self.farthest(|p| height(p).abs());
        if !(most > FLAT) {
            return None;
        }
        // The fourth corner below the first three.
        let (b, c) = if height(self.points[d]) > 0.0 { (c, b) } else { (b, c) };
        for corners in [[a, b, c], [a, d, b], [b, d, c], [c, d, a]] {
            self.add(corners);
        }
        let faces = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (face, across) in self.faces.iter_mut().zip(faces) {
            face.across = across;
        }
        let all = 0..self.points.len();
        self.share(all.filter(|i| ![a, b, c, d].contains(i)).collect(), 0);
        Some(())
    }

    fn add(&mut self, corners: [usize; 3]) {
        let [a, b, c] = corners.map(|i| self.points[i]);
        let normal = cross(minus(b, a), minus(c, a));
        let rounded = normal.map(|x| x as f64);
        let (across, outside) = ([usize::MAX; 3], Vec::new());
        self.faces.push(Face { corners, across, normal, rounded, outside, alive: true });
    }

    /// Volume between a face and a point, rounded; its sign is exact.
    fn above(&self, face: usize, point: usize) -> f64 {
        let face = &self.faces[face];
        let d = minus(self.points[point], self.points[face.corners[0]]);
        let terms = [0, 1, 2].map(|k| face.rounded[k] * d[k] as f64);
        let sum = terms[0] + terms[1] + terms[2];
        // Each term is rounded twice, the sum twice more.
        let doubt = 8.0 * f64::EPSILON * (terms[0].abs() + terms[1].abs() + terms[2].abs());
        if sum.abs() > doubt { sum } else { dot(face.normal, d) as f64 }
    }

    /// Gives points to the first of the faces from `first` on that sees them.
    fn share(&mut self, points: Vec<usize>, first: usize) {
        for point in points {
            let sees = |f: &usize| self.above(*f, point) > 0.0;
            if let Some(face) = (first..self.faces.len()).find(sees) {
                self.faces[face].outside.push(point);
            }
        }
    }

    /// Replaces the faces that see the point farthest outside `face`.
    fn grow(&mut self, face: usize) -> Option<()> {
        let height = |i: &usize| self.above(face, *i);
        let outside = self.faces[face].outside.iter().copied();
        let apex = outside.max_by(|i, j| height(i).total_cmp(&height(j)))?;
        let mut visible = vec![face];
        self.faces[face].alive = false;
        let mut next = 0;
        while let Some(&f) = visible.get(next) {
            next += 1;
            for beyond in self.faces[f].across {
                if self.faces.get(beyond)?.alive && self.above(beyond, apex) > 0.0 {
                    self.faces[beyond].alive = false;
                    visible.push(beyond);
                }
            }
        }
        // Rim edges by their first corner: second corner, and the face beyond.
        let mut rim: HashMap<usize, (usize, usize)> = HashMap::new();
        for &f in &visible {
            for k in 0..3 {
                let (corners, beyond) = (self.faces[f].corners, self.faces[f].across[k]);
                if self.faces[beyond].alive {
                    rim.insert(corners[k], (corners[(k + 1) % 3], beyond));
                }
            }
        }
        self.cone(&rim, apex)?;
        let first = self.faces.len() - rim.len();
        for f in visible {
            let points = std::mem::take(&mut self.faces[f].outside);
            self.share(points.into_iter().filter(|i| *i != apex).collect(), first);
        }
        Some(())
    }

    /// A face from every edge of the rim to the apex.
    fn cone(&mut self, rim: &HashMap<usize, (usize, usize)>, apex: usize) -> Option<()> {
        let (first, count) = (self.faces.len(), rim.len());
        let mut from = *rim.keys().min()?;
        for k in 0..count {
            let &(to, beyond) = rim.get(&from)?;
            self.add([from, to, apex]);
            let (next, last) = (first + (k + 1) % count, first + (k + count - 1) % count);
            self.faces[first + k].across = [beyond, next, last];
            let neighbour = &mut self.faces[beyond];
            let edge = (0..3).find(|&e| neighbour.corners[e] == to)?;
            neighbour.across[edge] = first + k;
            from = to;
        }
        Some(())
    }
}

fn dot(normal: [i128; 3], d: Point) -> i128 {
    (0..3).map(|k| normal[k] * i128::from(d[k])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{box_mesh, cylinder_mesh, ellipsoid_mesh};
    use crate::spatial::vec3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Closed, and no point outside any face.
    fn assert_hull(points: &[Vec3<f64>], hull: &ConvexHull) {
        assert!(hull.mesh().is_closed());
        let size = hull.mesh().size();
        for p in points {
            assert!(hull.outside(*p) < 1e-7 * size, "{}", hull.outside(*p) / size);
        }
        let corners = hull.mesh().vertices.len();
        assert_eq!(hull.mesh().triangles.len(), 2 * corners - 4, "Euler");
    }

    #[test]
    fn every_point_is_within_its_hull() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for round in 0..60 {
            let count = rng.random_range(5..400);
            let mut points: Vec<Vec3<f64>> = (0..count)
                .map(|_| Vec3::from([(); 3].map(|()| rng.random_range(-1.0..1.0))))
                .collect();
            match round % 4 {
                // On a grid: many points in one plane, and doubled ones.
                1 => points.iter_mut().for_each(|p| {
                    *p = Vec3::from(p.to_array().map(|x| (2.0 * x).round()));
                }),
                // On a ball.
                2 => points.iter_mut().for_each(|p| *p = p.scale(p.norm().recip())),
                _ => {}
            }
            assert_hull(&points, &ConvexHull::new(&points).unwrap());
        }
    }

    #[test]
    fn the_hull_of_a_convex_body_is_the_body() {
        let round = ellipsoid_mesh(vec3(0.2, 0.3, 0.5));
        for body in [box_mesh(vec3(0.1, 0.7, 0.3)), cylinder_mesh(0.2, 0.9), round] {
            let hull = ConvexHull::new(&body.vertices).unwrap();
            let (a, b) = (hull.moments(), body.enclosed().unwrap());
            assert!((a.mass - b.mass).abs() < 1e-8 * b.mass);
            assert_hull(&body.vertices, &hull);
        }
    }

    #[test]
    fn flat_points_have_no_hull() {
        let plane: Vec<_> =
            (0..50).map(|i| vec3((i as f64).sin(), (i as f64).cos(), 0.3)).collect();
        assert_eq!(ConvexHull::new(&plane), None);
        assert_eq!(ConvexHull::new(&[]), None);
        assert_eq!(ConvexHull::new(&[vec3(1.0, 2.0, 3.0); 9]), None);
        assert_eq!(ConvexHull::new(&[vec3(f64::NAN, 0.0, 0.0); 9]), None);
    }
}
