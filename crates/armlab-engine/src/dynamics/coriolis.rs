//! The Coriolis matrix `C(q, q̇)` of Christoffel symbols, for which `Ṁ − 2C` is
//! skew-symmetric (Echeandia & Wensing 2021).
//!
//! Each body has, beside its inertia, the matrix
//! `B = ½[(v×*)I + (I v)×̄* − I(v×)]`; both are summed over subtrees, and joint
//! *j*'s columns are carried towards the base as in the mass matrix:
//!
//! ```text
//! f₁ = Iᶜ ṡⱼ + Bᶜ sⱼ    f₂ = Iᶜ sⱼ    f₃ = Bᶜᵀ sⱼ
//! C[i][j] = sᵢ·f₁        C[j][i] = ṡᵢ·f₂ + sᵢ·f₃
//! ```

use crate::robot::{Freedom, Robot};
use crate::spatial::{Force, Inertia, Motion, Transform, Vec3};

/// A linear map from motions to forces, by its six columns.
#[derive(Clone, Copy)]
struct MotionToForce([Force<f64>; 6]);

const BASIS: [Motion<f64>; 6] = {
    let o = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    let (x, y, z) = (Vec3 { x: 1.0, ..o }, Vec3 { y: 1.0, ..o }, Vec3 { z: 1.0, ..o });
    [
        Motion { angular: x, linear: o },
        Motion { angular: y, linear: o },
        Motion { angular: z, linear: o },
        Motion { angular: o, linear: x },
        Motion { angular: o, linear: y },
        Motion { angular: o, linear: z },
    ]
};

impl MotionToForce {
    fn from_map(map: impl Fn(&Motion<f64>) -> Force<f64>) -> Self {
        Self(std::array::from_fn(|k| map(&BASIS[k])))
    }
    fn apply(&self, m: &Motion<f64>) -> Force<f64> {
        let (a, v) = (m.angular, m.linear);
        let weights = [a.x, a.y, a.z, v.x, v.y, v.z];
        let mut sum = Force::zero();
        for (column, w) in self.0.iter().zip(weights) {
            sum += Force { moment: column.moment.scale(w), force: column.force.scale(w) };
        }
        sum
    }
    fn apply_transposed(&self, m: &Motion<f64>) -> Force<f64> {
        let [a, b, c, d, e, f] = self.0.map(|column| m.dot(&column));
        Force { moment: Vec3 { x: a, y: b, z: c }, force: Vec3 { x: d, y: e, z: f } }
    }
    fn add(&mut self, o: &Self) {
        self.0.iter_mut().zip(o.0).for_each(|(a, b)| *a += b);
    }
}

/// `B = ½[(v×*)I + (I v)×̄* − I(v×)]`
fn body_matrix(inertia: &Inertia<f64>, v: &Motion<f64>) -> MotionToForce {
    let momentum = inertia.apply(v);
    MotionToForce::from_map(|m| {
        let sum = v.cross_force(&inertia.apply(m)) + m.cross_force(&momentum)
            - inertia.apply(&v.cross(m));
        Force { moment: sum.moment.scale(0.5), force: sum.force.scale(0.5) }
    })
}

/// The Coriolis matrix at `q`, `qd`, row after row.
///
/// # Panics
/// If `q` and `qd` do not have one entry per coordinate.
pub fn coriolis_matrix(robot: &Robot, q: &[f64], qd: &[f64]) -> Vec<f64> {
    let tree = robot.tree();
    let n = tree.dofs;
    assert_eq!((q.len(), qd.len()), (n, n), "one entry per moving joint");
    let screw = |freedom: Freedom| match freedom {
        Freedom::Turn => BASIS[2],
        Freedom::Slide => BASIS[5],
        Freedom::None => Motion::zero(),
    };
    let mut poses: Vec<Transform<f64>> = Vec::with_capacity(tree.bodies.len());
    let mut velocity: Vec<Motion<f64>> = Vec::with_capacity(tree.bodies.len());
    let mut inertia: Vec<Inertia<f64>> = Vec::with_capacity(tree.bodies.len());
    let mut matrix: Vec<MotionToForce> = Vec::with_capacity(tree.bodies.len());
    for (body, moments) in tree.bodies.iter().zip(&robot.parameters().bodies) {
        let moving = body.freedom != Freedom::None;
        let pose = if moving { body.pose(q[body.dof]) } else { body.origin };
        let mut v = body.parent.map_or(Motion::zero(), |p| pose.motion_to_child(&velocity[p]));
        if moving {
            v += screw(body.freedom).scale(qd[body.dof]);
        }
        poses.push(pose);
        velocity.push(v);
        inertia.push(moments.to_inertia());
        matrix.push(body_matrix(&moments.to_inertia(), &v));
    }
    let mut c = vec![0.0; n * n];
    for (j, body) in tree.bodies.iter().enumerate().rev() {
        if body.freedom != Freedom::None {
            let s = screw(body.freedom);
            let rate = velocity[j].cross(&s);
            let mut f1 = inertia[j].apply(&rate) + matrix[j].apply(&s);
            let mut f2 = inertia[j].apply(&s);
            let mut f3 = matrix[j].apply_transposed(&s);
            c[body.dof * n + body.dof] = s.dot(&f1);
            let mut at = j;
            while let Some(p) = tree.bodies[at].parent {
                f1 = poses[at].force_to_parent(&f1);
                f2 = poses[at].force_to_parent(&f2);
                f3 = poses[at].force_to_parent(&f3);
                let ancestor = &tree.bodies[p];
                if ancestor.freedom != Freedom::None {
                    let s = screw(ancestor.freedom);
                    let rate = velocity[p].cross(&s);
                    c[ancestor.dof * n + body.dof] = s.dot(&f1);
                    c[body.dof * n + ancestor.dof] = rate.dot(&f2) + s.dot(&f3);
                }
                at = p;
            }
        }
        if let Some(p) = body.parent {
            let pose = poses[j];
            let moved = inertia[j].to_parent(&pose).to_array();
            let mut sum = inertia[p].to_array();
            sum.iter_mut().zip(moved).for_each(|(a, b)| *a += b);
            inertia[p] = Inertia::from_array(sum);
            let own = matrix[j];
            matrix[p].add(&MotionToForce::from_map(|m| {
                pose.force_to_parent(&own.apply(&pose.motion_to_child(m)))
            }));
        }
    }
    c
}
