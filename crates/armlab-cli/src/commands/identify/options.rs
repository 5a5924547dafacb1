//! What can be typed after `armlab identify`, and what it means.

use crate::failure::Failure;
use crate::methods::ESTIMATORS;
use armlab::identify::estimators::{Estimator, Selection};
use armlab::identify::{
    Coupling, FrictionChoice, Geometry, Knowledge, KnowledgeError, LinkBound, Prior,
};
use armlab::robot::Robot;
use armlab::study::Decisions;
use clap::{ArgAction, Args};
use std::path::PathBuf;

/// Find a robot's masses, inertias and friction from its logs.
#[derive(Args)]
#[command(
    after_help = "Methods: `--method list` names them; all runs every one that applies. Without \
                  --method: wls and physical.\nFriction: auto (chosen on left-out parts \
                  of the log), none, viscous, coulomb-viscous, smooth:WIDTH, stribeck:SPEED, cubic, or load: the laws of \
                  the description, with masses and reactions together.\nPayload: --payload FILE \
                  weighs a load with the arm found from --log; --payload alone takes the logs as \
                  those of a loaded arm and the arm as described. With --payload-mass and unknown \
                  gains (?), logs with and without the load tell the gains.\ndocs/identification.md \
                  says more."
)]
pub struct Identify {
    /// A built-in robot's name, or a .urdf or .toml file
    pub robot: String,
    /// A log; repeat for several
    #[arg(long, value_name = "FILE", required = true)]
    pub log: Vec<PathBuf>,
    /// A log that the model has not seen, to prove it on; repeat for several
    #[arg(long, value_name = "FILE")]
    pub validate: Vec<PathBuf>,
    /// Estimators, with commas between; or all; or list
    #[arg(long, value_name = "NAME,…", default_value = "default")]
    pub method: String,
    /// Friction that is looked for
    #[arg(long, default_value = "auto")]
    pub friction: String,
    /// Only physically consistent estimates
    #[arg(long)]
    pub physical: bool,
    /// Cut-off of the motion's low-pass filter, Hz; chosen on the log without it
    #[arg(long, value_name = "HZ")]
    pub cutoff: Option<f64>,
    /// Gains of the drives, N m/A or N/A, for logs with currents instead of efforts; ? for one
    /// that is looked for, `unknown` for all
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true)]
    pub gains: Option<String>,
    /// Two joints whose motors are coupled, as joint5+joint6; repeat for several
    #[arg(long, value_name = "JOINT+JOINT")]
    pub coupling: Vec<String>,
    /// Which column is which, e.g. "q1=theta_1 [deg], tau1=motor torque"
    #[arg(long, value_name = "TARGET=COLUMN,…")]
    pub map: Vec<String>,
    /// Keep near the description: euclidean, pullback, log-det (entropic), with a weight [1]
    #[arg(long, value_name = "KIND[:WEIGHT]")]
    pub prior: Option<String>,
    /// Bounds of a link's mass, kg, as link3=1.5..2.5; repeat for several
    #[arg(long, value_name = "LINK=LOW..HIGH")]
    pub mass: Vec<String>,
    /// Where a link's centre of mass is, m, as link3=-.1..1,0..0.2,-.05..05; repeat for several
    #[arg(long, value_name = "LINK=X..X,Y..Y,Z..Z", allow_hyphen_values = true)]
    pub centre: Vec<String>,
    /// The experiment file (see `armlab simulate`) that made the logs: its controller and
    /// reference are what didim and iv-simulated need
    #[arg(long, value_name = "FILE")]
    pub experiment: Option<PathBuf>,
    /// Times that segments of the log are drawn again for error bars; 0 for not at all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub bootstrap: usize,
    /// Ranges of single link parameters with the same efforts, centres of mass within M metres
    #[arg(long, value_name = "M", num_args = 0..=1, default_missing_value = "0.5")]
    pub ranges: Option<f64>,
    /// Write N robots that are as likely as the estimate, for domain randomisation (needs --out)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub models: usize,
    /// Read logs in parts, in memory that does not grow with them; large files are read so anyway
    #[arg(long)]
    pub long: bool,
    /// Estimate while the log is still being written, until interrupted; --log - reads standard
    /// input, until it ends
    #[arg(long, conflicts_with_all = ["validate", "payload", "long", "experiment", "ranges"])]
    pub follow: bool,
    /// Keep what was learnt in this file, and go on from it (with --follow)
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
    /// A log of the robot with a load; without FILE the logs are of the loaded robot
    #[arg(long, value_name = "FILE", num_args = 0..=1, action = ArgAction::Append)]
    pub payload: Option<Vec<PathBuf>>,
    /// The load's mass, kg, where it is known
    #[arg(long, value_name = "KG", requires = "payload")]
    pub payload_mass: Option<f64>,
    /// The load's centre of mass in the holding link's frame, m, where it is known
    #[arg(long, value_name = "X,Y,Z", requires = "payload_mass", allow_hyphen_values = true)]
    pub payload_centre: Option<String>,
    /// The link that holds the load [default: the last one]
    #[arg(long, value_name = "LINK", requires = "payload")]
    pub payload_link: Option<String>,
}

