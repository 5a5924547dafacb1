//! Computed-torque feed-forward: the model's efforts of the reference, with independent joints
//! beside them,
//!
//! ```text
//! u = M(q_r) q̈_r + h(q_r, q̇_r) + f(q̇_r) + k_p (q_r − q) + k_d (q̇_r − q̇)
//! ```
//!
//! The efforts depend on the reference only, so that they can be computed ahead and handed to
//! a drive that closes the loop itself (An, Atkeson & Hollerbach 1988, ch. 6).

use super::tuning::tuned_gains;
use super::{
    BuildContext, ControlError, ControlLaw, Controller, ControllerCapabilities, ControllerMethod,
    PerJoint, Tick, check_positive,
};
use armlab_engine::dynamics::Plant;
use armlab_engine::robot::Robot;
use armlab_settings::{Range, method, settings};

settings! {
    /// Settings of a feed-forward controller, by name.
    pub struct FeedForwardSettings {
        /// Natural frequency of the loop with the model's inertia at the start.
        frequency: f64 = 15.0, "rad/s", Range::POSITIVE;
        /// Damping ratio of the loop.
        damping: f64 = 1.0, "", Range::POSITIVE;
        /// Whether the model's friction is part of the feed-forward.
        friction: bool = true, "", Range::ANY;
    }
}
method!(
    FeedForwardSettings,
    "feed-forward",
    "Feed-forward: a model's efforts of the reference beside independent joints. Best for drives \
     that take an effort beside their own position loop."
);

impl ControllerMethod for FeedForwardSettings {
    fn capabilities(&self) -> ControllerCapabilities {
        ControllerCapabilities { feedback: true, needs_model: true }
    }
    fn law(&self) -> Result<Box<dyn ControlLaw>, ControlError> {
        let Self { frequency, damping, friction } = self.clone();
        Ok(Box::new(FeedForward { frequency, damping, friction }))
    }
}

/// A feed-forward controller.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedForward {
    /// Natural frequency of the loop, rad/s.
    pub frequency: f64,
    /// Its damping ratio.
    pub damping: f64,
    /// Whether the model's friction is part of the feed-forward.
    pub friction: bool,
}

impl Default for FeedForward {
    fn default() -> Self {
        let FeedForwardSettings { frequency, damping, friction } = Default::default();
        Self { frequency, damping, friction }
    }
}

impl ControlLaw for FeedForward {
    fn name(&self) -> &'static str {
        "feed-forward"
    }
    fn check(&self) -> Result<(), ControlError> {
        check_positive("frequency", &PerJoint::All(self.frequency))?;
        check_positive("damping", &PerJoint::All(self.damping))
    }
    fn build<'r>(
        &self,
        model: &'r Robot,
        context: BuildContext,
    ) -> Result<Box<dyn Controller + 'r>, ControlError> {
        self.check()?;
        let [kp, kd] = tuned_gains(model, context, self.frequency, self.damping)?;
        let (plant, lost) = (Plant::new(model)?, vec![0.0; kp.len()]);
        Ok(Box::new(Feeding { plant, kp, kd, lost, friction: self.friction }))
    }
}

struct Feeding<'r> {
    plant: Plant<'r>,
    kp: Vec<f64>,
    kd: Vec<f64>,
    lost: Vec<f64>,
    friction: bool,
}

impl Controller for Feeding<'_> {
    fn describe(&self) -> String {
        let friction = if self.friction { "with friction" } else { "without friction" };
        let Self { kp, kd, .. } = self;
        format!("feed-forward {friction}: kp {kp:?} (N m/rad, N/m), kd {kd:?} (N m s/rad, N s/m)")
    }
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError> {
        let Tick { reference_q, reference_qd, reference_qdd, q, qd, .. } = *tick;
        self.plant.inverse(reference_q, reference_qd, reference_qdd, tau, &mut self.lost)?;
        for (j, tau) in tau.iter_mut().enumerate() {
            if self.friction {
                *tau += self.lost[j];
            }
            *tau += self.kp[j] * (reference_q[j] - q[j]) + self.kd[j] * (reference_qd[j] - qd[j]);
        }
        Ok(())
    }
}
