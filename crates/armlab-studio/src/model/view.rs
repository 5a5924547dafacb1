//! The robot as a page sees it.

use super::aside::Aside;
use super::defaults::{defaults, far_end};
use super::draft::Draft;
use super::loaded::Loaded;
use super::placing::home_frames;
use crate::contract::{
    CouplingEntry, Field, FindingView, FrameView, FrictionValue, FrictionView, JointView,
    LimitsView, LinkDefaults, LinkView, LoopView, Model, Pose,
};
use armlab::dynamics::Mechanism;
use armlab::robot::doctor::{Finding, nearest_valid_inertia};
use armlab::robot::{Frame, Joint, Robot};
use armlab::spatial::principal_axes;
use armlab::spatial::{Mat3, Transform};

/// Position and quaternion of a pose.
pub fn pose(t: &Transform<f64>) -> Pose {
    let [x, y, z] = t.translation.to_array();
    let [a, b, c, d] = quaternion(&t.rotation);
    [x, y, z, a, b, c, d]
}

/// x, y, z, w, from the largest of the four for accuracy (Shepperd 1978).
fn quaternion(rotation: &Mat3<f64>) -> [f64; 4] {
    let r = rotation.to_rows();
    let trace = r[0][0] + r[1][1] + r[2][2];
    let squares = [r[0][0], r[1][1], r[2][2], trace];
    let largest = (0..4).fold(0, |best, i| if squares[i] > squares[best] { i } else { best });
    let mut q = [0.0; 4];
    if largest == 3 {
        let s = 2.0 * (1.0 + trace).max(0.0).sqrt();
        q = [(r[2][1] - r[1][2]) / s, (r[0][2] - r[2][0]) / s, (r[1][0] - r[0][1]) / s, s / 4.0];
    } else {
        let (i, j, k) = (largest, (largest + 1) % 3, (largest + 2) % 3);
        let s = 2.0 * (1.0 + r[i][i] - r[j][j] - r[k][k]).max(0.0).sqrt();
        q[i] = s / 4.0;
        q[j] = (r[j][i] + r[i][j]) / s;
        q[k] = (r[k][i] + r[i][k]) / s;
        q[3] = (r[k][j] - r[j][k]) / s;
    }
    q
}

/// A frame.
pub fn frame(f: &Frame) -> FrameView {
    let rpy = f.pose.rotation.to_rpy();
    FrameView { name: f.name.clone(), link: f.link, pose: pose(&f.pose), rpy }
}

/// A doctor's finding.
pub fn finding(f: &Finding) -> FindingView {
    FindingView {
        severity: f.severity.name().into(),
        subject: f.subject.clone(),
        code: f.code.into(),
        message: f.message.clone(),
        why: f.why.clone(),
        fix: f.fix.clone(),
    }
}

fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

/// The whole robot.
pub fn view(loaded: &Loaded, aside: &Aside, revision: u32) -> Model {
    let robot = &loaded.robot;
    let frames = home_frames(&Draft::of(robot, aside));
    let mut coordinate = 0;
    let joints: Vec<JointView> = robot
        .joints()
        .iter()
        .enumerate()
        .map(|(i, j)| {
            let index = j.kind.moves().then_some(coordinate);
            coordinate += usize::from(j.kind.moves());
            let parent = j.parent.map_or_else(Transform::identity, |p| frames[p]);
            JointView {
                dh: aside.rows.get(&j.name).cloned(),
                from: parent.apply(j.origin.translation).to_array(),
                to: frames[i].apply(far_end(robot, i)).to_array(),
                ..joint(robot, j, index)
            }
        })
        .collect();
    let driven = (0..joints.len()).filter(|&i| joints[i].driven).collect();
    let (home, stuck) = match Mechanism::new(robot) {
        Ok(mechanism) => (mechanism.home(), None),
        Err(error) => (robot.driven_joints().map(|j| j.home).collect(), Some(error.to_string())),
    };
    Model {
        revision,
        name: robot.name().into(),
        summary: loaded.summary.clone(),
        gravity: robot.gravity().to_array(),
        base: robot.base().name.clone(),
        links: (0..robot.links().len()).map(|i| link(robot, i, aside)).collect(),
        joints,
        driven,
        home,
        tool: frame(robot.tool()),
        frames: robot.frames().iter().map(frame).collect(),
        loops: robot
            .loops()
            .iter()
            .map(|l| LoopView {
                name: l.name.clone(),
                first: frame(&l.first),
                second: frame(&l.second),
                directions: l.directions.iter().map(|d| d.name().into()).collect(),
                gap: {
                    let at = |f: &Frame| {
                        let link = f.link.map_or_else(Transform::identity, |i| frames[i]);
                        link.apply(f.pose.translation)
                    };
                    (at(&l.first) - at(&l.second)).norm()
                },
            })
            .collect(),
        couplings: robot
            .couplings()
            .iter()
            .map(|c| CouplingEntry {
                joints: c.joints.clone(),
                opposed: c.opposed,
                inertia: c.inertia,
                viscous: c.viscous,
                coulomb: c.coulomb,
                width: c.width,
            })
            .collect(),
        findings: loaded.findings.iter().map(finding).collect(),
        notes: loaded.notes.clone(),
        stuck,
    }
}

