//! `armlab campaign`: what methods are worth, by many simulated experiments.

mod ledger;
mod words;

use crate::arguments::Common;
use crate::commands::identify::options::{friction_choice, methods};
use crate::commands::simulate::{files, options};
use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use armlab::campaign::{Campaign as Plan, PlanRecord, Shard, Summary, TaskRecord};
use armlab::identify::{FrictionModel, RawRecording};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::simulate::controller::{ComputedTorque, ControlLaw};
use armlab::simulate::effects::Effect;
use armlab::simulate::{ExperimentFile, Settings, default_motion};
use clap::Args;
use ledger::Ledger;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Where files go if nobody says.
const FOLDER: &str = "out/campaign";
/// Samples per second where no experiment says.
const RATE: f64 = 100.0;

/// Compare methods over many noises.
#[derive(Args)]
#[command(
    after_help = "Every task is one simulated experiment with its own noise; results depend on the \
                  plan and the task's number alone. Shards run anywhere and merge exactly: \
                  `armlab campaign scara --shard 1/2 --out a`, `… --shard 2/2 --out b`, `armlab \
                  campaign scara --merge a,b --out all`. A campaign that was stopped goes on where \
                  it was when the same command is given again."
)]
pub struct Campaign {
    /// A built-in robot's name, or a .urdf or .toml file: the truth
    robot: String,
    /// Experiment file (.toml): trajectory, controller, rates, effects
    #[arg(long, value_name = "FILE")]
    experiment: Option<PathBuf>,
    /// Noise at level 1 by standard deviation (SI): q=1e-4,qdd=0.1,tau=0.5
    #[arg(long, value_name = "Q=S,…", default_value = "q=1e-4,qd=1e-3,qdd=0.1,tau=0.1")]
    noise: String,
    /// Factors of the noise
    #[arg(long, value_name = "F,…", default_value = "0.3,1,3")]
    levels: String,
    /// Seeds per level
    #[arg(long, value_name = "N", default_value_t = 20)]
    seeds: u64,
    /// Estimators, with commas between, or all
    #[arg(long, value_name = "NAME,…", default_value = "ls,wls,iv,physical")]
    method: String,
    /// Friction that is looked for [default: coulomb-viscous if the robot has some, else none]
    #[arg(long)]
    friction: Option<String>,
    /// What methods are told of the robot: its inertial numbers times this
    #[arg(long, value_name = "FACTOR", default_value_t = 1.2)]
    believe: f64,
    /// Do every N-th task only, beginning with the I-th
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: String,
    /// Put the results of these folders together instead of computing
    #[arg(long, value_name = "DIR,…", value_delimiter = ',')]
    merge: Vec<PathBuf>,
}

impl Campaign {
    pub fn run(self, common: &Common) -> Outcome {
        let path = common.out.clone().unwrap_or_else(|| FOLDER.into());
        if !self.merge.is_empty() {
            let (plan, records) = ledger::merged(&self.merge)?;
            let folder = Folder::open(&path)?;
            Ledger::create(&path, &plan, Shard::WHOLE)?.finish(&records)?;
            return finish(&folder, &plan, &records, common);
        }
        let Some(shard) = Shard::parse(&self.shard) else {
            let hint = "write I/N, as 2/8 for the second of eight";
            return Err(Failure::input(format_args!("`{}` is no shard", self.shard), hint));
        };
        let robot = load(&self.robot, FixedJoints::Merge)?;
        let believed = self.believed(&robot)?;
        let file = self.experiment_file(&robot)?;
        let usual = ComputedTorque::default();
        let law: &dyn ControlLaw = file.law.as_deref().unwrap_or(&usual);
        let failed = |e: &dyn std::fmt::Display| Failure::input(e, "see `armlab campaign --help`");
        let motion = match file.trajectory {
            Some(_) if file.platform => {
                return Err(failed(&"a campaign's reference is in the driven joints' coordinates"));
            }
            Some(motion) => motion,
            None => default_motion(&robot).map_err(|e| failed(&e))?,
        };
        let plan = Plan {
            robot: &robot,
            believed: &believed,
            trajectory: &motion,
            law,
            settings: &file.settings,
            noise: options::sizes("--noise", &self.noise)?,
            levels: self.levels()?,
            seeds: self.seeds,
            first_seed: common.seed,
            shape: self.shape(&robot)?,
            methods: methods(&self.method)?,
        };
        let tasks = plan.tasks().map_err(|e| failed(&e))?;
        let record = plan.record().map_err(|e| failed(&e))?;
        let clean = plan.clean().map_err(|e| failed(&e))?;
        let folder = Folder::open(&path)?;
        let (ledger, done) = Ledger::open(&path, &record, shard)?;
        let known = |task: u64| done.iter().any(|r| r.task == task);
        let wanted: Vec<u64> = (0..tasks).filter(|&t| shard.has(t) && !known(t)).collect();
        if !done.is_empty() {
            note(format_args!("{} tasks are done already; {} to go", done.len(), wanted.len()));
        }
        let effects = || self.experiment_file(&robot).map_or_else(|_| Vec::new(), effects_of);
        interrupt::graceful();
        let new = work(&plan, &wanted, &clean, &effects, &ledger)?;
        let records: Vec<TaskRecord> = done.into_iter().chain(new).collect();
        if interrupt::is_requested() {
            note("stopped; the same command goes on from here");
            return Err(Failure::silent(INTERRUPTED));
        }
        let records = ledger.finish(&records)?;
        finish(&folder, &record, &records, common)
    }

