//! Energies along a log.

use crate::dynamics::Mechanism;
use crate::log::{Log, Quantity};
use crate::robot::Robot;

/// Kinetic and potential energy at the usable rows of a log, J; NaN where the robot
/// cannot be assembled.
#[derive(Clone, Debug, PartialEq)]
pub struct Energies {
    /// Kinetic energy.
    pub kinetic: Vec<f64>,
    /// Potential energy.
    pub potential: Vec<f64>,
}

impl Energies {
    /// Energies of a robot along a log with positions and velocities of all driven joints.
    pub fn along(robot: &Robot, log: &Log) -> Option<Self> {
        let mut mechanism = Mechanism::new(robot).ok()?;
        let n = mechanism.dofs();
        let (log, _) = log.usable_rows();
        let columns = |quantity| -> Option<Vec<&[f64]>> {
            (0..n).map(|j| log.channel(quantity, j)).collect()
        };
        let (q, qd) = (columns(Quantity::Position)?, columns(Quantity::Velocity)?);
        let zeros = vec![0.0; n];
        let [mut kinetic, mut potential] = [(); 2].map(|()| Vec::with_capacity(log.rows()));
        for k in 0..log.rows() {
            let at = |columns: &[&[f64]]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
            let moved = mechanism.move_to(&at(&q), &at(&qd), &zeros);
            let energy = moved.map_or((f64::NAN, f64::NAN), |()| mechanism.energy());
            kinetic.push(energy.0);
            potential.push(energy.1);
        }
        Some(Self { kinetic, potential })
    }
}
