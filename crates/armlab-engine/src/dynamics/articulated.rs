//! Forward dynamics by articulated bodies (Featherstone 1983; 2008, ch. 7): the
//! accelerations that given efforts cause, in time linear in the number of
//! bodies.
//!
//! Inwards, the apparent inertia and bias force of each body with everything
//! beyond it free to move; outwards, the accelerations:
//!
//! ```text
//! U = Iᴬ s     D = sᵀU + Ia     u = τ − sᵀpᴬ
//! Iᴬλ += X*(Iᴬ − U Uᵀ/D)X       pᴬλ += X*(pᴬ + (Iᴬ − U Uᵀ/D) c + U u/D)
//! a' = X aλ + c                 q̈ = (u − Uᵀa')/D             a = a' + s q̈
//! ```

use super::mass_matrix::as_scalar;
use crate::robot::{Body, Freedom, Parameters, Tree};
use crate::spatial::{Force, Mat3, Motion, Scalar, Sym3, Times, Transform, Vec3, vec3};

/// Inertia of a body with the bodies beyond it free to move:
/// `(moment, force) = [[rotational, coupling], [couplingᵀ, linear]] · (angular, linear)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArticulatedInertia<S> {
    rotational: Sym3<S>,
    coupling: Mat3<S>,
    linear: Sym3<S>,
}

impl<S: Scalar> ArticulatedInertia<S> {
    #[inline(always)]
    fn apply(&self, m: &Motion<S>) -> Force<S> {
        Force {
            moment: self.coupling.apply_add(m.linear, self.rotational.apply(m.angular)),
            force: self.coupling.apply_transposed_add(m.angular, self.linear.apply(m.linear)),
        }
    }
    /// `self − f fᵀ · k`
    #[inline(always)]
    fn less_outer(&self, f: &Force<S>, k: S) -> Self {
        let (n, g) = (f.moment.scale(k), f.force.scale(k));
        let c = &self.coupling.c;
        Self {
            rotational: less_product(self.rotational, f.moment, n),
            coupling: Mat3 {
                c: [
                    (-f.moment).scale_add(g.x, c[0]),
                    (-f.moment).scale_add(g.y, c[1]),
                    (-f.moment).scale_add(g.z, c[2]),
                ],
            },
            linear: less_product(self.linear, f.force, g),
        }
    }
    /// The same inertia in the parent's frame.
    #[inline(always)]
    fn to_parent(self, t: &Transform<S>) -> Self {
        let (r, p) = (&t.rotation, t.translation);
        let linear = r.congruence(&self.linear);
        let rotated = r.congruence(&self.rotational);
        // Rows of R B Rᵀ, so that the shifts below are cross products of rows.
        let half = r.compose(&self.coupling);
        let rt = r.transposed();
        let b = half.compose(&rt).transposed().c;
        let l = linear.to_mat3();
        // B' = B + [p]× C; C is symmetric, so its columns are its rows.
        let shift = Mat3 { c: [p.cross(l.c[0]), p.cross(l.c[1]), p.cross(l.c[2])] }.transposed().c;
        let moved = [b[0] + shift[0], b[1] + shift[1], b[2] + shift[2]];
        // A'ᵢⱼ = Aᵢⱼ + (p × Bᵢ)ⱼ + (p × B'ⱼ)ᵢ
        let (f, g) = (
            [p.cross(b[0]), p.cross(b[1]), p.cross(b[2])],
            [p.cross(moved[0]), p.cross(moved[1]), p.cross(moved[2])],
        );
        let a = rotated;
        Self {
            rotational: Sym3 {
                xx: a.xx + (f[0].x + g[0].x),
                xy: a.xy + (f[0].y + g[1].x),
                yy: a.yy + (f[1].y + g[1].y),
                xz: a.xz + (f[0].z + g[2].x),
                yz: a.yz + (f[1].z + g[2].y),
                zz: a.zz + (f[2].z + g[2].z),
            },
            coupling: Mat3 { c: moved }.transposed(),
            linear,
        }
    }
    #[inline(always)]
    fn add(&mut self, o: &Self) {
        self.rotational += o.rotational;
        self.coupling = self.coupling + o.coupling;
        self.linear += o.linear;
    }
}

/// `s − v wᵀ` for parallel `v` and `w`.
#[inline(always)]
fn less_product<S: Scalar>(s: Sym3<S>, v: Vec3<S>, w: Vec3<S>) -> Sym3<S> {
    Sym3 {
        xx: (-v.x).times_add(w.x, s.xx),
        xy: (-v.x).times_add(w.y, s.xy),
        yy: (-v.y).times_add(w.y, s.yy),
        xz: (-v.x).times_add(w.z, s.xz),
        yz: (-v.y).times_add(w.z, s.yz),
        zz: (-v.z).times_add(w.z, s.zz),
    }
}

/// What the recursion keeps of each body.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArticulatedNode<S: Scalar> {
    pose: Transform<S>,
    velocity: Motion<S>,
    /// Acceleration the joint's own speed causes.
    coriolis: Motion<S>,
    inertia: ArticulatedInertia<S>,
    bias: Force<S>,
    column: Force<S>,
    /// 1/D
    mobility: S,
    /// u
    drive: S,
    acceleration: Motion<S>,
}

