//! The outward recursion: what the efforts of a tree can tell about each body.
//!
//! A change `δπ` of the parameters shows in no effort exactly when it leaves the
//! mass matrix and the gravity efforts as they are. With `I_i^C(q)` the composite
//! body of everything beyond joint `i`, `φ_i` the joint's free motion and `V_i` the
//! span of all motions that body `i` can have (gravity is a motion of the base),
//! that is
//!
//! ```text
//! φ_iᵀ δI_i^C(q) v = 0    for every joint i, all v in V_i, all q,
//!
//! V_i = span φ_i + closure of X₀ V_parent under φ_i ×
//! ```
//!
//! Write `C_i` for the functionals `π ↦ φ_iᵀ I(π) v`. The condition holds for all
//! `q` if it holds at `q = 0` and no joint further out changes it. Functionals that
//! reach a body from its parent, `K_parent`, span
//!
//! ```text
//! M_i = closure of A₀ᵀ K_parent under Bᵀ,      K_i = C_i + M_i,
//! ```
//!
//! and moving joint `i` changes them by `Bᵀ M_i` (see [`super::transfer`]). So the
//! efforts tell exactly
//!
//! ```text
//! N_i = C_i + Bᵀ M_i    of the composite body beyond joint i at q = 0,
//! ```
//!
//! and their number is the sum of the dimensions of `N_i`. What is left of a body,
//! the null space of `N_i`, can be handed over to its parent unnoticed. This is the
//! recursion of Wensing, Niemeyer & Slotine ("A geometric characterization of
//! observability in inertial parameter identification", arXiv 1711.03896).
//!
//! A drive's rotor adds `Ia` to `φ_iᵀ I φ_i` and to nothing else, so `N_i` has an
//! eleventh entry for it.

use super::subspace::{Gap, Judge};
use super::transfer::{Crossing, Ten, momentum_along};
use crate::robot::Robot;
use armlab_dense::NoConvergence;

/// The ten parameters of a body and the inertia of its joint's rotor.
pub type Eleven = [f64; 11];

/// What the efforts tell about one body.
pub struct BodyRecursion {
    /// The body's joint.
    pub crossing: Crossing,
    /// Basis of the motions it can have.
    pub motions: Vec<[f64; 6]>,
    /// Basis of `N_i`, in the body's frame.
    pub identifiable: Vec<Eleven>,
    /// `K_i`.
    passed_on: Vec<Ten>,
}

/// All bodies.
pub struct Recursion {
    /// In the order of the robot's links.
    pub bodies: Vec<BodyRecursion>,
    /// Unit of length that was used, m.
    pub length: f64,
    /// How clear the decisions were.
    pub gap: Gap,
}

impl Recursion {
    /// Runs outward over a tree.
    pub fn new(robot: &Robot, tolerance: f64) -> Result<Self, NoConvergence> {
        let offsets = robot.joints().iter().map(|j| j.origin.translation.norm());
        let length = Some(offsets.fold(0.0_f64, f64::max)).filter(|l| *l > 0.0).unwrap_or(1.0);
        let gravity = robot.gravity();
        let size = gravity.norm();
        let at_base: Vec<[f64; 6]> = if size > 0.0 {
            let g = gravity.scale(1.0 / size);
            vec![[0.0, 0.0, 0.0, g.x, g.y, g.z]]
        } else {
            Vec::new()
        };
        let mut judge = Judge::new(tolerance);
        let mut bodies: Vec<BodyRecursion> = Vec::with_capacity(robot.joints().len());
        for joint in robot.joints() {
            let crossing = Crossing::new(joint, length);
            let parent = joint.parent.and_then(|p| bodies.get(p));
            let carried: Vec<[f64; 6]> = parent
                .map_or(&at_base, |p| &p.motions)
                .iter()
                .map(|m| crossing.motion_to_child(m))
                .collect();
            let reached: Vec<Ten> = parent.map_or(Vec::new(), |p| {
                p.passed_on.iter().map(|r| crossing.functional_to_child(r)).collect()
            });
            let body = if crossing.moves() {
                moving(crossing, &carried, &reached, &mut judge)?
            } else {
                BodyRecursion {
                    crossing,
                    motions: carried,
                    identifiable: Vec::new(),
                    passed_on: judge.span(&reached)?,
                }
            };
            bodies.push(body);
        }
        Ok(Self { bodies, length, gap: judge.gap })
    }

    /// Number of base parameters of all links and rotors.
    pub fn dimension(&self) -> usize {
        self.bodies.iter().map(|b| b.identifiable.len()).sum()
    }

    /// All that the efforts tell, as rows over the link parameters and rotor
    /// inertias of the robot in the recursion's units.
    pub fn rows(&self, robot: &Robot) -> Vec<Vec<f64>> {
        let links = robot.links().len();
        let mut rows = Vec::new();
        let mut rotor = 10 * links;
        for (i, body) in self.bodies.iter().enumerate() {
            for identifiable in &body.identifiable {
                let mut row = vec![0.0; robot.parameter_count()];
                // The composite body at q = 0: handed down from parent to child.
                let mut beyond: Vec<Option<Ten>> = vec![None; links];
                beyond[i] = Some(std::array::from_fn(|k| identifiable[k]));
                for k in i..links {
                    if k > i {
                        let parent = robot.joints()[k].parent.and_then(|p| beyond[p].as_ref());
                        beyond[k] = parent.map(|r| self.bodies[k].crossing.functional_to_child(r));
                    }
                    if let Some(r) = &beyond[k] {
                        row[10 * k..10 * k + 10].copy_from_slice(r);
                    }
                }
                row[rotor] = identifiable[10];
                rows.push(row);
            }
            rotor += usize::from(body.crossing.moves());
        }
        rows
    }
}

fn moving(
    crossing: Crossing,
    carried: &[[f64; 6]],
    reached: &[Ten],
    judge: &mut Judge,
) -> Result<BodyRecursion, NoConvergence> {
    let free = crossing.free_motion();
    let inherited =
        judge.closure(carried, crossing.motion_degree(), |m| crossing.motion_rate(m))?;
    let mut motions = inherited.clone();
    motions.push(free);
    let motions = judge.span(&motions)?;

    let from_parent =
        judge.closure(reached, crossing.functional_degree(), |r| crossing.functional_rate(r))?;
    let own = momentum_along(&free, &free);
    let with_others: Vec<Ten> = inherited.iter().map(|v| momentum_along(&free, v)).collect();

    // The rotor turns with its joint alone.
    let with_rotor = |r: &Ten, rotor: f64| -> Eleven {
        std::array::from_fn(|k| r.get(k).copied().unwrap_or(rotor))
    };
    let mut identifiable = vec![with_rotor(&own, 1.0)];
    identifiable.extend(with_others.iter().map(|r| with_rotor(r, 0.0)));
    identifiable.extend(from_parent.iter().map(|r| with_rotor(&crossing.functional_rate(r), 0.0)));
    let identifiable = judge.span(&identifiable)?;

    let mut passed_on = vec![own];
    passed_on.extend(with_others);
    passed_on.extend(from_parent);
    let passed_on = judge.span(&passed_on)?;
    Ok(BodyRecursion { crossing, motions, identifiable, passed_on })
}
