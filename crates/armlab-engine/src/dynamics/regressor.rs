//! The joint-effort regressor: `τ = Y(q, q̇, q̈) · π`, linear in the inertial
//! parameters `π` (Atkeson, An & Hollerbach 1986; Khalil & Dombre 2002).
//!
//! The wrench a body needs is linear in its ten parameters. Joint *i* sees the
//! part of it along its own screw `(g, v)`, written in the frame of body *j*:
//!
//! ```text
//! m      v·a
//! h      Uᵀv + a × g
//! I      coefficients of  g·(I α) + (g × ω)·(I ω)
//! ```
//!
//! so each pair (joint, body beyond it) gives ten numbers from one screw; the
//! wrench columns themselves are never carried down the chain. A rotor's
//! column is `q̈` in its own row.

use super::inverse::Node;
use crate::robot::{Body, Freedom, Tree};
use crate::spatial::{Mat3, Scalar, Sym3, Transform, Vec3, vec3};

/// Receives the regressor's entries as they are computed. Entries that are
/// zero by structure are never written.
pub trait RegressorSink<S> {
    /// The ten entries of joint `dof` (a row) for `body` (ten columns).
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[S; 10]);
    /// The entry of joint `dof` for its own rotor.
    fn rotor_entry(&mut self, dof: usize, entry: S);
}

/// Poses of all bodies in the base, from the poses in parents that the outward
/// pass of inverse dynamics left in `nodes`.
#[inline(always)]
fn base_poses<S: Scalar>(tree: &Tree, nodes: &[Node<S>], poses: &mut [Transform<S>]) {
    for (i, body) in tree.bodies.iter().enumerate() {
        let node = &nodes[i];
        let translation = match body.freedom {
            Freedom::Slide => node.translation,
            _ => Vec3::constant(body.origin.translation),
        };
        poses[i] = match body.parent {
            None => Transform { rotation: node.rotation, translation },
            Some(p) => Transform {
                rotation: poses[p].rotation.compose(&node.rotation),
                translation: match body.freedom {
                    Freedom::Slide => poses[p].apply(translation),
                    _ => poses[p].apply(body.origin.translation),
                },
            },
        };
    }
}

/// The regressor at the motion that [`outward`](super::inverse::outward) left
/// in `nodes`. `poses` is scratch, one entry per body; `qdd(dof)` is only read
/// for the rotors.
#[inline(always)]
pub fn regressor<S: Scalar>(
    tree: &Tree,
    nodes: &[Node<S>],
    poses: &mut [Transform<S>],
    state: &[super::inverse::Coordinate<S>],
    sink: &mut impl RegressorSink<S>,
) {
    base_poses(tree, nodes, poses);
    for (j, body) in tree.bodies.iter().enumerate() {
        let node = &nodes[j];
        // The body's own joint first: its screw is z in the body's frame.
        match body.freedom {
            Freedom::Turn => hand_out(sink, body.dof, j, body, &turning_entries(node)),
            Freedom::Slide => hand_out(sink, body.dof, j, body, &sliding_entries(node)),
            Freedom::None => {}
        }
        let mut next = body.parent;
        while let Some(i) = next {
            let ancestor = &tree.bodies[i];
            next = ancestor.parent;
            let z = poses[i].rotation.c[2];
            let r = &poses[j].rotation;
            match ancestor.freedom {
                Freedom::Turn => {
                    let arm = poses[j].translation - poses[i].translation;
                    let g = r.apply_transposed(z);
                    let entries = screw_entries(node, g, r.apply_transposed(z.cross(arm)));
                    hand_out(sink, ancestor.dof, j, body, &entries);
                }
                Freedom::Slide => {
                    let entries = slide_entries(node, r.apply_transposed(z));
                    hand_out(sink, ancestor.dof, j, body, &entries);
                }
                Freedom::None => {}
            }
        }
    }
    for dof in 0..tree.dofs {
        sink.rotor_entry(dof, state[dof].qdd);
    }
}

