//! An unknown mounting: the direction of gravity, identified before the parameters.

use super::builder::Identification;
use super::gravity_report::GravityReport;
use crate::diagnosis::likely_gravity;
use crate::error::Result;
use crate::identify::{Decided, FrictionModel, choose, identify_gravity};
use crate::progress::{CancelToken, Observer, Progress};
use crate::robot::Mounting;
use crate::spatial::Vec3;
use armlab_engine::base::base_parameters;

impl Identification<'_> {
    /// Identifies the direction of gravity in the base frame. Parameters are then identified
    /// with [`Robot::with_gravity`](crate::robot::Robot::with_gravity).
    ///
    /// # Errors
    /// If a log cannot be used, or the logs do not determine the direction.
    pub fn run_gravity(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<GravityReport> {
        let (robot, progress) = (self.robot, Progress::new(observer, cancel));
        progress.start("reading logs");
        let logs = self.log_options.read(robot, &self.logs)?;
        progress.start("gravity");
        let described = robot.gravity();
        let size =
            if described.norm() > 0.0 { described.norm() } else { Mounting::STANDARD_GRAVITY };
        let start = likely_gravity(robot, &logs)?;
        let start = Vec3::from(start.to_array().map(|x| x * size / start.norm()));
        let mounted = robot.with_gravity(start);
        let base = base_parameters(&mounted)?;
        let shape = Some(FrictionModel::standard());
        let decided = Decided { cutoff: self.cutoff, shape, ..Decided::default() };
        let (choice, _) = choose(&mounted, &base, &[], &logs, decided, &progress)?;
        let found = identify_gravity(&mounted, &logs, start, choice.cutoff, &progress)?;
        Ok(GravityReport::new(&found, described))
    }
}
