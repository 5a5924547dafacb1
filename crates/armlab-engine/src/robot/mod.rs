//! Robots: immutable descriptions of manipulators.
//!
//! A [`Robot`] is a tree of joints and links; link *i* hangs on joint *i*, and
//! parents come before children. Everything is named, in SI units, in
//! right-handed frames; a link's frame stands at its joint.

mod build_error;
mod builder;
mod closure;
mod coupled_inertia;
mod coupling;
mod default_tool;
pub mod describe;
mod dh;
pub mod doctor;
mod drives;
mod files;
mod geometry;
mod joint;
pub mod library;
mod link;
mod locked;
mod merge;
mod mimic;
mod mounting;
mod parameters;
pub mod solids;
mod tree;

pub use crate::mesh::Capsule;
pub use armlab_files::nearest_name;
pub use build_error::BuildError;
pub use builder::RobotBuilder;
pub use closure::{Direction, LoopClosure};
pub use coupling::{CouplingError, MotorCoupling};
pub use dh::{DhConvention, DhPlace, DhRow};
pub use geometry::{Geometry, Purpose, Shape};
pub use joint::{Joint, JointKind, Limits, Mimic};
pub use link::{Frame, Link};
pub use locked::LockError;
pub use mounting::{Mounting, MountingError};
pub use parameters::Parameters;
pub use tree::{Body, Freedom, Tree};

use crate::spatial::Vec3;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A linear combination of link parameters that the description declares as
/// one unknown, with the name its users know it by.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseParameter {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Terms: index into [`Robot::parameter_names`] and factor.
    pub combination: Vec<(usize, f64)>,
}

/// An unknown of a model in the words of its users: how link parameters move
/// with it, as when three equal sliders have one mass.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelParameter {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// What it moves: index into [`Robot::parameter_names`] and by how much.
    pub moves: Vec<(usize, f64)>,
}

/// A manipulator.
#[derive(Clone, Debug)]
pub struct Robot {
    name: String,
    gravity: Vec3<f64>,
    base: Link,
    links: Vec<Link>,
    joints: Vec<Joint>,
    frames: Vec<Frame>,
    tool: Frame,
    loops: Vec<LoopClosure>,
    couplings: Vec<MotorCoupling>,
    base_parameters: Vec<BaseParameter>,
    model_parameters: Vec<ModelParameter>,
    tree: Tree,
    parameters: Parameters<f64>,
    source: RobotSource,
}

/// Where a robot was read from.
#[derive(Clone, Default)]
struct RobotSource {
    /// The text of its URDF file.
    urdf: Option<Arc<str>>,
    /// The folder of its file.
    folder: Option<Arc<Path>>,
    /// The robot before joints were locked.
    locked: Option<Arc<locked::Locked>>,
}

impl fmt::Debug for RobotSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.urdf.as_ref().map_or(0, |text| text.len());
        write!(f, "{bytes} bytes in {:?}", self.folder)
    }
}

impl Robot {
    /// The text of the URDF file that it was read from; `None` for other robots.
    pub fn urdf_source(&self) -> Option<&str> {
        self.source.urdf.as_deref()
    }
    /// The folder of the file that it was read from, beside which its meshes are
    /// looked for; `None` for robots that are built in or were read from text.
    pub fn folder(&self) -> Option<&Path> {
        self.source.folder.as_deref()
    }
    /// The same robot as if it had been read from a file in this folder.
    pub fn in_folder(mut self, folder: &Path) -> Self {
        self.source.folder = Some(folder.into());
        self
    }
    fn keep_urdf(&mut self, text: &str) {
        self.source.urdf = Some(text.into());
    }
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Gravity in the base frame, m/s².
    pub fn gravity(&self) -> Vec3<f64> {
        self.gravity
    }
    /// The link that does not move.
    pub fn base(&self) -> &Link {
        &self.base
    }
    /// Moving links, parents first; link *i* hangs on joint *i*.
    pub fn links(&self) -> &[Link] {
        &self.links
    }
    /// Joints, parents first.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }
    /// Joints that have a coordinate, in the order of `q`.
    pub fn moving_joints(&self) -> impl Iterator<Item = &Joint> {
        self.joints.iter().filter(|j| j.kind.moves())
    }
    /// Joints whose coordinates describe the robot: all moving joints of a tree
    /// that follow no other, the actuated ones of a machine with loops.
    pub fn driven_joints(&self) -> impl Iterator<Item = &Joint> {
        self.moving_joints().filter(|j| self.is_driven(j))
    }
    /// Joints that follow the driven ones.
    pub fn passive_joints(&self) -> impl Iterator<Item = &Joint> {
        self.moving_joints().filter(|j| !self.is_driven(j))
    }
    /// Whether the coordinate of a moving joint is one of the robot's.
    pub fn is_driven(&self, joint: &Joint) -> bool {
        joint.mimic.is_none() && (joint.actuated || self.loops.is_empty())
    }
    /// Whether every moving joint has a coordinate of its own: no loops, and no joint
    /// that follows another.
    pub fn is_tree(&self) -> bool {
        self.loops.is_empty() && self.joints.iter().all(|j| j.mimic.is_none())
    }
    /// Named frames beside the links' own.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }
    /// The frame a task is stated in.
    pub fn tool(&self) -> &Frame {
        &self.tool
    }
    /// The same robot with another frame as its tool.
    pub fn with_tool(mut self, frame: Frame) -> Self {
        self.tool = frame;
        self
    }
    /// Whether some joint moves a frame.
    pub fn moves_frame(&self, frame: &Frame) -> bool {
        let mut at = frame.link;
        while let Some(joint) = at.and_then(|i| self.joints.get(i)) {
            if joint.kind.moves() {
                return true;
            }
            at = joint.parent;
        }
        false
    }
    /// Loop closures; empty for a tree.
    pub fn loops(&self) -> &[LoopClosure] {
        &self.loops
    }
    /// Coordinates of the home pose.
    pub fn home(&self) -> Vec<f64> {
        self.moving_joints().map(|j| j.home).collect()
    }
    /// Base parameters declared by the description; empty when none are.
    pub fn declared_base_parameters(&self) -> &[BaseParameter] {
        &self.base_parameters
    }
    /// The unknowns declared by the description; empty when all link parameters
    /// are unknown, each for itself.
    pub fn model_parameters(&self) -> &[ModelParameter] {
        &self.model_parameters
    }
    /// Number of coordinates.
    pub fn dofs(&self) -> usize {
        self.tree.dofs
    }
    /// The compiled tree that the algorithms run on.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }
    /// Inertial parameters in the form the algorithms run on.
    pub fn parameters(&self) -> &Parameters<f64> {
        &self.parameters
    }
    /// Index of the link called `name`.
    pub fn link_index(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|l| l.name == name)
    }
    /// The frame called `name`: a named frame, the tool, a link or the base.
    pub fn find_frame(&self, name: &str) -> Option<Frame> {
        let own = |link| Frame { name: name.into(), link, pose: Default::default() };
        if let Some(frame) = self.frames.iter().chain([&self.tool]).find(|f| f.name == name) {
            return Some(frame.clone());
        }
        if self.base.name == name {
            return Some(own(None));
        }
        self.link_index(name).map(|i| own(Some(i)))
    }
}
