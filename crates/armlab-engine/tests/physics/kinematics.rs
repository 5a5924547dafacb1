//! Poses, Jacobians and their rates, against derivatives of the poses.

use crate::support::claim::{Claim, largest};
use crate::support::random::{Random, on_random_trees};
use armlab_engine::kinematics::{
    ReferenceFrame, frame_jacobian, frame_jacobian_rate, frame_pose, link_poses,
};
use armlab_engine::robot::{Frame, JointKind, Robot};
use armlab_engine::spatial::{Dual, Motion, Scalar, Transform, Vec3, vec3};

const BOTH: [ReferenceFrame; 2] = [ReferenceFrame::Base, ReferenceFrame::Own];

fn array(m: &Motion<f64>) -> [f64; 6] {
    let (a, v) = (m.angular, m.linear);
    [a.x, a.y, a.z, v.x, v.y, v.z]
}

/// The tool, a link's own frame, a frame somewhere on a link, and the base.
fn some_frames(robot: &Robot, random: &mut Random) -> Vec<Frame> {
    let own = robot.links()[random.below(robot.links().len())].name.clone();
    let link = Some(random.below(robot.links().len()));
    vec![
        robot.tool().clone(),
        robot.find_frame(&own).expect("a link is a frame"),
        Frame { name: "sensor".into(), link, pose: random.pose() },
        robot.find_frame("base").expect("the base is a frame"),
    ]
}

/// Angular and linear velocity of a frame with pose `at` and rate `rate`, in
/// base axes: `ω` is the axial vector of `Ṙ Rᵀ`.
fn velocity(at: &Transform<f64>, rate: &Transform<f64>) -> Motion<f64> {
    let spin = rate.rotation.compose(&at.rotation.transposed()).to_rows();
    let half = |a: f64, b: f64| 0.5 * (a - b);
    Motion {
        angular: vec3(
            half(spin[2][1], spin[1][2]),
            half(spin[0][2], spin[2][0]),
            half(spin[1][0], spin[0][1]),
        ),
        linear: rate.translation,
    }
}

/// The same velocity in other axes.
fn seen_from(axes: ReferenceFrame, pose: &Transform<f64>, m: Motion<f64>) -> Motion<f64> {
    match axes {
        ReferenceFrame::Base => m,
        ReferenceFrame::Own => Motion {
            angular: pose.rotation.apply_transposed(m.angular),
            linear: pose.rotation.apply_transposed(m.linear),
        },
    }
}

/// `f` of every entry of a pose.
fn mapped<S: Scalar>(pose: &Transform<S>, f: impl Fn(S) -> f64) -> Transform<f64> {
    let v = |v: Vec3<S>| vec3(f(v.x), f(v.y), f(v.z));
    let mut out = Transform { translation: v(pose.translation), ..Transform::identity() };
    out.rotation.c = pose.rotation.c.map(v);
    out
}

#[test]
fn poses_follow_joint_after_joint() {
    // Against the textbook product of origins and joint motions, in link frames.
    let mut claim = Claim::new("poses", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let mut poses: Vec<Transform<f64>> = Vec::new();
        let mut coordinates = state.q.iter();
        for joint in robot.joints() {
            let motion = match joint.kind {
                JointKind::Fixed => Transform::identity(),
                JointKind::Prismatic => {
                    let d = joint.axis.scale(*coordinates.next().unwrap());
                    Transform::translation(d.x, d.y, d.z)
                }
                _ => Transform::rotation(joint.axis, *coordinates.next().unwrap()),
            };
            let parent = joint.parent.map_or(Transform::identity(), |p| poses[p]);
            poses.push(parent.compose(&joint.origin).compose(&motion));
        }
        let got = link_poses(robot, &state.q);
        for (i, (got, want)) in got.iter().zip(&poses).enumerate() {
            let flat = |t: &Transform<f64>| t.to_matrix().concat();
            claim.check(&flat(got), &flat(want), format!("{context}, link {i}"));
        }
    });
}

#[test]
fn jacobians_are_the_exact_slopes_of_the_pose() {
    let mut claim = Claim::new("J by dual numbers", 3e-14);
    on_random_trees(|robot, state, random, context| {
        let n = robot.dofs();
        for frame in some_frames(robot, random) {
            let pose = frame_pose(robot, &frame, &state.q);
            for axes in BOTH {
                let jacobian = frame_jacobian(robot, &frame, axes, &state.q);
                for j in 0..n {
                    let q: Vec<Dual<1>> = (0..n)
                        .map(|i| Dual::variable(state.q[i], if i == j { 0 } else { 1 }))
                        .collect();
                    let moved = frame_pose(robot, &frame, &q);
                    let slope = velocity(&pose, &mapped(&moved, |x| x.eps[0]));
                    let want = array(&seen_from(axes, &pose, slope));
                    let context = format!("{context}, frame {}, joint {j}", frame.name);
                    claim.check_scaled(&array(&jacobian[j]), &want, 1.0, context);
                }
            }
        }
    });
}