    fn levels(&self) -> Result<Vec<f64>, Failure> {
        let one = |text: &str| {
            let level = text.trim().parse::<f64>().ok();
            level.filter(|x| *x >= 0.0 && x.is_finite()).ok_or_else(|| {
                let hint = "give factors with commas between, as 0.3,1,3";
                Failure::input(format_args!("`{}` is no level of noise", text.trim()), hint)
            })
        };
        self.levels.split(',').map(one).collect()
    }

    fn shape(&self, robot: &Robot) -> Result<FrictionModel, Failure> {
        match self.friction.as_deref() {
            Some("auto") | Some("load") => {
                let hint = "give the friction that all tasks look for, as coulomb-viscous";
                Err(Failure::input("a campaign's friction is not chosen task by task", hint))
            }
            Some(text) => {
                let choice = friction_choice(text)?;
                Ok(choice.model().cloned().unwrap_or_else(FrictionModel::standard))
            }
            None => Ok(match robot.driven_joints().all(|j| j.friction.is_none()) {
                true => FrictionModel::none(),
                false => FrictionModel::standard(),
            }),
        }
    }

    fn believed(&self, robot: &Robot) -> Result<Robot, Failure> {
        let values: Vec<f64> = robot.parameter_values().iter().map(|v| v * self.believe).collect();
        let believed = robot.with_parameter_values(&values);
        believed.filter(|_| self.believe > 0.0).ok_or_else(|| {
            Failure::input(format_args!("--believe {}: no such robot", self.believe), "give 1.2")
        })
    }

    fn experiment_file(&self, robot: &Robot) -> Result<ExperimentFile, Failure> {
        match &self.experiment {
            Some(path) => files::experiment(path, robot),
            None => Ok(ExperimentFile {
                settings: Settings { rate: RATE, ..Settings::default() },
                law: None,
                trajectory: None,
                platform: false,
                seeded: false,
            }),
        }
    }
}

fn effects_of(file: ExperimentFile) -> Vec<Box<dyn Effect>> {
    file.settings.effects
}

/// Does tasks on all cores, writing each down as it is done.
fn work(
    plan: &Plan,
    wanted: &[u64],
    clean: &RawRecording,
    effects: &(dyn Fn() -> Vec<Box<dyn Effect>> + Sync),
    ledger: &Ledger,
) -> Result<Vec<TaskRecord>, Failure> {
    let one = |&task: &u64| -> Result<Option<TaskRecord>, Failure> {
        if interrupt::is_requested() {
            return Ok(None);
        }
        let record = plan
            .run_task(task, clean, effects)
            .map_err(|e| Failure::input(format_args!("task {task}: {e}"), "lower the noise"))?;
        ledger.add(&record, wanted.len())?;
        Ok(Some(record))
    };
    let all: Vec<Option<TaskRecord>> = wanted.par_iter().map(one).collect::<Result<_, _>>()?;
    Ok(all.into_iter().flatten().collect())
}

fn finish(folder: &Folder, plan: &PlanRecord, records: &[TaskRecord], common: &Common) -> Outcome {
    let summary = Summary::of(plan, records);
    let document = words::Document { plan, summary: &summary };
    folder.write_json("summary.json", &document)?;
    folder.write("report.html", &words::page(plan, &summary).to_html())?;
    match common.json {
        true => output::print_json(&document),
        false => output::print(&words::read_out(plan, &summary, Paint::new(common))),
    }
}

/// The file of a shard's tasks.
fn tasks_file(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("tasks-{}-of-{}.jsonl", shard.index, shard.of))
}
