//! Wrenches: of the surroundings on any link, and through every joint.

use crate::support::claim::{Claim, largest};
use crate::support::random::{Axes, Random, State, on_random_trees};
use armlab_engine::dynamics::Dynamics;
use armlab_engine::kinematics::{ReferenceFrame, frame_jacobian, link_poses};
use armlab_engine::robot::{Frame, Robot};
use armlab_engine::spatial::{Dual, Force, Scalar, Transform, Vec3};

fn random_wrenches(robot: &Robot, random: &mut Random) -> Vec<Force<f64>> {
    robot.links().iter().map(|_| random.wrench()).collect()
}

fn own_frame(robot: &Robot, link: usize) -> Frame {
    robot.find_frame(&robot.links()[link].name).expect("a link is a frame")
}

#[test]
fn an_outside_wrench_relieves_the_drives_by_the_transposed_jacobian() {
    let mut claim = Claim::new("ID with F = ID - J^T F", 3e-14);
    on_random_trees(|robot, State { q, qd, qdd }, random, context| {
        let n = robot.dofs();
        let external = random_wrenches(robot, random);
        let mut dynamics = Dynamics::new(robot);
        let (mut want, mut got) = (vec![0.0; n], vec![0.0; n]);
        dynamics.inverse(q, qd, qdd, &mut want);
        dynamics.inverse_with_external(q, qd, qdd, &external, &mut got);
        let scale = largest(&want).max(largest(&got));
        for (link, wrench) in external.iter().enumerate() {
            let frame = own_frame(robot, link);
            let columns = frame_jacobian(robot, &frame, ReferenceFrame::Own, q);
            for (tau, column) in want.iter_mut().zip(columns) {
                *tau -= column.dot(wrench);
            }
        }
        claim.check_scaled(&got, &want, scale, context);
    });
}

#[test]
fn forward_dynamics_under_outside_wrenches_inverts_inverse_dynamics() {
    let mut claim = Claim::new("ABA with F inverts RNEA with F", 1e-12);
    on_random_trees(|robot, State { q, qd, qdd }, random, context| {
        let n = robot.dofs();
        let external = random_wrenches(robot, random);
        let mut dynamics = Dynamics::new(robot);
        let (mut tau, mut got) = (vec![0.0; n], vec![0.0; n]);
        dynamics.inverse_with_external(q, qd, qdd, &external, &mut tau);
        dynamics.forward_with_external(q, qd, &tau, &external, &mut got).unwrap();
        claim.check(&got, qdd, context);
    });
}

#[test]
fn a_reaction_along_the_joints_axis_is_the_effort_less_the_rotors() {
    let mut claim = Claim::new("s . reaction = tau - Ia qdd", 3e-15);
    on_random_trees(|robot, State { q, qd, qdd }, random, context| {
        let n = robot.dofs();
        let external = random.chance(0.5).then(|| random_wrenches(robot, random));
        let (mut tau, mut reactions) = (vec![0.0; n], vec![Force::zero(); robot.links().len()]);
        let external = external.as_deref();
        Dynamics::new(robot).reactions(q, qd, qdd, external, &mut tau, &mut reactions);
        let (mut got, mut want) = (Vec::new(), Vec::new());
        let moving = robot.joints().iter().zip(&reactions).filter(|(j, _)| j.kind.moves());
        for (dof, (joint, reaction)) in moving.enumerate() {
            let part = if joint.kind.turns() { reaction.moment } else { reaction.force };
            got.push(part.dot(joint.axis));
            want.push(tau[dof] - joint.rotor_inertia * qdd[dof]);
        }
        let largest_part = reactions.iter().map(|r| largest(&r.to_array())).fold(0.0, f64::max);
        claim.check_scaled(&got, &want, largest_part, context);
    });
}

