//! The description's doctor: what a robot's file states that no machine can
//! have, or that no machine is likely to have, and what it may have meant.
//!
//! Each file is one kind of complaint; `CHECKS` lists them. A check looks at
//! one aspect of the whole robot and reports [`Finding`]s that name the link or
//! joint, the value, why it is wrong, and a value that would be right. Errors
//! are impossible (physics or the description contradicts itself); warnings are
//! implausible; infos are worth a look.

mod copies;
mod density;
mod drive;
mod eigen;
mod geometry;
mod gravity;
mod inertia;
mod limits;
mod mass;
mod mesh_files;
mod meshes;
mod size;
mod units;
mod words;

pub use inertia::nearest_valid as nearest_valid_inertia;

#[cfg(test)]
mod tests;

pub use density::{DENSEST, ellipsoid_density};

use super::solids::Solids;
use super::{JointKind, Link, Robot};
use size::Sizes;
use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing need be wrong.
    Info,
    /// Possible, but hardly what was meant.
    Warning,
    /// Impossible: no machine has this value.
    Error,
}

impl Severity {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One thing that is wrong, or looks wrong, in a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The link or joint it is about; the robot's name when it is the whole.
    pub subject: String,
    /// Identifier of the kind of finding, for programs; never changes.
    pub code: &'static str,
    /// What was found, with its value and unit.
    pub message: String,
    /// Why it is wrong.
    pub why: String,
    /// What a valid value would be.
    pub fix: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.severity, self.subject, self.message, self.code)
    }
}

/// What every check sees.
struct Case<'r> {
    robot: &'r Robot,
    sizes: Sizes,
    /// The links' shapes, where they were loaded.
    solids: Option<&'r Solids>,
}

/// A check: looks at the robot, adds what it finds.
type Check = fn(&Case, &mut Vec<Finding>);

/// Every check, in the order in which their findings read best.
const CHECKS: &[Check] = &[
    gravity::check,
    units::check,
    mass::check,
    inertia::check,
    density::check,
    geometry::check,
    copies::check,
    limits::check,
    drive::check,
    mesh_files::check,
    meshes::check,
];

/// Everything that is wrong or looks wrong with `robot`.
///
/// To see each link as its file states it, read the description with fixed
/// joints kept: merging sums the inertials of links that are fixed to each other.
pub fn examine(robot: &Robot) -> Vec<Finding> {
    run(&Case { robot, sizes: Sizes::new(robot), solids: None })
}

/// The same, with masses and inertias compared with the links' shapes.
pub fn examine_with_shapes(robot: &Robot, solids: &Solids) -> Vec<Finding> {
    run(&Case { robot, sizes: Sizes::new(robot), solids: Some(solids) })
}

fn run(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for check in CHECKS {
        check(case, &mut findings);
    }
    findings
}

impl Case<'_> {
    /// True when joint `i` moves; links on fixed joints may well be frames only.
    fn moves(&self, i: usize) -> bool {
        self.robot.joints()[i].kind != JointKind::Fixed
    }
    /// True for links that joints move, on whatever chain of fixed joints.
    fn carried(&self) -> Vec<bool> {
        let mut carried: Vec<bool> = Vec::with_capacity(self.robot.links().len());
        for joint in self.robot.joints() {
            carried.push(joint.kind.moves() || joint.parent.is_some_and(|p| carried[p]));
        }
        carried
    }
    /// Number of links beside the base.
    fn count(&self) -> usize {
        self.robot.links().len()
    }
    /// A link; `None` is the base.
    fn body(&self, link: Option<usize>) -> &Link {
        link.map_or(self.robot.base(), |i| &self.robot.links()[i])
    }
    /// The base, then all links.
    fn bodies(&self) -> impl Iterator<Item = (Option<usize>, &Link)> {
        let links = (0..self.count()).map(Some);
        std::iter::once(None).chain(links).map(|link| (link, self.body(link)))
    }
    /// The severity of a value of a link: what is impossible on the base harms
    /// nothing, since the base does not move.
    fn impossible(&self, link: Option<usize>) -> Severity {
        if link.is_some() { Severity::Error } else { Severity::Warning }
    }
    /// Name of link `i`.
    fn link(&self, i: usize) -> String {
        self.robot.links()[i].name.clone()
    }
}
