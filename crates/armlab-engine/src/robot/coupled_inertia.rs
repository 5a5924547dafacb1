//! Whether motors that turn with two joints leave the mass matrix positive.
//!
//! `M_ij = S_iᵀ I_j S_j`, `I_j` the inertia of everything behind joint `j`, `S` the joints'
//! directions, all in base coordinates. With couplings every such matrix of a robot that can be
//! is positive definite: a motor that turns with the sum of two speeds adds its inertia to both
//! joints, too, where it belongs to their rotors.

use super::coupling::MotorCoupling;
use super::{Joint, Robot};
use crate::linear::ldlt;
use crate::spatial::{Inertia, Motion, Transform, Vec3};

/// Configurations that are looked at, and the part of a turn by which they differ from joint to
/// joint; a step that no number of joints repeats.
const CONFIGURATIONS: usize = 16;
const STEP: f64 = 0.618_033_988_749_894_9;

impl Robot {
    /// Whether couplings make a mass matrix that is positive without them not positive, at one
    /// of some configurations. Robots with loops and mimic joints are not looked at.
    pub(super) fn is_spoilt_by(&self, couplings: &[MotorCoupling]) -> bool {
        let followers = self.joints().iter().any(|j| j.mimic.is_some());
        if followers || !self.is_tree() || couplings.iter().all(|c| c.inertia == 0.0) {
            return false;
        }
        let moving: Vec<usize> =
            (0..self.joints().len()).filter(|&i| self.joints()[i].kind.moves()).collect();
        let n = moving.len();
        let place = |name: &String| moving.iter().position(|&i| self.joints()[i].name == *name);
        (0..CONFIGURATIONS).any(|k| {
            let plain = self.mass_matrix(&moving, k);
            let mut coupled = plain.clone();
            for c in couplings {
                if let (Some(i), Some(j)) = (place(&c.joints[0]), place(&c.joints[1])) {
                    coupled[i * n + j] += c.inertia;
                    coupled[j * n + i] += c.inertia;
                }
            }
            is_positive(plain, n) && !is_positive(coupled, n)
        })
    }

    /// The mass matrix at a configuration within the limits; the first is home.
    fn mass_matrix(&self, moving: &[usize], configuration: usize) -> Vec<f64> {
        let value = |i: usize, joint: &Joint| {
            let bounded = |x: f64, other: f64| if x.is_finite() { x } else { other };
            let lower = bounded(joint.limits.lower, -std::f64::consts::PI);
            let upper = bounded(joint.limits.upper, std::f64::consts::PI);
            let part = (configuration as f64 * STEP * (i + 1) as f64).fract();
            if configuration == 0 { joint.home } else { lower + part * (upper - lower) }
        };
        let joints = self.joints();
        let mut poses: Vec<Transform<f64>> = Vec::with_capacity(joints.len());
        let mut behind: Vec<Inertia<f64>> = Vec::with_capacity(joints.len());
        for (i, (joint, link)) in joints.iter().zip(self.links()).enumerate() {
            let own = joint.origin.compose(&joint.motion(value(i, joint)));
            let pose = joint.parent.map_or(own, |p| poses[p].compose(&own));
            behind.push(link.inertia.unwrap_or_default().to_parent(&pose));
            poses.push(pose);
        }
        for i in (0..joints.len()).rev() {
            if let Some(parent) = joints[i].parent {
                let sum: Vec<f64> = behind[parent]
                    .to_array()
                    .iter()
                    .zip(behind[i].to_array())
                    .map(|(a, b)| a + b)
                    .collect();
                if let Ok(sum) = <[f64; 10]>::try_from(sum) {
                    behind[parent] = Inertia::from_array(sum);
                }
            }
        }
        let direction = |i: usize| {
            let axis = poses[i].rotation.apply(joints[i].axis);
            if joints[i].kind.turns() {
                Motion { angular: axis, linear: poses[i].translation.cross(axis) }
            } else {
                Motion { angular: Vec3 { x: 0.0, y: 0.0, z: 0.0 }, linear: axis }
            }
        };
        let n = moving.len();
        let mut mass = vec![0.0; n * n];
        for (b, &j) in moving.iter().enumerate() {
            let momentum = behind[j].apply(&direction(j));
            let mut at = Some(j);
            while let Some(i) = at {
                if let Some(a) = moving.iter().position(|&m| m == i) {
                    let entry = direction(i).dot(&momentum);
                    mass[a * n + b] = entry;
                    mass[b * n + a] = entry;
                }
                at = joints[i].parent;
            }
            mass[b * n + b] += joints[j].rotor_inertia;
        }
        mass
    }
}

/// Whether a symmetric matrix is positive definite by more than rounding.
fn is_positive(mut matrix: Vec<f64>, n: usize) -> bool {
    let scales: Vec<f64> = (0..n).map(|i| matrix[i * n + i].sqrt()).collect();
    if scales.iter().any(|s| !(*s > 0.0)) {
        return false;
    }
    for i in 0..n {
        for j in 0..n {
            matrix[i * n + j] /= scales[i] * scales[j];
        }
        matrix[i * n + i] -= 1e-9;
    }
    ldlt::factor(&mut matrix, n);
    ldlt::is_positive_definite(&matrix, n).is_ok()
}
