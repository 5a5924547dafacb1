//! `armlab identify`: from a robot and its logs to a model with error bars.

pub mod document;
mod export;
pub mod judging;
mod load;
pub mod logs;
pub mod report;
mod words;

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use armlab::identify::estimators::{Data, Estimator, METHODS, method};
use armlab::identify::{
    Choice, Coupling, Decided, Estimate, FrictionShape, Jump, Model, RawRecording, Recording,
    base_parameters, choose, conditioned,
};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::validate::{Baselines, Scope, check_mass_matrix, joint_metrics, judge};
use clap::Args;
use document::{Document, MethodDocument};
use judging::{POSES, naive, predicted, residual_whiteness, scores};
use logs::LogReader;
use std::path::PathBuf;
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

/// What one method found.
pub struct Identified {
    estimate: Estimate,
    document: MethodDocument,
    /// Efforts of the recordings it is judged by.
    predicted: Vec<Vec<Vec<f64>>>,
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
        let hint = logs::HINT;
        let reduced = model.reduce(&recordings).map_err(|e| Failure::input(e, hint))?;
        let data = Data::new(&model, &recordings, &reduced).map_err(|e| Failure::input(e, hint))?;
        let judged = if unseen.is_empty() { &recordings } else { &unseen };
        let naive = naive(&robot, &model, judged);
        let baselines = Baselines {
            mean: naive.mean.relative,
            described: naive.described.as_ref().map(|d| d.relative),
        };
        let scope = Scope::of(&robot, judged);
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let mut results: Vec<Identified> = Vec::new();
        for estimator in methods {
            let start = Instant::now();
            let estimate = match estimator.estimate(&data) {
                Ok(estimate) => estimate,
                Err(error) => {
                    note(format_args!("{} gave nothing: {error}", estimator.name()));
                    continue;
                }
            };
            let seconds = start.elapsed().as_secs_f64();
            let own = predicted(&model, &recordings, &estimate)?;
            let fit = scores(&recordings, &own);
            let (predicted, validation) = if unseen.is_empty() {
                (own, None)
            } else {
                let other = predicted(&model, &unseen, &estimate)?;
                let scores = scores(&unseen, &other);
                (other, Some(scores))
            };
            let missing = model.unknowns() - estimate.rank.min(model.unknowns());
            let consistent = estimate.physical.consistent;
            let mut verdict =
                judge(&fit, validation.as_ref(), &baselines, consistent, missing, &names);
            let moved = robot.with_parameter_values(&estimate.link_values);
            let mass = moved.and_then(|r| check_mass_matrix(&r, POSES, common.seed).ok());
            if let Some(mass) = &mass {
                verdict.consider_mass(mass);
            }
            let residuals = residual_whiteness(judged, &predicted);
            verdict.consider_whiteness(&names, &residuals);
            verdict.scope = scope.statements();
            let mut document = MethodDocument::of(&estimate, fit, validation, verdict, seconds);
            document.metrics = joint_metrics(judged, &predicted);
            document.whiteness = residuals;
            document.mass_matrix = mass;
            results.push(Identified { estimate, document, predicted });
        }
        if results.is_empty() {
            return Err(Failure::input("no method gave an estimate", hint));
        }
        let best = recommended(&results);
        let recommendation = report::recommendation(&results, best);
        let documents: Vec<MethodDocument> = results.iter().map(|r| r.document.clone()).collect();
        let mut document = Document {
            robot: robot.name().into(),
            unknowns: model.unknowns(),
            base_parameters: model.base().len(),
            choices: choice.reasons,
            notes: recordings
                .iter()
                .flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)))
                .collect(),
            baselines,
            naive,
            scope,
            recommended: documents[best].method,
            recommendation,
            methods: documents,
            export: None,
        };
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            let corrected = results[best].estimate.corrected(&model);
            let Identified { estimate, predicted, .. } = &results[best];
            let proof = export::Proof { recordings: judged, predicted };
            let exported = export::describe(&folder, &robot, estimate, corrected.as_ref(), proof)?;
            if let Some(why) = &exported.refused {
                note(format_args!("no corrected description: {why}"));
            }
            document.export = Some(exported);
            folder.write("parameters.csv", &export::parameters_csv(&document))?;
            folder.write_json("estimate.json", &document)?;
            let page = report::page(&document, &robot, judged, predicted);
            folder.write("report.html", &page.to_html())?;
        }
        if common.json {
            return output::print_json(&document);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
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
        LogReader::new(robot, self.gains.as_deref(), &self.map)?.read(paths)
    }

    fn prepare<'r>(&self, robot: &'r Robot) -> Result<Prepared<'r>, Failure> {
        let own = self.recordings(&self.log, robot)?;
        let other = self.recordings(&self.validate, robot)?;
        let couplings = self.couplings(robot)?;
        let decided = Decided { cutoff: self.cutoff, shape: self.shape()? };
        let hint = logs::HINT;
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

/// The estimate to use: one that passes before one that does not, then the one
/// that predicts best what it has not seen; a consistent one is worth a little.
fn recommended(results: &[Identified]) -> usize {
    let cost = |Identified { estimate, document, .. }: &Identified| {
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
