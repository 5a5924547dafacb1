//! What blank fields of a link hold: a round rod of aluminium from the link's frame to the
//! next joint (or the tool), a tenth as thick as it is long.
//!
//! ```text
//! m = ρ π r² l,   c = middle,   I∥ = m r²/2,   I⊥ = m (3 r² + l²)/12
//! ```

use armlab::robot::{Link, Robot};
use armlab::spatial::{Inertia, Sym3, Vec3, vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// kg/m³.
const ALUMINIUM: f64 = 2700.0;
/// Radius over length.
const THICKNESS: f64 = 0.05;
/// Length of a rod that leads nowhere, m.
const SHORTEST: f64 = 0.05;

/// Which fields of a link are blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Blank {
    /// Its mass.
    pub mass: bool,
    /// Its centre of mass.
    pub centre: bool,
    /// Its inertia.
    pub inertia: bool,
}

impl Blank {
    /// True if nothing is.
    pub fn none(&self) -> bool {
        *self == Self::default()
    }
}

/// Values of blank fields.
#[derive(Clone, Debug)]
pub struct Default10 {
    /// kg.
    pub mass: f64,
    /// m.
    pub centre: Vec3<f64>,
    /// About the centre, kg m².
    pub inertia: Sym3<f64>,
    /// In words.
    pub why: String,
}

/// Where a link leads: the farthest of the joints on it, the tool and ends of loops.
pub fn far_end(robot: &Robot, link: usize) -> Vec3<f64> {
    let on = |l: Option<usize>| l == Some(link);
    let joints = robot.joints().iter().filter(|j| on(j.parent)).map(|j| j.origin.translation);
    let ends = robot.loops().iter().flat_map(|l| [&l.first, &l.second]).chain([robot.tool()]);
    let frames = ends.filter(|f| on(f.link)).map(|f| f.pose.translation);
    let longer = |a: Vec3<f64>, b: Vec3<f64>| if b.norm() > a.norm() { b } else { a };
    joints.chain(frames).fold(vec3(0.0, 0.0, 0.0), longer)
}

/// What a link's blank fields hold, given what is stated.
pub fn defaults(robot: &Robot, index: usize, stated: Option<&Link>, blank: Blank) -> Default10 {
    let end = far_end(robot, index);
    let long = end.norm() > 1e-9;
    let length = if long { end.norm() } else { SHORTEST };
    let axis = if long { end.scale(1.0 / end.norm()) } else { vec3(0.0, 0.0, 1.0) };
    let radius = THICKNESS * length;
    let volume = std::f64::consts::PI * radius * radius * length;
    let usual = ALUMINIUM * volume;
    let own = stated.and_then(|l| l.inertia).map(|i| i.mass).filter(|_| !blank.mass);
    // The inertia of a stated mass is that mass's.
    let mass = own.unwrap_or(usual);
    let across = mass * (3.0 * radius * radius + length * length) / 12.0;
    let along = mass * radius * radius / 2.0;
    // I = I⊥ 1 + (I∥ − I⊥) e eᵀ
    let [x, y, z] = axis.to_array();
    let d = along - across;
    let inertia = Sym3 {
        xx: across + d * x * x,
        xy: d * x * y + 0.0, // no −0, which nobody wants to see
        yy: across + d * y * y,
        xz: d * x * z + 0.0,
        yz: d * y * z + 0.0,
        zz: across + d * z * z,
    };
    let why = format!("a rod of aluminium, {:.3} m long and {:.3} m thick", length, 2.0 * radius);
    Default10 { mass: usual, centre: end.scale(0.5), inertia, why }
}

/// The link's inertial parameters with its blank fields filled.
pub fn filled(robot: &Robot, index: usize, link: &Link, blank: Blank) -> Option<Inertia<f64>> {
    if blank.none() {
        return link.inertia;
    }
    let usual = defaults(robot, index, Some(link), blank);
    let own = link.inertia.unwrap_or_default();
    let mass = if blank.mass { usual.mass } else { own.mass };
    let centre = if blank.centre { usual.centre } else { own.center().unwrap_or(usual.centre) };
    let inertia = if blank.inertia { usual.inertia } else { own.tensor_at_center() };
    Some(Inertia::from_center(mass, centre, inertia))
}

/// Blank fields by the link's name.
pub type Blanks = BTreeMap<String, Blank>;
