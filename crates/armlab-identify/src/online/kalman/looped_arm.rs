//! Accelerations of a machine with loops, in its driven coordinates, from its
//! regressor: efforts are linear in the base parameters, so with `Y` reduced to
//! the driven joints
//!
//! ```text
//! h = Y(q, q̇, 0) β      M eⱼ = (Y(q, 0, eⱼ) − Y(q, 0, 0)) β
//! ```
//!
//! Slopes by position and speed are central differences here: the engine has no
//! exact ones for loops. Slopes by parameters are the regressor's columns, exact.

use crate::Model;
use armlab_engine::dynamics::Mechanism;
use armlab_engine::kinematics::loops::LoopError;
use armlab_online::kalman::NoPrediction;

/// Half a difference, relative to 1: the cube root of the rounding error.
const STEP: f64 = 6e-6;

/// A machine with loops whose parameters vary.
pub(super) struct LoopedArm<'r> {
    mechanism: Mechanism<'r>,
    n: usize,
    columns: Vec<Vec<(usize, f64)>>,
    couplings: Vec<(usize, usize, usize)>,
    full: Vec<f64>,
    all: usize,
    zero: Vec<f64>,
    unit: Vec<f64>,
    still: Vec<f64>,
    moving: Vec<f64>,
}

impl<'r> LoopedArm<'r> {
    pub(super) fn new(
        model: &Model<'r>,
        couplings: &[(usize, usize, usize)],
    ) -> Result<Self, LoopError> {
        let mechanism = Mechanism::new(model.robot())?;
        let (n, all) = (mechanism.dofs(), model.robot().parameter_count());
        let base = model.base().len();
        Ok(Self {
            mechanism,
            n,
            columns: model.base().columns(),
            couplings: couplings.iter().map(|&(i, j, k)| (i, j, base + k)).collect(),
            full: vec![0.0; n * all],
            all,
            zero: vec![0.0; n],
            unit: vec![0.0; n],
            still: vec![0.0; n],
            moving: vec![0.0; n],
        })
    }
    pub(super) fn home(&self) -> Vec<f64> {
        self.mechanism.home()
    }

    /// Mass matrix of one state, row after row.
    pub(super) fn mass(&mut self, x: &[f64], mass: &mut [f64]) -> Result<(), NoPrediction> {
        let n = self.n;
        let (q, unknowns) = (&x[..n], &x[2 * n..]);
        let mut still = std::mem::take(&mut self.still);
        let mut moving = std::mem::take(&mut self.moving);
        let mut unit = std::mem::take(&mut self.unit);
        let zero = std::mem::take(&mut self.zero);
        let mut done = self.effort(q, &zero, &zero, unknowns, &mut still);
        for j in 0..n {
            unit.fill(0.0);
            unit[j] = 1.0;
            done = done.and_then(|()| self.effort(q, &zero, &unit, unknowns, &mut moving));
            for i in 0..n {
                mass[i * n + j] = moving[i] - still[i];
            }
        }
        (self.still, self.moving, self.unit, self.zero) = (still, moving, unit, zero);
        done?;
        for i in 0..n {
            for j in 0..i {
                let mean = 0.5 * (mass[i * n + j] + mass[j * n + i]);
                mass[i * n + j] = mean;
                mass[j * n + i] = mean;
            }
        }
        for &(i, j, k) in &self.couplings {
            mass[i * n + j] += unknowns[k];
            mass[j * n + i] += unknowns[k];
        }
        Ok(())
    }

    /// Rigid-body efforts of a motion.
    fn effort(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        unknowns: &[f64],
        out: &mut [f64],
    ) -> Result<(), NoPrediction> {
        let moved = self.mechanism.regressor(q, qd, qdd, &mut self.full);
        moved.map_err(|e| {
            NoPrediction(format!("the loops cannot be closed at the estimated position: {e}"))
        })?;
        for (out, row) in out.iter_mut().zip(self.full.chunks_exact(self.all)) {
            *out = 0.0;
            for (terms, value) in self.columns.iter().zip(unknowns) {
                let entry: f64 = terms.iter().map(|&(i, factor)| factor * row[i]).sum();
                *out += entry * value;
            }
        }
        Ok(())
    }

    /// Mass matrix, and efforts of the motion without acceleration.
    pub(super) fn mass_and_bias(
        &mut self,
        x: &[f64],
        mass: &mut [f64],
        bias: &mut [f64],
    ) -> Result<(), NoPrediction> {
        let n = self.n;
        self.mass(x, mass)?;
        let zero = std::mem::take(&mut self.zero);
        let done = self.effort(&x[..n], &x[n..2 * n], &zero, &x[2 * n..], bias);
        self.zero = zero;
        done
    }

    /// Slopes of the efforts as a tree's, by central differences but for the
    /// parameters'. `x` is put back as it was.
    pub(super) fn effort_slopes(
        &mut self,
        x: &mut [f64],
        qdd: &[f64],
        width: usize,
        out: &mut [f64],
    ) -> Result<(), NoPrediction> {
        let n = self.n;
        let (mut ahead, mut behind) = (vec![0.0; n], vec![0.0; n]);
        for k in 0..2 * n {
            let here = x[k];
            let step = STEP * here.abs().max(1.0);
            for (place, out) in [(here + step, &mut ahead), (here - step, &mut behind)] {
                x[k] = place;
                let done = self.effort(&x[..n], &x[n..2 * n], qdd, &x[2 * n..], out);
                x[k] = here;
                done?;
            }
            for j in 0..n {
                out[j * width + k] = (ahead[j] - behind[j]) / (2.0 * step);
            }
        }
        let moved = self.mechanism.regressor(&x[..n], &x[n..2 * n], qdd, &mut self.full);
        moved.map_err(|e| NoPrediction(e.to_string()))?;
        for (j, row) in self.full.chunks_exact(self.all).enumerate() {
            for (k, terms) in self.columns.iter().enumerate() {
                let entry: f64 = terms.iter().map(|&(i, factor)| factor * row[i]).sum();
                out[j * width + 2 * n + k] = entry;
            }
        }
        Ok(())
    }
}
