//! What can be typed after `armlab identify`, as options of the library.

use crate::arguments::Common;
use crate::commands::log_options::LogArguments;
use crate::commands::robot_options::RobotOptions;
use crate::commands::verdict_options::VerdictOptions;
use crate::failure::Failure;
use crate::methods::ESTIMATORS;
use crate::output;
use armlab::identification::{Bound, FrictionChoice, GravityReport, Identification};
use armlab::identify::estimators::{Estimator, Method, Registry, Selection};
use armlab::robot::Robot;
use armlab::simulation::read_experiment_file;
use armlab_files::read_text;
use clap::{ArgAction, Args};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Largest file of settings, bytes.
const LARGEST_SETTINGS: usize = 1 << 20;

/// The words for friction that the library has.
pub fn friction_help() -> String {
    let names: Vec<String> = FrictionChoice::names().into_iter().map(|(name, _)| name).collect();
    format!("Friction model: {}; or laws joined by +", names.join(", "))
}

/// Find a robot's masses, inertias and friction from its logs.
#[derive(Args)]
#[command(
    after_help = "Methods: `armlab methods` lists them; all runs every one that applies. Without \
                  --method: wls and physical.\nPayload: --payload FILE estimates a payload with the arm identified \
                  from --log; --payload alone takes the logs as those of the loaded arm and the arm \
                  as described. With --payload-mass and unknown gains (?), logs with and without \
                  the payload determine the gains.\ndocs/identification.md says more.\nExits with 0 if the \
                  recommended result passes, possibly within limits (--accept pass: only without), 1 if it \
                  fails, 2 if a log is refused."
)]
pub struct Identify {
    /// A built-in robot's name, or a .urdf or .toml file
    pub robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    pub log: Vec<PathBuf>,
    /// A validation log, which estimates are evaluated on and never fitted to; repeat for several
    #[arg(long, value_name = "FILE")]
    pub validate: Vec<PathBuf>,
    /// Methods, with commas between, or all; `armlab methods` lists them
    #[arg(long, value_name = "NAME,…", default_value = "default")]
    pub method: String,
    /// Change a setting of a method, as ekf.process_noise=1e-4; repeat for several
    #[arg(long, value_name = "METHOD.SETTING=VALUE")]
    pub set: Vec<String>,
    /// A TOML file with settings of methods, in tables as [methods.ekf]
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Friction model
    #[arg(long, value_name = "NAME[+NAME]", default_value = "auto", help = friction_help())]
    pub friction: String,
    /// Only methods whose estimates are physically consistent
    #[arg(long)]
    pub physical: bool,
    /// Cut-off of the motion's low-pass filter, Hz; chosen on the logs without it
    #[arg(long, value_name = "HZ")]
    pub cutoff: Option<f64>,
    /// Turns of the motors for one turn of the joints, one per driven joint, 0 where it is not known:
    /// torque ripple is looked for at whole multiples
    #[arg(long, value_name = "RATIO,…", value_delimiter = ',')]
    pub gear_ratios: Vec<f64>,
    #[command(flatten)]
    pub logs: LogArguments,
    /// Two joints whose motors are coupled, as joint5+joint6; repeat for several
    #[arg(long, value_name = "JOINT+JOINT")]
    pub coupling: Vec<String>,
    /// Use logs in spite of errors that the log check finds; the report says so
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub verdict: VerdictOptions,
    /// Print parameters and errors as tables in Markdown or LaTeX; with --out, write them there
    #[arg(long, value_name = "MARKUP", value_parser = ["md", "tex"], conflicts_with = "json")]
    pub table: Option<String>,
    #[command(flatten)]
    pub changes: RobotOptions,
    /// Gravity as it was identified
    #[arg(skip)]
    pub found_gravity: OnceLock<GravityReport>,
    /// Keep near the description: euclidean, pullback, log-det (entropic), with a weight [1]
    #[arg(long, value_name = "KIND[:WEIGHT]")]
    pub prior: Option<String>,
    /// Bounds of a link's mass, kg, as link3=1.5..2.5; repeat for several
    #[arg(long, value_name = "LINK=LOW..HIGH")]
    pub mass: Vec<String>,
    /// Bounds of a link's centre of mass, m, as link3=-.1..1,0..0.2,-.05..05; repeat for several
    #[arg(long, value_name = "LINK=X..X,Y..Y,Z..Z", allow_hyphen_values = true)]
    pub centre: Vec<String>,
    /// The experiment file (see `armlab simulate`) that made the logs: its controller and
    /// reference are what didim and iv-simulated need
    #[arg(long, value_name = "FILE")]
    pub experiment: Option<PathBuf>,
    /// Draws of the block bootstrap; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub bootstrap: usize,
    /// Ranges of single link parameters with the same efforts, centres of mass within M metres
    #[arg(long, value_name = "M", num_args = 0..=1, default_missing_value = "0.5")]
    pub ranges: Option<f64>,
    /// Draw N robots from the estimate's uncertainty, for domain randomisation (written to --out)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub models: usize,
    /// Read logs in parts, in bounded memory; large files are read so in any case
    #[arg(long)]
    pub long: bool,
    /// Estimate while the log is still being written, until interrupted; --log - reads standard
    /// input, until it ends
    #[arg(long, conflicts_with_all = ["validate", "payload", "long", "experiment", "ranges"])]
    pub follow: bool,
    /// Keep the estimators' state in this file, and continue from it (with --follow)
    #[arg(long, value_name = "FILE", requires = "follow")]
    pub state: Option<PathBuf>,
    /// Seconds of the log between two lines of the read-out (with --follow)
    #[arg(long, value_name = "S", default_value_t = 1.0, requires = "follow")]
    pub every: f64,
    /// Seconds at the beginning from which the noise is estimated (with --follow)
    #[arg(long, value_name = "S", default_value_t = 2.0, requires = "follow")]
    pub noise_window: f64,
    /// End when nothing has come for so many seconds (with --follow)
    #[arg(long, value_name = "S", requires = "follow", value_parser = seconds)]
    pub idle: Option<f64>,
    /// One JSON document per line of the read-out (with --follow)
    #[arg(long, requires = "follow")]
    pub json_lines: bool,
    /// A description with the true values, to compare with, where they are known
    #[arg(long, value_name = "ROBOT")]
    pub truth: Option<String>,
    /// A log of the robot with a payload; without FILE the logs are of the loaded robot
    #[arg(long, value_name = "FILE", num_args = 0..=1, action = ArgAction::Append)]
    pub payload: Option<Vec<PathBuf>>,
    /// The payload's mass, kg, where it is known
    #[arg(long, value_name = "KG", requires = "payload")]
    pub payload_mass: Option<f64>,
    /// The payload's centre of mass in the holding link's frame, m, where it is known
    #[arg(long, value_name = "X,Y,Z", requires = "payload_mass", allow_hyphen_values = true)]
    pub payload_centre: Option<String>,
    /// The link that holds the payload [default: the last one]
    #[arg(long, value_name = "LINK", requires = "payload")]
    pub payload_link: Option<String>,
}

