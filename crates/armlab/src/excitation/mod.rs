//! Designing an excitation trajectory: the motion within the robot's limits that is most
//! informative about its parameters.
//!
//! ```no_run
//! use armlab::prelude::*;
//! # fn main() -> armlab::Result<()> {
//! # let robot = armlab::robot::library::load("scara").unwrap().unwrap().robot;
//! let result = Excitation::new(&robot).objective("condition".parse()?).duration(15.0).run()?;
//! println!("{}", result.summary());
//! result.save("out/excitation")?;
//! # Ok(())
//! # }
//! ```

mod files;
mod report;

pub use report::{ExcitationReport, InformationReport, LimitReport, PrecisionReport};

use crate::error::{Error, Hint, Result};
use crate::excite::objective::Objective;
use crate::excite::{
    Apart, BasisKind, CLEARANCE, Coordinates, DesignOptions, DesignedMotion, Ends,
    ExcitationLimits, ExciteError, Floor, FrictionColumns, Information, LimitsFile, PlatformAxis,
    Scaling, design, information_of_log,
};
use crate::log::{Expectation, Input, Log, ReadOptions};
use crate::mesh::MeshFolders;
use crate::motion::AnyTrajectory;
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::report::Figure;
use crate::robot::Robot;
use crate::robot::solids::Solids;
use crate::saving::located;
use armlab_files::read_text;
use report::Examined;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Largest limits file, in bytes.
const LARGEST_LIMITS: usize = 1 << 20;

/// An excitation trajectory to design.
#[derive(Clone, Debug)]
pub struct Excitation<'r> {
    robot: &'r Robot,
    options: DesignOptions<'static>,
    limits: LimitsFile,
    /// Part of every joint limit that is left free.
    margin: f64,
    /// Least distance of links from each other and from the floor, m.
    clearance: Option<f64>,
    floor: Floor,
    folders: MeshFolders,
    /// Earlier logs and their names.
    earlier: Vec<(String, Log)>,
    time_limit: Option<Duration>,
}

/// Part of every joint limit that is left free, unless stated.
pub const MARGIN: f64 = 0.1;

