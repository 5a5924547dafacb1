//! No feedback: the efforts that a model takes along the reference, or efforts that
//! are given over time, each held until the next.

use super::{
    BuildContext, ControlError, ControlLaw, Controller, ControllerCapabilities, ControllerMethod,
    Tick,
};
use armlab_engine::dynamics::Plant;
use armlab_engine::robot::Robot;
use armlab_settings::{Range, method, settings};

settings! {
    /// Settings of an open loop, by name.
    pub struct OpenLoopSettings {
        /// Whether the model's friction counts, where its efforts are used; auto for yes.
        friction: Option<bool> = None, "", Range::ANY;
        /// When each given effort begins; auto uses the model's efforts along the reference.
        times: Option<Vec<f64>> = None, "s", Range::ANY;
        /// Given efforts, a list per joint with one for each of the times.
        efforts: Option<Vec<Vec<f64>>> = None, "N m or N", Range::ANY;
    }
}
method!(
    OpenLoopSettings,
    "open-loop",
    "Open loop: efforts of a model along the reference, or given ones, without feedback. Best for \
     free motion and for checking a model."
);

impl ControllerMethod for OpenLoopSettings {
    fn capabilities(&self) -> ControllerCapabilities {
        ControllerCapabilities::default()
    }
    fn law(&self) -> Result<Box<dyn ControlLaw>, ControlError> {
        let given = |value, hint| ControlError::setting("times", value, hint);
        let efforts = match (&self.times, &self.efforts) {
            (None, None) => OpenLoopEfforts::Planned { friction: self.friction.unwrap_or(true) },
            (Some(times), Some(efforts)) => {
                OpenLoopEfforts::Given { times: times.clone(), efforts: efforts.clone() }
            }
            (Some(_), None) => return Err(given("given alone", "add `efforts`: a row per joint")),
            (None, Some(_)) => {
                return Err(given("left out", "add `times`: when each effort begins, s"));
            }
        };
        if self.times.is_some() && self.friction.is_some() {
            let value = "given beside `efforts`";
            return Err(ControlError::setting("friction", value, "leave it out"));
        }
        Ok(Box::new(OpenLoop { efforts }))
    }
}

/// Where the efforts come from.
#[derive(Clone, Debug, PartialEq)]
pub enum OpenLoopEfforts {
    /// From the model along the reference.
    Planned {
        /// Whether the model's friction counts.
        friction: bool,
    },
    /// Given, or recorded.
    Given {
        /// When each begins, s, increasing.
        times: Vec<f64>,
        /// A column per joint, as long as there are times.
        efforts: Vec<Vec<f64>>,
    },
}

/// An open loop.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenLoop {
    /// Where the efforts come from.
    pub efforts: OpenLoopEfforts,
}

impl OpenLoop {
    /// Efforts of the model, friction included.
    pub fn planned() -> Self {
        Self { efforts: OpenLoopEfforts::Planned { friction: true } }
    }
    /// No efforts at all.
    pub fn free(joints: usize) -> Self {
        let efforts = OpenLoopEfforts::Given { times: vec![0.0], efforts: vec![vec![0.0]; joints] };
        Self { efforts }
    }
}

impl ControlLaw for OpenLoop {
    fn name(&self) -> &'static str {
        "open-loop"
    }
    fn check(&self) -> Result<(), ControlError> {
        let OpenLoopEfforts::Given { times, efforts } = &self.efforts else { return Ok(()) };
        let increasing = times.windows(2).all(|w| w[0] < w[1]);
        if times.is_empty() || !increasing || !times.iter().all(|t| t.is_finite()) {
            let hint = "give finite times in seconds, each after the one before";
            return Err(ControlError::setting("times", "as they are", hint));
        }
        let good = |c: &Vec<f64>| c.len() == times.len() && c.iter().all(|x| x.is_finite());
        match efforts.iter().position(|column| !good(column)) {
            None => Ok(()),
            Some(j) => {
                let value = format!("as they are for joint {}", j + 1);
                let hint = "give a row per joint with a finite effort for each of `times`";
                Err(ControlError::setting("efforts", value, hint))
            }
        }
    }
    fn build<'r>(
        &self,
        model: &'r Robot,
        _: BuildContext,
    ) -> Result<Box<dyn Controller + 'r>, ControlError> {
        self.check()?;
        let n = model.driven_joints().count();
        match &self.efforts {
            OpenLoopEfforts::Planned { friction } => Ok(Box::new(Planned {
                plant: Plant::new(model)?,
                friction: *friction,
                extra: vec![0.0; n],
            })),
            OpenLoopEfforts::Given { times, efforts } if efforts.len() == n => {
                Ok(Box::new(Given { times: times.clone(), efforts: efforts.clone() }))
            }
            OpenLoopEfforts::Given { efforts, .. } => {
                let value = format!("{} rows", efforts.len());
                Err(ControlError::setting("efforts", value, "give a row per driven joint"))
            }
        }
    }
}

struct Planned<'r> {
    plant: Plant<'r>,
    friction: bool,
    extra: Vec<f64>,
}

impl Controller for Planned<'_> {
    fn describe(&self) -> String {
        let friction = if self.friction { "with" } else { "without" };
        format!("open loop: efforts of the model along the reference, {friction} friction")
    }
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError> {
        let Tick { reference_q, reference_qd, reference_qdd, .. } = *tick;
        self.plant.inverse(reference_q, reference_qd, reference_qdd, tau, &mut self.extra)?;
        if self.friction {
            tau.iter_mut().zip(&self.extra).for_each(|(tau, f)| *tau += f);
        }
        Ok(())
    }
}

struct Given {
    times: Vec<f64>,
    efforts: Vec<Vec<f64>>,
}

impl Controller for Given {
    fn describe(&self) -> String {
        format!("open loop: {} given efforts, each held until the next", self.times.len())
    }
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError> {
        // A stamp that is this sample's to rounding is.
        let due = tick.t + 1e-9 * tick.dt;
        let begun = self.times.partition_point(|t| *t <= due);
        for (tau, column) in tau.iter_mut().zip(&self.efforts) {
            *tau = begun.checked_sub(1).and_then(|i| column.get(i)).copied().unwrap_or(0.0);
        }
        Ok(())
    }
}
