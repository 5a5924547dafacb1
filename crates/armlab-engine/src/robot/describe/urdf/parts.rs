//! What a URDF file holds, before anything hangs on anything.

use crate::robot::{Direction, Joint, Link};
use crate::spatial::{Transform, Vec3};

/// Attributes of `<dynamics>`.
pub const DYNAMICS_ATTRIBUTES: [&str; 4] =
    ["damping", "friction", "rotor_inertia", "friction_offset"];

/// A name and the byte where it was given.
pub struct Named {
    pub name: String,
    pub at: usize,
}

/// A `<link>`.
pub struct LinkPart {
    pub link: Link,
    pub at: usize,
}

/// A `<joint>`.
pub struct JointPart {
    pub joint: Joint,
    pub parent: Named,
    pub child: Named,
    pub at: usize,
    /// Marked by armlab as the fixed joint of a mere frame.
    pub carries_frame: bool,
}

/// Which frame is the tool.
pub enum ToolPart {
    /// A link or frame of that name.
    Called(Named),
    /// A place on a link.
    At { name: String, link: Named, pose: Transform<f64> },
}

/// A declared base parameter.
pub struct BaseParameterPart {
    pub name: Named,
    pub unit: String,
    pub terms: Vec<(String, f64)>,
}

/// Two frames held together.
pub struct LoopPart {
    pub name: Named,
    pub first: (Named, Transform<f64>),
    pub second: (Named, Transform<f64>),
    pub directions: Vec<Direction>,
}

/// Everything in a `<robot>`.
#[derive(Default)]
pub struct Parts {
    pub name: String,
    pub at: usize,
    pub links: Vec<LinkPart>,
    pub joints: Vec<JointPart>,
    pub gravity: Option<Vec3<f64>>,
    pub tool: Option<ToolPart>,
    /// Joints are numbered as they stand in the file, not depth first.
    pub document_order: bool,
    pub loops: Vec<LoopPart>,
    pub base_parameters: Vec<BaseParameterPart>,
    pub model_parameters: Vec<BaseParameterPart>,
}
