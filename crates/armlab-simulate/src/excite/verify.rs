//! The last word on a design: all limits on a grid ten times finer than the one
//! it was improved on, with the robot's friction as it is.
//!
//! Between grid points a motion rises a little above what the grid shows. Such a
//! motion is shrunk by the least factor that helps; where only a much smaller one
//! would, the design is refused.

use super::constraint::LimitLabel;
use super::error::ExciteError;
use super::evaluation::Evaluation;
use super::grid::Grid;
use super::setup::Setup;
use super::start::{Start, broken};
use armlab_dense::Matrix;
use armlab_engine::dynamics::Plant;

/// How much finer the grid is.
pub const FINER: usize = 10;
/// Information is summed over every so many of its times.
const STRIDE: usize = 4;
/// Factors by which a motion is shrunk about its own pose.
const SLIGHTLY: [f64; 9] = [1.0, 0.998, 0.995, 0.99, 0.98, 0.96, 0.93, 0.9, 0.85];
/// Smallest factor by which a motion is shrunk towards a pose that keeps the limits.
const SMALLEST: f64 = 0.05;
const HALVINGS: usize = 12;

/// A design that keeps all limits.
pub struct Verified {
    /// The optimiser's unknowns.
    pub x: Vec<f64>,
    /// By how much the motion was shrunk; one if it was not.
    pub factor: f64,
    /// Its information, on the fine grid.
    pub information: Matrix,
    /// How much of each limit is used.
    pub limits: Vec<LimitUse>,
}

/// A limit and what a motion takes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitUse {
    /// The limit.
    pub limit: LimitLabel,
    /// Smallest value of the limited quantity.
    pub least: f64,
    /// Largest value.
    pub most: f64,
}

impl LimitUse {
    /// Part of the room that is used: one where no more is allowed.
    pub fn share(&self) -> f64 {
        self.part_of(self.limit.allowed)
    }
    /// Part of the limit itself that is used, a margin not taken away.
    pub fn share_of_stated(&self) -> f64 {
        self.part_of(self.limit.stated)
    }
    fn part_of(&self, (lower, upper): (f64, f64)) -> f64 {
        match (lower.is_finite(), upper.is_finite()) {
            (true, true) => {
                let (middle, half) = (0.5 * (lower + upper), 0.5 * (upper - lower));
                ((self.most - middle) / half).max((middle - self.least) / half)
            }
            (true, false) if lower > 0.0 => lower / self.least,
            _ => f64::NAN,
        }
    }
}

/// Checks motions on the fine grid.
pub struct Verifier<'a, 'r> {
    setup: &'a Setup<'r>,
    grid: Grid,
    evaluation: Evaluation<'r>,
}

impl<'a, 'r> Verifier<'a, 'r> {
    /// A verifier of a design.
    pub fn new(setup: &'a Setup<'r>) -> Result<Self, ExciteError> {
        let points = FINER * (setup.grid.len() - 1) + 1;
        let grid = Grid::new(&setup.basis, points, STRIDE, setup.rate);
        let mut evaluation = Evaluation::new(setup, false)?;
        evaluation.tools.exact = Some(Plant::new(setup.robot)?);
        Ok(Self { setup, grid, evaluation })
    }

    /// The largest motion that keeps all limits: about the pose of `x`, or else on
    /// the way from the start's resting pose to `x`.
    pub fn verify(&mut self, x: &[f64], start: &Start) -> Result<Verified, ExciteError> {
        let count = self.setup.basis.len();
        let own = |(i, x): (usize, &f64)| if i.is_multiple_of(count) { *x } else { 0.0 };
        let own: Vec<f64> = x.iter().enumerate().map(own).collect();
        let at = |centre: &[f64], factor: f64| -> Vec<f64> {
            centre.iter().zip(x).map(|(c, x)| c + factor * (x - c)).collect()
        };
        for factor in SLIGHTLY {
            let x = at(&own, factor);
            if self.broken(&x).0 <= 0.0 {
                return Ok(self.verified(x, factor));
            }
        }
        let (mut kept, mut broken) = (0.0, 1.0);
        let mut worst = String::new();
        for _ in 0..HALVINGS {
            let middle = 0.5 * (kept + broken);
            let (violation, what) = self.broken(&at(&start.centre, middle));
            if violation <= 0.0 {
                kept = middle;
            } else {
                (broken, worst) = (middle, what);
            }
        }
        if kept < SMALLEST {
            return Err(ExciteError::Infeasible { worst });
        }
        let x = at(&start.centre, kept);
        self.broken(&x);
        Ok(self.verified(x, kept))
    }

    /// The motion that was looked at last.
    fn verified(&mut self, x: Vec<f64>, factor: f64) -> Verified {
        let information = self.evaluation.information(self.setup, &self.grid).clone();
        let limits = self.uses();
        Verified { x, factor, information, limits }
    }

    fn broken(&mut self, x: &[f64]) -> (f64, String) {
        // The plant's own branch starts at home as well.
        if let Some(plant) = &mut self.evaluation.tools.exact {
            plant.mechanism().go_home();
        }
        broken(self.setup, &mut self.evaluation, &self.grid, x)
    }

    /// How much the last motion takes of every limit.
    fn uses(&mut self) -> Vec<LimitUse> {
        let labels = self.setup.labels();
        let width = labels.len();
        let mut values = vec![0.0; width * self.grid.len()];
        self.evaluation.measures(self.setup, &mut values);
        let range = |(k, limit): (usize, LimitLabel)| {
            let column = values.iter().skip(k).step_by(width.max(1)).copied();
            let least = column.clone().fold(f64::INFINITY, f64::min);
            LimitUse { limit, least, most: column.fold(f64::NEG_INFINITY, f64::max) }
        };
        labels.into_iter().enumerate().map(range).collect()
    }
}
