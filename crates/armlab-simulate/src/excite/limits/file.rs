//! A file of limits:
//!
//! ```toml
//! [all]                     # every joint, unless stated for one
//! velocity = 1.5
//! acceleration = 3
//! [[joint]]
//! name = "theta1"
//! lower = -2
//! upper = 2
//! effort = 40
//! [[coordinate]]            # of a platform
//! name = "x"
//! lower = -0.15
//! upper = 0.15
//! [box]                     # of the tool's origin, in the base frame; sides may be left out
//! lower = [-0.5, -0.5, 0.1]
//! upper = [0.5, 0.5, 1.0]
//! [links]
//! clearance = 0.02          # between capsules of links
//! ```

use super::super::coordinates::Coordinates;
use super::super::error::ExciteError;
use armlab_engine::robot::{Limits, Robot, nearest_name};
use armlab_engine::spatial::Vec3;
use serde::Deserialize;

/// Largest file that is read, bytes.
const LARGEST: usize = 1 << 20;

/// Limits that add to those of a robot's description, or change them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitsFile {
    all: Stated,
    joints: Vec<Stated>,
    coordinates: Vec<Stated>,
    tool: Option<[Vec3<f64>; 2]>,
    /// Least distance between capsules of links, m.
    pub clearance: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    #[serde(default)]
    name: String,
    lower: Option<f64>,
    upper: Option<f64>,
    velocity: Option<f64>,
    acceleration: Option<f64>,
    effort: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    all: Stated,
    #[serde(default)]
    joint: Vec<Stated>,
    #[serde(default)]
    coordinate: Vec<Stated>,
    #[serde(rename = "box")]
    tool_box: Option<ToolBox>,
    links: Option<Links>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToolBox {
    lower: [f64; 3],
    upper: [f64; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Links {
    clearance: f64,
}

impl LimitsFile {
    /// Reads the text of a file; `file` is what errors call it.
    pub fn read(text: &str, file: &str) -> Result<Self, ExciteError> {
        let fail = |problem: String| {
            let hint = "docs/excitation.md shows the format";
            ExciteError::setting("the limits", format_args!("read from {file}: {problem}"), hint)
        };
        if text.len() > LARGEST {
            return Err(fail(format!("it is longer than {LARGEST} bytes")));
        }
        let document: Document = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            fail(format!("line {line}, column {column}: {}", error.message()))
        })?;
        let named = document.joint.iter().chain(&document.coordinate);
        if named.clone().any(|s| s.name.is_empty()) {
            return Err(fail("every [[joint]] and [[coordinate]] needs a `name`".into()));
        }
        let numbers = |s: &Stated| [s.lower, s.upper, s.velocity, s.acceleration, s.effort];
        let not_a_number = |s: &&Stated| numbers(s).iter().flatten().any(|x| x.is_nan());
        if let Some(stated) = named.chain([&document.all]).find(not_a_number) {
            return Err(fail(format!("a limit of `{}` is no number", stated.name)));
        }
        let clearance = document.links.map(|l| l.clearance);
        if clearance.is_some_and(|c| !c.is_finite()) {
            return Err(fail("`clearance` must be finite".into()));
        }
        let tool = document.tool_box.map(|b| [Vec3::from(b.lower), Vec3::from(b.upper)]);
        if let Some([lower, upper]) = &tool
            && !lower.to_array().iter().zip(upper.to_array()).all(|(l, u)| *l < u)
        {
            return Err(fail(
                "`lower` of the box must lie below `upper` in every direction".into(),
            ));
        }
        let Document { all, joint: joints, coordinate: coordinates, .. } = document;
        Ok(Self { all, joints, coordinates, tool, clearance })
    }

    /// One joint's limits, built by a program.
    pub fn with_joint(mut self, name: &str, limits: Limits) -> Self {
        let Limits { lower, upper, velocity, acceleration, effort } = limits;
        self.joints.push(Stated {
            name: name.into(),
            lower: Some(lower),
            upper: Some(upper),
            velocity: Some(velocity),
            acceleration: Some(acceleration),
            effort: Some(effort),
        });
        self
    }
    /// A range of a platform's coordinate.
    pub fn with_coordinate(mut self, name: &str, lower: f64, upper: f64) -> Self {
        let stated = Stated {
            name: name.into(),
            lower: Some(lower),
            upper: Some(upper),
            ..Stated::default()
        };
        self.coordinates.push(stated);
        self
    }
    /// A box for the tool.
    pub fn with_tool_box(mut self, lower: Vec3<f64>, upper: Vec3<f64>) -> Self {
        self.tool = Some([lower, upper]);
        self
    }
    /// A least distance between links.
    pub fn with_clearance(mut self, clearance: f64) -> Self {
        self.clearance = Some(clearance);
        self
    }

    pub(super) fn apply(&self, joint: &str, limits: &mut Limits) {
        let own = self.joints.iter().filter(|s| s.name == joint);
        for stated in std::iter::once(&self.all).chain(own) {
            let set = |to: &mut f64, from: Option<f64>| *to = from.unwrap_or(*to);
            set(&mut limits.lower, stated.lower);
            set(&mut limits.upper, stated.upper);
            set(&mut limits.velocity, stated.velocity);
            set(&mut limits.acceleration, stated.acceleration);
            set(&mut limits.effort, stated.effort);
        }
    }
    pub(super) fn coordinate(&self, name: &str) -> Option<(f64, f64)> {
        let stated = self.coordinates.iter().rev().find(|s| s.name == name)?;
        Some((stated.lower?, stated.upper?))
    }
    pub(super) fn tool_box(&self) -> Option<[Vec3<f64>; 2]> {
        self.tool
    }
    /// Names that nothing has are mistakes.
    pub(super) fn check_names(
        &self,
        robot: &Robot,
        coordinates: &Coordinates,
    ) -> Result<(), ExciteError> {
        let joints: Vec<&str> = robot.moving_joints().map(|j| j.name.as_str()).collect();
        let axes: Vec<&str> = match coordinates {
            Coordinates::Driven => Vec::new(),
            Coordinates::Platform(axes) => axes.iter().map(|a| a.name()).collect(),
        };
        for (stated, known) in [(&self.joints, &joints), (&self.coordinates, &axes)] {
            if let Some(strange) = stated.iter().find(|s| !known.contains(&s.name.as_str())) {
                let hint = match nearest_name(&strange.name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", known.join(", ")),
                };
                let what = "the name of a limited joint or coordinate";
                return Err(ExciteError::setting(what, &strange.name, hint));
            }
        }
        Ok(())
    }
}
