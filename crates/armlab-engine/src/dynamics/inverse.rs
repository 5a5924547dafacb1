//! Inverse dynamics: the effort of every joint for a given motion.
//!
//! Recursive Newton–Euler (Luh, Walker & Paul 1980), in body frames. Outwards,
//! with `R`, `p` the pose of body *i* in its parent λ, axis `s`:
//!
//! ```text
//! turning:  ωᵢ = Rᵀωλ + s q̇        αᵢ = Rᵀαλ + (Rᵀωλ) × s q̇ + s q̈     aᵢ = Rᵀ(aλ + Uλ p)
//! sliding:  ωᵢ = Rᵀωλ              αᵢ = Rᵀαλ                           aᵢ = Rᵀ(aλ + Uλ p) + 2 ωᵢ × s q̇ + s q̈
//! Uᵢ = [αᵢ]× + [ωᵢ]×²              Fᵢ = m aᵢ + Uᵢ h                    Nᵢ = h × aᵢ + 2 skew(Uᵢ Σ)
//! ```
//!
//! and inwards `Fλ += R Fᵢ`, `Nλ += R Nᵢ + p × R Fᵢ`, with the effort the part
//! of the wrench along the axis. Gravity enters as an acceleration −g of the
//! base. Linear velocities never appear, and `U` serves body and children.

use crate::robot::{Body, Freedom, Parameters, Tree};
use crate::spatial::{Force, Mat3, Scalar, Times, Vec3, acceleration_gradient, newton_euler};

/// What the recursion keeps of each body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node<S> {
    /// Orientation in the parent.
    pub rotation: Mat3<S>,
    /// Origin in the parent.
    pub translation: Vec3<S>,
    /// Angular velocity.
    pub omega: Vec3<S>,
    /// Angular acceleration.
    pub alpha: Vec3<S>,
    /// Acceleration of the origin, less gravity.
    pub acceleration: Vec3<S>,
    /// `[α]× + [ω]×²`.
    pub gradient: Mat3<S>,
    /// Wrench through the joint onto the body, at the body's origin.
    pub wrench: Force<S>,
}

/// Position, speed and acceleration of one coordinate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coordinate<S> {
    /// Position.
    pub q: S,
    /// Speed.
    pub qd: S,
    /// Acceleration.
    pub qdd: S,
}

/// The outward pass: poses, velocities and accelerations of every body.
#[inline(always)]
pub fn outward<S: Scalar>(tree: &Tree, nodes: &mut [Node<S>], state: &[Coordinate<S>]) {
    for (i, body) in tree.bodies.iter().enumerate() {
        let (before, rest) = nodes.split_at_mut(i);
        let node = &mut rest[0];
        node.place(body, state);
        let carried = match body.parent {
            None => Carried::by_the_base(tree, node),
            Some(p) => Carried::by_parent(&before[p], body, node),
        };
        node.accelerate(body, state, carried);
    }
}

/// What a body would do if its own joint stood still.
struct Carried<S> {
    omega: Vec3<S>,
    alpha: Vec3<S>,
    acceleration: Vec3<S>,
}

impl<S: Scalar> Carried<S> {
    #[inline(always)]
    fn by_the_base(tree: &Tree, node: &Node<S>) -> Self {
        let up = Vec3::constant(-tree.gravity);
        Self {
            omega: Vec3::zero(),
            alpha: Vec3::zero(),
            acceleration: node.rotation.apply_transposed(up),
        }
    }
    #[inline(always)]
    fn by_parent(parent: &Node<S>, body: &Body, node: &Node<S>) -> Self {
        let reached = match body.freedom {
            Freedom::Slide => parent.gradient.apply_add(node.translation, parent.acceleration),
            _ => parent.gradient.apply_add(body.origin.translation, parent.acceleration),
        };
        Self {
            omega: node.rotation.apply_transposed(parent.omega),
            alpha: node.rotation.apply_transposed(parent.alpha),
            acceleration: node.rotation.apply_transposed(reached),
        }
    }
}

