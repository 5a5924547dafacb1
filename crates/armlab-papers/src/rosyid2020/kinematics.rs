//! Closed-form kinematics of the machine: the reference for iterative solvers.
//!
//! Derived from Eq 13 with `y_i = 0`; the paper prints none of this. All sliders move on the line
//! y = 0. With the platform's pins `P_i = (x + p_i cos θ, y + p_i sin θ)`,
//!
//! ```text
//! inverse   w_i = s_i √(l_i² − P_iy²)      x_i = P_ix + w_i      α_i = atan2(P_iy, −w_i)
//! forward   d = x₃ − x₁    u = (d² + l₁² − l₃²)/2d     A = (x₁ + u, ±√(l₁² − u²))
//!           e = (A − S₂)/D  k = (D² + l₂² − p²)/2D      O = S₂ + k e + σ √(l₂² − k²) (−e_y, e_x)
//! det B_p   l₁ l₂ l₃ (p₁ sin(α₁ − θ) sin(α₂ − α₃) + p₃ sin(α₁ − α₂) sin(α₃ − θ))
//! ```
//!
//! The forward solution needs legs 1 and 3 to share the pin `A = O + p (cos θ, sin θ)` and leg 2
//! to hold the origin, which the published geometry has. There the determinant factors into
//! `l₁ l₂ l₃ p sin(α₁ − α₃) sin(α₂ − θ)`: the machine loses control where legs 1 and 3 are in line
//! and where leg 2 is in line with OA.

use super::Geometry;
use thiserror::Error;

/// Which of the eight inverse solutions: the side on which each slider stands of its platform pin,
/// −1 or +1.
pub type Sides = [f64; 3];

/// Slider 1 to the left of its pin, 2 and 3 to the right. The paper's figures are not in its text,
/// so the branch is a choice; here the sliders stand in the order 1, 2, 3.
pub const DEFAULT_SIDES: Sides = [-1.0, 1.0, 1.0];

/// Why a pose, or sliders, have no solution.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum KinematicsError {
    /// A platform pin is farther from the rail than its leg is long, or not a number.
    #[error(
        "leg {leg} of {length} m cannot reach a pin {height} m from the rail; \
         lower the pose or turn the platform"
    )]
    OutOfReach {
        /// Leg, from 1.
        leg: usize,
        /// Distance of its platform pin from the rail, m.
        height: f64,
        /// Its length, m.
        length: f64,
    },
    /// Sliders 1 and 3 are too far apart, or too close, for their legs to meet.
    #[error(
        "legs 1 and 3 cannot meet over sliders {distance} m apart; \
         move the sliders until a triangle with the two legs exists"
    )]
    LegsDoNotMeet {
        /// Distance of sliders 1 and 3, m.
        distance: f64,
    },
    /// The pin that legs 1 and 3 share is out of reach of leg 2 and the platform.
    #[error(
        "leg 2 and the platform cannot bridge the {distance} m from slider 2 to the pin of legs 1 \
         and 3; move slider 2"
    )]
    PlatformDoesNotReach {
        /// Distance from slider 2 to that pin, m.
        distance: f64,
    },
    /// The closed form needs legs 1 and 3 on one pin and leg 2 at the origin.
    #[error(
        "closed-form solutions need equal offsets of legs 1 and 3 and none of leg 2, not {offset:?}; \
         use an iterative solver"
    )]
    PinsApart {
        /// The offsets given.
        offset: [f64; 3],
    },
    /// The leg stands upright on the rail: its slider's speed does not determine its turning.
    #[error(
        "leg {leg} is perpendicular to the rail, where speeds are not determined; \
         choose a pose beside it"
    )]
    Upright {
        /// Leg, from 1.
        leg: usize,
    },
}

/// The four forward solutions are told apart by the side of the rail on which legs 1 and 3 meet
/// and by the sign of sin(α₂ − θ).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assembly {
    /// +1 if legs 1 and 3 meet above the rail, −1 below.
    pub above: f64,
    /// Sign of sin(α₂ − θ).
    pub turn: f64,
}

impl Assembly {
    /// The assembly around the published working area.
    pub const DEFAULT: Self = Self { above: 1.0, turn: 1.0 };
}

/// Sliders and leg angles at a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Legs {
    /// x₁, x₂, x₃, m.
    pub slider: [f64; 3],
    /// α₁, α₂, α₃, rad, in (−π, π].
    pub angle: [f64; 3],
}

