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
    BuildContext, ControlError, ControlLaw, Controller, ControllerCapabilities, ControllerMethod,
    PerJoint, Tick, check_positive,
};
use armlab_engine::dynamics::{Mechanism, Plant};
use armlab_engine::robot::Robot;
use armlab_settings::{Range, method, settings};

settings! {
    /// Settings of a computed-torque controller, by name.
    pub struct ComputedTorqueSettings {
        /// Natural frequency ω of the error.
        frequency: PerJoint = 15.0.into(), "rad/s", Range::POSITIVE;
        /// Damping ratio ζ of the error.
        damping: PerJoint = 1.0.into(), "", Range::POSITIVE;
        /// Whether the model's friction is compensated, at the reference's velocity.
        friction: bool = true, "", Range::ANY;
    }
}
method!(
    ComputedTorqueSettings,
    "computed-torque",
    "Computed torque: inverse dynamics of a model, with a natural frequency and damping per joint. \
     Best for fast motion with a good model."
);

impl ControllerMethod for ComputedTorqueSettings {
    fn capabilities(&self) -> ControllerCapabilities {
        ControllerCapabilities { feedback: true, needs_model: true }
    }
    fn law(&self) -> Result<Box<dyn ControlLaw>, ControlError> {
        let Self { frequency, damping, friction } = self.clone();
        Ok(Box::new(ComputedTorque { frequency, damping, friction }))
    }
}

/// A computed-torque controller.
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
        let ComputedTorqueSettings { frequency, damping, friction } = Default::default();
        Self { frequency, damping, friction }
    }
}

impl ControlLaw for ComputedTorque {
    fn name(&self) -> &'static str {
        "computed-torque"
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
