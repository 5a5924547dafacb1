//! Options of a design.

use super::bases::{BasisKind, Ends};
use super::coordinates::Coordinates;
use super::error::ExciteError;
use super::objective::{OBJECTIVES, Objective};
use super::scaling::Scaling;
use super::unknowns::FrictionColumns;
use armlab_dense::Matrix;

/// Options of a design.
#[derive(Clone, Debug)]
pub struct DesignOptions<'a> {
    /// Which coordinates move.
    pub coordinates: Coordinates,
    /// Functions of time.
    pub basis: BasisKind,
    /// How the motion begins and ends.
    pub ends: Ends,
    /// Seconds.
    pub duration: f64,
    /// Samples a second of the log that will be taken.
    pub rate: f64,
    /// Friction parameters.
    pub friction: FrictionColumns,
    /// What is minimised.
    pub objective: &'a dyn Objective,
    /// Units in which parameters are compared; `None` takes columns of length one
    /// for objectives that need some, and SI units for others.
    pub scaling: Option<Scaling>,
    /// Names of the parameters that count; all if empty.
    pub parameters: Vec<String>,
    /// Standard deviation of every drive's measured effort; one if not given.
    pub noise: Option<Vec<f64>>,
    /// Information of earlier logs.
    pub earlier: Option<Matrix>,
    /// Combinations whose singular value is below this part of the largest are given up
    /// by objectives that depend on the smallest; see [`Scaling`].
    pub practical: f64,
    /// Motions that are improved; only the best of them to the end.
    pub starts: usize,
    /// Random motions from which they are chosen, for each.
    pub candidates: usize,
    /// Most iterations for each.
    pub iterations: usize,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl Default for DesignOptions<'_> {
    fn default() -> Self {
        Self {
            coordinates: Coordinates::Driven,
            basis: BasisKind::Fourier { harmonics: 5 },
            ends: Ends::Rest,
            duration: 10.0,
            rate: 100.0,
            friction: FrictionColumns::none(),
            objective: OBJECTIVES[0],
            scaling: None,
            parameters: Vec::new(),
            noise: None,
            earlier: None,
            practical: 1e-3,
            starts: 6,
            candidates: 8,
            iterations: 400,
            seed: 0,
        }
    }
}

impl DesignOptions<'_> {
    /// Fails at the first setting that is out of range, whatever the robot.
    pub fn check(&self) -> Result<(), ExciteError> {
        let count = |what, value: usize, most: usize| {
            if (1..=most).contains(&value) {
                return Ok(());
            }
            Err(ExciteError::setting(what, value, format!("take 1 to {most}")))
        };
        match self.basis {
            BasisKind::Fourier { harmonics } => count("harmonics", harmonics, 50)?,
            BasisKind::Quintic { pieces } => count("pieces", pieces, 200)?,
            BasisKind::Spline { spans } => count("pieces", spans, 200)?,
        }
        count("starts", self.starts, 10_000)?;
        count("candidates", self.candidates, 10_000)?;
        count("iterations", self.iterations, 100_000)?;
        let positive = |what, value: f64, most: f64, unit: &str| {
            if value > 0.0 && value <= most {
                return Ok(());
            }
            Err(ExciteError::setting(what, value, format!("take more than 0, up to {most} {unit}")))
        };
        positive("duration", self.duration, 3600.0, "s")?;
        positive("rate", self.rate, 1e5, "Hz")
    }
}
