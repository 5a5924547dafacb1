//! One joint's motion from its movements.

use super::{Interpolation, JointMovements, Unit};
use crate::motion::error::MotionError;
use armlab_signal::interpolate::{PiecewiseCubic, pchip_slopes};

/// A joint's motion over the whole table.
#[derive(Clone, Debug, PartialEq)]
pub struct JointCurve {
    unit: Unit,
    home: f64,
    /// When the joint's last rest ends; after it nothing moves.
    last: f64,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// One curve through all times of the table.
    Curve(PiecewiseCubic),
    /// Movements from rest to rest, all by one law.
    Moves(Vec<Move>, Law),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    Quintic,
    Trapezoid,
}

impl Law {
    fn at(self, s: f64) -> [f64; 3] {
        match self {
            Self::Quintic => quintic(s),
            Self::Trapezoid => trapezoid(s),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Move {
    start: f64,
    end: f64,
    from: f64,
    to: f64,
}

impl JointCurve {
    /// The motion of checked movements.
    pub fn new(
        joint: &JointMovements,
        interpolation: Interpolation,
        duration: f64,
    ) -> Result<Self, MotionError> {
        let law = match interpolation {
            Interpolation::Quintic => Law::Quintic,
            Interpolation::Trapezoid => Law::Trapezoid,
            Interpolation::Pchip | Interpolation::Linear => {
                return Self::through_all_times(joint, interpolation, duration);
            }
        };
        let mut from = joint.home;
        let moves = joint.movements.iter().map(|m| {
            let before = std::mem::replace(&mut from, m.value);
            Move { start: m.start, end: m.end, from: before, to: m.value }
        });
        let shape = Shape::Moves(moves.collect(), law);
        Ok(Self { unit: joint.unit, home: joint.home, last: duration, shape })
    }

    fn through_all_times(
        joint: &JointMovements,
        interpolation: Interpolation,
        duration: f64,
    ) -> Result<Self, MotionError> {
        let (mut times, mut values) = (vec![0.0], vec![joint.home]);
        let mut add = |time: f64, value: f64| {
            // TI of a movement may be TR of the one before, and TR its own TF.
            if times.last().is_some_and(|last| time > *last) {
                times.push(time);
                values.push(value);
            }
        };
        let mut from = joint.home;
        for m in &joint.movements {
            add(m.start, from);
            add(m.end, m.value);
            add(m.rest, m.value);
            from = m.value;
        }
        if joint.movements.is_empty() {
            add(duration, from);
        }
        let last = times.last().copied().unwrap_or(duration);
        let curve = match interpolation {
            Interpolation::Linear => PiecewiseCubic::linear(&times, &values)?,
            _ => {
                // Pchip would give the ends the slope of a parabola; a table begins and ends at rest.
                let mut slopes = pchip_slopes(&times, &values);
                if let [first, .., last] = &mut slopes[..] {
                    (*first, *last) = (0.0, 0.0);
                }
                PiecewiseCubic::hermite(&times, &values, &slopes)?
            }
        };
        Ok(Self { unit: joint.unit, home: joint.home, last, shape: Shape::Curve(curve) })
    }

    /// Position, velocity and acceleration in SI.
    pub fn at(&self, t: f64) -> [f64; 3] {
        let local = match &self.shape {
            Shape::Curve(curve) if t <= self.last => curve.at(t),
            Shape::Curve(curve) => [curve.value(self.last), 0.0, 0.0],
            Shape::Moves(moves, law) => {
                let after = moves.partition_point(|m| m.start <= t);
                match after.checked_sub(1).and_then(|i| moves.get(i)) {
                    None => [self.home, 0.0, 0.0],
                    Some(m) if t >= m.end => [m.to, 0.0, 0.0],
                    Some(m) => {
                        let (h, way) = (m.end - m.start, m.to - m.from);
                        let [s, first, second] = law.at((t - m.start) / h);
                        [m.from + way * s, way * first / h, way * second / (h * h)]
                    }
                }
            }
        };
        local.map(|x| self.unit.to_si(x))
    }
}

/// From 0 to 1 with velocity and acceleration zero at both ends.
pub fn quintic(s: f64) -> [f64; 3] {
    let (r, p) = (1.0 - s, s * (1.0 - s));
    [
        s * s * s * (10.0 + s * (6.0 * s - 15.0)),
        30.0 * p * p,
        // 60 s − 180 s² + 120 s³, in factors: exactly zero at both ends.
        60.0 * p * (r - s),
    ]
}

/// From 0 to 1 in thirds of accelerating, cruising and braking.
fn trapezoid(s: f64) -> [f64; 3] {
    let left = 1.0 - s;
    if 3.0 * s < 1.0 {
        [2.25 * s * s, 4.5 * s, 4.5]
    } else if 3.0 * left <= 1.0 {
        [1.0 - 2.25 * left * left, 4.5 * left, -4.5]
    } else {
        [1.5 * s - 0.25, 1.5, 0.0]
    }
}
