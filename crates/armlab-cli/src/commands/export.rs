//! `armlab export`: a robot for controllers and simulators.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::robot::load;
use armlab::export::{Export as Work, ExportFormat};
use armlab::robot::describe::FixedJoints;
use armlab::uncertain_model::UncertainModel;
use clap::Args;
use std::path::{Path, PathBuf};

/// Default output folder.
const FOLDER: &str = "out/export";

/// Write a robot as source code or as a description.
#[derive(Args)]
#[command(
    after_help = "c and rust write inverse and forward dynamics, gravity, mass matrix, friction and \
                  momentum of this one robot as straight code without dependencies, with a \
                  self-test; docs/controller.md shows how to use it. The comment at the top says \
                  where the model comes from: logs, error, intervals and the motion it holds for, \
                  from the uncertainty.json that `armlab identify --out` writes. What mjcf, sdf and \
                  urdf have no words for is listed."
)]
pub struct Export {
    /// A built-in robot's name or a file: URDF, xacro, MJCF, SDF or TOML
    robot: String,
    /// What to write: c, rust, mjcf, sdf, urdf, toml or json
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// c, rust: also generate the regressor in the base parameters
    #[arg(long)]
    regressor: bool,
    /// c, rust: numbers in single precision
    #[arg(long)]
    float: bool,
    /// c, rust: round signs in friction laws off over this speed, rad/s or m/s
    #[arg(long, value_name = "SPEED", allow_hyphen_values = true)]
    smooth: Option<f64>,
    /// c, rust: a date for the comment at the top
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// Folder of the identification that the robot comes from [default: that of ROBOT's file]
    #[arg(long, value_name = "DIR")]
    identification: Option<PathBuf>,
}

impl Export {
    pub fn run(self, common: &Common) -> Outcome {
        let format: ExportFormat = self.to.parse()?;
        let fixed =
            if format.keeps_fixed_joints() { FixedJoints::Keep } else { FixedJoints::Merge };
        let robot = load(&self.robot, fixed, common)?;
        let mut export =
            Work::new(&robot).format(format).regressor(self.regressor).single_precision(self.float);
        if let Some(speed) = self.smooth {
            export = export.smooth_friction(speed);
        }
        if let Some(date) = self.date {
            export = export.date(date);
        }
        if let Some(model) = identification(&self.robot, self.identification.as_deref())? {
            export = export.identification(model);
        }
        let exported = export.run()?;
        let files = exported.save(common.out.as_deref().unwrap_or(Path::new(FOLDER)))?;
        output::print_report(common, exported.report(), &files)
    }
}

/// The identification that was named, or the one beside the robot's file.
pub fn identification(
    robot: &str,
    folder: Option<&Path>,
) -> Result<Option<UncertainModel>, Failure> {
    let found = UncertainModel::beside(robot);
    match folder.or(found.as_deref()) {
        Some(path) => Ok(Some(UncertainModel::read(path)?)),
        None => Ok(None),
    }
}
