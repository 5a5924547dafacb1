//! `armlab identify`: from a robot and its logs to a model with error bars.

mod document;
mod load;
mod words;

use super::log::expectation;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, Paint, file_name, note};
use crate::robot::load;
use armlab::identify::estimators::{Data, Estimator, METHODS, method};
use armlab::identify::{
    Choice, Coupling, Decided, Estimate, FrictionShape, Jump, Model, RawRecording, Recording,
    base_parameters, choose, conditioned,
};
use armlab::robot::Robot;
use armlab::robot::describe::{FixedJoints, write_toml, write_urdf};
use armlab::validate::{Baselines, Scores, judge, score};
use armlab_log::mapping::Instructions;
use armlab_log::{Input, Log, ReadOptions};
use clap::Args;
use document::{Document, MethodDocument};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Find a robot's masses, inertias and friction from its logs.
#[derive(Args)]
#[command(
    after_help = "Methods: ls, wls, huber, tukey, ridge, tls, essential, iv, ml, physical, or all. \
                  Without --method: wls and physical.\nFriction: auto (chosen on left-out parts \
                  of the log), none, viscous, coulomb-viscous, smooth:WIDTH, cubic, or load: the laws of \
                  the description, with masses and reactions together."
)]
pub struct Identify {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    log: Vec<PathBuf>,
    /// A log that the model has not seen, to prove it on; repeat for several
    #[arg(long, value_name = "FILE")]
    validate: Vec<PathBuf>,
    /// Estimators, with commas between; or all
    #[arg(long, value_name = "NAME,…", default_value = "wls,physical")]
    method: String,
    /// Friction that is looked for
    #[arg(long, default_value = "auto")]
    friction: String,
    /// Only physically consistent estimates
    #[arg(long)]
    physical: bool,
    /// Cut-off of the motion's low-pass filter, Hz; chosen on the log without it
    #[arg(long, value_name = "HZ")]
    cutoff: Option<f64>,
    /// Gains of the drives, N m/A or N/A, for logs with currents instead of efforts
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true)]
    gains: Option<String>,
    /// Two joints whose motors are coupled, as joint5+joint6; repeat for several
    #[arg(long, value_name = "JOINT+JOINT")]
    coupling: Vec<String>,
    /// Which column is which, e.g. "q1=theta_1 [deg], tau1=motor torque"
    #[arg(long, value_name = "TARGET=COLUMN,…")]
    map: Vec<String>,
}

/// What the logs became.
struct Prepared<'r> {
    model: Model<'r>,
    recordings: Vec<Recording>,
    unseen: Vec<Recording>,
    choice: Choice,
}