impl<S: Scalar> ArticulatedNode<S> {
    /// Acceleration of the joint per effort, `1/D`: positive unless nothing it moves has mass.
    pub fn mobility(&self) -> S {
        self.mobility
    }
}

/// Forward dynamics of a tree: `qdd` from `effort`. `external` as in
/// [`inverse`](super::inverse::inverse). A joint that moves no mass yields
/// numbers that are not finite.
#[inline(always)]
pub fn articulated_bodies<S: Scalar + Times<P>, P: Copy>(
    tree: &Tree,
    parameters: &Parameters<P>,
    nodes: &mut [ArticulatedNode<S>],
    q: &[S],
    qd: &[S],
    effort: &[S],
    external: Option<&[Force<S>]>,
    qdd: &mut [S],
) {
    for (i, body) in tree.bodies.iter().enumerate() {
        let (before, rest) = nodes.split_at_mut(i);
        let node = &mut rest[0];
        node.pose = match body.freedom {
            Freedom::None => Transform::constant(&body.origin),
            _ => body.pose(q[body.dof]),
        };
        let carried = match body.parent {
            Some(p) => node.pose.motion_to_child(&before[p].velocity),
            None => Motion::zero(),
        };
        (node.velocity, node.coriolis) = own_motion(body, carried, qd);
        let moments = as_scalar::<S, P>(&parameters.bodies[i]);
        let inertia = moments.to_inertia();
        let (m, o) = (inertia.mass, S::zero());
        node.inertia = ArticulatedInertia {
            rotational: inertia.tensor,
            coupling: Mat3::skew(inertia.first),
            linear: Sym3 { xx: m, xy: o, yy: m, xz: o, yz: o, zz: m },
        };
        node.bias = node.velocity.cross_force(&inertia.apply(&node.velocity));
        if let Some(external) = external {
            node.bias = node.bias - external[i];
        }
    }
    for (i, body) in tree.bodies.iter().enumerate().rev() {
        let (before, rest) = nodes.split_at_mut(i);
        let node = &mut rest[0];
        let (inertia, bias) = match body.freedom {
            Freedom::None => (node.inertia, node.bias),
            Freedom::Turn | Freedom::Slide => {
                let (a, b, c) =
                    (&node.inertia.rotational, &node.inertia.coupling, &node.inertia.linear);
                let (column, along, bias_along) = if body.freedom == Freedom::Turn {
                    let force = vec3(b.c[0].z, b.c[1].z, b.c[2].z);
                    (Force { moment: vec3(a.xz, a.yz, a.zz), force }, a.zz, node.bias.moment.z)
                } else {
                    let force = vec3(c.xz, c.yz, c.zz);
                    (Force { moment: b.c[2], force }, c.zz, node.bias.force.z)
                };
                let d = S::one().times_add(parameters.rotors[body.dof], along);
                node.mobility = S::one() / d;
                node.drive = effort[body.dof] - bias_along;
                node.column = column;
                let inertia = node.inertia.less_outer(&column, node.mobility);
                let push = node.drive * node.mobility;
                let mut bias = node.bias + inertia.apply(&node.coriolis);
                bias.moment = column.moment.scale_add(push, bias.moment);
                bias.force = column.force.scale_add(push, bias.force);
                (inertia, bias)
            }
        };
        if let Some(p) = body.parent {
            before[p].inertia.add(&inertia.to_parent(&node.pose));
            before[p].bias += node.pose.force_to_parent(&bias);
        }
    }
    for (i, body) in tree.bodies.iter().enumerate() {
        let (before, rest) = nodes.split_at_mut(i);
        let node = &mut rest[0];
        let carried = match body.parent {
            Some(p) => before[p].acceleration,
            None => Motion { angular: Vec3::zero(), linear: Vec3::constant(-tree.gravity) },
        };
        node.acceleration = node.pose.motion_to_child(&carried) + node.coriolis;
        if body.freedom == Freedom::None {
            continue;
        }
        let free = node.drive - node.acceleration.dot(&node.column);
        let own = free * node.mobility;
        qdd[body.dof] = own;
        match body.freedom {
            Freedom::Turn => node.acceleration.angular.z += own,
            _ => node.acceleration.linear.z += own,
        }
    }
}

/// Velocity of a body and the acceleration its joint's speed causes, `v × s q̇`.
#[inline(always)]
fn own_motion<S: Scalar>(body: &Body, mut v: Motion<S>, qd: &[S]) -> (Motion<S>, Motion<S>) {
    let o = S::zero();
    match body.freedom {
        Freedom::Turn => {
            let qd = qd[body.dof];
            v.angular.z += qd;
            let (w, u) = (v.angular, v.linear);
            let c = Motion {
                angular: vec3(w.y * qd, -(w.x * qd), o),
                linear: vec3(u.y * qd, -(u.x * qd), o),
            };
            (v, c)
        }
        Freedom::Slide => {
            let qd = qd[body.dof];
            v.linear.z += qd;
            let w = v.angular;
            let c = Motion { angular: Vec3::zero(), linear: vec3(w.y * qd, -(w.x * qd), o) };
            (v, c)
        }
        Freedom::None => (v, Motion::zero()),
    }
}