impl Identify {
    /// The estimators that were asked for.
    pub fn methods(&self) -> Result<Vec<&'static dyn Estimator>, Failure> {
        let chosen = methods(&self.method)?;
        if !self.physical {
            return Ok(chosen);
        }
        Ok(ESTIMATORS.iter().filter(|m| m.capabilities().physically_consistent).collect())
    }

    /// What is decided; the rest is left to the data.
    pub fn decisions(&self, robot: &Robot, seed: u64) -> Result<Decisions, Failure> {
        Ok(Decisions {
            cutoff: self.cutoff,
            shape: friction_choice(&self.friction)?.model().cloned(),
            couplings: self.couplings(robot)?,
            knowledge: self.knowledge(robot)?,
            seed,
        })
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

    fn knowledge(&self, robot: &Robot) -> Result<Knowledge, Failure> {
        let mut bounds = Vec::new();
        for text in &self.mass {
            let (link, rest) = link_of(robot, text)?;
            let (least, most) = range(rest).ok_or_else(|| no_range(text))?;
            bounds.push(LinkBound::Mass { link, least, most });
        }
        for text in &self.centre {
            let (link, rest) = link_of(robot, text)?;
            let axes: Option<Vec<(f64, f64)>> = rest.split(',').map(range).collect();
            let Some([x, y, z]) = axes.and_then(|a| <[(f64, f64); 3]>::try_from(a).ok()) else {
                return Err(no_range(text));
            };
            let (lower, upper) = ([x.0, y.0, z.0], [x.1, y.1, z.1]);
            bounds.push(LinkBound::CentreInBox { link, lower, upper });
        }
        let prior = self.prior.as_deref().map(prior).transpose()?;
        let knowledge = Knowledge { prior, bounds };
        let failed = |e: KnowledgeError| Failure::input(e, "change the bounds");
        knowledge.check(robot).map_err(failed)?;
        Ok(knowledge)
    }
}

/// Friction that is identified.
pub fn friction_choice(text: &str) -> Result<FrictionChoice, Failure> {
    text.parse().map_err(|error| {
        let names: Vec<String> =
            FrictionChoice::names().into_iter().map(|(name, _)| name).collect();
        let hint = format!("give {}, or laws joined by +", names.join(", "));
        Failure::input(error, hint)
    })
}

/// Estimators by name, with commas between, or all.
pub fn methods(text: &str) -> Result<Vec<&'static dyn Estimator>, Failure> {
    let chosen = text.parse::<Selection>().and_then(|selection| ESTIMATORS.select(&selection));
    chosen.map_err(Failure::from)
}

/// A time that a person would wait.
fn seconds(text: &str) -> Result<f64, String> {
    positive(text).filter(|s| *s <= 1e6).ok_or(format!("`{text}` is no number of seconds"))
}

fn positive(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|x| *x > 0.0 && x.is_finite())
}

fn prior(text: &str) -> Result<Prior, Failure> {
    let (kind, weight) = text.split_once(':').unwrap_or((text, "1"));
    let geometry = Geometry::NAMES.iter().find(|(name, _)| *name == kind).map(|(_, g)| *g);
    let weight = positive(weight);
    match (geometry, weight) {
        (Some(geometry), Some(weight)) => Ok(Prior { geometry, weight }),
        _ => {
            let names: Vec<&str> = Geometry::NAMES.iter().map(|(name, _)| *name).collect();
            let hint = format!("give one of {}, with :WEIGHT if need be", names.join(", "));
            Err(Failure::input(format_args!("`{text}` is no prior"), hint))
        }
    }
}

/// A link and what is said of it.
fn link_of<'t>(robot: &Robot, text: &'t str) -> Result<(usize, &'t str), Failure> {
    let Some((name, rest)) = text.split_once('=') else { return Err(no_range(text)) };
    match robot.links().iter().position(|l| l.name == name.trim()) {
        Some(link) => Ok((link, rest)),
        None => Err(no_link(robot, name.trim())),
    }
}

/// The complaint about a link that does not exist.
pub fn no_link(robot: &Robot, name: &str) -> Failure {
    let names: Vec<&str> = robot.links().iter().map(|l| l.name.as_str()).collect();
    let hint = format!("links are {}", names.join(", "));
    Failure::input(format_args!("there is no link `{name}`"), hint)
}

fn no_range(text: &str) -> Failure {
    let hint = "write LINK=LOW..HIGH, for a centre three of them with commas between";
    Failure::input(format_args!("`{text}` is no bound"), hint)
}

/// `low..high`; an end that is left out is open.
fn range(text: &str) -> Option<(f64, f64)> {
    let (low, high) = text.trim().split_once("..")?;
    let end = |text: &str, open: f64| match text.trim() {
        "" => Some(open),
        number => number.parse::<f64>().ok().filter(|x| x.is_finite()),
    };
    Some((end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?))
}