fn link(robot: &Robot, index: usize, aside: &Aside) -> LinkView {
    let link = &robot.links()[index];
    let blank = aside.blanks.get(&link.name).copied().unwrap_or_default();
    let kept = aside.centres.get(&link.name).copied().unwrap_or_default();
    let stated = link.inertia.is_some();
    let inertia = link.inertia.unwrap_or_default();
    let usual = defaults(robot, index, aside);
    let tensor = inertia.tensor_at_center();
    let gyration = if inertia.mass > 0.0 {
        principal_axes(&tensor).0.map(|i| (i.max(0.0) / inertia.mass).sqrt()).to_vec()
    } else {
        Vec::new()
    };
    LinkView {
        name: link.name.clone(),
        mass: Field { value: inertia.mass, is_default: blank.mass || !stated },
        centre: Field {
            value: inertia.center().map_or(kept, |c| c.to_array()),
            is_default: blank.centre || !stated,
        },
        inertia: Field { value: tensor.to_array(), is_default: blank.inertia || !stated },
        defaults: LinkDefaults {
            mass: usual.mass,
            centre: usual.centre.to_array(),
            inertia: usual.inertia.to_array(),
            why: usual.why,
        },
        gyration,
        nearest_inertia: nearest_valid_inertia(&tensor).map(|t| t.to_array()),
    }
}

fn joint(robot: &Robot, j: &Joint, coordinate: Option<usize>) -> JointView {
    let turns = j.kind.turns();
    let friction = j.friction.terms.iter().map(|term| FrictionView {
        law: term.law().name().into(),
        values: term
            .law()
            .parameters()
            .iter()
            .zip(term.values())
            .map(|(p, &value)| FrictionValue {
                name: p.name.into(),
                symbol: p.symbol.into(),
                unit: p.dimension.unit(turns).into(),
                value,
            })
            .collect(),
    });
    JointView {
        name: j.name.clone(),
        kind: j.kind.name().into(),
        parent: j.parent,
        origin: pose(&j.origin),
        rpy: j.origin.rotation.to_rpy(),
        dh: None,
        from: [0.0; 3],
        to: [0.0; 3],
        axis: j.axis.to_array(),
        limits: LimitsView {
            lower: finite(j.limits.lower),
            upper: finite(j.limits.upper),
            velocity: finite(j.limits.velocity),
            acceleration: finite(j.limits.acceleration),
            effort: finite(j.limits.effort),
        },
        home: j.home,
        driven: j.kind.moves() && robot.is_driven(j),
        coordinate,
        rotor_inertia: j.rotor_inertia,
        friction: friction.collect(),
        position_unit: j.kind.position_unit().into(),
        effort_unit: j.kind.effort_unit().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab::spatial::vec3;

    #[test]
    fn quaternions_turn_vectors_as_their_matrices_do() {
        for (axis, angle) in
            [([0.0, 0.0, 1.0], 0.3), ([1.0, 0.0, 0.0], 3.1), ([0.6, -0.8, 0.0], -2.9)]
        {
            let r = Mat3::rotation(vec3(axis[0], axis[1], axis[2]), angle);
            let [x, y, z, w] = quaternion(&r);
            let v = vec3(0.3, -0.7, 1.1);
            let u = vec3(x, y, z);
            let t = u.cross(v).scale(2.0);
            let turned = v + t.scale(w) + u.cross(t);
            assert!((turned - r.apply(v)).norm() < 1e-14);
        }
    }
}
