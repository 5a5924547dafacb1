//! Denavit–Hartenberg rows as joints.
//!
//! *Standard* (Denavit & Hartenberg, Paul): `A = Rz(θ) Tz(d) Tx(a) Rx(α)`. The
//! joint moves about the z axis of the frame *before* the row's, so the link's
//! frame is that one after the motion, and what is left of the row is where
//! everything stands that hangs on the link.
//!
//! *Modified* (Craig): `A = Rx(α) Tx(a) Rz(θ) Tz(d)`. The joint moves about the
//! z axis of the row's own frame, which is the link's frame.

use crate::robot::JointKind;
use crate::spatial::{Mat3, Transform};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

/// Which of the two conventions a row is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    Standard,
    Modified,
}

pub const CONVENTIONS: [(&str, Convention); 2] =
    [("standard", Convention::Standard), ("modified", Convention::Modified)];

pub const KEYS: [&str; 6] = ["convention", "a", "alpha", "d", "theta", "offset"];

/// Where a joint stands in its parent's frame, and the row's frame in the link's.
pub struct Placed {
    pub origin: Transform<f64>,
    pub rest: Transform<f64>,
}

/// Reads a row. `offset` is what the joint's variable is at coordinate zero.
pub fn row(
    section: &TomlTable,
    kind: JointKind,
    convention: Option<Convention>,
    offset: f64,
) -> Result<Placed, FileError> {
    let Some(convention) = section.word("convention", &CONVENTIONS)?.or(convention) else {
        let message = "the row does not say which convention it follows";
        let hint = "add `dh = \"standard\"` or `dh = \"modified\"` at the top of the file";
        return Err(section.error("convention", message, hint));
    };
    let number = |key| -> Result<f64, FileError> { Ok(section.number(key)?.unwrap_or(0.0)) };
    let (a, alpha, d, theta) = (number("a")?, number("alpha")?, number("d")?, number("theta")?);
    let (theta, d) = match kind {
        JointKind::Prismatic => (theta, d + offset),
        _ => (theta + offset, d),
    };
    let across = along_x(a, alpha);
    Ok(match (convention, kind) {
        (Convention::Modified, _) => {
            Placed { origin: across.compose(&along_z(d, theta)), rest: Transform::identity() }
        }
        (Convention::Standard, JointKind::Fixed) => {
            Placed { origin: along_z(d, theta).compose(&across), rest: Transform::identity() }
        }
        (Convention::Standard, JointKind::Prismatic) => {
            Placed { origin: along_z(d, theta), rest: across }
        }
        (Convention::Standard, _) => {
            Placed { origin: along_z(0.0, theta), rest: along_z(d, 0.0).compose(&across) }
        }
    })
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
