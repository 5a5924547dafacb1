//! `armlab excite`: an excitation trajectory within the limits.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome, parse};
use crate::interrupt;
use crate::output::{self, note};
use crate::progress::ProgressLine;
use crate::robot;
use armlab::Excitation;
use armlab::excite::{BasisKind, PlatformAxis};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Design the motion within a robot's limits that is most informative about its parameters.
#[derive(Args)]
pub struct Excite {
    /// A built-in robot, or a .urdf or .toml file
    robot: String,
    /// Functions of time: fourier, quintic or spline
    #[arg(long, value_name = "BASIS", default_value = "fourier")]
    basis: String,
    /// Harmonics of a Fourier series [default: 5]
    #[arg(long, value_name = "N")]
    harmonics: Option<usize>,
    /// Pieces of a quintic, or spans of a spline [default: 8]
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Duration of the motion
    #[arg(long, value_name = "S", default_value_t = 10.0, conflicts_with = "frequency")]
    duration: f64,
    /// The same as a frequency: one period in Hz
    #[arg(long, value_name = "HZ")]
    frequency: Option<f64>,
    /// Begin and end at rest (rest), or in motion, so that it can repeat (free)
    #[arg(long, value_name = "ENDS", default_value = "rest")]
    ends: String,
    /// What is optimised: balanced, determinant, deviations, condition, sigma-min or mixed
    #[arg(long, value_name = "NAME", default_value = "balanced")]
    objective: String,
    /// Units in which parameters are compared: none (SI), values or columns
    #[arg(long, value_name = "UNITS")]
    scaling: Option<String>,
    /// The parameters to design for: names of base parameters, links or joints, or `friction`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    parameters: Vec<String>,
    /// Earlier logs; the motion complements their information
    #[arg(long, value_name = "LOG", num_args = 1..)]
    after: Vec<PathBuf>,
    /// A TOML file of limits that add to or change the robot's (see docs/excitation.md)
    #[arg(long, value_name = "FILE")]
    limits: Option<PathBuf>,
    /// Part of every joint limit that is left free
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0)]
    margin: f64,
    /// Least distance of links from each other and from the floor, m [default: 0.02]
    #[arg(long, value_name = "M")]
    clearance: Option<f64>,
    /// Height of the floor in the base frame, m, or none [default: 0]
    #[arg(long, value_name = "Z", default_value = "base", hide_default_value = true)]
    #[arg(allow_negative_numbers = true)]
    floor: String,
    /// Also design for viscous and Coulomb friction: of each drive, or shared by all
    #[arg(long, value_name = "OF", num_args = 0..=1, default_missing_value = "each")]
    friction: Option<String>,
    /// Coordinates of a parallel machine's platform to move, e.g. x,y,rz, instead of its drives
    #[arg(long, value_name = "AXES", value_delimiter = ',')]
    platform: Vec<String>,
    /// Frame or link that counts as the tool
    #[arg(long, value_name = "NAME")]
    frame: Option<String>,
    /// Samples per second of the log to be recorded
    #[arg(long, value_name = "HZ", default_value_t = 100.0)]
    rate: f64,
    /// Standard deviation of each drive's measured effort, N m or N (1 without it)
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    noise: Option<Vec<f64>>,
    /// Motions that are improved; only the best of them to the end
    #[arg(long, value_name = "N", default_value_t = 6)]
    starts: usize,
    /// Most iterations for the best of them
    #[arg(long, value_name = "N", default_value_t = 400)]
    iterations: usize,
    /// Stop after this many seconds with the best so far
    #[arg(long, value_name = "S")]
    time_limit: Option<f64>,
}

impl Excite {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = robot::load(&self.robot, FixedJoints::Merge, common)?;
        let robot = robot::framed(robot, &self.robot, self.frame.as_deref())?;
        let folders = robot::mesh_folders(common)?;
        let excitation = self.excitation(&robot, common.seed)?.mesh_folders(folders);
        // Before the work, so that a folder that cannot be made is found at once.
        if let Some(out) = &common.out {
            output::Folder::open(out)?;
        }
        interrupt::graceful();
        let result = excitation.run_with_observer(&ProgressLine::new(), interrupt::token())?;
        let _hold = interrupt::hold();
        let files = common.out.as_ref().map(|out| result.save(out)).transpose()?;
        output::print_report(common, result.report(), files.as_deref().unwrap_or_default())?;
        if interrupt::is_requested() {
            return Err(Failure::interrupted());
        }
        if files.is_none() && !common.json {
            note("give --out DIR to write the trajectory, its samples and a figure");
        }
        Ok(())
    }

    /// The robot with what the options change in it.
    pub fn changed(&self, robot: Robot) -> Result<Robot, Failure> {
        robot::with_frame(robot, &self.robot, self.frame.as_deref())
    }

    /// The library's options.
    pub fn excitation<'r>(&self, robot: &'r Robot, seed: u64) -> Result<Excitation<'r>, Failure> {
        let basis = match parse("--basis", &self.basis)? {
            BasisKind::Fourier { harmonics } => {
                BasisKind::Fourier { harmonics: self.harmonics.unwrap_or(harmonics) }
            }
            BasisKind::Quintic { pieces } => {
                BasisKind::Quintic { pieces: self.pieces.unwrap_or(pieces) }
            }
            BasisKind::Spline { spans } => {
                BasisKind::Spline { spans: self.pieces.unwrap_or(spans) }
            }
        };
        let axis = |name: &String| parse::<PlatformAxis>("--platform", name);
        let mut e = Excitation::new(robot)
            .basis(basis)
            .ends(parse("--ends", &self.ends)?)
            .objective(parse("--objective", &self.objective)?)
            .friction(parse("--friction", self.friction.as_deref().unwrap_or("none"))?)
            .platform(self.platform.iter().map(axis).collect::<Result<Vec<_>, _>>()?)
            .parameters(self.parameters.clone())
            .duration(self.frequency.map_or(self.duration, f64::recip))
            .rate(self.rate)
            .starts(self.starts)
            .iterations(self.iterations)
            .margin(self.margin / 100.0)
            .floor(parse("--floor", &self.floor)?)
            .seed(seed);
        if let Some(clearance) = self.clearance {
            e = e.clearance(clearance);
        }
        if let Some(scaling) = &self.scaling {
            e = e.scaling(parse("--scaling", scaling)?);
        }
        if let Some(noise) = &self.noise {
            e = e.noise(noise.clone());
        }
        if let Some(path) = &self.limits {
            e = e.limits_file(path)?;
        }
        if let Some(seconds) = self.time_limit {
            let limit = Duration::try_from_secs_f64(seconds).map_err(|_| {
                let message = format!("--time-limit cannot be {seconds}");
                Failure::input(message, "give seconds, zero or more")
            })?;
            e = e.time_limit(limit);
        }
        for path in &self.after {
            e = e.after(path)?;
        }
        Ok(e)
    }
}