impl<S: Scalar> Node<S> {
    /// Pose in the parent.
    #[inline(always)]
    fn place(&mut self, body: &Body, state: &[Coordinate<S>]) {
        match body.freedom {
            Freedom::Turn => {
                let (sin, cos) = state[body.dof].q.sin_cos();
                self.rotation = body.turned(sin, cos);
            }
            Freedom::Slide => {
                self.rotation = Mat3::constant(body.origin.rotation);
                self.translation = body.slid(state[body.dof].q);
            }
            Freedom::None => self.rotation = Mat3::constant(body.origin.rotation),
        }
    }
    /// Adds the joint's own motion, which is along or about z.
    #[inline(always)]
    fn accelerate(&mut self, body: &Body, state: &[Coordinate<S>], carried: Carried<S>) {
        let Carried { mut omega, mut alpha, mut acceleration } = carried;
        match body.freedom {
            Freedom::Turn => {
                let Coordinate { qd, qdd, .. } = state[body.dof];
                alpha.x = omega.y.times_add(qd, alpha.x);
                alpha.y = (-omega.x).times_add(qd, alpha.y);
                alpha.z += qdd;
                omega.z += qd;
            }
            Freedom::Slide => {
                let Coordinate { qd, qdd, .. } = state[body.dof];
                let twice = qd + qd;
                acceleration.x = omega.y.times_add(twice, acceleration.x);
                acceleration.y = (-omega.x).times_add(twice, acceleration.y);
                acceleration.z += qdd;
            }
            Freedom::None => {}
        }
        self.omega = omega;
        self.alpha = alpha;
        self.acceleration = acceleration;
        self.gradient = acceleration_gradient(omega, alpha);
    }
}

/// The inward pass: adds each body's wrench to its parent's and writes every
/// coordinate's effort (without the rotor's).
#[inline(always)]
pub fn inward<S: Scalar>(tree: &Tree, nodes: &mut [Node<S>], effort: &mut [S]) {
    for (i, body) in tree.bodies.iter().enumerate().rev() {
        let (before, rest) = nodes.split_at_mut(i);
        let node = &rest[0];
        let wrench = node.wrench;
        match body.freedom {
            Freedom::Turn => effort[body.dof] = wrench.moment.z,
            Freedom::Slide => effort[body.dof] = wrench.force.z,
            Freedom::None => {}
        }
        if let Some(p) = body.parent {
            let onto = &mut before[p].wrench;
            let force = node.rotation.apply(wrench.force);
            let moment = node.rotation.apply_add(wrench.moment, onto.moment);
            onto.force += force;
            onto.moment = match body.freedom {
                Freedom::Slide => node.translation.cross_add(force, moment),
                // −force × p, with the constant on the right.
                _ => (-force).cross_add(body.origin.translation, moment),
            };
        }
    }
}

/// Inverse dynamics of a tree. `external[i]` is the wrench the surroundings
/// exert on body *i*, at its origin in its frame. Leaves the wrench through
/// every joint in `nodes`.
#[inline(always)]
pub fn inverse<S: Scalar + Times<P>, P: Copy>(
    tree: &Tree,
    parameters: &Parameters<P>,
    nodes: &mut [Node<S>],
    state: &[Coordinate<S>],
    external: Option<&[Force<S>]>,
    effort: &mut [S],
) {
    outward(tree, nodes, state);
    for (node, body) in nodes.iter_mut().zip(&parameters.bodies) {
        node.wrench = newton_euler(body, node.acceleration, &node.gradient);
    }
    if let Some(external) = external {
        for (node, external) in nodes.iter_mut().zip(external) {
            node.wrench = node.wrench - *external;
        }
    }
    inward(tree, nodes, effort);
    for (dof, tau) in effort.iter_mut().enumerate() {
        *tau = state[dof].qdd.times_add(parameters.rotors[dof], *tau);
    }
}
