//! `Margin`: how far a model's efforts may be off along a motion, by the covariance of its
//! identification; where the motion leaves what the logs covered; and which further log would
//! narrow the bands most.

use crate::error::{Error, Hint, Result};
use crate::identify::Recording;
use crate::identify::uncertainty::{SECONDS, effort_deviations, narrowing_logs};
use crate::motion::{AnyTrajectory, Trajectory};
use crate::recordings::{Gains, IntoLog, LogOptions};
use crate::report::html::{Page, Part, Section};
use crate::report::{Figure, Panel, Series, Style};
use crate::robot::Robot;
use crate::saving;
use crate::simulation::{is_log, read_motion};
use crate::text::significant;
use crate::uncertain_model::UncertainModel;
use crate::validation::reproduce_section;
use serde::Serialize;
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

/// Standard deviations of a band that holds 95 %.
const BAND: f64 = 1.96;
/// Samples per second, unless another rate is asked for.
const RATE: f64 = 100.0;
/// Most samples of a motion.
const MOST_SAMPLES: f64 = 1e6;
/// A motion may go this part beyond what the logs covered.
const BEYOND: f64 = 0.05;
/// Further logs that are named.
const FURTHER: usize = 3;

/// Bands of a model's efforts along a motion.
pub struct Margin<'r> {
    robot: &'r Robot,
    identification: UncertainModel,
    motion: Option<Motion>,
    rate: f64,
    command: Option<String>,
}

/// A motion to be driven, or one that was recorded.
enum Motion {
    Trajectory(Box<AnyTrajectory>),
    Recorded(Box<Recording>),
}

/// One joint along the motion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointMargin {
    /// The joint.
    pub joint: String,
    /// Unit of its effort.
    pub unit: &'static str,
    /// Root mean square of its effort.
    pub effort: f64,
    /// Root mean square of half the 95 % band.
    pub band: f64,
    /// Its largest.
    pub largest: f64,
    /// When that is, s.
    pub at: f64,
    /// The same as a part of the effort's root mean square, percent.
    pub relative: f64,
    /// Error that the identification left unexplained, which comes on top: N m or N.
    pub residual: f64,
    /// Part of the motion outside the logs' positions, speeds and accelerations, percent.
    pub outside: [f64; 3],
}

/// A further log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FurtherLog {
    /// What to record.
    pub record: String,
    /// Bands afterwards, as a part of what they are now, percent.
    pub leaves: f64,
    /// Root mean square of half of each joint's band afterwards.
    pub bands: Vec<f64>,
}

/// What the uncertainty does along a motion.
#[derive(Clone, Debug, Serialize)]
pub struct MarginReport {
    /// The robot.
    pub robot: String,
    /// Length of the motion, s.
    pub seconds: f64,
    /// Joints.
    pub joints: Vec<JointMargin>,
    /// Whether the motion stays within what the logs covered.
    pub within_scope: bool,
    /// Where it does not.
    pub scope: Vec<String>,
    /// Unknowns that the motion needs and the logs do not determine: their part of the bands
    /// is not known.
    pub undetermined: Vec<String>,
    /// Ten seconds of further log each, the best first.
    pub further: Vec<FurtherLog>,
}

/// Bands along a motion.
pub struct Margins<'r> {
    robot: &'r Robot,
    motion: Recording,
    bands: Vec<Vec<f64>>,
    report: MarginReport,
    command: Option<String>,
}

