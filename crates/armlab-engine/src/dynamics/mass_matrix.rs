//! The mass matrix, by composite bodies (Walker & Orin 1982; Featherstone 2008, ch. 6).
//!
//! Inwards, each body absorbs the moments of its children. The force that
//! moves the composite of body *i* with unit acceleration along joint *i* is a
//! column of its inertia, and costs nothing to write down since joints move
//! along z. Carried towards the base, its part along every joint on the way is
//! an entry of `M`.

use crate::robot::{Freedom, Parameters, Tree};
use crate::spatial::{Force, Moments, Scalar, Sym3, Times, Transform, vec3};

/// Mass matrix of a tree at `q`, row after row into `mass`, symmetric and with
/// zeros where two joints share no body. `poses` and `composites` are scratch,
/// one entry per body.
#[inline(always)]
pub fn mass_matrix<S: Scalar + Times<P>, P: Copy>(
    tree: &Tree,
    parameters: &Parameters<P>,
    q: &[S],
    poses: &mut [Transform<S>],
    composites: &mut [Moments<S>],
    mass: &mut [S],
) {
    for (i, body) in tree.bodies.iter().enumerate() {
        poses[i] = match body.freedom {
            Freedom::None => Transform::constant(&body.origin),
            _ => body.pose(q[body.dof]),
        };
    }
    mass_matrix_at(tree, parameters, poses, composites, mass);
}

/// The same with the bodies' poses in their parents given.
#[inline(always)]
pub fn mass_matrix_at<S: Scalar + Times<P>, P: Copy>(
    tree: &Tree,
    parameters: &Parameters<P>,
    poses: &[Transform<S>],
    composites: &mut [Moments<S>],
    mass: &mut [S],
) {
    let n = tree.dofs;
    for i in 0..tree.bodies.len() {
        composites[i] = as_scalar(&parameters.bodies[i]);
    }
    // In a chain every two joints share a body, and every entry is written below.
    let mut chain = true;
    for (i, body) in tree.bodies.iter().enumerate() {
        chain &= body.parent == i.checked_sub(1);
    }
    if !chain {
        for entry in mass[..n * n].iter_mut() {
            *entry = S::zero();
        }
    }
    for (i, body) in tree.bodies.iter().enumerate().rev() {
        let composite = composites[i];
        if let Some(p) = body.parent {
            let moved = composite.to_parent(&poses[i]);
            composites[p].mass += moved.mass;
            composites[p].first += moved.first;
            composites[p].second += moved.second;
        }
        let (mut force, own) = match body.freedom {
            Freedom::Turn => {
                let (h, s) = (composite.first, composite.second);
                let force = Force {
                    moment: vec3(-s.xz, -s.yz, s.xx + s.yy),
                    force: vec3(-h.y, h.x, S::zero()),
                };
                (force, force.moment.z)
            }
            Freedom::Slide => {
                let h = composite.first;
                let force = Force {
                    moment: vec3(h.y, -h.x, S::zero()),
                    force: vec3(S::zero(), S::zero(), composite.mass),
                };
                (force, composite.mass)
            }
            Freedom::None => continue,
        };
        let column = body.dof;
        mass[column * n + column] = S::one().times_add(parameters.rotors[column], own);
        let mut at = i;
        while let Some(p) = tree.bodies[at].parent {
            force = poses[at].force_to_parent(&force);
            let ancestor = &tree.bodies[p];
            let entry = match ancestor.freedom {
                Freedom::Turn => Some(force.moment.z),
                Freedom::Slide => Some(force.force.z),
                Freedom::None => None,
            };
            if let Some(entry) = entry {
                mass[ancestor.dof * n + column] = entry;
                mass[column * n + ancestor.dof] = entry;
            }
            at = p;
        }
    }
}

/// Parameters as scalars of the computation.
#[inline(always)]
pub(super) fn as_scalar<S: Scalar + Times<P>, P: Copy>(m: &Moments<P>) -> Moments<S> {
    let one = S::one();
    let s = m.second;
    Moments {
        mass: one.times(m.mass),
        first: vec3(one.times(m.first.x), one.times(m.first.y), one.times(m.first.z)),
        second: Sym3 {
            xx: one.times(s.xx),
            xy: one.times(s.xy),
            yy: one.times(s.yy),
            xz: one.times(s.xz),
            yz: one.times(s.yz),
            zz: one.times(s.zz),
        },
    }
}