impl<'r> Excitation<'r> {
    /// A design with the default options.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            robot,
            options: DesignOptions::default(),
            limits: LimitsFile::default(),
            margin: MARGIN,
            clearance: None,
            floor: Floor::default(),
            folders: MeshFolders::default(),
            earlier: Vec::new(),
            time_limit: None,
        }
    }
    /// Part of every joint limit (position, velocity, acceleration, effort) that is left free
    /// (default 0.1).
    pub fn margin(mut self, part: f64) -> Self {
        self.margin = part;
        self
    }
    /// Least distance of links from each other and from the floor in metres (default 0.02, or
    /// what the limits file states).
    pub fn clearance(mut self, metres: f64) -> Self {
        self.clearance = Some(metres);
        self
    }
    /// The plane that links stay above (default: `z = 0` of the base frame).
    pub fn floor(mut self, floor: Floor) -> Self {
        self.floor = floor;
        self
    }
    /// Where meshes are looked for beside the description.
    pub fn mesh_folders(mut self, folders: MeshFolders) -> Self {
        self.folders = folders;
        self
    }
    /// Functions of time (default: a Fourier series of five harmonics); `"quintic:8".parse()?`.
    pub fn basis(mut self, basis: BasisKind) -> Self {
        self.options.basis = basis;
        self
    }
    /// Whether the motion begins and ends at rest (default), or may begin in motion.
    pub fn ends(mut self, ends: Ends) -> Self {
        self.options.ends = ends;
        self
    }
    /// Duration of the motion in seconds (default 10).
    pub fn duration(mut self, duration: f64) -> Self {
        self.options.duration = duration;
        self
    }
    /// Samples per second of the log that will be recorded (default 100).
    pub fn rate(mut self, rate: f64) -> Self {
        self.options.rate = rate;
        self
    }
    /// What is minimised (default: information and condition number together);
    /// `"condition".parse()?`.
    pub fn objective(mut self, objective: &'static dyn Objective) -> Self {
        self.options.objective = objective;
        self
    }
    /// Units in which parameters are compared.
    pub fn scaling(mut self, scaling: Scaling) -> Self {
        self.options.scaling = Some(scaling);
        self
    }
    /// The parameters to design for (default: all): names of base parameters, links or
    /// joints, or `friction`.
    pub fn parameters<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.options.parameters = names.into_iter().map(Into::into).collect();
        self
    }
    /// Friction parameters to design for (default: none).
    pub fn friction(mut self, friction: FrictionColumns) -> Self {
        self.options.friction = friction;
        self
    }
    /// Moves these platform coordinates of a parallel machine instead of its drives.
    pub fn platform(mut self, axes: impl IntoIterator<Item = PlatformAxis>) -> Self {
        let axes: Vec<PlatformAxis> = axes.into_iter().collect();
        self.options.coordinates =
            if axes.is_empty() { Coordinates::Driven } else { Coordinates::Platform(axes) };
        self
    }
    /// Standard deviation of each drive's measured effort, N m or N (default 1).
    pub fn noise(mut self, noise: impl Into<Vec<f64>>) -> Self {
        self.options.noise = Some(noise.into());
        self
    }
    /// Number of motions that are improved, only the best of them to the end (default 6).
    pub fn starts(mut self, starts: usize) -> Self {
        self.options.starts = starts;
        self
    }
    /// Most iterations for the best of them (default 400).
    pub fn iterations(mut self, iterations: usize) -> Self {
        self.options.iterations = iterations;
        self
    }
    /// Ends after this time with the best motion so far.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }
    /// Seed of all random numbers (default 0).
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = seed;
        self
    }
    /// Reads a limits file, which adds to or changes the robot's limits.
    pub fn limits_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text = read_text(path, LARGEST_LIMITS).map_err(located)?;
        let limits = LimitsFile::read(&text, &path.display().to_string()).map_err(located)?;
        Ok(self.limits(limits))
    }
    /// Limits that add to or change the robot's.
    pub fn limits(mut self, limits: LimitsFile) -> Self {
        self.limits = limits;
        self
    }
    /// Reads an earlier log: the motion complements its information.
    pub fn after(mut self, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let joints: Vec<_> = self.robot.driven_joints().collect();
        let expectation = Expectation {
            joint_names: joints.iter().map(|j| j.name.clone()).collect(),
            prismatic: joints.iter().map(|j| !j.kind.turns()).collect(),
            ..Expectation::default()
        };
        let options = ReadOptions { expectation, ..ReadOptions::default() };
        let log = Log::read_with(&Input::path(path), &options).map_err(located)?;
        self.earlier.push((path.display().to_string(), log));
        Ok(self)
    }
    /// The same for a log in memory.
    pub fn after_log(mut self, name: impl Into<String>, log: Log) -> Self {
        self.earlier.push((name.into(), log));
        self
    }

    /// Fails at the first option that is out of range.
    pub fn check(&self) -> std::result::Result<(), ExciteError> {
        self.options.check()
    }
    /// The options of the design.
    pub fn options(&self) -> &DesignOptions<'static> {
        &self.options
    }

    /// Designs the motion.
    pub fn run(&self) -> Result<ExcitationResult> {
        self.run_with_observer(&Silent, CancelToken::new())
    }
    /// Designs the motion with progress. When it is cancelled the result is the best motion
    /// so far, if there is one.
    pub fn run_with_observer(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<ExcitationResult> {
        self.run_with_progress(&Progress::new(observer, cancel))
    }
    /// The same as a part of longer work.
    pub fn run_with_progress(&self, progress: &Progress) -> Result<ExcitationResult> {
        let start = Instant::now();
        let mut progress = progress.clone();
        // A limit beyond the end of the clock is none.
        if let Some(end) = self.time_limit.and_then(|limit| start.checked_add(limit)) {
            progress = progress.with_deadline(end);
        }
        let options = DesignOptions { earlier: self.earlier()?, ..self.options.clone() };
        let limits = self.kept_limits(&options.coordinates).map_err(located)?;
        let examined = limits.apart.as_ref().map(Apart::words).unwrap_or_default();
        let motion = design(self.robot, limits, &options, &progress).map_err(located)?;
        let seconds = start.elapsed().as_secs_f64();
        let name = self.robot.name().to_string();
        let examined = Examined { margin: self.margin, words: examined };
        let report = ExcitationReport::new(&name, &options, &motion, examined, seconds);
        Ok(ExcitationResult { robot: name, options, motion, report })
    }

    /// The robot's limits with what was chosen: margin, clearance and floor.
    fn kept_limits(
        &self,
        coordinates: &Coordinates,
    ) -> std::result::Result<ExcitationLimits, ExciteError> {
        let clearance = self.clearance.or(self.limits.clearance).unwrap_or(CLEARANCE);
        let shapes = Solids::load(self.robot, &self.folders);
        ExcitationLimits::of(self.robot, coordinates, &self.limits)?
            .with_margin(self.margin)?
            .keeping_apart(self.robot, coordinates, &shapes, clearance, self.floor)
    }

    /// Information of the earlier logs, all together.
    fn earlier(&self) -> Result<Option<Information>> {
        let mut sum: Option<Information> = None;
        let (friction, noise) = (&self.options.friction, self.options.noise.as_deref());
        for (name, log) in &self.earlier {
            let found = information_of_log(self.robot, friction, noise, log)
                .map_err(|e| Error::new(format_args!("{name}: {e}")).hint(Hint::CheckLog))?;
            match &mut sum {
                None => sum = Some(found),
                Some(sum) => {
                    sum.as_mut_slice().iter_mut().zip(found.as_slice()).for_each(|(s, f)| *s += f);
                }
            }
        }
        Ok(sum)
    }
}

