//! A design as a problem for the optimiser: unknowns are coefficients in units
//! that alone would velocity_map a limit, so that all are of the order of one.

use super::error::ExciteError;
use super::evaluation::Evaluation;
use super::merit::Merit;
use super::setup::Setup;
use armlab_dense::Matrix;
use armlab_optimize::{Constrained, Objective, Smooth};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is kept of every limit for what happens between two points of the grid,
/// and for what the optimiser leaves of violations: half of it is the part of a
/// limit, a tenth of it metres.
const RESERVE: f64 = 0.01;

/// The problem. Value, slopes and limits of one point are asked for one after
/// another; what they share is kept.
pub struct DesignProblem<'a, 'r> {
    setup: &'a Setup<'r>,
    merit: &'a Merit<'a>,
    sharpness: f64,
    memory: Mutex<Memory<'r>>,
}

struct Memory<'r> {
    evaluation: Evaluation<'r>,
    /// The point that was followed last.
    x: Vec<f64>,
    followed: bool,
    /// Whether its information is known.
    informed: bool,
    limits: Option<Vec<f64>>,
}

impl Memory<'_> {
    fn informed(&mut self, setup: &Setup) -> &Matrix {
        if !std::mem::replace(&mut self.informed, true) {
            self.evaluation.information(setup, &setup.grid);
        }
        self.evaluation.last_information()
    }
}

impl<'a, 'r> DesignProblem<'a, 'r> {
    /// The problem with a sharpness of the objective.
    pub fn new(
        setup: &'a Setup<'r>,
        merit: &'a Merit<'a>,
        sharpness: f64,
    ) -> Result<Self, ExciteError> {
        let evaluation = Evaluation::new(setup, true)?;
        let memory =
            Memory { evaluation, x: Vec::new(), followed: false, informed: false, limits: None };
        Ok(Self { setup, merit, sharpness, memory: Mutex::new(memory) })
    }
    /// The same problem with another sharpness.
    pub fn set_sharpness(&mut self, sharpness: f64) {
        self.sharpness = sharpness;
    }
    /// The largest inequality over the grid; not finite where loops do not close.
    pub fn violation(&self, x: &[f64]) -> f64 {
        let mut values = vec![0.0; self.constraints()];
        self.constraint_values(x, &mut values);
        values.iter().fold(f64::NEG_INFINITY, |m, g| if *g <= m { m } else { *g })
    }
    /// The information of a point's motion.
    pub fn information(&self, x: &[f64]) -> Option<Matrix> {
        let mut memory = self.at(x);
        memory.followed.then(|| memory.informed(self.setup).clone())
    }

    fn at(&self, x: &[f64]) -> MutexGuard<'_, Memory<'r>> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.x != x {
            memory.x.clear();
            memory.x.extend_from_slice(x);
            let coefficients = self.setup.coefficients(x);
            memory.followed = memory.evaluation.follow(&self.setup.grid, &coefficients);
            memory.informed = false;
            memory.limits = None;
        }
        memory
    }

    fn evaluate(&self, x: &[f64], slopes: Option<&mut [f64]>) -> f64 {
        let mut memory = self.at(x);
        if !memory.followed {
            return f64::INFINITY;
        }
        let grid = &self.setup.grid;
        let information = memory.informed(self.setup).clone();
        let Some(out) = slopes else {
            return self.merit.evaluate(&information, self.sharpness, None);
        };
        let mut slope = Matrix::zeros(0, 0);
        let value = self.merit.evaluate(&information, self.sharpness, Some(&mut slope));
        out.fill(0.0);
        if !value.is_finite() {
            return value;
        }
        if !memory.evaluation.add_information_slopes(self.setup, grid, &slope, out) {
            return f64::INFINITY;
        }
        for (i, out) in out.iter_mut().enumerate() {
            *out *= self.setup.unit(i);
        }
        value
    }
}

impl Objective for DesignProblem<'_, '_> {
    fn dimension(&self) -> usize {
        self.setup.dimension()
    }
    fn value(&self, x: &[f64]) -> f64 {
        self.evaluate(x, None)
    }
}

impl Smooth for DesignProblem<'_, '_> {
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64 {
        self.evaluate(x, Some(out))
    }
}

impl Constrained for DesignProblem<'_, '_> {
    fn constraints(&self) -> usize {
        self.setup.grid.len() * self.setup.limits_per_sample()
    }
    fn constraint_values(&self, x: &[f64], out: &mut [f64]) {
        let mut memory = self.at(x);
        if !memory.followed {
            out.fill(f64::NAN);
            return;
        }
        let Memory { evaluation, limits, .. } = &mut *memory;
        let known = limits.get_or_insert_with(|| {
            let mut values = vec![0.0; out.len()];
            evaluation.limits(self.setup, &mut values);
            values.iter_mut().for_each(|g| *g += RESERVE);
            values
        });
        out.copy_from_slice(known);
    }
    fn add_constraint_slopes(&self, x: &[f64], weights: &[f64], out: &mut [f64]) {
        let mut memory = self.at(x);
        if !memory.followed {
            return;
        }
        let mut slopes = vec![0.0; out.len()];
        let grid = &self.setup.grid;
        memory.evaluation.add_limit_slopes(self.setup, grid, weights, &mut slopes);
        for (i, (out, slope)) in out.iter_mut().zip(slopes).enumerate() {
            *out += slope * self.setup.unit(i);
        }
    }
}
