//! Controller and noise from the command line.

use crate::failure::Failure;
use armlab::log::Quantity;
use armlab::simulate::controller::{
    CONTROLLERS, ComputedTorque, ControlLaw, GainUnit, Gains, Gravity, OpenLoop, OpenLoopEfforts,
    Pid,
};
use armlab::simulate::effects::Effect;
use armlab::simulate::effects::white_noise::WhiteNoise;
use armlab::simulate::{MEASURED, Method, PerJoint, Sizes};
use clap::{Args, ValueEnum};

/// How time is stepped, where anything was typed.
pub fn method(step: Option<f64>, tolerance: Option<f64>) -> Option<Method> {
    match (step, tolerance) {
        (_, Some(tolerance)) => Some(Method::Adaptive { tolerance }),
        (Some(step), None) => Some(Method::Rk4 { step }),
        (None, None) => None,
    }
}

/// The controller.
#[derive(Args)]
pub struct LawOptions {
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
    /// Natural frequency, rad/s; for pid, gains are found by it and the model's inertia
    #[arg(long, value_name = "W1,W2,…", conflicts_with = "kp")]
    frequency: Option<String>,
    /// Damping ratio
    #[arg(long, value_name = "D1,D2,…", conflicts_with = "kp")]
    damping: Option<String>,
    /// pid: do not add the model's weight
    #[arg(long)]
    no_gravity: bool,
    /// computed-torque, open-loop: leave the model's friction out
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

impl LawOptions {
    /// The controller that was typed, if any was.
    pub fn read(&self) -> Result<Option<Box<dyn ControlLaw>>, Failure> {
        let typed = self.kp.is_some()
            || self.frequency.is_some()
            || self.damping.is_some()
            || self.no_gravity
            || self.no_friction;
        let name = match &self.controller {
            Some(name) => name.as_str(),
            None if typed => "pid",
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

    /// Fails if something was typed that this controller does not have.
    fn refuse(&self, name: &str, typed: &[(&str, bool)]) -> Result<(), Failure> {
        match typed.iter().find(|(_, typed)| *typed) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::input(
                format_args!("{option} means nothing for the controller `{name}`"),
                "leave it out, or choose another controller",
            )),
        }
    }

    fn pid(&self) -> Result<Pid, Failure> {
        self.refuse("pid", &[("--no-friction", self.no_friction)])?;
        let usual = Pid::default();
        let gains = match &self.kp {
            Some(kp) => {
                let gain = |option, text: &Option<String>| match text {
                    Some(text) => per_joint(option, text),
                    None => Ok(PerJoint::All(0.0)),
                };
                let unit = match self.gain_unit {
                    Some(Angle::Deg) => GainUnit::Degree,
                    _ => GainUnit::Radian,
                };
                let (ki, kd) = (gain("--ki", &self.ki)?, gain("--kd", &self.kd)?);
                Gains::Given { kp: per_joint("--kp", kp)?, ki, kd, unit }
            }
            None => {
                let Gains::Tuned { frequency, damping } = usual.gains.clone() else {
                    return Ok(usual);
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
            (false, Gains::Tuned { .. }) => usual.gravity,
        };
        Ok(Pid { gains, gravity, ..usual })
    }

    fn computed_torque(&self) -> Result<ComputedTorque, Failure> {
        self.refuse("computed-torque", &[("--kp", self.kp.is_some())])?;
        self.refuse("computed-torque", &[("--no-gravity", self.no_gravity)])?;
        let usual = ComputedTorque::default();
        let read = |option, text: &Option<String>, usual| match text {
            Some(text) => per_joint(option, text),
            None => Ok(usual),
        };
        Ok(ComputedTorque {
            frequency: read("--frequency", &self.frequency, usual.frequency)?,
            damping: read("--damping", &self.damping, usual.damping)?,
            friction: !self.no_friction,
        })
    }
}

/// Noise on the log.
#[derive(Args)]
pub struct NoiseOptions {
    /// White noise on the log by standard deviation (SI): q=1e-4,tau=0.5; one per joint as
    /// q=1e-4/1e-4/1e-5
    #[arg(long, value_name = "Q=S,…")]
    noise: Option<String>,
    /// White noise on the log by signal-to-noise ratio, dB: qdd=20,tau=40
    #[arg(long, value_name = "Q=DB,…", allow_hyphen_values = true)]
    snr: Option<String>,
}

impl NoiseOptions {
    /// The effects that were typed.
    pub fn read(&self) -> Result<Vec<Box<dyn Effect>>, Failure> {
        if self.noise.is_none() && self.snr.is_none() {
            return Ok(Vec::new());
        }
        let read = |option, text: &Option<String>| match text {
            Some(text) => sizes(option, text),
            None => Ok(Sizes::default()),
        };
        let (sigma, snr) = (read("--noise", &self.noise)?, read("--snr", &self.snr)?);
        let noise = WhiteNoise { sigma, snr, in_loop: false };
        noise.check().map_err(|e| Failure::input(e, "see `armlab simulate --help`"))?;
        Ok(vec![Box::new(noise)])
    }
}

/// Sizes by quantity, as `q=1e-4,tau=0.5`.
pub fn sizes(option: &str, text: &str) -> Result<Sizes, Failure> {
    let mut sizes = Sizes::default();
    for part in text.split(',') {
        let stems = MEASURED.map(Quantity::stem);
        let hint = "write some of q, qd, qdd, tau with a number each, e.g. q=1e-4,tau=0.5";
        let shown: String = part.trim().chars().take(40).collect();
        let found = part.split_once('=').and_then(|(name, value)| {
            let quantity = MEASURED.into_iter().zip(stems).find(|(_, s)| *s == name.trim())?;
            Some((quantity.0, value))
        });
        let Some((quantity, value)) = found else {
            let message = format_args!("{option}: `{shown}` is not a quantity and its noise");
            return Err(Failure::input(message, hint));
        };
        sizes.set(quantity, list(option, value, '/')?);
    }
    Ok(sizes)
}

fn per_joint(option: &str, text: &str) -> Result<PerJoint, Failure> {
    list(option, text, ',')
}

fn list(option: &str, text: &str, between: char) -> Result<PerJoint, Failure> {
    let mut numbers = Vec::new();
    for (i, field) in text.split(between).enumerate() {
        match field.trim().parse::<f64>() {
            Ok(x) if x.is_finite() => numbers.push(x),
            _ => {
                let shown: String = field.trim().chars().take(40).collect();
                return Err(Failure::input(
                    format_args!("{option}: entry {} is `{shown}`, not a finite number", i + 1),
                    format_args!("write one number, or one per joint with `{between}` between"),
                ));
            }
        }
    }
    Ok(match numbers.as_slice() {
        [one] => PerJoint::All(*one),
        _ => PerJoint::Each(numbers),
    })
}

/// A number for all joints.
fn one(option: &str, text: &Option<String>) -> Result<Option<f64>, Failure> {
    let Some(text) = text else { return Ok(None) };
    match per_joint(option, text)? {
        PerJoint::All(x) => Ok(Some(x)),
        PerJoint::Each(_) => Err(Failure::input(
            format_args!("{option}: the pid controller takes one number for all joints"),
            "its gains follow from the inertia of each; give --kp, --ki, --kd for your own",
        )),
    }
}
