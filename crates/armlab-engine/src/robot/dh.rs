//! Denavit–Hartenberg rows as places of joints.
//!
//! *Standard* (Denavit & Hartenberg, Paul): `A = Rz(θ) Tz(d) Tx(a) Rx(α)`. The
//! joint moves about the z axis of the frame *before* the row's, so the link's
//! frame is that one after the motion, and what is left of the row is where
//! everything stands that hangs on the link.
//!
//! *Modified* (Craig): `A = Rx(α) Tx(a) Rz(θ) Tz(d)`. The joint moves about the
//! z axis of the row's own frame, which is the link's frame.

use super::joint::JointKind;
use crate::spatial::{Mat3, Transform};

/// Which of the two conventions a row is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DhConvention {
    /// Denavit & Hartenberg, Paul.
    Standard,
    /// Craig.
    Modified,
}

impl DhConvention {
    /// Both, by the names used in TOML.
    pub const ALL: [(&'static str, Self); 2] =
        [("standard", Self::Standard), ("modified", Self::Modified)];

    /// The name used in TOML.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Modified => "modified",
        }
    }
}

/// A row of a Denavit–Hartenberg table, in metres and radians. The entry of the
/// joint's variable is its value at coordinate zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DhRow {
    /// Convention.
    pub convention: DhConvention,
    /// Distance along x.
    pub a: f64,
    /// Turn about x.
    pub alpha: f64,
    /// Distance along z.
    pub d: f64,
    /// Turn about z.
    pub theta: f64,
}

/// Where a joint stands in the frame that it hangs on, and where in the link's frame
/// everything stands that hangs on the link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DhPlace {
    /// The link's frame at coordinate zero.
    pub origin: Transform<f64>,
    /// The row's frame in the link's.
    pub rest: Transform<f64>,
}

impl DhRow {
    /// The row as a place for a joint that moves along or about z.
    pub fn place(&self, kind: JointKind) -> DhPlace {
        let Self { convention, a, alpha, d, theta } = *self;
        let across = along_x(a, alpha);
        match (convention, kind) {
            (DhConvention::Modified, _) => {
                DhPlace { origin: across.compose(&along_z(d, theta)), rest: Transform::identity() }
            }
            (DhConvention::Standard, JointKind::Fixed) => {
                DhPlace { origin: along_z(d, theta).compose(&across), rest: Transform::identity() }
            }
            (DhConvention::Standard, JointKind::Prismatic) => {
                DhPlace { origin: along_z(d, theta), rest: across }
            }
            (DhConvention::Standard, _) => {
                DhPlace { origin: along_z(0.0, theta), rest: along_z(d, 0.0).compose(&across) }
            }
        }
    }
}

/// `Rz(θ) Tz(d)`
fn along_z(d: f64, theta: f64) -> Transform<f64> {
    let (s, c) = sin_cos(theta);
    let rotation = Mat3::from_rows([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]);
    Transform { rotation, translation: [0.0, 0.0, d].into() }
}

/// `Rx(α) Tx(a)`
fn along_x(a: f64, alpha: f64) -> Transform<f64> {
    let (s, c) = sin_cos(alpha);
    let rotation = Mat3::from_rows([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]);
    Transform { rotation, translation: [a, 0.0, 0.0].into() }
}

/// Sine and cosine that are exact at quarter turns: tables mean ninety degrees
/// when they say 1.5707963267948966, which as a double is 6e-17 off.
fn sin_cos(angle: f64) -> (f64, f64) {
    let exact = |v: f64| if v.abs() < 2e-16 { 0.0 } else { v };
    let (s, c) = angle.sin_cos();
    (exact(s), exact(c))
}
