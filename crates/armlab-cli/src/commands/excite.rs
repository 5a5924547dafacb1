//! `armlab excite`: a motion within the limits that tells the most.

mod document;
mod files;
mod words;

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, Paint};
use crate::robot;
use armlab::excite::objective::{OBJECTIVES, Objective, objective};
use armlab::excite::{
    BasisKind, Coordinates, DesignOptions, DesignStep, Ends, ExcitationLimits, ExciteError,
    FrictionColumns, LimitsFile, PlatformAxis, Scaling, design, information_of_log,
};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab_log::{Expectation, Input, Log, ReadOptions};
use clap::{Args, ValueEnum};
use document::Document;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Design a motion that tells the most about a robot's parameters, within its limits.
#[derive(Args)]
pub struct Excite {
    /// A built-in robot, or a .urdf or .toml file
    robot: String,
    /// Functions of time
    #[arg(long, value_name = "BASIS", default_value = "fourier")]
    basis: Basis,
    /// Harmonics of a Fourier series
    #[arg(long, value_name = "N", default_value_t = 5)]
    harmonics: usize,
    /// Pieces of a quintic, or spans of a spline
    #[arg(long, value_name = "N", default_value_t = 8)]
    pieces: usize,
    /// How long the motion takes
    #[arg(long, value_name = "S", default_value_t = 10.0, conflicts_with = "frequency")]
    duration: f64,
    /// The same as a frequency: one period in Hz
    #[arg(long, value_name = "HZ")]
    frequency: Option<f64>,
    /// Whether it begins and ends at rest, or may begin in motion (and repeat)
    #[arg(long, value_name = "ENDS", default_value = "rest")]
    ends: EndsName,
    /// What makes a motion good: information, sigma-min, condition or mixed
    #[arg(long, value_name = "NAME", default_value = "information")]
    objective: String,
    /// Units in which parameters are compared: none (SI), values or columns
    #[arg(long, value_name = "UNITS")]
    scaling: Option<ScalingName>,
    /// The parameters that count: names of base parameters, links or joints, or `friction`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    parameters: Vec<String>,
    /// Earlier logs; the motion looks for what they missed
    #[arg(long, value_name = "LOG", num_args = 1..)]
    after: Vec<PathBuf>,
    /// A TOML file of limits that add to or change the robot's (see docs/excitation.md)
    #[arg(long, value_name = "FILE")]
    limits: Option<PathBuf>,
    /// Look for viscous and Coulomb friction, too: of every drive, or one for all
    #[arg(long, value_name = "OF", num_args = 0..=1, default_missing_value = "each")]
    friction: Option<FrictionColumns>,
    /// Coordinates of a parallel machine's platform to move, e.g. x,y,rz, instead of its drives
    #[arg(long, value_name = "AXES", value_delimiter = ',')]
    platform: Vec<String>,
    /// Samples a second of the log to be taken
    #[arg(long, value_name = "HZ", default_value_t = 100.0)]
    rate: f64,
    /// Standard deviation of each drive's measured effort, N m or N (1 without it)
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    noise: Option<Vec<f64>>,
    /// Motions that are improved
    #[arg(long, value_name = "N", default_value_t = 4)]
    starts: usize,
    /// Most iterations for each
    #[arg(long, value_name = "N", default_value_t = 400)]
    iterations: usize,
    /// Stop after this many seconds with the best so far
    #[arg(long, value_name = "S")]
    time_limit: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Basis {
    /// Harmonics
    Fourier,
    /// Quintic pieces
    Quintic,
    /// B-splines of degree five
    Spline,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EndsName {
    /// At rest
    Rest,
    /// In motion
    Free,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScalingName {
    /// SI units
    None,
    /// Sizes of the parameters in the description
    Values,
    /// Columns of length one
    Columns,
}

impl From<ExciteError> for Failure {
    fn from(error: ExciteError) -> Self {
        let text = error.to_string();
        match text.split_once("; ") {
            Some((message, hint)) => Self::input(message, hint),
            None => Self::input(text, "see docs/excitation.md"),
        }
    }
}

impl Excite {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = robot::load(&self.robot, FixedJoints::Merge)?;
        let options = self.options(&robot, common.seed)?;
        let limits = ExcitationLimits::of(&robot, &options.coordinates, &self.limits_file()?)?;
        // Before the work, so that a folder that cannot be made is not found after it.
        let folder = common.out.as_ref().map(|out| Folder::open(out)).transpose()?;
        let began = Instant::now();
        // A limit beyond the clock's end is none.
        let limit = self.time_limit.map(time).transpose()?;
        let end = limit.and_then(|limit| began.checked_add(limit));
        let show = io::stderr().is_terminal();
        let watch = |step: &DesignStep| {
            if show && step.iteration.is_multiple_of(20) {
                let DesignStep { start, iteration, value } = step;
                let start = start + 1;
                let _ =
                    write!(io::stderr(), "\rstart {start}, iteration {iteration}: {value:.4}   ");
            }
            match end {
                Some(end) if Instant::now() >= end => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let found = design(&robot, limits, &options, &watch)?;
        let seconds = began.elapsed().as_secs_f64();
        if show {
            let _ = writeln!(io::stderr());
        }
        let mut document = Document::new(&robot, &options, &found, seconds);
        if let Some(folder) = &folder {
            document.files = files::write(folder, &robot, &options, &found)?;
        }
        if common.json {
            return output::print_json(&document);
        }
        output::print(&words::read_out(&document, Paint::new(common)))?;
        if folder.is_none() {
            output::note("give --out DIR to write the trajectory, its samples and a figure");
        }
        Ok(())
    }

    fn options(&self, robot: &Robot, seed: u64) -> Result<DesignOptions<'static>, Failure> {
        let friction = self.friction.clone().unwrap_or_default();
        let duration = self.frequency.map_or(self.duration, f64::recip);
        Ok(DesignOptions {
            coordinates: self.coordinates()?,
            basis: match self.basis {
                Basis::Fourier => BasisKind::Fourier { harmonics: self.harmonics },
                Basis::Quintic => BasisKind::Quintic { pieces: self.pieces },
                Basis::Spline => BasisKind::Spline { spans: self.pieces },
            },
            ends: match self.ends {
                EndsName::Rest => Ends::Rest,
                EndsName::Free => Ends::Free,
            },
            duration,
            rate: self.rate,
            friction: friction.clone(),
            objective: self.objective()?,
            scaling: self.scaling.map(|scaling| match scaling {
                ScalingName::None => Scaling::None,
                ScalingName::Values => Scaling::Values,
                ScalingName::Columns => Scaling::Columns,
            }),
            parameters: self.parameters.clone(),
            noise: self.noise.clone(),
            earlier: self.earlier(robot, friction)?,
            starts: self.starts,
            iterations: self.iterations,
            seed,
            ..DesignOptions::default()
        })
    }

    fn objective(&self) -> Result<&'static dyn Objective, Failure> {
        objective(&self.objective).ok_or_else(|| {
            let known: Vec<&str> = OBJECTIVES.iter().map(|o| o.name()).collect();
            let message = format_args!("there is no objective `{}`", self.objective).to_string();
            Failure::input(message, format_args!("take {}", known.join(", ")))
        })
    }

    fn coordinates(&self) -> Result<Coordinates, Failure> {
        if self.platform.is_empty() {
            return Ok(Coordinates::Driven);
        }
        let axis = |name: &String| {
            let found = PlatformAxis::NAMES.iter().find(|(known, _)| known == name);
            found.map(|(_, axis)| *axis).ok_or_else(|| {
                let message = format!("a platform has no coordinate `{name}`");
                Failure::input(message, "take x, y, z along and rx, ry, rz about the base's axes")
            })
        };
        Ok(Coordinates::Platform(self.platform.iter().map(axis).collect::<Result<_, _>>()?))
    }

    fn limits_file(&self) -> Result<LimitsFile, Failure> {
        match &self.limits {
            None => Ok(LimitsFile::default()),
            Some(path) => Ok(LimitsFile::from_file(path)?),
        }
    }

    /// Information of the logs that were given, all together.
    fn earlier(
        &self,
        robot: &Robot,
        friction: FrictionColumns,
    ) -> Result<Option<armlab::excite::Information>, Failure> {
        let joints: Vec<_> = robot.driven_joints().collect();
        let expectation = Expectation {
            joint_names: joints.iter().map(|j| j.name.clone()).collect(),
            prismatic: joints.iter().map(|j| !j.kind.turns()).collect(),
            ..Expectation::default()
        };
        let mut sum: Option<armlab::excite::Information> = None;
        for path in &self.after {
            let options =
                ReadOptions { expectation: expectation.clone(), ..ReadOptions::default() };
            let log = Log::read(&Input::path(path), &options)?;
            let found = information_of_log(robot, friction.clone(), self.noise.as_deref(), &log)
                .map_err(|e| {
                    Failure::input(format_args!("{}: {e}", path.display()), "try `armlab log`")
                })?;
            sum = Some(match sum {
                None => found,
                Some(mut sum) => {
                    sum.as_mut_slice().iter_mut().zip(found.as_slice()).for_each(|(s, f)| *s += f);
                    sum
                }
            });
        }
        Ok(sum)
    }
}

fn time(seconds: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        let message = format!("--time-limit cannot be {seconds}");
        Failure::input(message, "give seconds, zero or more")
    })
}
