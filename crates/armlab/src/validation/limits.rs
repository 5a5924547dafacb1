//! Errors that a person allows, beside what the log's own noise allows.

use crate::error::{Error, Hint, Result};
use crate::robot::Robot;
use serde::Serialize;
use std::collections::BTreeMap;
use std::str::FromStr;

/// One limit: `5` of the overall prediction error, or `joint2=8` of a joint's, percent.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorLimit {
    /// The joint; `None` for all together.
    pub joint: Option<String>,
    /// Largest error, percent of the measured efforts.
    pub percent: f64,
}

impl FromStr for ErrorLimit {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        let (joint, number) = match text.rsplit_once('=') {
            Some((joint, number)) => (Some(joint.trim().to_string()), number),
            None => (None, text),
        };
        let number = number.trim().trim_end_matches('%').trim_end();
        let percent = number.parse::<f64>().ok().filter(|p| *p > 0.0 && p.is_finite());
        match percent {
            Some(percent) if joint.as_deref() != Some("") => Ok(Self { joint, percent }),
            _ => {
                let hint = "give a number of percent, as 5, or of one joint, as joint2=8";
                Err(Error::new(format_args!("`{text}` is not a limit of the prediction error"))
                    .hint(Hint::Text(hint.into())))
            }
        }
    }
}

/// All limits.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ErrorLimits {
    /// Of all joints together, percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overall: Option<f64>,
    /// Of single joints, percent. It takes the place of the usual limits of the joint.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub joints: BTreeMap<String, f64>,
}

impl ErrorLimits {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.overall.is_none() && self.joints.is_empty()
    }
    /// Adds a limit; the last one of a joint counts.
    pub fn add(&mut self, limit: ErrorLimit) {
        match limit.joint {
            Some(joint) => drop(self.joints.insert(joint, limit.percent)),
            None => self.overall = Some(limit.percent),
        }
    }
    /// Whether all joints exist.
    ///
    /// # Errors
    /// If one does not.
    pub fn check(&self, robot: &Robot) -> Result<()> {
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        match self.joints.keys().find(|j| !names.contains(j)) {
            None => Ok(()),
            Some(joint) => {
                let message =
                    format_args!("a limit is given for `{joint}`, which is no driven joint");
                Err(Error::new(message).hint(Hint::OneOf(names)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_and_without_a_joint_and_checked_against_the_robot() {
        let read = |text: &str| text.parse::<ErrorLimit>();
        assert_eq!(read("5").unwrap(), ErrorLimit { joint: None, percent: 5.0 });
        assert_eq!(read("a=b=7.5%").unwrap().joint.as_deref(), Some("a=b"));
        for wrong in ["", "x", "joint=", "=5", "-1", "joint=0", "joint=nan", "inf"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let robot = Robot::builtin("scara").unwrap();
        let mut limits = ErrorLimits::default();
        limits.add(read("theta1=3").unwrap());
        let right = robot.driven_joints().any(|j| j.name == "theta1");
        assert_eq!(limits.check(&robot).is_ok(), right);
        limits.add(read("elbow=3").unwrap());
        assert!(matches!(limits.check(&robot).unwrap_err().get_hint(), Some(Hint::OneOf(_))));
    }
}
