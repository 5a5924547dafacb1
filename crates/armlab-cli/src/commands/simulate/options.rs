//! The controller from the command line.

use crate::failure::{Failure, parse};
use armlab::simulate::PerJoint;
use armlab::simulate::controller::{
    CONTROLLERS, ComputedTorque, ControlLaw, FeedForward, GainUnit, Gains, Gravity,
    GravityCompensation, OpenLoop, OpenLoopEfforts, Pid,
};
use clap::{Args, ValueEnum};

/// The controller.
#[derive(Args)]
pub struct ControllerOptions {
    #[arg(long, value_name = "NAME", help = controllers())]
    controller: Option<String>,
    /// pid: gains on the error, N m/rad or N/m
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true)]
    kp: Option<String>,
    /// pid: gains on its integral, N m/(rad s) or N/(m s)
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true, requires = "kp")]
    ki: Option<String>,
    /// pid: gains on its rate, N m s/rad or N s/m
    #[arg(long, value_name = "K1,K2,…", allow_hyphen_values = true, requires = "kp")]
    kd: Option<String>,
    /// pid: gains of joints that turn are per radian or per degree
    #[arg(long, value_name = "UNIT", requires = "kp")]
    gain_unit: Option<Angle>,
    /// Natural frequency, rad/s; for pid, gains follow from it and the model's inertia
    #[arg(long, value_name = "W1,W2,…", conflicts_with = "kp")]
    frequency: Option<String>,
    /// Damping ratio; gravity-compensation: damping, N m s/rad or N s/m
    #[arg(long, value_name = "D1,D2,…", conflicts_with = "kp")]
    damping: Option<String>,
    /// pid: no gravity compensation
    #[arg(long)]
    no_gravity: bool,
    /// computed-torque, feed-forward, open-loop: leave the model's friction out
    #[arg(long)]
    no_friction: bool,
}

/// The angle of gains.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Angle {
    /// Per radian
    Rad,
    /// Per degree
    Deg,
}

fn controllers() -> String {
    let list: Vec<_> = CONTROLLERS.iter().map(|k| format!("{}: {}", k.name(), k.about())).collect();
    format!("Controller [default: computed-torque; pid if gains are given]. {}", list.join("; "))
}

impl ControllerOptions {
    /// The controller, if one was given.
    pub fn read(&self) -> Result<Option<Box<dyn ControlLaw>>, Failure> {
        let given = self.kp.is_some()
            || self.frequency.is_some()
            || self.damping.is_some()
            || self.no_gravity
            || self.no_friction;
        let name = match &self.controller {
            Some(name) => name.as_str(),
            None if given => "pid",
            None => return Ok(None),
        };
        let law: Box<dyn ControlLaw> = match name {
            "pid" => Box::new(self.pid()?),
            "computed-torque" => Box::new(self.computed_torque()?),
            "open-loop" => {
                self.refuse(name, &[("--kp", self.kp.is_some())])?;
                self.refuse(name, &[("--frequency", self.frequency.is_some())])?;
                self.refuse(name, &[("--damping", self.damping.is_some())])?;
                self.refuse(name, &[("--no-gravity", self.no_gravity)])?;
                let efforts = OpenLoopEfforts::Planned { friction: !self.no_friction };
                Box::new(OpenLoop { efforts })
            }
            "feed-forward" => Box::new(self.feed_forward()?),
            "gravity-compensation" => Box::new(self.gravity_compensation()?),
            other => {
                let names: Vec<&str> = CONTROLLERS.names();
                let shown: String = other.chars().take(40).collect();
                return Err(Failure::input(
                    format_args!("--controller: there is no controller `{shown}`"),
                    format_args!("choose one of: {}", names.join(", ")),
                ));
            }
        };
        law.check().map_err(|e| Failure::input(e, "see `armlab simulate --help`"))?;
        Ok(Some(law))
    }

    /// Fails if an option was given that this controller does not have.
    fn refuse(&self, name: &str, given: &[(&str, bool)]) -> Result<(), Failure> {
        match given.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::input(
                format_args!("{option} does not apply to the controller `{name}`"),
                "leave it out, or choose another controller",
            )),
        }
    }

    fn pid(&self) -> Result<Pid, Failure> {
        self.refuse("pid", &[("--no-friction", self.no_friction)])?;
        let default = Pid::default();
        let gains = match &self.kp {
            Some(kp) => {
                let gain = |option, text: &Option<String>| match text {
                    Some(text) => parse(option, text),
                    None => Ok(PerJoint::All(0.0)),
                };
                let unit = match self.gain_unit {
                    Some(Angle::Deg) => GainUnit::Degree,
                    _ => GainUnit::Radian,
                };
                let (ki, kd) = (gain("--ki", &self.ki)?, gain("--kd", &self.kd)?);
                Gains::Given { kp: parse("--kp", kp)?, ki, kd, unit }
            }
            None => {
                let Gains::Tuned { frequency, damping } = default.gains.clone() else {
                    return Ok(default);
                };
                Gains::Tuned {
                    frequency: one("--frequency", &self.frequency)?.unwrap_or(frequency),
                    damping: one("--damping", &self.damping)?.unwrap_or(damping),
                }
            }
        };
        let gravity = match (self.no_gravity, &gains) {
            (true, _) => Gravity::None,
            (false, Gains::Given { .. }) => Gravity::Reference,
            (false, Gains::Tuned { .. }) => default.gravity,
        };
        Ok(Pid { gains, gravity, ..default })
    }

    fn feed_forward(&self) -> Result<FeedForward, Failure> {
        self.refuse("feed-forward", &[("--kp", self.kp.is_some())])?;
        self.refuse("feed-forward", &[("--no-gravity", self.no_gravity)])?;
        let default = FeedForward::default();
        Ok(FeedForward {
            frequency: one("--frequency", &self.frequency)?.unwrap_or(default.frequency),
            damping: one("--damping", &self.damping)?.unwrap_or(default.damping),
            friction: !self.no_friction,
        })
    }

    fn gravity_compensation(&self) -> Result<GravityCompensation, Failure> {
        let name = "gravity-compensation";
        self.refuse(name, &[("--kp", self.kp.is_some())])?;
        self.refuse(name, &[("--frequency", self.frequency.is_some())])?;
        self.refuse(name, &[("--no-gravity", self.no_gravity)])?;
        self.refuse(name, &[("--no-friction", self.no_friction)])?;
        let default = GravityCompensation::default();
        Ok(match &self.damping {
            Some(text) => GravityCompensation { damping: parse("--damping", text)? },
            None => default,
        })
    }

    fn computed_torque(&self) -> Result<ComputedTorque, Failure> {
        self.refuse("computed-torque", &[("--kp", self.kp.is_some())])?;
        self.refuse("computed-torque", &[("--no-gravity", self.no_gravity)])?;
        let default = ComputedTorque::default();
        let read = |option, text: &Option<String>, default| match text {
            Some(text) => parse(option, text),
            None => Ok(default),
        };
        Ok(ComputedTorque {
            frequency: read("--frequency", &self.frequency, default.frequency)?,
            damping: read("--damping", &self.damping, default.damping)?,
            friction: !self.no_friction,
        })
    }
}

/// A number for all joints.
fn one(option: &str, text: &Option<String>) -> Result<Option<f64>, Failure> {
    let Some(text) = text else { return Ok(None) };
    match parse(option, text)? {
        PerJoint::All(x) => Ok(Some(x)),
        PerJoint::Each(_) => Err(Failure::input(
            format_args!("{option}: this controller takes one number for all joints"),
            "its gains follow from each joint's inertia; give --kp, --ki, --kd for your own",
        )),
    }
}
