//! As few inertial parameters as the efforts need.
//!
//! What a body has on its joint's axis (mass, `mz` and `∫z²dm`) stays where it is when the
//! joint turns, so its parent may as well have it; a sliding body's second moments turn
//! with the parent. Moved from the tips to the base, seven parameters of a turning body and
//! four of a sliding one remain: base parameters, in closed form and exact (Gautier & Khalil
//! 1990; Khalil & Bennis 1995). Zero parameters disappear from the generated code.

use armlab_engine::robot::{Freedom, Parameters, Tree};
use armlab_engine::spatial::{Moments, Sym3, Vec3, vec3};

/// Moves what can be moved, in place.
pub fn regroup(tree: &Tree, parameters: &mut Parameters<f64>) {
    let scale = Scale::of(parameters);
    for (i, body) in tree.bodies.iter().enumerate().rev() {
        let own = parameters.bodies[i];
        let zero = Moments::<f64>::default();
        let (kept, given) = match body.freedom {
            Freedom::None => (zero, own),
            Freedom::Turn => {
                let on_axis = Moments {
                    mass: own.mass,
                    first: vec3(0.0, 0.0, own.first.z),
                    second: Sym3 { zz: own.second.zz, ..Sym3::zero() },
                };
                let kept = Moments {
                    mass: 0.0,
                    first: vec3(own.first.x, own.first.y, 0.0),
                    second: Sym3 { zz: 0.0, ..own.second },
                };
                (kept, on_axis)
            }
            Freedom::Slide => {
                let given = Moments { second: own.second, ..zero };
                (Moments { second: Sym3::zero(), ..own }, given)
            }
        };
        parameters.bodies[i] = scale.without_rounding(kept);
        if let Some(p) = body.parent {
            let moved = given.to_parent(&body.origin);
            let onto = &mut parameters.bodies[p];
            onto.mass += moved.mass;
            onto.first += moved.first;
            onto.second += moved.second;
        }
    }
}

/// Sizes beside which rounding errors are told.
struct Scale {
    mass: f64,
    first: f64,
    second: f64,
}

impl Scale {
    fn of(parameters: &Parameters<f64>) -> Self {
        let mut scale = Self { mass: 0.0, first: 0.0, second: 0.0 };
        for body in &parameters.bodies {
            scale.mass = scale.mass.max(body.mass.abs());
            scale.first = scale.first.max(body.first.norm());
            let s = body.second;
            scale.second = scale.second.max(s.xx.abs() + s.yy.abs() + s.zz.abs());
        }
        scale
    }
    fn without_rounding(&self, m: Moments<f64>) -> Moments<f64> {
        let small = |x: f64, scale: f64| if x.abs() <= 1e-16 * scale { 0.0 } else { x };
        let (h, s) = (m.first, m.second);
        let second = |x: f64| small(x, self.second);
        Moments {
            mass: small(m.mass, self.mass),
            first: Vec3 {
                x: small(h.x, self.first),
                y: small(h.y, self.first),
                z: small(h.z, self.first),
            },
            second: Sym3 {
                xx: second(s.xx),
                xy: second(s.xy),
                yy: second(s.yy),
                xz: second(s.xz),
                yz: second(s.yz),
                zz: second(s.zz),
            },
        }
    }
}
