//! A change of the log or the description that would undo a fault.

use super::samples::Motion;
use crate::identify::Coupling;
use crate::spatial::Vec3;

/// What is done to motion, efforts and description before they are compared.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// Column that a joint's position is taken from, its factor and its offset.
    pub positions: Vec<(usize, f64, f64)>,
    /// Column that a joint's effort is taken from, and its factor.
    pub efforts: Vec<(usize, f64)>,
    /// Another gravity, m/s².
    pub gravity: Option<Vec3<f64>>,
    /// Coupled joints.
    pub coupling: Option<Coupling>,
    /// Time by which efforts were logged late, s.
    pub delay: f64,
    /// A payload at the last link.
    pub payload: bool,
    /// Inertials of the description do not count.
    pub without_description: bool,
}

impl Change {
    /// No change.
    pub fn none(joints: usize) -> Self {
        Self {
            positions: (0..joints).map(|j| (j, 1.0, 0.0)).collect(),
            efforts: (0..joints).map(|j| (j, 1.0)).collect(),
            gravity: None,
            coupling: None,
            delay: 0.0,
            payload: false,
            without_description: false,
        }
    }
    /// Efforts of a joint times a factor.
    pub fn effort(mut self, joint: usize, factor: f64) -> Self {
        self.efforts[joint].1 *= factor;
        self
    }
    /// Efforts of all joints times a factor.
    pub fn all_efforts(mut self, factor: f64) -> Self {
        self.efforts.iter_mut().for_each(|e| e.1 *= factor);
        self
    }
    /// Positions of a joint times a factor, plus an offset.
    pub fn position(mut self, joint: usize, factor: f64, offset: f64) -> Self {
        self.positions[joint].1 *= factor;
        self.positions[joint].2 += offset;
        self
    }
    /// Efforts of two joints exchanged.
    pub fn swap_efforts(mut self, a: usize, b: usize) -> Self {
        self.efforts.swap(a, b);
        self
    }
    /// Positions of two joints exchanged.
    pub fn swap_positions(mut self, a: usize, b: usize) -> Self {
        self.positions.swap(a, b);
        self
    }
    /// Whether rows must be made anew.
    pub fn moves(&self) -> bool {
        let same = |(j, p): (usize, &(usize, f64, f64))| *p == (j, 1.0, 0.0);
        let motion = !self.positions.iter().enumerate().all(same);
        motion || self.gravity.is_some() || self.coupling.is_some()
    }
    /// The motion after the change.
    pub fn motion(&self, motion: &Motion) -> Motion {
        let column = |of: &Vec<Vec<f64>>, shifted: bool| -> Vec<Vec<f64>> {
            let one = |&(from, factor, offset): &(usize, f64, f64)| {
                let offset = if shifted { offset } else { 0.0 };
                of[from].iter().map(|x| factor * x + offset).collect()
            };
            self.positions.iter().map(one).collect()
        };
        Motion {
            q: column(&motion.q, true),
            qd: column(&motion.qd, false),
            qdd: column(&motion.qdd, false),
        }
    }
}
