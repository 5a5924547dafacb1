//! Distance of two segments (Ericson, *Real-Time Collision Detection*, 5.1.9).

use crate::spatial::Vec3;

/// Distance of two segments and the points where they are nearest.
pub fn segment_distance(
    [p, p1]: [Vec3<f64>; 2],
    [q, q1]: [Vec3<f64>; 2],
) -> (f64, Vec3<f64>, Vec3<f64>) {
    let (d, e, r) = (p1 - p, q1 - q, p - q);
    let (a, c, b) = (d.dot(d), e.dot(e), d.dot(e));
    let (f, g) = (d.dot(r), e.dot(r));
    let unit = |x: f64| x.clamp(0.0, 1.0);
    let determinant = a * c - b * b;
    // Parallel segments have many nearest points; any will do.
    let mut s = if determinant > 1e-12 * a * c { unit((b * g - c * f) / determinant) } else { 0.0 };
    let mut t = if c > 0.0 { (b * s + g) / c } else { 0.0 };
    if !(0.0..=1.0).contains(&t) || c == 0.0 {
        t = unit(t);
        s = if a > 0.0 { unit((b * t - f) / a) } else { 0.0 };
    }
    let (x, y) = (p + d.scale(s), q + e.scale(t));
    ((x - y).norm(), x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::vec3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn no_two_points_of_segments_are_nearer_than_their_distance() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..300 {
            let mut point = || {
                let [x, y, z] = [(); 3].map(|()| rng.random_range(-1.0..1.0));
                vec3(x, y, z)
            };
            let (p, mut q) = ([point(), point()], [point(), point()]);
            match round % 4 {
                // Parallel ones, and points.
                1 => q[1] = q[0] + (p[1] - p[0]).scale(0.7),
                2 => q[1] = q[0],
                _ => {}
            }
            let (distance, a, b) = segment_distance(p, q);
            assert!(((a - b).norm() - distance).abs() < 1e-15);
            let between = |s: [Vec3<f64>; 2], t: f64| s[0] + (s[1] - s[0]).scale(t);
            let mut least = f64::INFINITY;
            for i in 0..=100 {
                for j in 0..=100 {
                    let (x, y) = (between(p, 0.01 * i as f64), between(q, 0.01 * j as f64));
                    least = least.min((x - y).norm());
                }
            }
            assert!(distance <= least + 1e-12 && least < distance + 0.03, "{distance} {least}");
        }
    }
}