impl Identify {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge)?;
        if self.friction == "load" {
            return load::run(&self, &robot, &self.recordings(&self.log, &robot)?, common);
        }
        let methods = self.methods()?;
        let Prepared { model, recordings, unseen, choice } = self.prepare(&robot)?;
        for reason in &choice.reasons {
            note(reason);
        }
        let hint = "check the log with `armlab log FILE --robot ROBOT`";
        let reduced = model.reduce(&recordings).map_err(|e| Failure::input(e, hint))?;
        let data = Data::new(&model, &recordings, &reduced).map_err(|e| Failure::input(e, hint))?;
        let baselines =
            baselines(&robot, &model, if unseen.is_empty() { &recordings } else { &unseen });
        let mut results: Vec<(Estimate, MethodDocument)> = Vec::new();
        for estimator in methods {
            let start = Instant::now();
            let estimate = match estimator.estimate(&data) {
                Ok(estimate) => estimate,
                Err(error) => {
                    note(format_args!("{} gave nothing: {error}", estimator.name()));
                    continue;
                }
            };
            let fit = scores(&model, &recordings, &estimate)?;
            let validation = match unseen.is_empty() {
                true => None,
                false => Some(scores(&model, &unseen, &estimate)?),
            };
            let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
            let missing = model.unknowns() - estimate.rank.min(model.unknowns());
            let consistent = estimate.physical.consistent;
            let verdict = judge(&fit, validation.as_ref(), &baselines, consistent, missing, &names);
            let seconds = start.elapsed().as_secs_f64();
            let document = MethodDocument::of(&estimate, fit, validation, verdict, seconds);
            results.push((estimate, document));
        }
        if results.is_empty() {
            return Err(Failure::input("no method gave an estimate", hint));
        }
        let best = recommended(&results);
        let corrected = results[best].0.corrected(&model);
        let documents: Vec<MethodDocument> = results.iter().map(|r| r.1.clone()).collect();
        let document = Document {
            robot: robot.name().into(),
            unknowns: model.unknowns(),
            base_parameters: model.base().len(),
            choices: choice.reasons,
            notes: recordings
                .iter()
                .flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)))
                .collect(),
            baselines,
            recommended: documents[best].method,
            methods: documents,
        };
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            folder.write_json("estimate.json", &document)?;
            if let Some(corrected) = corrected.filter(|_| results[best].0.physical.consistent) {
                let name = file_name(robot.name());
                folder.write(&format!("{name}-identified.urdf"), &write_urdf(&corrected))?;
                folder.write(&format!("{name}-identified.toml"), &write_toml(&corrected))?;
            } else {
                note(
                    "no corrected description: the recommended estimate is not physically consistent; add --method physical",
                );
            }
        }
        if common.json {
            return output::print_json(&document);
        }
        let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        output::print(&words::read_out(&document, &names, Paint::new(common)))
    }

    fn methods(&self) -> Result<Vec<&'static dyn Estimator>, Failure> {
        let chosen: Vec<&'static dyn Estimator> = match self.method.as_str() {
            "all" => METHODS.to_vec(),
            list => list
                .split(',')
                .map(|name| {
                    method(name.trim()).ok_or_else(|| {
                        let names: Vec<&str> = METHODS.iter().map(|m| m.name()).collect();
                        let hint = format!("methods are {}, or all", names.join(", "));
                        Failure::input(format_args!("there is no method `{}`", name.trim()), hint)
                    })
                })
                .collect::<Result<_, _>>()?,
        };
        if !self.physical {
            return Ok(chosen);
        }
        Ok(METHODS.iter().copied().filter(|m| m.name() == "physical").collect())
    }

    /// The logs of some files, not filtered yet.
    fn recordings(&self, paths: &[PathBuf], robot: &Robot) -> Result<Vec<RawRecording>, Failure> {
        let joints = robot.driven_joints().count();
        let gains = self.gains.as_deref().map(numbers).transpose()?;
        let read = |path: &PathBuf| -> Result<RawRecording, Failure> {
            let log = self.read(path, robot)?;
            let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
            RawRecording::of(&log, &name, joints, gains.as_deref()).map_err(|e| {
                Failure::input(e, "see `armlab log FILE --robot ROBOT` for what is in it")
            })
        };
        paths.iter().map(read).collect()
    }

    fn prepare<'r>(&self, robot: &'r Robot) -> Result<Prepared<'r>, Failure> {
        let own = self.recordings(&self.log, robot)?;
        let other = self.recordings(&self.validate, robot)?;
        let couplings = self.couplings(robot)?;
        let decided = Decided { cutoff: self.cutoff, shape: self.shape()? };
        let hint = "check the log with `armlab log FILE --robot ROBOT`";
        let base =
            base_parameters(robot).map_err(|e| Failure::input(e, "change the description"))?;
        let choice = choose(robot, &base, &couplings, &own, decided);
        let choice = choice.map_err(|e| Failure::input(e, hint))?;
        let cutoff = choice.cutoffs.iter().copied().flatten().next();
        let of = |r: &RawRecording| cutoff.filter(|_| !r.is_complete());
        let failed = |e| Failure::input(e, hint);
        let recordings = conditioned(&own, &of).map_err(failed)?;
        let unseen = conditioned(&other, &of).map_err(failed)?;
        let model = Model::with_base(robot, base, choice.shape, &couplings);
        Ok(Prepared { model, recordings, unseen, choice })
    }

    fn read(&self, path: &Path, robot: &Robot) -> Result<Log, Failure> {
        let mut instructions = Instructions::default();
        for text in &self.map {
            instructions = instructions.extended(Instructions::parse(text)?);
        }
        let expectation = expectation(robot);
        let options = ReadOptions { instructions, expectation, ..ReadOptions::default() };
        Ok(Log::read(&Input::path(path), &options)?)
    }

    fn shape(&self) -> Result<Option<FrictionShape>, Failure> {
        let standard = FrictionShape::STANDARD;
        Ok(Some(match self.friction.as_str() {
            "auto" => return Ok(None),
            "none" => FrictionShape::NONE,
            "viscous" => FrictionShape { coulomb: Jump::None, ..standard },
            "coulomb-viscous" => standard,
            "cubic" => FrictionShape { cubic: true, ..standard },
            other => match other.strip_prefix("smooth:").and_then(|w| w.parse::<f64>().ok()) {
                Some(width) if width > 0.0 => {
                    FrictionShape { coulomb: Jump::Smooth(width), ..standard }
                }
                _ => {
                    let hint =
                        "give auto, none, viscous, coulomb-viscous, cubic, load or smooth:WIDTH";
                    return Err(Failure::input(
                        format_args!("there is no friction `{other}`"),
                        hint,
                    ));
                }
            },
        }))
    }

    fn couplings(&self, robot: &Robot) -> Result<Vec<Coupling>, Failure> {
        let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        let place = |name: &str| {
            names.iter().position(|n| *n == name).ok_or_else(|| {
                let hint = format!("driven joints are {}", names.join(", "));
                Failure::input(format_args!("there is no driven joint `{name}` to couple"), hint)
            })
        };
        self.coupling
            .iter()
            .map(|text| {
                let Some((first, second)) = text.split_once('+') else {
                    let hint = "write two joints with a plus between, as joint5+joint6";
                    return Err(Failure::input(format_args!("`{text}` is no coupling"), hint));
                };
                Ok(Coupling { first: place(first.trim())?, second: place(second.trim())? })
            })
            .collect()
    }
}