#[test]
fn jacobians_match_finite_differences_of_the_pose() {
    let mut claim = Claim::new("J by central differences", 1e-8);
    let h = 1e-6;
    on_random_trees(|robot, state, random, context| {
        for frame in some_frames(robot, random) {
            let pose = frame_pose(robot, &frame, &state.q);
            let jacobian = frame_jacobian(robot, &frame, ReferenceFrame::Base, &state.q);
            for j in 0..robot.dofs() {
                let at = |step: f64| {
                    let mut q = state.q.clone();
                    q[j] += step;
                    frame_pose(robot, &frame, &q)
                };
                let (ahead, behind) = (at(h), at(-h));
                let slope = |a: f64, b: f64| (a - b) / (2.0 * h);
                let mut rate = ahead;
                for c in 0..3 {
                    let (a, b) = (ahead.rotation.c[c], behind.rotation.c[c]);
                    rate.rotation.c[c] = vec3(slope(a.x, b.x), slope(a.y, b.y), slope(a.z, b.z));
                }
                let (a, b) = (ahead.translation, behind.translation);
                rate.translation = vec3(slope(a.x, b.x), slope(a.y, b.y), slope(a.z, b.z));
                let want = array(&velocity(&pose, &rate));
                let context = format!("{context}, frame {}, joint {j}", frame.name);
                claim.check_scaled(&array(&jacobian[j]), &want, 1.0, context);
            }
        }
    });
}

/// `J q̇` in base axes, angular part first.
fn frame_velocity<S: Scalar>(robot: &Robot, frame: &Frame, q: &[S], qd: &[S]) -> [S; 6] {
    let mut sum = Motion::zero();
    for (column, &speed) in frame_jacobian(robot, frame, ReferenceFrame::Base, q).iter().zip(qd) {
        sum += column.scale(speed);
    }
    let (a, v) = (sum.angular, sum.linear);
    [a.x, a.y, a.z, v.x, v.y, v.z]
}

#[test]
fn the_jacobians_rate_is_the_exact_rate_of_the_frames_velocity() {
    let mut claim = Claim::new("Jdot qd by dual numbers", 3e-14);
    on_random_trees(|robot, state, random, context| {
        let n = robot.dofs();
        for frame in some_frames(robot, random) {
            let q: Vec<Dual<1>> = (0..n).map(|i| Dual::new(state.q[i], [state.qd[i]])).collect();
            let qd: Vec<Dual<1>> = state.qd.iter().map(|&s| Dual::new(s, [0.0])).collect();
            let [a, b, c, d, e, f] = frame_velocity(robot, &frame, &q, &qd).map(|x| x.eps[0]);
            let rate = Motion { angular: vec3(a, b, c), linear: vec3(d, e, f) };
            let pose = frame_pose(robot, &frame, &state.q);
            for axes in BOTH {
                let got = frame_jacobian_rate(robot, &frame, axes, &state.q, &state.qd);
                let want = array(&seen_from(axes, &pose, rate));
                let context = format!("{context}, frame {}", frame.name);
                claim.check_scaled(&array(&got), &want, largest(&want).max(1.0), context);
            }
        }
    });
}

#[test]
fn the_jacobians_rate_matches_finite_differences() {
    let mut claim = Claim::new("Jdot qd by central differences", 5e-9);
    let h = 1e-6;
    on_random_trees(|robot, state, random, context| {
        for frame in some_frames(robot, random) {
            let at = |step: f64| {
                let q: Vec<f64> =
                    state.q.iter().zip(&state.qd).map(|(q, s)| q + step * s).collect();
                frame_velocity(robot, &frame, &q, &state.qd)
            };
            let (ahead, behind) = (at(h), at(-h));
            let want: Vec<f64> = (0..6).map(|k| (ahead[k] - behind[k]) / (2.0 * h)).collect();
            let axes = ReferenceFrame::Base;
            let got = frame_jacobian_rate(robot, &frame, axes, &state.q, &state.qd);
            let context = format!("{context}, frame {}", frame.name);
            claim.check_scaled(&array(&got), &want, largest(&want).max(1.0), context);
        }
    });
}