/// Entries for a general screw: turning `g`, moving `v` at the body's origin.
#[inline(always)]
fn screw_entries<S: Scalar>(node: &Node<S>, g: Vec3<S>, v: Vec3<S>) -> [S; 10] {
    let (a, w, e) = (node.acceleration, node.omega, node.alpha);
    let h = a.cross_add(g, node.gradient.apply_transposed(v));
    let b = g.cross(w);
    let t = bilinear(g, e, b, w);
    [v.dot(a), h.x, h.y, h.z, t.xx, t.xy, t.yy, t.xz, t.yz, t.zz]
}

/// `g·(I α) + b·(I ω)` as coefficients of the six entries of `I`.
#[inline(always)]
fn bilinear<S: Scalar>(g: Vec3<S>, e: Vec3<S>, b: Vec3<S>, w: Vec3<S>) -> Sym3<S> {
    Sym3 {
        xx: g.x.times_add(e.x, b.x * w.x),
        xy: g.x.times_add(e.y, g.y.times_add(e.x, b.x.times_add(w.y, b.y * w.x))),
        yy: g.y.times_add(e.y, b.y * w.y),
        xz: g.x.times_add(e.z, g.z.times_add(e.x, b.x.times_add(w.z, b.z * w.x))),
        yz: g.y.times_add(e.z, g.z.times_add(e.y, b.y.times_add(w.z, b.z * w.y))),
        zz: g.z.times_add(e.z, b.z * w.z),
    }
}

/// Entries for a sliding screw along `v`.
#[inline(always)]
fn slide_entries<S: Scalar>(node: &Node<S>, v: Vec3<S>) -> [S; 10] {
    let h = node.gradient.apply_transposed(v);
    let o = S::zero();
    [v.dot(node.acceleration), h.x, h.y, h.z, o, o, o, o, o, o]
}

/// Entries for the body's own turning joint: `g = z`, `v = 0`.
#[inline(always)]
fn turning_entries<S: Scalar>(node: &Node<S>) -> [S; 10] {
    let (a, w, e) = (node.acceleration, node.omega, node.alpha);
    let o = S::zero();
    let xy = w.x * w.y;
    [
        o,
        a.y,
        -a.x,
        o,
        -xy,
        w.x.times_add(w.x, -(w.y * w.y)),
        xy,
        (-w.y).times_add(w.z, e.x),
        w.x.times_add(w.z, e.y),
        e.z,
    ]
}

/// Entries for the body's own sliding joint: `g = 0`, `v = z`.
#[inline(always)]
fn sliding_entries<S: Scalar>(node: &Node<S>) -> [S; 10] {
    let u = &node.gradient.c;
    let o = S::zero();
    [node.acceleration.z, u[0].z, u[1].z, u[2].z, o, o, o, o, o, o]
}

/// Hands entries for parameters in the body frame to the sink as entries for
/// the parameters in the link frame: `h_body = Qᵀ h`, `I_body = Qᵀ I Q`.
#[inline(always)]
fn hand_out<S: Scalar>(
    sink: &mut impl RegressorSink<S>,
    dof: usize,
    index: usize,
    body: &Body,
    entries: &[S; 10],
) {
    match &body.to_link {
        None => sink.body_entries(dof, index, entries),
        Some(turn) => sink.body_entries(dof, index, &turned(turn, entries)),
    }
}

#[inline(always)]
fn turned<S: Scalar>(turn: &Mat3<f64>, entries: &[S; 10]) -> [S; 10] {
    let turn = Mat3::constant(*turn);
    let [m, hx, hy, hz, xx, xy, yy, xz, yz, zz] = *entries;
    let h = turn.apply(vec3(hx, hy, hz));
    // Off-diagonal entries stand for two equal ones of the symmetric form.
    let half = Sym3 { xx, xy: xy.times(0.5), yy, xz: xz.times(0.5), yz: yz.times(0.5), zz };
    let t = turn.congruence(&half);
    [m, h.x, h.y, h.z, t.xx, t.xy + t.xy, t.yy, t.xz + t.xz, t.yz + t.yz, t.zz]
}
