//! An identified model as its users need it: unknowns with their covariance, the noise they
//! were found in, the motion they hold for, and where they come from.
//!
//! `Identified::save` writes it as `uncertainty.json` beside the corrected description; margins,
//! collision thresholds and the comment of generated code are made from it.

use crate::error::{Error, Hint, Result};
use crate::identify::{Coupling, Estimate, FrictionModels, Model, Recording};
use crate::validation::{Scope, Scores};
use armlab_dense::Matrix;
use armlab_engine::base::base_parameters;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Its file's name.
pub const FILE: &str = "uncertainty.json";
/// Largest file that is read.
const LARGEST_FILE: usize = 64 << 20;

/// An unknown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unknown {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Value.
    pub value: f64,
    /// Standard deviation; none where the data give none.
    pub std: Option<f64>,
    /// Interval that holds the truth with a probability of 95 %.
    pub interval: Option<[f64; 2]>,
}

/// What one joint did in the logs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoveredJoint {
    /// The joint.
    pub joint: String,
    /// Unit of its position.
    pub unit: String,
    /// Smallest and largest position.
    pub position: [f64; 2],
    /// Largest speed.
    pub speed: f64,
    /// Largest acceleration.
    pub acceleration: f64,
}

/// An identified model with its uncertainty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UncertainModel {
    /// The robot's name.
    pub robot: String,
    /// The method that found it.
    pub method: String,
    /// The friction model, as it is typed.
    pub friction: String,
    /// Joints whose motors turn together, by number from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub couplings: Vec<[usize; 2]>,
    /// Which of these have a motor that sees the difference of the speeds and not their sum,
    /// by place among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opposed: Vec<usize>,
    /// Base parameters and friction.
    pub unknowns: Vec<Unknown>,
    /// Their covariance, row after row.
    pub covariance: Vec<Vec<f64>>,
    /// Standard deviation of each joint's residual in the rows of the fit.
    pub noise: Vec<f64>,
    /// Time between these rows, s.
    pub spacing: f64,
    /// The motion of the logs that it was identified from.
    pub scope: Vec<CoveredJoint>,
    /// The logs.
    pub logs: Vec<String>,
    /// Error on them, percent of the efforts.
    pub fit: f64,
    /// Error on validation logs, percent of the efforts.
    pub validation: Option<f64>,
    /// Error of each joint on the validation logs, or else on its own: N m or N.
    pub rms: Vec<f64>,
    /// The verdict.
    pub verdict: String,
    /// The command that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// What an [`UncertainModel`] is made of.
pub struct Parts<'a> {
    /// The unknowns.
    pub model: &'a Model<'a>,
    /// Joints whose motors turn together.
    pub couplings: &'a [Coupling],
    /// Their estimate.
    pub estimate: &'a Estimate,
    /// The logs of the estimate.
    pub recordings: &'a [Recording],
    /// Time between the rows of the fit, s.
    pub spacing: f64,
    /// Error on them.
    pub fit: &'a Scores,
    /// Error on others.
    pub validation: Option<&'a Scores>,
    /// The verdict.
    pub verdict: String,
    /// The command that made it.
    pub command: Option<String>,
}

impl UncertainModel {
    /// Of an estimate.
    pub fn new(parts: &Parts) -> Self {
        let Parts { model, couplings, estimate, recordings, fit, validation, .. } = parts;
        let robot = model.robot();
        let unknown = |p: &crate::identify::ParameterEstimate| Unknown {
            name: p.name.clone(),
            unit: p.unit.clone(),
            value: p.value,
            std: p.deviation,
            interval: p.interval,
        };
        let c = &estimate.covariance;
        let scope = Scope::of(robot, recordings);
        let covered = |j: crate::validation::JointScope| CoveredJoint {
            joint: j.joint,
            unit: j.unit.into(),
            position: j.position,
            speed: j.speed,
            acceleration: j.acceleration,
        };
        Self {
            robot: robot.name().into(),
            method: estimate.method.into(),
            friction: model.friction_models().to_string(),
            couplings: couplings.iter().map(|c| [c.first, c.second]).collect(),
            opposed: (0..couplings.len()).filter(|&k| couplings[k].opposed).collect(),
            unknowns: estimate.unknowns.iter().map(unknown).collect(),
            covariance: (0..c.rows())
                .map(|i| (0..c.columns()).map(|j| c.at(i, j)).collect())
                .collect(),
            noise: estimate.noise.clone(),
            spacing: parts.spacing,
            scope: scope.joints.into_iter().map(covered).collect(),
            logs: recordings.iter().map(|r| r.name.clone()).collect(),
            fit: fit.relative,
            validation: validation.map(|v| v.relative),
            rms: validation.unwrap_or(fit).joints.iter().map(|j| j.rms).collect(),
            verdict: parts.verdict.clone(),
            command: parts.command.clone(),
        }
    }

