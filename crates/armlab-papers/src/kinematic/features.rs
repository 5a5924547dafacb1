//! Features of the tool's position that a joint's model is linear in.

use super::log::{KinematicError, KinematicLog};
use std::f64::consts::TAU;

/// A coordinate of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along the base's x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
}

/// One number made of the tool's position or of the joint's own past. Samples
/// before the first one count as zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A coordinate so many samples ago.
    Lagged(Axis, usize),
    /// `xᵃ yᵇ zᶜ`; `[0, 0, 0]` is the constant 1.
    Monomial([i32; 3]),
    /// `x² + y²`
    SquaredRadius,
    /// `ρ = √(x² + y²)`
    Radius,
    /// `x/ρ`
    Cosine,
    /// `y/ρ`
    Sine,
    /// The angle from x towards y, without jumps along the path.
    Angle,
    /// The joint itself so many samples ago.
    Output(usize),
}

/// Which features the model of each joint has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// In a few words.
    pub name: String,
    /// One list per joint.
    pub joints: Vec<Vec<Feature>>,
}

const ONE: Feature = Feature::Monomial([0, 0, 0]);
const X: Feature = Feature::Lagged(Axis::X, 0);
const Y: Feature = Feature::Lagged(Axis::Y, 0);
const Z: Feature = Feature::Lagged(Axis::Z, 0);

impl Structure {
    /// The same features for every joint.
    pub fn same(name: &str, joints: usize, features: &[Feature]) -> Self {
        Self { name: name.into(), joints: vec![features.to_vec(); joints] }
    }
    /// A finite impulse response: the last `taps` samples of one coordinate per
    /// joint, no constant.
    pub fn fir(inputs: &[Axis], taps: usize) -> Self {
        let model = |axis: &Axis| (0..taps).map(|k| Feature::Lagged(*axis, k)).collect();
        Self { name: format!("FIR-{taps}"), joints: inputs.iter().map(model).collect() }
    }
    /// Two past samples each of the joint and of one coordinate.
    pub fn autoregressive(inputs: &[Axis]) -> Self {
        let model = |axis: &Axis| {
            let past = [1, 2].map(Feature::Output);
            let inputs = [1, 2].map(|k| Feature::Lagged(*axis, k));
            past.into_iter().chain(inputs).collect()
        };
        Self { name: "ARX".into(), joints: inputs.iter().map(model).collect() }
    }
    /// `x, y, z, 1`
    pub fn affine(joints: usize) -> Self {
        Self::same("x, y, z, 1", joints, &[X, Y, Z, ONE])
    }
    /// `x, y, z` and the joint's last sample.
    pub fn affine_with_output(joints: usize) -> Self {
        Self::same("x, y, z, last", joints, &[X, Y, Z, Feature::Output(1)])
    }
    /// `x, y` now and one sample ago.
    pub fn planar_lagged(joints: usize) -> Self {
        let [x, y] = [Axis::X, Axis::Y].map(|a| Feature::Lagged(a, 1));
        Self::same("x, y, last x, last y", joints, &[X, Y, x, y])
    }
    /// `x, y, x² + y², 1`
    pub fn planar_radius(joints: usize) -> Self {
        Self::same("x, y, x² + y², 1", joints, &[X, Y, Feature::SquaredRadius, ONE])
    }
    /// All monomials up to the second degree.
    pub fn quadratic(joints: usize) -> Self {
        Self::same("quadratic", joints, &monomials(2, 2))
    }
    /// All monomials of `x` and `y` up to the third degree, and `z`.
    pub fn cubic(joints: usize) -> Self {
        Self::same(
            "cubic in x, y",
            joints,
            &monomials(3, 0).into_iter().chain([Z]).collect::<Vec<_>>(),
        )
    }
    /// `x/ρ, y/ρ, ρ, z, 1`
    pub fn polar(joints: usize) -> Self {
        let features = [Feature::Cosine, Feature::Sine, Feature::Radius, Z, ONE];
        Self::same("polar", joints, &features)
    }
    /// Angle, radius, height and 1: in these a cylindrical arm is linear.
    pub fn cylindrical(joints: usize) -> Self {
        Self::same("cylindrical", joints, &[Feature::Angle, Feature::Radius, Z, ONE])
    }

    pub(super) fn check(&self, log: &KinematicLog) -> Result<(), KinematicError> {
        if self.joints.len() == log.joints() {
            Ok(())
        } else {
            Err(KinematicError::Joints {
                structure: self.name.clone(),
                found: self.joints.len(),
                joints: log.joints(),
            })
        }
    }

    /// The rows of one joint, row after row, with its own past as measured.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn rows(&self, log: &KinematicLog, joint: usize) -> Vec<f64> {
        let features = &self.joints[joint];
        let mut rows = vec![0.0; log.samples() * features.len()];
        for (k, row) in rows.chunks_exact_mut(features.len().max(1)).enumerate() {
            self.fill(log, joint, k, row);
        }
        for at in (0..features.len()).filter(|at| features[*at] == Feature::Angle) {
            unwind(&mut rows, at, features.len());
        }
        rows
    }

    /// Puts another past of the joint into a row.
    pub(super) fn refill_past(&self, joint: usize, sample: usize, past: &[f64], row: &mut [f64]) {
        for (x, feature) in row.iter_mut().zip(&self.joints[joint]) {
            if let Feature::Output(lag) = *feature {
                *x = sample.checked_sub(lag).map_or(0.0, |k| past[k]);
            }
        }
    }

    fn fill(&self, log: &KinematicLog, joint: usize, sample: usize, row: &mut [f64]) {
        let [x, y, z] = log.points[sample];
        let radius = x.hypot(y);
        // On the axis there is no direction.
        let over = |a: f64| if radius > 0.0 { a / radius } else { 0.0 };
        for (out, feature) in row.iter_mut().zip(&self.joints[joint]) {
            *out = match *feature {
                Feature::Lagged(axis, lag) => {
                    let then = sample.checked_sub(lag).map(|k| log.points[k]);
                    then.map_or(0.0, |p| p[axis as usize])
                }
                Feature::Monomial([a, b, c]) => x.powi(a) * y.powi(b) * z.powi(c),
                Feature::SquaredRadius => radius * radius,
                Feature::Radius => radius,
                Feature::Cosine => over(x),
                Feature::Sine => over(y),
                Feature::Angle => y.atan2(x),
                Feature::Output(lag) => {
                    sample.checked_sub(lag).map_or(0.0, |k| log.measured[joint][k])
                }
            };
        }
    }
}

/// Monomials of `x` and `y` up to degree `plane`, and those with `z` up to degree
/// `all`.
fn monomials(plane: i32, all: i32) -> Vec<Feature> {
    let highest = plane.max(all);
    let mut out = Vec::new();
    for degree in 0..=highest {
        for c in 0..=degree {
            for b in 0..=degree - c {
                let most = if c == 0 { plane } else { all };
                if degree <= most {
                    out.push(Feature::Monomial([degree - b - c, b, c]));
                }
            }
        }
    }
    out
}

/// Adds whole turns to a column so that it never jumps by more than half a turn.
fn unwind(rows: &mut [f64], at: usize, width: usize) {
    for k in 1..rows.len() / width {
        let (before, now) = (rows[(k - 1) * width + at], rows[k * width + at]);
        rows[k * width + at] = now + TAU * ((before - now) / TAU).round();
    }
}