impl<'r> Margin<'r> {
    /// Of an identified robot, with no motion yet.
    pub fn new(robot: &'r Robot, identification: UncertainModel) -> Self {
        Self { robot, identification, motion: None, rate: RATE, command: None }
    }
    /// The motion: a trajectory file, or a log whose motion is repeated.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn motion_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        match is_log(path).then(|| self.recorded(path)) {
            Some(Ok(recording)) => {
                Ok(Self { motion: Some(Motion::Recorded(Box::new(recording))), ..self })
            }
            // A trajectory, or a log without efforts.
            Some(Err(_)) | None => {
                let motion = read_motion(path, self.robot)?;
                Ok(self.motion(motion))
            }
        }
    }
    /// The motion of a log, filtered, since its accelerations would be noise otherwise.
    fn recorded(&self, path: &Path) -> Result<Recording> {
        // Currents are as good as efforts where neither is used.
        let joints = self.robot.driven_joints().count();
        let gains = Some(Gains::Joints(vec![Some(1.0); joints]));
        let options = LogOptions { gains, ..LogOptions::default() };
        let raw = options.read(self.robot, &[path.into_log()?])?;
        let raw = raw.first().ok_or_else(|| Error::new("the log is empty"))?;
        Ok(raw.condition(Some(raw.cutoff()?.frequency))?)
    }
    /// The motion.
    pub fn motion(mut self, motion: impl Into<AnyTrajectory>) -> Self {
        self.motion = Some(Motion::Trajectory(Box::new(motion.into())));
        self
    }
    /// Samples per second; 100 by default.
    pub fn rate(mut self, rate: f64) -> Self {
        self.rate = rate;
        self
    }
    /// The command that the report names to reproduce it.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// Runs it.
    ///
    /// # Errors
    /// If the identification is of another robot, or the robot cannot follow the motion.
    pub fn run(self) -> Result<Margins<'r>> {
        let robot = self.robot;
        let identified = &self.identification;
        let model = identified.model(robot)?;
        let motion = self.samples()?;
        let covariance = identified.covariance();
        let failed = |e: crate::identify::ProblemError| Error::from_source(e);
        let mut bands = effort_deviations(&model, &motion, &covariance).map_err(failed)?;
        bands.iter_mut().flatten().for_each(|d| *d *= BAND);
        let values: Vec<f64> = identified.unknowns.iter().map(|u| u.value).collect();
        let efforts = model.predict(&motion, &values).map_err(failed)?;
        let noise = &identified.noise;
        let further = narrowing_logs(&model, &motion, &covariance, noise, identified.spacing);
        let further = further.map_err(failed)?;
        let root = |values: &[f64]| {
            (values.iter().map(|x| x * x).sum::<f64>() / values.len().max(1) as f64).sqrt()
        };
        let joint = |(j, joint): (usize, &crate::robot::Joint)| {
            let (mut largest, mut at) = (0.0, 0.0);
            for (k, &b) in bands[j].iter().enumerate() {
                if b > largest {
                    (largest, at) = (b, motion.time[k]);
                }
            }
            let (effort, band) = (root(&efforts[j]), root(&bands[j]));
            JointMargin {
                joint: joint.name.clone(),
                unit: joint.kind.effort_unit(),
                effort,
                band,
                largest,
                at,
                relative: if effort > 0.0 { 100.0 * band / effort } else { 0.0 },
                residual: identified.rms.get(j).copied().unwrap_or(0.0),
                outside: self.outside(j, &motion),
            }
        };
        let joints: Vec<JointMargin> = robot.driven_joints().enumerate().map(joint).collect();
        let scope: Vec<String> = joints.iter().filter_map(out_of_scope).collect();
        let mut undetermined = Vec::new();
        for (k, u) in identified.unknowns.iter().enumerate().filter(|(_, u)| u.std.is_none()) {
            let mut unit = vec![0.0; values.len()];
            unit[k] = 1.0;
            let shows = model.predict(&motion, &unit).map_err(failed)?;
            if shows.iter().flatten().any(|x| *x != 0.0) {
                undetermined.push(u.name.clone());
            }
        }
        let report = MarginReport {
            robot: robot.name().into(),
            seconds: motion.samples() as f64 * motion.step,
            within_scope: scope.is_empty(),
            joints,
            scope,
            undetermined,
            further: further
                .into_iter()
                .filter(|f| f.left < 0.99)
                .take(FURTHER)
                .map(|f| FurtherLog {
                    record: f.words,
                    leaves: 100.0 * f.left.max(0.0).sqrt(),
                    bands: f.deviations.iter().map(|d| BAND * d).collect(),
                })
                .collect(),
        };
        Ok(Margins { robot, motion, bands, report, command: self.command })
    }

    /// The motion as samples.
    fn samples(&self) -> Result<Recording> {
        let hint = |text: &str| Hint::Text(text.into());
        let motion = match &self.motion {
            Some(Motion::Trajectory(motion)) => motion,
            Some(Motion::Recorded(recording)) => return Ok(recording.as_ref().clone()),
            None => {
                let hint = hint("give a trajectory file, or a log whose motion is repeated");
                return Err(Error::new("there is no motion").hint(hint));
            }
        };
        let n = self.robot.driven_joints().count();
        if motion.dofs() != n {
            let message =
                format_args!("the motion has {} coordinates, the robot {n}", motion.dofs());
            return Err(Error::new(message).hint(hint("give a motion of the driven joints")));
        }
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            let message = format_args!("the rate cannot be {}", self.rate);
            return Err(Error::new(message).hint(hint("give samples per second")));
        }
        let count = motion.duration() * self.rate;
        if !(count <= MOST_SAMPLES) {
            let message =
                format_args!("the motion has {count:.0} samples, at most a million are taken");
            return Err(Error::new(message).hint(hint("lower the rate")));
        }
        let count = count as usize + 1;
        let columns = || vec![vec![0.0; count]; n];
        let mut samples = Recording {
            name: "motion".into(),
            step: 1.0 / self.rate,
            start: 0.0,
            time: (0..count).map(|k| k as f64 / self.rate).collect(),
            q: columns(),
            qd: columns(),
            qdd: columns(),
            effort: columns(),
            temperature: Vec::new(),
            cutoff: None,
            notes: Vec::new(),
        };
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n]);
        for k in 0..count {
            motion.sample(samples.time[k], &mut q, &mut qd, &mut qdd);
            for j in 0..n {
                (samples.q[j][k], samples.qd[j][k], samples.qdd[j][k]) = (q[j], qd[j], qdd[j]);
            }
        }
        Ok(samples)
    }

    /// Part of the motion outside the logs' positions, speeds and accelerations, percent.
    fn outside(&self, j: usize, motion: &Recording) -> [f64; 3] {
        let Some(covered) = self.identification.scope.get(j) else { return [0.0; 3] };
        let [low, high] = covered.position;
        let room = BEYOND * (high - low);
        let part = |column: &[f64], is_outside: &dyn Fn(f64) -> bool| {
            let count = column.iter().filter(|x| is_outside(**x)).count();
            100.0 * count as f64 / column.len().max(1) as f64
        };
        let more = 1.0 + BEYOND;
        [
            part(&motion.q[j], &|x| !(x >= low - room && x <= high + room)),
            part(&motion.qd[j], &|x| !(x.abs() <= more * covered.speed)),
            part(&motion.qdd[j], &|x| !(x.abs() <= more * covered.acceleration)),
        ]
    }
}

