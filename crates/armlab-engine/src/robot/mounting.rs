//! How a robot is mounted: the direction of gravity in its base frame.

use crate::spatial::{Transform, Vec3, vec3};
use std::str::FromStr;
use thiserror::Error;

/// The orientation of the base: roll, pitch and yaw, degrees, about the world's x, y and z
/// (z up), in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mounting {
    /// Roll, pitch and yaw, degrees.
    pub rpy: [f64; 3],
}

/// Words that are no mounting.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is not a mounting")]
pub struct MountingError(pub String);

impl MountingError {
    /// What would be right.
    pub fn hint(&self) -> &'static str {
        "write table, wall, ceiling, or roll,pitch,yaw of the base in degrees, as 0,30,0"
    }
}

impl Mounting {
    /// The size of gravity where none is stated, m/s².
    pub const STANDARD_GRAVITY: f64 = 9.80665;
    /// Upright, as on a table.
    pub const TABLE: Self = Self { rpy: [0.0, 0.0, 0.0] };
    /// On a wall: the base's z axis is horizontal, its x axis points down.
    pub const WALL: Self = Self { rpy: [0.0, 90.0, 0.0] };
    /// Hanging from a ceiling: the base's z axis points down.
    pub const CEILING: Self = Self { rpy: [180.0, 0.0, 0.0] };

    /// Gravity in the base frame, of this size.
    pub fn gravity(&self, size: f64) -> Vec3<f64> {
        let base = Transform::from_xyz_rpy([0.0; 3], self.rpy.map(f64::to_radians));
        let down = base.inverse().apply(vec3(0.0, 0.0, -size));
        // Right angles leave rounding of 1e-16 behind.
        Vec3::from(down.to_array().map(|x| if x.abs() < 1e-12 * size { 0.0 } else { x }))
    }
}

impl FromStr for Mounting {
    type Err = MountingError;
    fn from_str(text: &str) -> Result<Self, MountingError> {
        match text.trim() {
            "table" => Ok(Self::TABLE),
            "wall" => Ok(Self::WALL),
            "ceiling" => Ok(Self::CEILING),
            other => {
                let number = |x: &str| x.trim().parse::<f64>().ok().filter(|x| x.is_finite());
                let rpy: Option<Vec<f64>> = other.split(',').map(number).collect();
                let rpy = rpy.and_then(|n| <[f64; 3]>::try_from(n).ok());
                rpy.map(|rpy| Self { rpy }).ok_or_else(|| MountingError(text.into()))
            }
        }
    }
}

impl super::Robot {
    /// The robot mounted otherwise; the size of gravity stays.
    pub fn mounted(&self, mounting: &Mounting) -> Self {
        let size = self.gravity().norm();
        self.with_gravity(mounting.gravity(if size > 0.0 {
            size
        } else {
            Mounting::STANDARD_GRAVITY
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_points_where_the_mounting_says() {
        let gravity = |text: &str| text.parse::<Mounting>().unwrap().gravity(9.81).to_array();
        assert_eq!(gravity("table"), [0.0, 0.0, -9.81]);
        assert_eq!(gravity("ceiling"), [0.0, 0.0, 9.81]);
        assert_eq!(gravity("wall"), [9.81, 0.0, 0.0]);
        assert_eq!(gravity("0,90,0"), gravity("wall"));
        // A yaw of the base turns nothing about the vertical; a roll of 30° tilts y.
        assert_eq!(gravity("0,0,77"), [0.0, 0.0, -9.81]);
        let [x, y, z] = gravity("30,0,0");
        assert!(x == 0.0 && (y + 4.905).abs() < 1e-12 && (z + 8.495_709).abs() < 1e-5, "{y} {z}");
        for wrong in ["", "floor", "1,2", "1,2,x", "1,2,nan"] {
            assert!(wrong.parse::<Mounting>().is_err(), "{wrong}");
        }
    }
}
