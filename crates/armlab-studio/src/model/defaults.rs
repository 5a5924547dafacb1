//! What blank fields of a link hold: the value of the built-in robot that the project began
//! with, or a round rod of aluminium from the link's frame to the next joint (or the tool), a
//! tenth as thick as it is long.
//!
//! ```text
//! m = ρ π r² l,   c = middle,   I∥ = m r²/2,   I⊥ = m (3 r² + l²)/12
//! ```

use super::aside::Aside;
use crate::contract::RodPatch;
use armlab::robot::{Robot, library};
use armlab::spatial::{Inertia, Sym3, Vec3, vec3};

/// kg/m³.
const ALUMINIUM: f64 = 2700.0;
/// Radius over length.
const THICKNESS: f64 = 0.05;
/// Length of a rod that leads nowhere, m.
const SHORTEST: f64 = 0.05;

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

/// Mass and inertia about the centre of a solid round rod; `mass` if it is known, or by density.
fn rod(
    from: Vec3<f64>,
    to: Vec3<f64>,
    radius: f64,
    mass: Option<f64>,
    density: f64,
) -> Inertia<f64> {
    let along = to - from;
    let long = along.norm() > 1e-9;
    let length = if long { along.norm() } else { SHORTEST };
    let axis = if long { along.scale(1.0 / length) } else { vec3(0.0, 0.0, 1.0) };
    let volume = std::f64::consts::PI * radius * radius * length;
    let mass = mass.unwrap_or(density * volume);
    let across = mass * (3.0 * radius * radius + length * length) / 12.0;
    let about = mass * radius * radius / 2.0;
    // I = I⊥ 1 + (I∥ − I⊥) e eᵀ
    let [x, y, z] = axis.to_array();
    let d = about - across;
    let tensor = Sym3 {
        xx: across + d * x * x,
        xy: d * x * y + 0.0, // no −0, which nobody wants to see
        yy: across + d * y * y,
        xz: d * x * z + 0.0,
        yz: d * y * z + 0.0,
        zz: across + d * z * z,
    };
    Inertia::from_center(mass, (from + to).scale(0.5), tensor)
}

/// Inertials of a rod that somebody asked for, of a link that ends at `end`.
pub fn asked_rod(asked: &RodPatch, end: Vec3<f64>, mass: f64) -> Inertia<f64> {
    let (from, to) = (Vec3::from(asked.from), asked.to.map_or(end, Vec3::from));
    let known = asked.density.is_none().then_some(mass);
    rod(from, to, asked.radius, known, asked.density.unwrap_or(ALUMINIUM))
}

/// The link of the same name of the built-in robot that the project began with.
fn original(aside: &Aside, link: &str) -> Option<Inertia<f64>> {
    let robot = library::load(aside.builtin.as_deref()?)?.ok()?.robot;
    robot.links().get(robot.link_index(link)?)?.inertia
}

/// What a link's blank fields hold, given what is stated.
pub fn defaults(robot: &Robot, index: usize, aside: &Aside) -> Default10 {
    let link = &robot.links()[index];
    if let (Some(name), Some(own)) = (&aside.builtin, original(aside, &link.name)) {
        return Default10 {
            mass: own.mass,
            centre: own.center().unwrap_or_default(),
            inertia: own.tensor_at_center(),
            why: format!("the values of {name}"),
        };
    }
    let blank = aside.blanks.get(&link.name).copied().unwrap_or_default();
    let end = far_end(robot, index);
    let length = if end.norm() > 1e-9 { end.norm() } else { SHORTEST };
    let radius = THICKNESS * length;
    let zero = Vec3::zero();
    let usual = rod(zero, end, radius, None, ALUMINIUM);
    // The inertia of a stated mass is that mass's.
    let own = link.inertia.map(|i| i.mass).filter(|m| !blank.mass && *m > 0.0);
    let inertia = rod(zero, end, radius, Some(own.unwrap_or(usual.mass)), ALUMINIUM);
    let why = format!("a rod of aluminium, {:.3} m long and {:.3} m thick", length, 2.0 * radius);
    let inertia = inertia.tensor_at_center();
    Default10 { mass: usual.mass, centre: end.scale(0.5), inertia, why }
}

/// The link's inertial parameters with its blank fields filled.
pub fn filled(robot: &Robot, index: usize, aside: &Aside) -> Option<Inertia<f64>> {
    let link = robot.links().get(index)?;
    let blank = aside.blanks.get(&link.name).copied().unwrap_or_default();
    if blank.none() {
        return link.inertia;
    }
    let usual = defaults(robot, index, aside);
    let own = link.inertia.unwrap_or_default();
    let mass = if blank.mass { usual.mass } else { own.mass };
    let centre = if blank.centre { usual.centre } else { own.center().unwrap_or(usual.centre) };
    let inertia = if blank.inertia { usual.inertia } else { own.tensor_at_center() };
    Some(Inertia::from_center(mass, centre, inertia))
}