/// A designed excitation trajectory.
#[derive(Clone, Debug)]
pub struct ExcitationResult {
    robot: String,
    options: DesignOptions<'static>,
    motion: DesignedMotion,
    report: ExcitationReport,
}

impl ExcitationResult {
    /// The trajectory.
    pub fn trajectory(&self) -> &AnyTrajectory {
        &self.motion.trajectory
    }
    /// The trajectory with its information, limits and precision.
    pub fn motion(&self) -> &DesignedMotion {
        &self.motion
    }
    /// Whether its coordinates are the platform's.
    pub fn is_platform(&self) -> bool {
        self.options.coordinates != Coordinates::Driven
    }
    /// Whether it was cancelled, or the time limit was reached.
    pub fn is_stopped(&self) -> bool {
        self.motion.stopped
    }
    /// Everything that is known of it, as a serialisable document.
    pub fn report(&self) -> &ExcitationReport {
        &self.report
    }
    /// The same in words.
    pub fn summary(&self) -> String {
        self.report.to_string()
    }
    /// The trajectory as a file (docs/motion.md).
    pub fn toml(&self) -> String {
        files::toml(self)
    }
    /// The trajectory sampled at the rate of the design.
    pub fn csv(&self) -> String {
        files::csv(self)
    }
    /// Positions, velocities and accelerations over time.
    pub fn figure(&self) -> Figure {
        files::figure(self)
    }
    /// Writes the trajectory (TOML), its samples (CSV), a figure (SVG) and the report (JSON).
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        files::save(self, folder.as_ref())
    }
}

impl fmt::Display for ExcitationResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)
    }
}

impl From<ExciteError> for Error {
    fn from(error: ExciteError) -> Self {
        located(error)
    }
}
