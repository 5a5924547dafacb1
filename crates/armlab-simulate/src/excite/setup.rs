//! Everything about a design that does not change while it is improved.

use super::bases::DesignBasis;
use super::constraint::{Constraint, LimitLabel, constraints};
use super::coordinates::{Coordinates, Follower};
use super::error::ExciteError;
use super::grid::Grid;
use super::limits::ExcitationLimits;
use super::unknowns::{FrictionColumns, Unknowns};
use armlab_engine::robot::Robot;

/// Grid points for each bend of the fastest function: between two of them a
/// harmonic rises by `(π/40)²/2`, a third of a percent.
const POINTS_PER_BEND: usize = 40;
/// Fewest grid points.
const FEWEST_POINTS: usize = 81;
/// Information is summed over every second of them.
const STRIDE: usize = 2;

/// Robot, functions, limits and unknowns of a design.
pub struct Setup<'r> {
    /// The robot.
    pub robot: &'r Robot,
    /// What the motion's coordinates are.
    pub coordinates: Coordinates,
    /// Names of the coordinates.
    pub names: Vec<String>,
    /// The driven joints, by number.
    pub driven: Vec<usize>,
    /// The functions.
    pub basis: DesignBasis,
    /// Their values at the times of the design.
    pub grid: Grid,
    /// Samples a second of the log.
    pub rate: f64,
    /// What is looked for.
    pub unknowns: Unknowns,
    /// The limits.
    pub limits: ExcitationLimits,
    /// The same as inequalities.
    pub constraints: Vec<Box<dyn Constraint + 'r>>,
    /// `1/noise` of each drive's effort.
    pub row_weights: Vec<f64>,
    /// Middle of every coordinate's range and half its width.
    pub ranges: Vec<(f64, f64)>,
    /// Home pose.
    pub home: Vec<f64>,
    /// Coefficient per unit of each unknown of the optimiser: one that alone
    /// would velocity_map a limit.
    units: Vec<f64>,
}

impl<'r> Setup<'r> {
    /// A setup; `noise` is the standard deviation of every drive's measured effort.
    pub fn new(
        robot: &'r Robot,
        coordinates: &Coordinates,
        basis: DesignBasis,
        limits: ExcitationLimits,
        friction: FrictionColumns,
        rate: f64,
        noise: Option<&[f64]>,
    ) -> Result<Self, ExciteError> {
        let follower = Follower::new(robot, coordinates)?;
        let driven = follower.driven().to_vec();
        if driven.is_empty() {
            return Err(ExciteError::setting("the robot", "without joints", "nothing can move"));
        }
        if !(rate.is_finite() && rate > 0.0) {
            return Err(ExciteError::setting("rate", rate, "give hertz, more than zero"));
        }
        let row_weights = match noise {
            None => vec![1.0; driven.len()],
            Some(noise) if noise.len() == driven.len() && noise.iter().all(|n| *n > 0.0) => {
                noise.iter().map(|n| n.recip()).collect()
            }
            Some(noise) => {
                let hint = format!("give {} positive numbers, one per drive", driven.len());
                return Err(ExciteError::setting("noise", format_args!("{noise:?}"), hint));
            }
        };
        let speeds: Vec<f64> = driven.iter().map(|&dof| limits.joints[dof].velocity).collect();
        let unknowns = Unknowns::of(robot, &friction, &driven, &speeds)?;
        let points = (POINTS_PER_BEND * basis.bends() + 1).max(FEWEST_POINTS);
        let grid = Grid::new(&basis, points, STRIDE, rate);
        let constraints = constraints(robot, &limits, &follower);
        let ranges = limits.ranges(&follower);
        let mut units = Vec::new();
        for (k, (_, half)) in ranges.iter().enumerate() {
            let joint = limits.platform.is_empty().then(|| limits.joints[driven[k]]);
            units.push(*half);
            for f in 1..basis.len() {
                let mut share = grid.peak(f, 0) / half;
                if let Some(joint) = joint {
                    share = share.max(grid.peak(f, 1) / joint.velocity);
                    share = share.max(grid.peak(f, 2) / joint.acceleration);
                }
                units.push(if share > 0.0 { share.recip() } else { 1.0 });
            }
        }
        Ok(Self {
            robot,
            coordinates: coordinates.clone(),
            names: follower.names(),
            home: follower.home(),
            driven,
            basis,
            grid,
            rate,
            unknowns,
            limits,
            constraints,
            row_weights,
            ranges,
            units,
        })
    }
    /// Number of unknowns of the optimiser.
    pub fn dimension(&self) -> usize {
        self.units.len()
    }
    /// Inequalities at a sample.
    pub fn limits_per_sample(&self) -> usize {
        self.constraints.iter().map(|c| c.labels().len()).sum()
    }
    /// What they are called.
    pub fn labels(&self) -> Vec<LimitLabel> {
        self.constraints.iter().flat_map(|c| c.labels().to_vec()).collect()
    }
    /// Coefficients of the functions from the optimiser's unknowns.
    pub fn coefficients(&self, x: &[f64]) -> Vec<f64> {
        let count = self.basis.len();
        let mut c: Vec<f64> = x.iter().zip(&self.units).map(|(x, unit)| x * unit).collect();
        for (k, (middle, _)) in self.ranges.iter().enumerate() {
            c[k * count] += middle;
        }
        c
    }
    /// The optimiser's unknown `i` per coefficient: its unit.
    pub fn unit(&self, i: usize) -> f64 {
        self.units[i]
    }
}
