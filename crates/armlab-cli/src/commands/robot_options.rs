//! Options that change the robot: mounting and locked joints.

use crate::failure::Failure;
use crate::output::note;
use armlab::recordings::{Lock, LogOptions, LogSource, locked_to_logs};
use armlab::robot::{Mounting, Robot};
use armlab::spatial::vec3;
use clap::Args;

/// Options that change the robot.
#[derive(Args)]
pub struct RobotOptions {
    /// Gravity in the base frame, m/s², instead of the description's: another mounting. In identify
    /// `unknown`: its direction is identified
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    gravity: Option<String>,
    /// How the base is mounted: table, wall (base x down), ceiling, or roll,pitch,yaw in degrees
    #[arg(long, value_name = "HOW", allow_hyphen_values = true, conflicts_with = "gravity")]
    mount: Option<String>,
    /// Hold a joint that is not in the log at a value, rad or m, as head=0.1; repeat for several
    #[arg(long, value_name = "JOINT=VALUE")]
    lock: Vec<String>,
}

impl RobotOptions {
    /// Whether the direction of gravity is to be identified.
    pub fn gravity_is_unknown(&self) -> bool {
        self.gravity.as_deref() == Some("unknown")
    }

    /// The robot with its mounting and locked joints.
    pub fn apply(&self, robot: Robot) -> Result<Robot, Failure> {
        self.known_gravity()?;
        self.changed(robot)
    }

    /// Refuses an unknown gravity, where it must be known.
    pub fn known_gravity(&self) -> Result<(), Failure> {
        if self.gravity_is_unknown() {
            let hint =
                "give x,y,z in m/s² in the base frame; `armlab identify` finds the direction";
            return Err(Failure::input("--gravity: the direction must be known here", hint));
        }
        Ok(())
    }

    fn changed(&self, robot: Robot) -> Result<Robot, Failure> {
        let mut locks = Vec::new();
        for text in &self.lock {
            let Lock { joint, value } = text.parse::<Lock>()?;
            locks.push((joint, value));
        }
        let robot = robot.with_locked(&locks).map_err(armlab::Error::from)?;
        self.mounted(robot)
    }

    /// The same; joints that the logs do not name, though they name others, are locked too.
    pub fn apply_to_logs(
        &self,
        robot: Robot,
        logs: &[LogSource],
        options: &LogOptions,
    ) -> Result<Robot, Failure> {
        let (robot, notes) = locked_to_logs(&self.changed(robot)?, logs, options)?;
        notes.iter().for_each(note);
        Ok(robot)
    }

    fn mounted(&self, robot: Robot) -> Result<Robot, Failure> {
        if let Some(text) = &self.mount {
            let mounting = text.parse::<Mounting>();
            return match mounting {
                Ok(mounting) => Ok(robot.mounted(&mounting)),
                Err(error) => Err(Failure::input(format_args!("--mount: {error}"), error.hint())),
            };
        }
        let Some(text) = self.gravity.as_deref().filter(|g| *g != "unknown") else {
            return Ok(robot);
        };
        let number = |x: &str| x.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
        match numbers.as_deref() {
            Some([x, y, z]) => Ok(robot.with_gravity(vec3(*x, *y, *z))),
            _ => Err(Failure::input(
                format_args!("--gravity: `{text}` is not a vector"),
                "give x,y,z in m/s² in the base frame, as 0,0,-9.81",
            )),
        }
    }
}
