//! How the tool is turned along a path.

use super::shape::{Place, Shape};
use crate::motion::error::MotionError;
use armlab_engine::kinematics::inverse::rotation_vector;
use armlab_engine::spatial::{Mat3, Vec3};
use std::f64::consts::{PI, TAU};

/// Orientations, roll, pitch, yaw about fixed axes as in URDF, are those of the tool in the base.
#[derive(Clone, Debug, PartialEq)]
pub enum Orientation {
    /// The same all the way: the stated one, or that at the start.
    Constant(Option<[f64; 3]>),
    /// Turned with the direction of a circle or helix, which is rigidly about its axis; at the
    /// first point the stated one, or that at the start.
    Tangent(Option<[f64; 3]>),
    /// Stated at every corner of a polyline, or at both ends of a helix. Between two of them the
    /// tool turns about one axis, in step with its way.
    Interpolated(Vec<[f64; 3]>),
}

impl Default for Orientation {
    fn default() -> Self {
        Self::Constant(None)
    }
}

impl Orientation {
    /// The stated roll, pitch and yaw.
    pub fn stated(&self) -> &[[f64; 3]] {
        match self {
            Self::Constant(one) | Self::Tangent(one) => one.as_slice(),
            Self::Interpolated(all) => all,
        }
    }

    pub(super) fn check(&self, shape: &Shape) -> Result<(), MotionError> {
        MotionError::check_finite("rpy", self.stated().as_flattened())?;
        match self {
            Self::Constant(_) => Ok(()),
            Self::Tangent(_) => match shape {
                Shape::Helix { .. } => Ok(()),
                Shape::Polyline { .. } => {
                    let hint = "straight lines change their direction at once; take \"interpolated\" with `rpy` at every point";
                    Err(MotionError::setting("orientation", "\"tangent\" on a polyline", hint))
                }
            },
            Self::Interpolated(all) => {
                let (wanted, why) = match shape {
                    Shape::Polyline { points } => (points.len(), "one row per point"),
                    Shape::Helix { .. } => (2, "one row for each end"),
                };
                MotionError::check_length("rpy", all.len(), wanted, why)?;
                (0..all.len() - 1).try_for_each(|leg| check_leg(all, leg, shape))
            }
        }
    }

    /// The orientation at a place of the shape; `at_start` is that of the tool at the start.
    pub(super) fn at(&self, shape: &Shape, place: &Place, at_start: &Mat3<f64>) -> Mat3<f64> {
        let first = |stated: &Option<[f64; 3]>| stated.map_or(*at_start, Mat3::from_rpy);
        match (self, shape) {
            (Self::Tangent(stated), Shape::Helix { axis, turns, .. }) => {
                let axis = Vec3::from(*axis);
                let axis = axis.scale(1.0 / axis.norm());
                Mat3::rotation(axis, TAU * turns * place.part).compose(&first(stated))
            }
            (Self::Constant(stated) | Self::Tangent(stated), _) => first(stated),
            (Self::Interpolated(all), _) => {
                let (from, turn) = between(all, place.leg);
                let angle = turn.norm();
                if angle < 1e-15 {
                    return from; // so small that there is no axis
                }
                Mat3::rotation(turn.scale(1.0 / angle), angle * place.part).compose(&from)
            }
        }
    }
}

/// The orientation at the beginning of a leg, and the rotation vector to that at its end, in base
/// axes.
fn between(all: &[[f64; 3]], leg: usize) -> (Mat3<f64>, Vec3<f64>) {
    let [from, to] = [all[leg], all[leg + 1]].map(Mat3::from_rpy);
    (from, rotation_vector(&to.compose(&from.transposed())))
}

fn check_leg(all: &[[f64; 3]], leg: usize, shape: &Shape) -> Result<(), MotionError> {
    let angle = between(all, leg).1.norm();
    let legs = format!("half a turn between rows {} and {}", leg + 1, leg + 2);
    if angle > PI - 1e-6 {
        let hint = "there are two ways to turn by it; put a point between";
        return Err(MotionError::setting("rpy", legs, hint));
    }
    match shape {
        Shape::Polyline { points } if points[leg] == points[leg + 1] && angle > 1e-12 => {
            let value = format!("different at points {} and {}, one place", leg + 1, leg + 2);
            let hint = "the tool would turn at once; move the points apart";
            Err(MotionError::setting("rpy", value, hint))
        }
        _ => Ok(()),
    }
}
