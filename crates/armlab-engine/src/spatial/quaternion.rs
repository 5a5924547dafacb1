//! Rotations as unit quaternions `[w, x, y, z]`.

use super::Mat3;

impl Mat3<f64> {
    /// The rotation of a quaternion of any length; the identity for zero.
    pub fn from_quaternion(q: [f64; 4]) -> Self {
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !(norm > 0.0) {
            return Self::identity();
        }
        let [w, x, y, z] = q.map(|v| v / norm);
        Self::from_rows([
            [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ])
    }

    /// The quaternion of a rotation, `w ≥ 0`. The largest of the four is found first, so
    /// that nothing is divided by a small number.
    pub fn to_quaternion(&self) -> [f64; 4] {
        let [[a, b, c], [d, e, f], [g, h, i]] = self.to_rows();
        let squares = [1.0 + a + e + i, 1.0 + a - e - i, 1.0 - a + e - i, 1.0 - a - e + i];
        let largest = (0..4).fold(0, |best, k| if squares[k] > squares[best] { k } else { best });
        let s = squares[largest];
        let q = match largest {
            0 => [s, h - f, c - g, d - b],
            1 => [h - f, s, b + d, c + g],
            2 => [c - g, b + d, s, f + h],
            _ => [d - b, c + g, f + h, s],
        };
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        let norm = if q[0] < 0.0 { -norm } else { norm };
        q.map(|x| x / norm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::vec3;

    #[test]
    fn quaternions_and_matrices_are_the_same_rotations() {
        for k in 0..200 {
            let t = f64::from(k);
            let axis = vec3(t.sin(), (2.0 * t).cos(), (3.0 * t).sin());
            let angle = if k % 4 == 0 { std::f64::consts::PI } else { t };
            let r = Mat3::rotation(axis.scale(1.0 / axis.norm()), angle);
            let again = Mat3::from_quaternion(r.to_quaternion().map(|x| 3.0 * x)) - r;
            assert!(again.c.iter().all(|c| c.norm() < 1e-14), "{k}");
        }
        assert_eq!(Mat3::from_quaternion([0.0; 4]), Mat3::identity());
    }
}
