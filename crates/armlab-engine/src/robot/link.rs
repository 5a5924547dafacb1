//! Links and named frames: what moves, and where one looks.

use super::geometry::Geometry;
use crate::mesh::Capsule;
use crate::spatial::{Inertia, Transform};

/// A rigid body. Its frame stands at the joint that carries it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Name, unique among links.
    pub name: String,
    /// The ten inertial parameters about the link's frame. `None` when the
    /// description states none; such a link has no mass.
    pub inertia: Option<Inertia<f64>>,
    /// Radius of a sphere about the frame's origin that holds the link's stated
    /// geometry, in metres, where the description gives shapes.
    pub extent: Option<f64>,
    /// Capsules that hold the link, where the description gives them.
    pub capsules: Vec<Capsule>,
    /// Shapes to draw and to compute collisions with, where the description
    /// gives them.
    pub geometry: Vec<Geometry>,
}

impl Link {
    /// A link with stated inertial parameters.
    pub fn new(name: impl Into<String>, inertia: Inertia<f64>) -> Self {
        Self { inertia: Some(inertia), ..Self::massless(name) }
    }
    /// A link that is only a frame.
    pub fn massless(name: impl Into<String>) -> Self {
        let (capsules, geometry) = (Vec::new(), Vec::new());
        Self { name: name.into(), inertia: None, extent: None, capsules, geometry }
    }
}

/// A named frame fixed to a link: the tool, a sensor, a link merged away.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Name, unique among frames and links.
    pub name: String,
    /// Index of the link it is fixed to; `None` is the base.
    pub link: Option<usize>,
    /// The frame in the link's frame.
    pub pose: Transform<f64>,
}