/// Positions of the platform's pins.
fn pins(geometry: &Geometry, [x, y, theta]: [f64; 3]) -> [[f64; 2]; 3] {
    let (s, c) = theta.sin_cos();
    geometry.offset.map(|p| [x + p * c, y + p * s])
}

/// Sliders and angles for the pose `[x, y, θ]` on one branch.
pub fn inverse(geometry: &Geometry, pose: [f64; 3], sides: Sides) -> Result<Legs, KinematicsError> {
    let pins = pins(geometry, pose);
    let mut legs = Legs { slider: [0.0; 3], angle: [0.0; 3] };
    for i in 0..3 {
        let [px, py] = pins[i];
        let length = geometry.leg[i];
        let square = (length - py) * (length + py);
        if !(square >= 0.0 && px.is_finite()) {
            return Err(KinematicsError::OutOfReach { leg: i + 1, height: py.abs(), length });
        }
        let width = square.sqrt().copysign(sides[i]);
        legs.slider[i] = px + width;
        legs.angle[i] = py.atan2(-width);
    }
    Ok(legs)
}

/// All eight branches, in the order (−,−,−), (−,−,+), … (+,+,+).
pub fn inverse_all(
    geometry: &Geometry,
    pose: [f64; 3],
) -> Result<[(Sides, Legs); 8], KinematicsError> {
    let sides = |k: usize| [4, 2, 1].map(|bit| if k & bit == 0 { -1.0 } else { 1.0 });
    let mut all = [([0.0; 3], Legs { slider: [0.0; 3], angle: [0.0; 3] }); 8];
    for (k, solution) in all.iter_mut().enumerate() {
        *solution = (sides(k), inverse(geometry, pose, sides(k))?);
    }
    Ok(all)
}

/// The assembly to which a pose with these leg angles belongs.
pub fn assembly(geometry: &Geometry, pose: [f64; 3], angle: [f64; 3]) -> Assembly {
    let [[_, height], ..] = pins(geometry, pose);
    Assembly { above: 1.0_f64.copysign(height), turn: 1.0_f64.copysign((angle[1] - pose[2]).sin()) }
}

/// Pose `[x, y, θ]` of the platform over three sliders.
pub fn forward(
    geometry: &Geometry,
    slider: [f64; 3],
    assembly: Assembly,
) -> Result<[f64; 3], KinematicsError> {
    let p = shared_offset(geometry)?;
    let [l1, l2, l3] = geometry.leg;
    let [x1, x2, x3] = slider;
    let d = x3 - x1;
    let u = (d * d + (l1 - l3) * (l1 + l3)) / (2.0 * d);
    let square = (l1 - u) * (l1 + u);
    if !(square >= 0.0) {
        return Err(KinematicsError::LegsDoNotMeet { distance: d.abs() });
    }
    let a = [x1 + u, square.sqrt().copysign(assembly.above)];
    let (across, up) = (a[0] - x2, a[1]);
    let distance = across.hypot(up);
    let e = [across / distance, up / distance];
    let k = (distance * distance + (l2 - p) * (l2 + p)) / (2.0 * distance);
    let square = (l2 - k) * (l2 + k);
    if !(square >= 0.0) {
        return Err(KinematicsError::PlatformDoesNotReach { distance });
    }
    let w = square.sqrt().copysign(assembly.turn);
    let o = [x2 + k * e[0] - w * e[1], k * e[1] + w * e[0]];
    Ok([o[0], o[1], (a[1] - o[1]).atan2(a[0] - o[0])])
}

/// p, if legs 1 and 3 share a pin and leg 2 holds the origin.
pub(super) fn shared_offset(geometry: &Geometry) -> Result<f64, KinematicsError> {
    let [p1, p2, p3] = geometry.offset;
    if p1 == p3 && p2 == 0.0 {
        Ok(p1)
    } else {
        Err(KinematicsError::PinsApart { offset: geometry.offset })
    }
}

/// det B_p for any offsets along X′ with leg 2 at the origin, columns and rows in the order of
/// Eq 10 and 13.
pub fn passive_determinant(geometry: &Geometry, angle: [f64; 3], theta: f64) -> f64 {
    let [l1, l2, l3] = geometry.leg;
    let [p1, _, p3] = geometry.offset;
    let [a1, a2, a3] = angle;
    l1 * l2
        * l3
        * (p1 * (a1 - theta).sin() * (a2 - a3).sin() + p3 * (a1 - a2).sin() * (a3 - theta).sin())
}
