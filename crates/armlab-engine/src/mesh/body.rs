//! The body that a surface encloses: volume, centre and second moments as sums
//! over the tetrahedra between each triangle and one point (for a triangle
//! `a b c` seen from that point, with `s = a + b + c` and `d = a·(b × c)`:
//! volume `d/6`, first moments `d s/24`, second `d (aaᵀ + bbᵀ + ccᵀ + ssᵀ)/120`).
//! Parts outside count twice with opposite signs, so any point will do.

use super::Mesh;
use crate::spatial::{Moments, Sym3, Vec3};
use std::collections::HashMap;

/// Part of a sphere of the mesh's size below which a volume is rounding.
const THINNEST: f64 = 1e-9;

impl Mesh {
    /// Whether the surface is closed: along every edge, triangles to one side
    /// have their match on the other.
    pub fn is_closed(&self) -> bool {
        let mut balance: HashMap<(u32, u32), i32> = HashMap::new();
        for &[a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if from != to {
                    let (key, way) = if from < to { ((from, to), 1) } else { ((to, from), -1) };
                    *balance.entry(key).or_insert(0) += way;
                }
            }
        }
        balance.values().all(|b| *b == 0)
    }

    /// Volume and its moments about the origin, as of a body of density one.
    /// `None` for a surface that is open or encloses nothing.
    pub fn enclosed(&self) -> Option<Moments<f64>> {
        if !self.is_closed() {
            return None;
        }
        let mut sum = self.moments()?;
        if sum.mass < 0.0 {
            // Inside out as a whole.
            sum = Moments {
                mass: -sum.mass,
                first: sum.first.scale(-1.0),
                second: sum.second.scale(-1.0),
            };
        }
        let thickest = self.size().powi(3);
        (sum.mass > THINNEST * thickest).then_some(sum)
    }

    /// The sums over all tetrahedra.
    pub(super) fn moments(&self) -> Option<Moments<f64>> {
        let [low, high] = self.bounds()?;
        // Near the mesh, so that nothing cancels.
        let middle = (low + high).scale(0.5);
        let mut sum = Moments { mass: 0.0, first: Vec3::zero(), second: Sym3::zero() };
        for &triangle in &self.triangles {
            let [a, b, c] = self.corners(triangle).map(|v| v - middle);
            let d = a.dot(b.cross(c));
            let s = a + b + c;
            sum.mass += d / 6.0;
            sum.first += s.scale(d / 24.0);
            let second = Sym3::outer(a) + Sym3::outer(b) + Sym3::outer(c) + Sym3::outer(s);
            sum.second += second.scale(d / 120.0);
        }
        Some(sum.shifted(middle))
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::{box_mesh, cylinder_mesh};
    use crate::spatial::{Transform, vec3};
    use std::f64::consts::PI;

    #[test]
    fn a_box_anywhere_has_the_moments_of_its_formula() {
        let size = vec3(0.3, 0.2, 0.5);
        let pose = Transform::from_xyz_rpy([4.0, -2.0, 7.0], [0.3, -0.9, 1.4]);
        let found = box_mesh(size).placed(&pose).enclosed().unwrap();
        let volume = 0.03;
        assert!((found.mass - volume).abs() < 1e-15);
        let inertia = found.to_inertia();
        let about = inertia.tensor_at_center();
        let turned = pose.rotation.transposed().congruence(&about);
        let moment = |a: f64, b: f64| volume * (a * a + b * b) / 12.0;
        for (x, y) in [
            (turned.xx, moment(0.2, 0.5)),
            (turned.yy, moment(0.3, 0.5)),
            (turned.zz, moment(0.3, 0.2)),
            (turned.xy, 0.0),
            (turned.xz, 0.0),
            (turned.yz, 0.0),
        ] {
            // The parallel axes take away 2 kg m² from far off.
            assert!((x - y).abs() < 1e-13, "{x} {y}");
        }
    }

    #[test]
    fn a_mirror_image_has_the_same_volume_and_an_open_surface_none() {
        let cylinder = cylinder_mesh(0.1, 0.4);
        let volume = cylinder.enclosed().unwrap().mass;
        let polygon = volume / (PI * 0.01 * 0.4);
        assert!((1.0..1.02).contains(&polygon), "{polygon}");
        let mirrored = cylinder.clone().scaled(vec3(1.0, -1.0, 1.0));
        assert!((mirrored.moments().unwrap().mass - volume).abs() < 1e-15);
        let mut open = cylinder;
        open.triangles.pop();
        assert_eq!(open.enclosed(), None);
    }
}
