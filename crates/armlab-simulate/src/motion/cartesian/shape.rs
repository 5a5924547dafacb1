//! Lines, circles, helices and polylines in space.

use crate::motion::error::MotionError;
use armlab_engine::spatial::Vec3;
use std::f64::consts::TAU;

/// A curve in space, metres and radians.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// From point to point; two points are a line.
    Polyline {
        /// The corners.
        points: Vec<[f64; 3]>,
    },
    /// Around an axis and along it; a circle if it does not rise. About z the
    /// angle is counted from x towards y.
    Helix {
        /// A point of the axis, at the height of the beginning.
        centre: [f64; 3],
        /// Direction of the axis.
        axis: [f64; 3],
        /// Distance from the axis.
        radius: f64,
        /// Turns; negative ones go the other way.
        turns: f64,
        /// Way along the axis.
        rise: f64,
        /// Angle of the beginning.
        phase: f64,
    },
}

/// A place on a shape.
pub(super) struct Place {
    /// Where it is.
    pub point: [f64; 3],
    /// Which leg of a polyline it is on, from 0; a helix has one.
    pub leg: usize,
    /// Part of the leg that is behind it, 0 to 1.
    pub part: f64,
}

impl Shape {
    /// A straight line.
    pub fn line(from: [f64; 3], to: [f64; 3]) -> Self {
        Self::Polyline { points: vec![from, to] }
    }

    /// A circle about an axis, once round.
    pub fn circle(centre: [f64; 3], axis: [f64; 3], radius: f64) -> Self {
        Self::Helix { centre, axis, radius, turns: 1.0, rise: 0.0, phase: 0.0 }
    }

    pub(super) fn check(&self) -> Result<(), MotionError> {
        match self {
            Self::Polyline { points } => {
                if points.len() < 2 {
                    let wanted = "a line needs two or more".into();
                    return Err(MotionError::Dimension {
                        what: "points",
                        got: points.len(),
                        wanted,
                    });
                }
                MotionError::check_finite("points", points.as_flattened())?;
                if !(lengths(points).sum::<f64>() > 0.0) {
                    let hint = "all points coincide; nothing would move";
                    return Err(MotionError::setting("points", "a single place", hint));
                }
                Ok(())
            }
            Self::Helix { centre, axis, radius, turns, rise, phase } => {
                MotionError::check_finite("centre", centre)?;
                MotionError::check_finite("axis", axis)?;
                MotionError::check_positive("radius", *radius)?;
                MotionError::check_finite("turns", &[*turns])?;
                MotionError::check_finite("rise", &[*rise])?;
                MotionError::check_finite("phase", &[*phase])?;
                if !(Vec3::from(*axis).norm() > 1e-30) {
                    let hint = "give a direction of any length";
                    return Err(MotionError::setting("axis", "zero", hint));
                }
                Ok(())
            }
        }
    }

    /// The place at part `s` of the time. On a polyline every leg has its share
    /// of the time by its length, and the law runs on each leg.
    pub(super) fn place(&self, s: f64, law: impl Fn(f64) -> f64) -> Place {
        match self {
            Self::Polyline { points } => along(points, s, law),
            Self::Helix { centre, axis, radius, turns, rise, phase } => {
                let part = law(s);
                let (along, u, v) = frame(*axis);
                let (sin, cos) = (phase + TAU * turns * part).sin_cos();
                let point = Vec3::from(*centre)
                    + u.scale(radius * cos)
                    + v.scale(radius * sin)
                    + along.scale(rise * part);
                Place { point: point.to_array(), leg: 0, part }
            }
        }
    }
}

fn lengths(points: &[[f64; 3]]) -> impl Iterator<Item = f64> {
    points.windows(2).map(|w| (Vec3::from(w[1]) - Vec3::from(w[0])).norm())
}

fn along(points: &[[f64; 3]], s: f64, law: impl Fn(f64) -> f64) -> Place {
    let total: f64 = lengths(points).sum();
    let mut left = s * total;
    for (leg, (pair, length)) in points.windows(2).zip(lengths(points)).enumerate() {
        if left <= length && length > 0.0 {
            let part = law(left / length);
            let (a, b) = (Vec3::from(pair[0]), Vec3::from(pair[1]));
            return Place { point: (a + (b - a).scale(part)).to_array(), leg, part };
        }
        left -= length;
    }
    let point = points.last().copied().unwrap_or_default();
    Place { point, leg: points.len().saturating_sub(2), part: 1.0 }
}

/// The axis as a unit vector and two directions across it; for z these are x and y.
fn frame(axis: [f64; 3]) -> (Vec3<f64>, Vec3<f64>, Vec3<f64>) {
    let axis = Vec3::from(axis);
    let along = axis.scale(1.0 / axis.norm());
    let [x, y, z] = along.to_array();
    // The base direction that is least along the axis, x if in doubt.
    let across = if x.abs() <= y.abs().max(z.abs()) {
        Vec3 { x: 1.0, y: 0.0, z: 0.0 }
    } else {
        Vec3 { x: 0.0, y: 1.0, z: 0.0 }
    };
    let u = across - along.scale(across.dot(along));
    let u = u.scale(1.0 / u.norm());
    (along, u, along.cross(u))
}