fn out_of_scope(j: &JointMargin) -> Option<String> {
    let parts: Vec<String> = ["position", "speed", "acceleration"]
        .iter()
        .zip(j.outside)
        .filter(|(_, part)| *part > 0.0)
        .map(|(what, part)| format!("{what} for {} % of it", significant(part, 2)))
        .collect();
    if parts.is_empty() {
        return None;
    }
    Some(format!("{}: the motion leaves what the logs covered: {}", j.joint, parts.join(", ")))
}

impl Margins<'_> {
    /// Everything as one serialisable document, as it is written to `margin.json`.
    pub fn report(&self) -> &MarginReport {
        &self.report
    }
    /// Half of each joint's 95 % band along the motion: joint, sample.
    pub fn bands(&self) -> &[Vec<f64>] {
        &self.bands
    }
    /// The bands as a figure.
    pub fn figure(&self) -> Figure {
        let panel = |(j, joint): (usize, &crate::robot::Joint)| Panel {
            title: joint.name.clone(),
            label: format!("± 95 % ({})", joint.kind.effort_unit()),
            series: vec![Series {
                name: "half of the effort's 95 % band".into(),
                values: self.bands[j].clone(),
                style: Style::Main,
            }],
        };
        Figure {
            title: format!("{}: effort bands along the motion", self.robot.name()),
            subtitle: "By the covariance of the identified unknowns".into(),
            x_label: "time (s)".into(),
            x: self.motion.time.clone(),
            panels: self.robot.driven_joints().enumerate().map(panel).collect(),
        }
    }
    /// Writes `report.html`, `margin.json`, `bands.svg` and `bands.csv` into a folder;
    /// returns the paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let figure = self.figure().to_svg();
        let lines = self.report.to_string().lines().map(str::to_owned).collect();
        let caption = "Half of the band that holds the model's effort with 95 %.".into();
        let mut sections = vec![
            Section::new("Summary", vec![Part::List(lines)]),
            Section::new("Bands", vec![Part::Picture { svg: figure.clone(), caption }]),
        ];
        sections.extend(self.command.as_deref().map(reproduce_section));
        let page = Page {
            title: format!("Effort margins of {}", self.report.robot),
            subtitle: format!("Along a motion of {} s", significant(self.report.seconds, 3)),
            stamp: None,
            sections,
        };
        let mut csv = String::from("t");
        for joint in self.robot.driven_joints() {
            let _ = write!(csv, ",band_{}", joint.name);
        }
        csv.push('\n');
        for (k, t) in self.motion.time.iter().enumerate() {
            let _ = write!(csv, "{t}");
            for band in &self.bands {
                let _ = write!(csv, ",{}", band[k]);
            }
            csv.push('\n');
        }
        let files = [
            ("report.html".to_string(), page.to_html()),
            ("margin.json".into(), saving::json(&self.report)?),
            ("bands.svg".into(), figure),
            ("bands.csv".into(), csv),
        ];
        saving::write_all(folder.as_ref(), &files)
    }
}

impl fmt::Display for MarginReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let three = |x: f64| significant(x, 3);
        writeln!(f, "{}: effort bands along {} s of motion", self.robot, three(self.seconds))?;
        writeln!(f, "joints (effort rms, ± 95 % rms, largest at, part, unexplained error):")?;
        for j in &self.joints {
            writeln!(
                f,
                "  {:16} {:>9} {:>9} {:>9} {:>7} s {:>6} % {:>9} {}",
                j.joint,
                three(j.effort),
                three(j.band),
                three(j.largest),
                three(j.at),
                three(j.relative),
                three(j.residual),
                j.unit
            )?;
        }
        if self.within_scope {
            writeln!(f, "scope: the motion stays within what the logs covered")?;
        }
        self.scope.iter().try_for_each(|line| writeln!(f, "warning: {line}"))?;
        if !self.undetermined.is_empty() {
            let names = self.undetermined.join(", ");
            writeln!(f, "warning: the logs do not determine {names}: bands are too narrow there")?;
        }
        match self.further.is_empty() {
            true => writeln!(f, "further logs: none would narrow the bands"),
            false => {
                writeln!(f, "further logs of {SECONDS} s that would narrow the bands most:")?;
                for log in &self.further {
                    writeln!(f, "  {} (leaves {} %)", log.record, three(log.leaves))?;
                }
                Ok(())
            }
        }
    }
}
