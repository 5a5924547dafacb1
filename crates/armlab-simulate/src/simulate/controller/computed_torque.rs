//! Computed torque: the model's efforts for the acceleration that would let the error
//! decay,
//!
//! ```text
//! u = M(q) a + h(q, q̇) [+ f(q̇_ref)],   a = q̈_ref + 2 ζ ω (q̇_ref − q̇) + ω² (q_ref − q)
//! ```
//!
//! (Luh, Walker & Paul 1980). Where friction is compensated, it is taken at the
//! reference's speed: the measured one changes its sign at rest with every noise.

use super::{
    BuildContext, ControlError, ControlLaw, Controller, ControllerKind, PerJoint, Tick,
    check_positive,
};
use crate::motion::FormatError;
use crate::simulate::format::Section;
use armlab_engine::dynamics::{Mechanism, Plant};
use armlab_engine::robot::Robot;

/// The computed-torque controller.
pub const KIND: ControllerKind = ControllerKind {
    name: "computed-torque",
    summary: "inverse dynamics of a model, with a frequency and damping per joint",
    keys: &["frequency", "damping", "friction"],
    read,
};

/// Settings of a computed-torque controller.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputedTorque {
    /// Natural frequency `ω`, rad/s.
    pub frequency: PerJoint,
    /// Damping ratio `ζ`.
    pub damping: PerJoint,
    /// Whether the model's friction is compensated.
    pub friction: bool,
}

impl Default for ComputedTorque {
    fn default() -> Self {
        Self { frequency: 15.0.into(), damping: 1.0.into(), friction: true }
    }
}

impl ControlLaw for ComputedTorque {
    fn kind(&self) -> &'static ControllerKind {
        &KIND
    }
    fn check(&self) -> Result<(), ControlError> {
        check_positive("frequency", &self.frequency)?;
        check_positive("damping", &self.damping)
    }
    fn build<'r>(
        &self,
        model: &'r Robot,
        _: BuildContext,
    ) -> Result<Box<dyn Controller + 'r>, ControlError> {
        self.check()?;
        let n = model.driven_joints().count();
        Ok(Box::new(ComputedTorqueController {
            mechanism: Mechanism::new(model)?,
            friction: self.friction.then(|| Plant::new(model)).transpose()?,
            frequency: self.frequency.for_joints("frequency", n)?,
            damping: self.damping.for_joints("damping", n)?,
            acceleration: vec![0.0; n],
            rigid: vec![0.0; n],
            extra: vec![0.0; n],
        }))
    }
}

struct ComputedTorqueController<'r> {
    mechanism: Mechanism<'r>,
    friction: Option<Plant<'r>>,
    frequency: Vec<f64>,
    damping: Vec<f64>,
    acceleration: Vec<f64>,
    rigid: Vec<f64>,
    extra: Vec<f64>,
}

impl Controller for ComputedTorqueController<'_> {
    fn describe(&self) -> String {
        let friction = if self.friction.is_some() { "compensated" } else { "not compensated" };
        let Self { frequency, damping, .. } = self;
        format!(
            "computed torque: natural frequency {frequency:?} rad/s, damping ratio {damping:?}, \
             friction {friction}"
        )
    }
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError> {
        let Tick { reference_q, reference_qd, reference_qdd, q, qd, .. } = *tick;
        for (j, a) in self.acceleration.iter_mut().enumerate() {
            let (w, d) = (self.frequency[j], self.damping[j]);
            *a = reference_qdd[j]
                + 2.0 * d * w * (reference_qd[j] - qd[j])
                + w * w * (reference_q[j] - q[j]);
        }
        self.mechanism.inverse(q, qd, &self.acceleration, tau)?;
        if let Some(plant) = &mut self.friction {
            let (rigid, extra) = (&mut self.rigid, &mut self.extra);
            plant.inverse(reference_q, reference_qd, reference_qdd, rigid, extra)?;
            tau.iter_mut().zip(extra).for_each(|(tau, f)| *tau += *f);
        }
        Ok(())
    }
}

fn read(s: &Section) -> Result<Box<dyn ControlLaw>, FormatError> {
    let usual = ComputedTorque::default();
    Ok(Box::new(ComputedTorque {
        frequency: s.per_joint("frequency")?.unwrap_or(usual.frequency),
        damping: s.per_joint("damping")?.unwrap_or(usual.damping),
        friction: s.flag("friction")?.unwrap_or(usual.friction),
    }))
}
