//! A force from outside: a person, a wall, a collision. It grows to its full size within the
//! rise time, stays, and ends after the duration,
//!
//! ```text
//! τ = u + s(t) (Jᵀ F + e)
//! ```
//!
//! with the Jacobian of a frame of the robot, the wrench `F` in base axes at the frame's
//! origin, and efforts `e` of the joints. The logged effort is `u`, what the drives give.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup};
use crate::simulate::fields::per_joint;
use crate::simulate::sizes::PerJoint;
use armlab_engine::kinematics::{ReferenceFrame, frame_jacobian};
use armlab_engine::robot::{Frame, Robot};
use armlab_engine::spatial::{Force, Vec3};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

/// A push.
pub const KIND: EffectKind = EffectKind {
    name: "push",
    summary: "a force from outside for a time, as in a collision",
    keys: &["at", "duration", "rise", "force", "moment", "frame", "effort"],
    stream: 11,
    read,
};

/// A force from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    /// When it begins, s.
    pub at: f64,
    /// How long it lasts, s.
    pub duration: f64,
    /// Time in which it grows to its size, s.
    pub rise: f64,
    /// Force in base axes, N.
    pub force: [f64; 3],
    /// Moment in base axes, N m.
    pub moment: [f64; 3],
    /// The frame that it acts on; the tool without one.
    pub frame: Option<String>,
    /// Efforts of the joints beside it, N m or N.
    pub effort: PerJoint,
}

impl Default for Push {
    fn default() -> Self {
        let (force, moment, frame) = ([0.0; 3], [0.0; 3], None);
        let effort = PerJoint::All(0.0);
        Self { at: 0.0, duration: 0.2, rise: 0.01, force, moment, frame, effort }
    }
}

impl Push {
    fn has_wrench(&self) -> bool {
        self.force.iter().chain(&self.moment).any(|x| *x != 0.0)
    }
}

impl Effect for Push {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::Drive
    }
    fn describe(&self) -> String {
        let Self { at, duration, rise, force, moment, frame, effort } = self;
        let frame = frame.as_deref().unwrap_or("tool");
        format!(
            "from {at} s for {duration} s, full after {rise} s: force {force:?} N and moment \
             {moment:?} N m on `{frame}`, efforts {effort} (N m, N)"
        )
    }
    fn check(&self) -> Result<(), EffectError> {
        let times = [("at", self.at), ("duration", self.duration), ("rise", self.rise)];
        if let Some((what, x)) = times.into_iter().find(|(_, x)| !(*x >= 0.0 && x.is_finite())) {
            return Err(EffectError::setting(&KIND, what, x, "give a time in seconds"));
        }
        let numbers = [("force", self.force), ("moment", self.moment)];
        let mut all = numbers.into_iter().flat_map(|(what, v)| v.map(|x| (what, x)));
        if let Some((what, x)) = all.find(|(_, x)| !x.is_finite()) {
            return Err(EffectError::setting(&KIND, what, x, "give finite numbers"));
        }
        match self.effort.given().iter().find(|x| !x.is_finite()) {
            Some(x) => Err(EffectError::setting(&KIND, "effort", x, "give finite numbers")),
            None => Ok(()),
        }
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let effort = setup.per_joint(&KIND, "effort", &self.effort)?;
        let mut wrench = None;
        if self.has_wrench() {
            let robot = setup.robot;
            if !robot.is_tree() {
                let hint = "give `effort` for a machine with loops";
                return Err(EffectError::setting(&KIND, "force", "used here", hint));
            }
            let frame = match &self.frame {
                None => Some(robot.tool().clone()),
                Some(name) => robot.find_frame(name),
            };
            let frame = frame.ok_or_else(|| {
                let name = self.frame.clone().unwrap_or_default();
                EffectError::setting(&KIND, "frame", name, "name a link or frame of the robot")
            })?;
            wrench = Some((robot.clone(), frame));
        }
        Ok(Box::new(Pushing { push: self.clone(), wrench, effort }))
    }
}

struct Pushing {
    push: Push,
    wrench: Option<(Robot, Frame)>,
    effort: Vec<f64>,
}

impl ActiveEffect for Pushing {
    fn drive(&self, time: f64, q: &[f64], tau: &mut [f64]) {
        let Push { at, duration, rise, force, moment, .. } = &self.push;
        let since = time - at;
        if !(since > 0.0 && since <= *duration) {
            return;
        }
        let share = if since < *rise { since / rise } else { 1.0 };
        for (tau, e) in tau.iter_mut().zip(&self.effort) {
            *tau += share * e;
        }
        if let Some((robot, frame)) = &self.wrench {
            let jacobian = frame_jacobian(robot, frame, ReferenceFrame::Base, q);
            let wrench = Force { moment: Vec3::from(*moment), force: Vec3::from(*force) };
            for (tau, column) in tau.iter_mut().zip(&jacobian) {
                *tau += share * column.dot(&wrench);
            }
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let usual = Push::default();
    Ok(Box::new(Push {
        at: s.required_number("at")?,
        duration: s.number("duration")?.unwrap_or(usual.duration),
        rise: s.number("rise")?.unwrap_or(usual.rise),
        force: s.vector("force")?.unwrap_or_default(),
        moment: s.vector("moment")?.unwrap_or_default(),
        frame: s.text("frame")?.map(Into::into),
        effort: per_joint(s, "effort")?.unwrap_or(usual.effort),
    }))
}
