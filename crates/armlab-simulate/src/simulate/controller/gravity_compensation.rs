//! Gravity compensation: the model's weight at the measured pose, and damping if asked for,
//!
//! ```text
//! u = g(q) − d q̇
//! ```
//!
//! so that the robot stays where it is put and can be led by hand. There is no reference.

use super::{
    BuildContext, ControlError, ControlLaw, Controller, ControllerCapabilities, ControllerMethod,
    PerJoint, Tick,
};
use armlab_engine::dynamics::Mechanism;
use armlab_engine::robot::Robot;
use armlab_settings::{Range, method, settings};

settings! {
    /// Settings of gravity compensation, by name.
    pub struct GravityCompensationSettings {
        /// Damping that is added to the joints' own friction.
        damping: PerJoint = 0.0.into(), "N m s/rad or N s/m", Range::at_least(0.0);
    }
}
method!(
    GravityCompensationSettings,
    "gravity-compensation",
    "Gravity compensation: the weight of a model at the measured pose and damping, no reference. \
     Best for leading a robot by hand, and to see how well a model's weight fits."
);

impl ControllerMethod for GravityCompensationSettings {
    fn capabilities(&self) -> ControllerCapabilities {
        ControllerCapabilities { feedback: true, needs_model: true }
    }
    fn law(&self) -> Result<Box<dyn ControlLaw>, ControlError> {
        Ok(Box::new(GravityCompensation { damping: self.damping.clone() }))
    }
}

/// Gravity compensation.
#[derive(Clone, Debug, PartialEq)]
pub struct GravityCompensation {
    /// Damping, N m s/rad or N s/m.
    pub damping: PerJoint,
}

impl Default for GravityCompensation {
    fn default() -> Self {
        Self { damping: PerJoint::All(0.0) }
    }
}

impl ControlLaw for GravityCompensation {
    fn name(&self) -> &'static str {
        "gravity-compensation"
    }
    fn check(&self) -> Result<(), ControlError> {
        match self.damping.given().iter().find(|x| !(**x >= 0.0 && x.is_finite())) {
            None => Ok(()),
            Some(x) => {
                Err(ControlError::setting("damping", x, "give numbers that are not negative"))
            }
        }
    }
    fn build<'r>(
        &self,
        model: &'r Robot,
        _: BuildContext,
    ) -> Result<Box<dyn Controller + 'r>, ControlError> {
        self.check()?;
        let mechanism = Mechanism::new(model)?;
        let damping = self.damping.for_joints("damping", mechanism.dofs())?;
        Ok(Box::new(Compensating { mechanism, damping }))
    }
}

struct Compensating<'r> {
    mechanism: Mechanism<'r>,
    damping: Vec<f64>,
}

impl Controller for Compensating<'_> {
    fn describe(&self) -> String {
        format!("gravity compensation: damping {:?} (N m s/rad, N s/m)", self.damping)
    }
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError> {
        self.mechanism.gravity(tick.q, tau)?;
        for (j, tau) in tau.iter_mut().enumerate() {
            *tau -= self.damping[j] * tick.qd[j];
        }
        Ok(())
    }
}
