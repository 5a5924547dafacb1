//! Independent joints: with `e = q_ref − q`,
//!
//! ```text
//! u = k_p e + k_i I + k_d (q̇_ref − q̇) + g        I_{k+1} = I_k + e_k T
//! ```
//!
//! `u_k` uses `I_k`. Gains are in SI units: N m/rad, N m/(rad s) and N m s/rad for a
//! joint that turns, N/m, N/(m s) and N s/m for one that slides; gains per degree
//! are converted on entry. `g` is the model's weight, at the reference (feed-forward) or at
//! the measured pose, where even soft gains hold an arm that stands upright; or nothing.
//!
//! Anti-windup: the integral of a joint stands still while its drive is at the limit
//! and the error pushes further into it (Åström & Hägglund, *PID Controllers*, 1995,
//! conditional integration).

use super::tuning::tuned_gains;
use super::{
    BuildContext, ControlError, ControlLaw, Controller, ControllerCapabilities, ControllerMethod,
    PerJoint, Tick, check_positive,
};
use armlab_engine::dynamics::Mechanism;
use armlab_engine::robot::Robot;
use armlab_settings::{Range, SettingType, Value, method, settings, words};

/// Natural frequency of tuned gains, rad/s, and their damping ratio.
const FREQUENCY: f64 = 15.0;
const DAMPING: f64 = 1.0;

/// In what angle gains are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GainUnit {
    /// Per radian.
    Radian,
    /// Per degree; gains of joints that slide stay per metre.
    Degree,
}

/// Where the model's weight is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gravity {
    /// Nowhere: the gains have to carry it.
    None,
    /// At the reference: a feed-forward.
    Reference,
    /// At the measured pose.
    Measured,
}

/// Gains, or how to find them.
#[derive(Clone, Debug, PartialEq)]
pub enum Gains {
    /// As given.
    Given {
        /// Effort per position.
        kp: PerJoint,
        /// Effort per position and time.
        ki: PerJoint,
        /// Effort per speed.
        kd: PerJoint,
        /// The angle they are per.
        unit: GainUnit,
    },
    /// `k_p = M_jj ω²`, `k_d = 2 ζ ω M_jj` with the model's inertia at the start.
    Tuned {
        /// `ω`, rad/s; lowered where the sampling rate or the coupling of the joints
        /// would make the loop unstable.
        frequency: f64,
        /// `ζ`.
        damping: f64,
    },
}

words!(GainUnit { Radian = "rad", Degree = "deg" });

/// A place by its word; `false` is nowhere, `true` at the reference.
impl SettingType for Gravity {
    const KIND: &'static str = "word";
    const WORDS: &'static [&'static str] = &["none", "reference", "measured"];
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Flag(false) => Some(Self::None),
            Value::Flag(true) => Some(Self::Reference),
            Value::Word(word) => match word.as_str() {
                "none" => Some(Self::None),
                "reference" => Some(Self::Reference),
                "measured" => Some(Self::Measured),
                _ => None,
            },
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        let word = match self {
            Self::None => "none",
            Self::Reference => "reference",
            Self::Measured => "measured",
        };
        Value::Word(word.into())
    }
}

settings! {
    /// Settings of a PID controller, by name.
    pub struct PidSettings {
        /// Proportional gain; auto finds gains by frequency and damping.
        kp: Option<PerJoint> = None, "N m/rad or N/m", Range::ANY;
        /// Integral gain; auto for none.
        ki: Option<PerJoint> = None, "N m/(rad s) or N/(m s)", Range::ANY;
        /// Derivative gain; auto for none.
        kd: Option<PerJoint> = None, "N m s/rad or N s/m", Range::ANY;
        /// Angle that the gains are per; auto for rad.
        unit: Option<GainUnit> = None, "", Range::ANY;
        /// Natural frequency of the loop with the model's inertia at the start; auto for
        /// 15 rad/s.
        frequency: Option<f64> = None, "rad/s", Range::POSITIVE;
        /// Damping ratio of the loop; auto for 1.
        damping: Option<f64> = None, "", Range::POSITIVE;
        /// Where the model's weight is added: none, at the reference, or at the measured
        /// pose; auto adds it at the reference with given gains, else at the measured pose.
        gravity: Option<Gravity> = None, "", Range::ANY;
        /// Whether the integral waits while the drive is at its limit.
        anti_windup: bool = true, "", Range::ANY;
    }
}
method!(
    PidSettings,
    "pid",
    "PID: independent joints, with the weight of a model if asked for. Best for robots whose drives \
     run such a controller."
);