/// Sum of the wrenches that the base exerts on the robot, about the origin and
/// in the axes of the base.
fn from_the_base(robot: &Robot, q: &[f64], reactions: &[Force<f64>]) -> Force<f64> {
    let poses = link_poses(robot, q);
    let mut sum = Force::zero();
    for (i, joint) in robot.joints().iter().enumerate() {
        if joint.parent.is_none() {
            sum += poses[i].force_to_parent(&reactions[i]);
        }
    }
    sum
}

#[test]
fn at_rest_the_base_carries_the_whole_weight() {
    let mut claim = Claim::new("base reaction = -weight", 2e-14);
    on_random_trees(|robot, state, _, context| {
        let n = robot.dofs();
        let (still, mut tau) = (vec![0.0; n], vec![0.0; n]);
        let mut reactions = vec![Force::zero(); robot.links().len()];
        Dynamics::new(robot).reactions(&state.q, &still, &still, None, &mut tau, &mut reactions);
        let mut want = Force::zero();
        for (pose, link) in link_poses(robot, &state.q).iter().zip(robot.links()) {
            let inertia = link.inertia.expect("every random link has inertia");
            let center = pose.apply(inertia.center().expect("and mass"));
            let support = robot.gravity().scale(-inertia.mass);
            want += Force { moment: center.cross(support), force: support };
        }
        let got = from_the_base(robot, &state.q, &reactions);
        claim.check(&got.to_array(), &want.to_array(), context);
    });
}

/// Linear momentum of all links and angular momentum about the base's origin.
fn momentum<S: Scalar>(robot: &Robot, q: &[S], qd: &[S]) -> [S; 6] {
    let mut sum = Force::zero();
    for (i, link) in robot.links().iter().enumerate() {
        let inertia = link.inertia.expect("every random link has inertia");
        let mut velocity = armlab_engine::spatial::Motion::zero();
        let columns = frame_jacobian(robot, &own_frame(robot, i), ReferenceFrame::Own, q);
        for (column, &speed) in columns.iter().zip(qd) {
            velocity += column.scale(speed);
        }
        let constant =
            armlab_engine::spatial::Inertia::from_array(inertia.to_array().map(S::constant));
        let pose: Transform<S> = link_poses(robot, q)[i];
        sum += pose.force_to_parent(&constant.apply(&velocity));
    }
    sum.to_array()
}

#[test]
fn in_motion_the_base_supplies_the_rate_of_momentum() {
    // Newton's and Euler's laws for the robot as a whole. Rotors are no part of
    // a reaction: their momentum is not that of the links.
    let mut claim = Claim::new("base reaction = d(momentum)/dt - weight", 1e-14);
    for (seed, joints) in [(200, 4), (201, 9), (202, 20)] {
        let mut random = Random::new(seed);
        let robot = random.tree(joints, Axes::Any);
        let (n, state) = (robot.dofs(), random.state(&robot));
        let q: Vec<Dual<1>> = (0..n).map(|i| Dual::new(state.q[i], [state.qd[i]])).collect();
        let qd: Vec<Dual<1>> = (0..n).map(|i| Dual::new(state.qd[i], [state.qdd[i]])).collect();
        let mut want = momentum(&robot, &q, &qd).map(|x| x.eps[0]);
        for (pose, link) in link_poses(&robot, &state.q).iter().zip(robot.links()) {
            let inertia = link.inertia.expect("every random link has inertia");
            let weight = robot.gravity().scale(inertia.mass);
            let lever: Vec3<f64> = pose.apply(inertia.center().expect("and mass"));
            let carried = Force { moment: lever.cross(weight), force: weight }.to_array();
            want.iter_mut().zip(carried).for_each(|(w, c)| *w -= c);
        }
        let (mut tau, mut reactions) = (vec![0.0; n], vec![Force::zero(); robot.links().len()]);
        let State { q, qd, qdd } = &state;
        Dynamics::new(&robot).reactions(q, qd, qdd, None, &mut tau, &mut reactions);
        let got = from_the_base(&robot, q, &reactions).to_array();
        claim.check(&got, &want, format!("tree of {joints} joints, seed {seed}"));
    }
}