    /// Reads `uncertainty.json` of a folder that an identification was saved into, or a
    /// file like it.
    ///
    /// # Errors
    /// If there is none, or it is not one.
    pub fn read(folder_or_file: &Path) -> Result<Self> {
        let path = match folder_or_file.is_dir() {
            true => folder_or_file.join(FILE),
            false => folder_or_file.to_path_buf(),
        };
        let hint = || {
            let text =
                format!("give the folder that an identification was saved into; it has {FILE}");
            Hint::Text(text)
        };
        let text = armlab_files::read_text(&path, LARGEST_FILE)
            .map_err(|e| Error::new(format_args!("{}: {}", e.file, e.message)).hint(hint()))?;
        let model: Self = serde_json::from_str(&text).map_err(|e| {
            Error::new(format_args!("{}: is no {FILE}: {e}", path.display())).hint(hint())
        })?;
        model.check(&path)?;
        Ok(model)
    }

    /// The file beside a robot's description, if there is one.
    pub fn beside(robot: &str) -> Option<std::path::PathBuf> {
        let path = Path::new(robot).parent()?.join(FILE);
        (Path::new(robot).is_file() && path.is_file()).then_some(path)
    }

    fn check(&self, path: &Path) -> Result<()> {
        let n = self.unknowns.len();
        let square = self.covariance.len() == n && self.covariance.iter().all(|row| row.len() == n);
        let mut numbers = self.covariance.iter().flatten().chain(&self.noise);
        if square && n > 0 && numbers.all(|x| x.is_finite()) {
            return Ok(());
        }
        let message = format_args!(
            "{}: the covariance is not {n} rows of {n} finite numbers, one per unknown",
            path.display()
        );
        Err(Error::new(message).hint(Hint::Text("identify again and save the result".into())))
    }

    /// The unknowns' covariance.
    pub fn covariance(&self) -> Matrix {
        let n = self.unknowns.len();
        Matrix::from_fn(n, n, |i, j| self.covariance[i][j])
    }

    /// The unknowns of `robot` in the order of the covariance.
    ///
    /// # Errors
    /// If the robot is another one.
    pub fn model<'r>(&self, robot: &'r Robot) -> Result<Model<'r>> {
        let friction: FrictionModels = self.friction.parse()?;
        let coupling = |(k, &[first, second]): (usize, &[usize; 2])| {
            let opposed = self.opposed.contains(&k);
            Coupling { first, second, opposed }
        };
        let couplings: Vec<Coupling> = self.couplings.iter().enumerate().map(coupling).collect();
        let driven = robot.driven_joints().count();
        let there = |c: &&Coupling| c.first < driven && c.second < driven && c.first != c.second;
        let couplings: Vec<Coupling> = couplings.iter().filter(there).copied().collect();
        let values: Vec<f64> = self.unknowns.iter().map(|u| u.value).collect();
        let model = Model::with_base(robot, base_parameters(robot)?, friction, &couplings);
        let model = model.transmitted_by(&values);
        let names = model.names();
        if names.iter().eq(self.unknowns.iter().map(|u| &u.name)) {
            return Ok(model);
        }
        let message = format_args!(
            "the identification is of `{}` with {} unknowns, this robot `{}` has {}",
            self.robot,
            self.unknowns.len(),
            robot.name(),
            names.len()
        );
        let hint = "give the description that the identification wrote, and its folder";
        Err(Error::new(message).hint(Hint::Text(hint.into())))
    }

    /// Where the model comes from, line by line, for comments and reports.
    pub fn provenance(&self) -> Vec<String> {
        let mut lines = vec![
            format!("Identified by the method `{}` from: {}.", self.method, self.logs.join(", ")),
            match self.validation {
                Some(error) => format!(
                    "Prediction error on validation logs: {} % (on the logs themselves: {} %).",
                    significant(error, 3),
                    significant(self.fit, 3)
                ),
                None => format!(
                    "Error on these logs: {} %; no validation log was given.",
                    significant(self.fit, 3)
                ),
            },
            format!("Verdict: {}. Friction model: {}.", self.verdict, self.friction),
        ];
        if let Some(command) = &self.command {
            lines.push(format!("Command: {command}"));
        }
        lines.push("Valid for motions within (position, speed, acceleration; error):".into());
        for (k, j) in self.scope.iter().enumerate() {
            let three = |x: f64| significant(x, 3);
            let rms = self.rms.get(k).map_or(String::new(), |e| {
                format!("; {} {}", three(*e), if j.unit == "rad" { "N m" } else { "N" })
            });
            lines.push(format!(
                "  {}: {} to {} {u}, {} {u}/s, {} {u}/s^2{rms}",
                j.joint,
                three(j.position[0]),
                three(j.position[1]),
                three(j.speed),
                three(j.acceleration),
                u = j.unit
            ));
        }
        lines.push("Unknowns (value, 95 % interval):".into());
        for u in &self.unknowns {
            let interval = match u.interval {
                Some([low, high]) => {
                    format!("{} to {}", significant(low, 4), significant(high, 4))
                }
                None => "not determined".into(),
            };
            let unit = if u.unit.is_empty() { String::new() } else { format!(" {}", u.unit) };
            lines.push(format!("  {} = {}{unit} ({interval})", u.name, significant(u.value, 5)));
        }
        lines
    }
}
