//! `armlab campaign`: methods compared over many simulated experiments.

use crate::arguments::Common;
use crate::commands::identify::methods;
use crate::failure::{Failure, Outcome, parse};
use crate::interrupt;
use crate::output::{self, note, this_command};
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::campaign::NoiseLevels;
use armlab::identification::FrictionChoice;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use clap::Args;
use std::path::PathBuf;

/// Default output folder.
const FOLDER: &str = "out/campaign";

/// Compare methods over many noise levels and seeds.
#[derive(Args)]
#[command(
    after_help = "Every task is one simulated experiment with its own noise; results depend on the \
                  plan and the task's number alone. Shards run anywhere and merge exactly: \
                  `armlab campaign scara --shard 1/2 --out a`, `… --shard 2/2 --out b`, `armlab \
                  campaign scara --merge a,b --out all`. A campaign that was stopped continues \
                  when the same command is given again."
)]
pub struct Campaign {
    /// A built-in robot's name, or a .urdf or .toml file: the truth
    robot: String,
    /// Experiment file (.toml): trajectory, controller, rates, effects
    #[arg(long, value_name = "FILE")]
    experiment: Option<PathBuf>,
    /// Noise at level 1 by standard deviation (SI) [default: q=1e-4,qd=1e-3,qdd=0.1,tau=0.1]
    #[arg(long, value_name = "Q=S,…")]
    noise: Option<String>,
    /// Factors of the noise [default: 0.3,1,3]
    #[arg(long, value_name = "F,…")]
    levels: Option<String>,
    /// Seeds per level [default: 20]
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Estimators, with commas between, or all
    #[arg(long, value_name = "NAME,…", default_value = "ls,wls,iv,physical")]
    method: String,
    /// Friction that is identified [default: coulomb-viscous if the robot has some, else none]
    #[arg(long)]
    friction: Option<String>,
    /// Logs have accelerations
    #[arg(long)]
    accelerations: bool,
    /// Factor of the inertial parameters that methods start with
    #[arg(long, value_name = "FACTOR", default_value_t = 1.2)]
    initial_scale: f64,
    /// Run every N-th task only, beginning with the I-th
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: String,
    /// Merge the results of these folders instead of computing
    #[arg(long, value_name = "DIR,…", value_delimiter = ',')]
    merge: Vec<PathBuf>,
}

impl Campaign {
    pub fn run(self, common: &Common) -> Outcome {
        let folder = common.out.clone().unwrap_or_else(|| FOLDER.into());
        let result = if self.merge.is_empty() {
            let robot = load(&self.robot, FixedJoints::Merge, common)?;
            let campaign = self.campaign(&robot, common)?.ledger(&folder);
            interrupt::graceful();
            interrupt::say_at_end("stopped; the same command continues from here");
            let result =
                campaign.run_with_observer(&ProgressLine::everywhere(), interrupt::token());
            if result.as_ref().is_err_and(armlab::Error::is_cancelled) {
                note("stopped; the same command continues from here");
            }
            result?
        } else {
            let merged = armlab::Campaign::merge(&self.merge)?;
            merged.save_ledger(&folder)?;
            merged
        };
        let _hold = interrupt::hold();
        let files = result.save_with_command(&folder, Some(&this_command()))?;
        output::print_report(common, result.report(), &files)
    }

    /// Folders whose results are merged instead of computing.
    pub fn merged(&self) -> &[PathBuf] {
        &self.merge
    }

    /// The library's options.
    pub fn campaign<'r>(
        &self,
        robot: &'r Robot,
        common: &Common,
    ) -> Result<armlab::Campaign<'r>, Failure> {
        let mut campaign = armlab::Campaign::new(robot)
            .shard(parse("--shard", &self.shard)?)
            .initial_scale(self.initial_scale)
            .accelerations(self.accelerations)
            .methods(methods(&self.method)?)
            .seed(common.seed);
        if let Some(path) = &self.experiment {
            campaign = campaign.experiment(path)?;
        }
        if let Some(noise) = &self.noise {
            campaign = campaign.noise(parse("--noise", noise)?);
        }
        if let Some(levels) = &self.levels {
            campaign = campaign.levels(parse::<NoiseLevels>("--levels", levels)?);
        }
        if let Some(seeds) = self.seeds {
            campaign = campaign.seeds(seeds);
        }
        if let Some(friction) = &self.friction {
            let choice = friction.parse::<FrictionChoice>().map_err(armlab::Error::from)?;
            let Some(model) = choice.model() else {
                let hint = "give the friction that all tasks identify, as coulomb-viscous";
                return Err(Failure::input(
                    "a campaign's friction cannot be chosen per task",
                    hint,
                ));
            };
            campaign = campaign.friction(model.clone());
        }
        Ok(campaign)
    }
}
