//! Trajectories side by side: coordinates of one after those of another.
//!
//! A robot may have joints that move by different laws. The whole lasts as long
//! as its longest part; shorter ones rest at their ends.

use super::Trajectory;
use super::error::MotionError;

/// Trajectories side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside<T> {
    parts: Vec<T>,
}

impl<T: Trajectory> Beside<T> {
    /// The coordinates of all parts, in order.
    pub fn new(parts: Vec<T>) -> Result<Self, MotionError> {
        if parts.is_empty() {
            let wanted = "give one part or more".into();
            return Err(MotionError::Dimension { what: "part", got: 0, wanted });
        }
        Ok(Self { parts })
    }
    /// The parts.
    pub fn parts(&self) -> &[T] {
        &self.parts
    }
}

impl<T: Trajectory> Trajectory for Beside<T> {
    fn dofs(&self) -> usize {
        self.parts.iter().map(Trajectory::dofs).sum()
    }
    fn duration(&self) -> f64 {
        self.parts.iter().map(Trajectory::duration).fold(0.0, f64::max)
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let mut at = 0;
        for part in &self.parts {
            let end = at + part.dofs();
            part.sample(t, &mut q[at..end], &mut qd[at..end], &mut qdd[at..end]);
            at = end;
        }
    }
}