fn numbers(text: &str) -> Result<Vec<f64>, Failure> {
    text.split(',')
        .map(|x| {
            let parsed = x.trim().parse::<f64>().ok().filter(|x| x.is_finite());
            parsed.ok_or_else(|| {
                let hint = "give numbers with commas between, one per driven joint";
                Failure::input(format_args!("`{}` is not a number", x.trim()), hint)
            })
        })
        .collect()
}

/// Efforts that are not predicted, over recordings.
fn scores(model: &Model, recordings: &[Recording], estimate: &Estimate) -> Result<Scores, Failure> {
    let values = estimate.values();
    let predicted = recordings
        .iter()
        .map(|r| model.predict(r, &values))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|e| Failure::input(e, "check the log with `armlab log`"))?;
    let pairs = recordings.iter().zip(&predicted);
    Ok(score(pairs.map(|(r, p)| (r.effort.as_slice(), p.as_slice()))))
}

/// What a model has to beat on some recordings.
fn baselines(robot: &Robot, model: &Model, recordings: &[Recording]) -> Baselines {
    let means: Vec<Vec<Vec<f64>>> = recordings
        .iter()
        .map(|r| {
            let mean = |c: &Vec<f64>| c.iter().sum::<f64>() / c.len().max(1) as f64;
            r.effort.iter().map(|c| vec![mean(c); c.len()]).collect()
        })
        .collect();
    let pairs = recordings.iter().zip(&means);
    let mean = score(pairs.map(|(r, p)| (r.effort.as_slice(), p.as_slice()))).relative;
    let states = robot.links().iter().any(|l| l.inertia.is_some());
    let described = states.then(|| {
        let mut values: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
        values.resize(model.unknowns(), 0.0);
        let predicted: Vec<_> =
            recordings.iter().map(|r| model.predict(r, &values).unwrap_or_default()).collect();
        let pairs = recordings.iter().zip(&predicted);
        score(pairs.map(|(r, p)| (r.effort.as_slice(), p.as_slice()))).relative
    });
    Baselines { mean, described }
}

/// The estimate to use: one that passes before one that does not, then the one
/// that predicts best what it has not seen; a consistent one is worth a little.
fn recommended(results: &[(Estimate, MethodDocument)]) -> usize {
    let cost = |(estimate, document): &(Estimate, MethodDocument)| {
        let judged = document.validation.as_ref().unwrap_or(&document.fit);
        let relative = judged.relative * if estimate.physical.consistent { 1.0 } else { 1.1 };
        (!document.verdict.pass, relative)
    };
    let best = (0..results.len()).min_by(|&a, &b| {
        let (a, b) = (cost(&results[a]), cost(&results[b]));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    best.unwrap_or(0)
}
