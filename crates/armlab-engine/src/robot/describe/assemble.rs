//! The last step of both readers: build the robot, and carry whatever the
//! builder complains of back to the place in the file that caused it.

use super::bounds::{self, Quantity};
use super::part::Part;
use super::source::Notes;
use super::xml::sources::Locate;
use super::{Description, FixedJoints, ReadOptions};
use crate::robot::{BuildError, RobotBuilder};
use armlab_files::FileError;
use armlab_files::LARGEST_QUANTITY;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Where in the file each named thing stands.
#[derive(Default)]
pub(super) struct Places {
    of: HashMap<(Part, String), usize>,
    /// The robot as a whole.
    robot: usize,
    /// Where the tool is chosen.
    pub tool: Option<usize>,
}

impl Places {
    /// No places yet in a robot that begins at a byte.
    pub fn new(robot: usize) -> Self {
        Self { robot, ..Self::default() }
    }

    /// Remembers a thing; two of the same name are an error.
    pub fn add(
        &mut self,
        source: &dyn Locate,
        part: Part,
        name: &str,
        byte: usize,
    ) -> Result<(), FileError> {
        match self.of.entry((part, name.to_string())) {
            Entry::Vacant(place) => {
                place.insert(byte);
                Ok(())
            }
            Entry::Occupied(first) => {
                let (_, (line, _)) = source.locate(*first.get());
                let what = part.what();
                Err(source.error(
                    byte,
                    format!("{what} `{name}` is declared twice, first in line {line}"),
                    format!("every {what} needs a name of its own"),
                ))
            }
        }
    }

    fn find(&self, parts: &[Part], name: &str) -> usize {
        let places = parts.iter().filter_map(|&p| self.of.get(&(p, name.to_string())));
        places.copied().next().unwrap_or(self.robot)
    }

    fn of_error(&self, error: &BuildError) -> usize {
        use Part::{BaseParameter, Joint, LinkOrFrame, Loop, ModelParameter};
        match error {
            BuildError::DuplicateName { name, .. } => self.find(&[LinkOrFrame, Joint, Loop], name),
            // The builder calls the tool's choice `tool`, whatever its name.
            BuildError::UnknownLink { child, .. } => match (self.tool, child.as_str()) {
                (Some(tool), "tool") => tool,
                _ => self.find(&[Joint, LinkOrFrame, Loop], child),
            },
            BuildError::Cycle { link } => self.find(&[LinkOrFrame], link),
            BuildError::ZeroAxis { joint }
            | BuildError::NoNormal { joint }
            | BuildError::UnknownLeader { joint, .. }
            | BuildError::FollowsItself { joint } => self.find(&[Joint], joint),
            BuildError::NotFinite { what: "frame", name }
            | BuildError::LoopOnOneLink { name, .. }
            | BuildError::LoopHoldsNothing { name } => self.find(&[Loop], name),
            BuildError::NotFinite { what: "inertia" | "pose", name } => {
                self.find(&[LinkOrFrame], name)
            }
            BuildError::NotFinite { name, .. } => self.find(&[Joint], name),
            BuildError::UnknownParameter { name, .. } => {
                self.find(&[BaseParameter, ModelParameter], name)
            }
            BuildError::NoJoints { .. } => self.robot,
        }
    }
}

/// Builds the robot and merges its fixed joints if asked to.
pub(super) fn finish(
    builder: RobotBuilder,
    places: &Places,
    source: &dyn Locate,
    options: &ReadOptions,
    summary: Option<String>,
    mut notes: Notes,
) -> Result<Description, FileError> {
    let built = builder.build().map_err(|error| {
        source.error(places.of_error(&error), error.to_string(), hint_for(&error))
    })?;
    let robot = match options.fixed_joints {
        FixedJoints::Keep => built,
        FixedJoints::Merge => {
            let Some(merged) = built.without_fixed_joints() else {
                let message = format!("nothing of robot `{}` can move", built.name());
                let hint = "it has only fixed joints; make one revolute, continuous or prismatic";
                return Err(source.error(places.robot, message, hint));
            };
            if let Some(closed) = merged.loops().iter().find(|l| l.first.link == l.second.link) {
                let message = format!("loop `{}` holds two links that are one", closed.name);
                let hint = "fixed joints connect them already; delete the loop";
                return Err(source.error(places.find(&[Part::Loop], &closed.name), message, hint));
            }
            let declared = |robot: &crate::robot::Robot| {
                robot.declared_base_parameters().len() + robot.model_parameters().len()
            };
            if declared(&merged) < declared(&built) {
                let message = "declared parameters are dropped: fixed joints were merged, \
                               and with them the links they name; keep fixed joints to have them";
                notes.add(places.robot, message);
            }
            merged
        }
    };
    if let Some(Quantity { what, part, name, .. }) = bounds::beyond(&robot) {
        let message =
            format!("{what} of `{name}` comes out beyond {LARGEST_QUANTITY:e} in SI units");
        let at = places.find(&[part], name);
        return Err(source.error(at, message, "a mass or a length is far too large"));
    }
    Ok(Description { robot, summary, notes: notes.finish() })
}

fn hint_for(error: &BuildError) -> &'static str {
    match error {
        BuildError::DuplicateName { .. } => "rename one of the two",
        BuildError::UnknownLink { .. } => "names are compared letter by letter, case included",
        BuildError::Cycle { .. } => "one of the links in the ring must hang on the base instead",
        BuildError::ZeroAxis { .. } => "the axis is a direction in the link's own frame",
        BuildError::NoNormal { .. } => "the normal is a direction in the link's own frame",
        BuildError::UnknownLeader { .. } => "a joint follows a joint, by its name",
        BuildError::FollowsItself { .. } => "let one of them lead",
        BuildError::NotFinite { .. } => "a value in the file is too large or too small",
        BuildError::NoJoints { .. } => "add a joint",
        BuildError::LoopOnOneLink { .. } => "name the two links that meet",
        BuildError::LoopHoldsNothing { .. } => "directions are x, y, z, rx, ry and rz",
        BuildError::UnknownParameter { .. } => {
            "parameters are called `link.m`, `link.mx` … `link.Izz` and `joint.Ia`"
        }
    }
}