impl Identify {
    /// The library's options.
    pub fn identification<'r>(
        &self,
        robot: &'r Robot,
        truth: Option<&'r Robot>,
        common: &Common,
    ) -> Result<Identification<'r>, Failure> {
        let registry = armlab_papers::methods::estimators();
        let registry = set(registry, &self.set, self.settings.as_deref())?;
        let mut all = Identification::new(robot)
            .logs(common.logs(&self.log)?)?
            .methods(self.selection(&registry)?)
            .registry(registry)
            .friction(self.friction()?)
            .log_options(self.logs.options()?)
            .force(self.force)
            .bootstrap(self.bootstrap)
            .models(self.models)
            .in_parts(self.long)
            .accept(self.verdict.accept()?)
            .seed(common.seed)
            .command(output::this_command());
        for log in &self.validate {
            all = all.validate(common.log(log)?)?;
        }
        for limit in self.verdict.limits()? {
            all = all.max_error(limit);
        }
        for log in self.payload.iter().flatten() {
            all = all.payload(common.log(log)?)?;
        }
        if let Some(mass) = self.payload_mass {
            all = all.payload_mass(mass);
        }
        if let Some(text) = &self.payload_centre {
            all = all.payload_centre(centre(text)?);
        }
        if let Some(link) = &self.payload_link {
            all = all.payload_link(link);
        }
        if let Some(cutoff) = self.cutoff {
            all = all.cutoff(cutoff);
        }
        all = all.gear_ratios(self.gear_ratios.clone());
        if let Some(prior) = &self.prior {
            all = all.prior(prior.parse().map_err(armlab::Error::from)?);
        }
        for text in &self.coupling {
            all = all.coupling(text.parse()?);
        }
        for (what, texts) in [("mass", &self.mass), ("centre", &self.centre)] {
            for text in texts {
                all = all.bound(bound(what, text)?);
            }
        }
        if let Some(path) = &self.experiment {
            all = all.experiment(read_experiment_file(path, robot)?);
        }
        if let Some(distance) = self.ranges {
            all = all.ranges(distance);
        }
        if let Some(truth) = truth {
            all = all.truth(truth);
        }
        if let Some(gravity) = self.found_gravity.get() {
            all = all.identified_gravity(gravity.clone());
        }
        Ok(all)
    }

    /// The friction model.
    pub fn friction(&self) -> Result<FrictionChoice, Failure> {
        Ok(self.friction.parse::<FrictionChoice>().map_err(armlab::Error::from)?)
    }

    fn selection(&self, registry: &Registry<dyn Estimator>) -> Result<Selection, Failure> {
        if self.physical {
            let names = registry.names_where(|m| m.capabilities().physically_consistent);
            return Ok(Selection::Named(names.into_iter().map(String::from).collect()));
        }
        Ok(self.method.parse::<Selection>().map_err(armlab::Error::from)?)
    }
}