impl ControllerMethod for PidSettings {
    fn capabilities(&self) -> ControllerCapabilities {
        ControllerCapabilities { feedback: true, needs_model: false }
    }
    fn law(&self) -> Result<Box<dyn ControlLaw>, ControlError> {
        let first = |given: &[(&'static str, bool)]| given.iter().find(|g| g.1).map(|g| g.0);
        let (gains, usual) = match &self.kp {
            Some(kp) => {
                let given =
                    [("frequency", self.frequency.is_some()), ("damping", self.damping.is_some())];
                if let Some(key) = first(&given) {
                    let hint = "give gains, or a frequency to find them by";
                    return Err(ControlError::setting(key, "given beside `kp`", hint));
                }
                let gain = |gain: &Option<PerJoint>| gain.clone().unwrap_or(PerJoint::All(0.0));
                let (ki, kd) = (gain(&self.ki), gain(&self.kd));
                let unit = self.unit.unwrap_or(GainUnit::Radian);
                (Gains::Given { kp: kp.clone(), ki, kd, unit }, Gravity::Reference)
            }
            None => {
                let given = [
                    ("ki", self.ki.is_some()),
                    ("kd", self.kd.is_some()),
                    ("unit", self.unit.is_some()),
                ];
                if let Some(key) = first(&given) {
                    let hint = "give `kp` too";
                    return Err(ControlError::setting(key, "given without `kp`", hint));
                }
                let frequency = self.frequency.unwrap_or(FREQUENCY);
                let damping = self.damping.unwrap_or(DAMPING);
                (Gains::Tuned { frequency, damping }, Gravity::Measured)
            }
        };
        let gravity = self.gravity.unwrap_or(usual);
        Ok(Box::new(Pid { gains, gravity, anti_windup: self.anti_windup }))
    }
}

/// A PID controller.
#[derive(Clone, Debug, PartialEq)]
pub struct Pid {
    /// Gains.
    pub gains: Gains,
    /// Where the model's weight is taken.
    pub gravity: Gravity,
    /// Whether the integral waits while the drive is at its limit.
    pub anti_windup: bool,
}

impl Default for Pid {
    /// Gains by the model's inertia, with its weight.
    fn default() -> Self {
        let gains = Gains::Tuned { frequency: FREQUENCY, damping: DAMPING };
        Self { gains, gravity: Gravity::Measured, anti_windup: true }
    }
}

impl ControlLaw for Pid {
    fn name(&self) -> &'static str {
        "pid"
    }
    fn check(&self) -> Result<(), ControlError> {
        match &self.gains {
            Gains::Given { kp, ki, kd, .. } => {
                for (what, gain) in [("kp", kp), ("ki", ki), ("kd", kd)] {
                    if let Some(x) = gain.given().iter().find(|x| !x.is_finite()) {
                        return Err(ControlError::setting(what, x, "give finite numbers"));
                    }
                }
                Ok(())
            }
            Gains::Tuned { frequency, damping } => {
                check_positive("frequency", &PerJoint::All(*frequency))?;
                check_positive("damping", &PerJoint::All(*damping))
            }
        }
    }
    fn build<'r>(
        &self,
        model: &'r Robot,
        context: BuildContext,
    ) -> Result<Box<dyn Controller + 'r>, ControlError> {
        self.check()?;
        let joints: Vec<bool> = model.driven_joints().map(|j| j.kind.turns()).collect();
        let n = joints.len();
        let [kp, ki, kd] = match &self.gains {
            Gains::Given { kp, ki, kd, unit } => {
                let mut gains =
                    [kp.for_joints("kp", n)?, ki.for_joints("ki", n)?, kd.for_joints("kd", n)?];
                if *unit == GainUnit::Degree {
                    for gain in &mut gains {
                        let turning = gain.iter_mut().zip(&joints).filter(|(_, turns)| **turns);
                        turning.for_each(|(gain, _)| *gain = gain.to_degrees());
                    }
                }
                gains
            }
            Gains::Tuned { frequency, damping } => {
                let [kp, kd] = tuned_gains(model, context, *frequency, *damping)?;
                [kp, vec![0.0; n], kd]
            }
        };
        let gravity = match self.gravity {
            Gravity::None => None,
            place => Some((place, Mechanism::new(model)?)),
        };
        let (integral, weight) = (vec![0.0; n], vec![0.0; n]);
        let anti_windup = self.anti_windup;
        Ok(Box::new(PidController { kp, ki, kd, gravity, anti_windup, integral, weight }))
    }
}

struct PidController<'r> {
    kp: Vec<f64>,
    ki: Vec<f64>,
    kd: Vec<f64>,
    gravity: Option<(Gravity, Mechanism<'r>)>,
    anti_windup: bool,
    integral: Vec<f64>,
    weight: Vec<f64>,
}

impl Controller for PidController<'_> {
    fn describe(&self) -> String {
        let Self { kp, ki, kd, .. } = self;
        let gravity = match self.gravity {
            None => "no weight",
            Some((Gravity::Measured, _)) => "the model's weight at the measured pose",
            Some(_) => "the model's weight at the reference",
        };
        format!(
            "pid: kp {kp:?} (N m/rad, N/m), ki {ki:?} (N m/(rad s), N/(m s)), kd {kd:?} \
             (N m s/rad, N s/m), {gravity}"
        )
    }
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError> {
        if let Some((place, mechanism)) = &mut self.gravity {
            let at = if *place == Gravity::Measured { tick.q } else { tick.reference_q };
            mechanism.gravity(at, &mut self.weight)?;
        }
        for (j, tau) in tau.iter_mut().enumerate() {
            let error = tick.reference_q[j] - tick.q[j];
            let rate = tick.reference_qd[j] - tick.qd[j];
            *tau = self.kp[j] * error
                + self.ki[j] * self.integral[j]
                + self.kd[j] * rate
                + self.weight[j];
        }
        Ok(())
    }
    fn given(&mut self, tick: &Tick, asked: &[f64], given: &[f64]) {
        for (j, integral) in self.integral.iter_mut().enumerate() {
            let error = tick.reference_q[j] - tick.q[j];
            let excess = asked[j] - given[j];
            if !(self.anti_windup && excess * self.ki[j] * error > 0.0) {
                *integral += error * tick.dt;
            }
        }
    }
}