/// Methods with settings from the command line, which come after those of a file.
pub fn set<M: Method + ?Sized>(
    mut registry: Registry<M>,
    set: &[String],
    settings: Option<&Path>,
) -> Result<Registry<M>, Failure> {
    if let Some(path) = settings {
        let text = read_text(path, LARGEST_SETTINGS)?;
        let file = path.display().to_string();
        registry.set_from_toml(&text, &file).map_err(armlab::Error::from)?;
    }
    registry.parse_set(set).map_err(armlab::Error::from)?;
    Ok(registry)
}

/// Methods by name, with default settings.
pub fn methods(text: &str) -> Result<Vec<&'static dyn Estimator>, Failure> {
    let selection = text.parse::<Selection>().map_err(armlab::Error::from)?;
    Ok(ESTIMATORS.select(&selection).map_err(armlab::Error::from)?)
}

/// `LINK=RANGE` as a bound of a link's mass or centre.
fn bound(what: &str, text: &str) -> Result<Bound, Failure> {
    let hint = "write LINK=LOW..HIGH, for a centre three of them with commas between";
    let wrong = || Failure::input(format_args!("`{text}` is not a bound"), hint);
    let (link, range) = text.split_once('=').ok_or_else(wrong)?;
    format!("{}.{what}={range}", link.trim()).parse().map_err(|_| wrong())
}

fn centre(text: &str) -> Result<[f64; 3], Failure> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|x| x.trim().parse().ok().filter(|x: &f64| x.is_finite())).collect();
    numbers.and_then(|n| <[f64; 3]>::try_from(n).ok()).ok_or_else(|| {
        let hint = "give x,y,z in metres, in the frame of the link that holds the payload";
        Failure::input(format_args!("`{text}` is not a centre of mass"), hint)
    })
}

/// A time that a person would wait.
fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|s| *s > 0.0 && *s <= 1e6);
    number.ok_or(format!("`{text}` is not a number of seconds"))
}
