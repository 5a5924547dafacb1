//! The joints between the base and one frame, compiled for inverse kinematics.
//!
//! Inverse kinematics of a tree concerns only the path to the frame, and asks
//! for its pose and Jacobian thousands of times. A [`Chain`] keeps that path
//! with fixed joints merged away, and evaluates both in one pass: outwards
//! `T ← T · Xᵢ · Jᵢ(qᵢ)`, remembering each joint's axis `zᵢ` and origin `oᵢ`,
//! then column *i* is `(zᵢ, zᵢ × (p − oᵢ))` for a turning joint and `(0, zᵢ)`
//! for a sliding one.

use super::error::InverseError;
use crate::robot::{Frame, Freedom, JointKind, Robot};
use crate::spatial::{InstructionSet, Lanes, Scalar, Transform, Vec3};
use std::f64::consts::{PI, TAU};

/// Length of a slide without limits, for comparing lengths, metres.
const UNLIMITED: f64 = 1.0;

/// One joint of a chain.
#[derive(Clone, Debug)]
pub struct ChainJoint {
    /// Name of the joint.
    pub name: String,
    /// Index of its coordinate among the robot's driven ones.
    pub dof: usize,
    /// True if it turns, false if it slides.
    pub turns: bool,
    /// Smallest coordinate; −∞ where there is no limit.
    pub lower: f64,
    /// Largest coordinate; ∞ where there is no limit.
    pub upper: f64,
    /// Largest speed; ∞ where there is no limit.
    pub velocity: f64,
    /// Pose at coordinate zero in the joint before; it moves along or about z.
    pub origin: Transform<f64>,
}

impl ChainJoint {
    /// True if it can turn all the way round, so that every angle has an
    /// equivalent within the limits and no limit ever binds.
    pub fn is_circular(&self) -> bool {
        self.turns && self.upper - self.lower >= TAU - 1e-12
    }
    /// Length of the range that a search covers, finite for every joint.
    pub fn range(&self, reach: f64) -> f64 {
        match self.upper - self.lower {
            _ if self.is_circular() => TAU,
            range if range.is_finite() => range,
            _ => 2.0 * reach.max(1e-3),
        }
    }
    /// Ends of the range that a search covers, finite for every joint.
    pub fn search_range(&self, reach: f64) -> (f64, f64) {
        if self.is_circular() {
            let middle = if (self.lower + self.upper).is_finite() {
                (0.5 * (self.lower + self.upper)).clamp(self.lower + PI, self.upper - PI)
            } else {
                0.0
            };
            return (middle - PI, middle + PI);
        }
        let range = self.range(reach);
        match (self.lower.is_finite(), self.upper.is_finite()) {
            (true, true) => (self.lower, self.upper),
            (true, false) => (self.lower, self.lower + range),
            (false, true) => (self.upper - range, self.upper),
            (false, false) => (-0.5 * range, 0.5 * range),
        }
    }
    /// The coordinate equivalent to `q` that lies within the limits and nearest
    /// to `near`: whole turns may be added to a joint that turns.
    pub fn nearest_equivalent(&self, q: f64, near: f64) -> f64 {
        if !self.turns {
            return q.clamp(self.lower, self.upper);
        }
        let mut best = q + TAU * ((near - q) / TAU).round();
        if best > self.upper {
            best -= TAU * ((best - self.upper) / TAU).ceil();
        }
        if best < self.lower {
            best += TAU * ((self.lower - best) / TAU).ceil();
        }
        // Rounding of the turns must not leave the limits.
        best.clamp(self.lower, self.upper)
    }
}

/// The joints between the base and a frame.
#[derive(Clone, Debug)]
pub struct Chain {
    name: String,
    joints: Vec<ChainJoint>,
    /// The frame in the last joint's body.
    tool: Transform<f64>,
    dofs: usize,
    reach: f64,
}

impl Chain {
    /// The chain from the base of `robot` to its tool.
    pub fn to_tool(robot: &Robot) -> Result<Self, InverseError> {
        Self::to_frame(robot, robot.tool())
    }

    /// The chain from the base of `robot` to `frame`.
    pub fn to_frame(robot: &Robot, frame: &Frame) -> Result<Self, InverseError> {
        if !robot.loops().is_empty() {
            return Err(InverseError::ClosedLoops { robot: robot.name().into() });
        }
        let tree = robot.tree();
        let mut path = Vec::new();
        let mut next = frame.link;
        while let Some(i) = next {
            path.push(i);
            next = tree.bodies[i].parent;
        }
        // Joints that follow others have no coordinate of their own.
        let coordinates: Vec<usize> = robot
            .moving_joints()
            .scan(0, |next, joint| {
                let own = *next;
                *next += usize::from(robot.is_driven(joint));
                Some(own)
            })
            .collect();
        let mut joints = Vec::with_capacity(path.len());
        // What fixed joints contributed since the last moving one.
        let mut pending = Transform::identity();
        for &i in path.iter().rev() {
            let (body, joint) = (&tree.bodies[i], &robot.joints()[i]);
            pending = pending.compose(&body.origin);
            if body.freedom == Freedom::None {
                continue;
            }
            if let Some(mimic) = &joint.mimic {
                return Err(InverseError::Follower {
                    frame: frame.name.clone(),
                    joint: joint.name.clone(),
                    leader: mimic.joint.clone(),
                });
            }
            let endless = joint.kind == JointKind::Continuous;
            let limits = joint.limits;
            let (lower, upper) = if endless {
                (f64::NEG_INFINITY, f64::INFINITY)
            } else {
                (limits.lower, limits.upper)
            };
            // Not `lower >= upper`: a NaN must be refused as well.
            if !(lower < upper) {
                return Err(InverseError::EmptyRange { joint: joint.name.clone(), lower, upper });
            }
            joints.push(ChainJoint {
                name: joint.name.clone(),
                dof: coordinates[body.dof],
                turns: body.freedom == Freedom::Turn,
                lower,
                upper,
                velocity: limits.velocity,
                origin: std::mem::take(&mut pending),
            });
        }
        if joints.is_empty() {
            return Err(InverseError::NoJoints { frame: frame.name.clone() });
        }
        let to_body =
            frame.link.and_then(|i| tree.bodies[i].to_link.as_ref()).map(|t| t.transposed());
        let local = match to_body {
            None => frame.pose,
            Some(back) => {
                Transform { rotation: back, translation: Vec3::zero() }.compose(&frame.pose)
            }
        };
        let tool = pending.compose(&local);
        let dofs = robot.driven_joints().count();
        let mut chain = Self { name: frame.name.clone(), joints, tool, dofs, reach: 0.0 };
        chain.reach = chain.longest_arm();
        Ok(chain)
    }

    /// An upper bound of the distance between the first joint and the frame:
    /// all offsets in one line, every slide at its far end.
    fn longest_arm(&self) -> f64 {
        let mut arm = self.tool.translation;
        let mut reach = 0.0;
        for (i, joint) in self.joints.iter().enumerate().rev() {
            if joint.turns {
                reach += arm.norm();
                arm = Vec3::zero();
            } else {
                // The offset along the slide varies with it.
                // One without limits counts as a metre either way.
                let far = [joint.lower.max(-UNLIMITED), joint.upper.min(UNLIMITED)]
                    .into_iter()
                    .map(|q| arm + Vec3 { x: 0.0, y: 0.0, z: q })
                    .max_by(|a, b| a.norm().total_cmp(&b.norm()));
                arm = far.unwrap_or(arm);
            }
            if i > 0 {
                arm = joint.origin.apply(arm);
            }
        }
        // Sliding joints at the base: their stroke counts too.
        (reach + arm.norm()).max(1e-9)
    }

    /// Name of the frame at its end.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Its joints, from the base.
    pub fn joints(&self) -> &[ChainJoint] {
        &self.joints
    }
    /// The frame in the last joint's body.
    pub fn tool(&self) -> &Transform<f64> {
        &self.tool
    }
    /// Coordinates of the whole robot.
    pub fn dofs(&self) -> usize {
        self.dofs
    }
    /// An upper bound of the distance between the first joint and the frame,
    /// used to compare lengths with angles.
    pub fn reach(&self) -> f64 {
        self.reach
    }
    /// The robot's configuration of zeros, moved into the limits where zero is
    /// outside. Joints beside the chain stay at zero.
    pub fn home(&self) -> Vec<f64> {
        let mut q = vec![0.0; self.dofs];
        for joint in &self.joints {
            q[joint.dof] = 0.0_f64.clamp(joint.lower, joint.upper);
        }
        q
    }
    /// True when the chain's joints in the robot's `q` are within their limits.
    pub fn within_limits(&self, q: &[f64]) -> bool {
        self.joints.iter().all(|j| q[j.dof] >= j.lower && q[j.dof] <= j.upper)
    }
    /// Pose of the frame in the base at the robot's coordinates `q`.
    pub fn pose(&self, q: &[f64]) -> Transform<f64> {
        let mut pose = Transform::identity();
        for joint in &self.joints {
            pose = pose.compose(&joint.origin);
            let q = q[joint.dof];
            if joint.turns {
                let (sin, cos) = q.sin_cos();
                let [x, y, z] = pose.rotation.c;
                pose.rotation.c = [x.scale(cos) + y.scale(sin), y.scale(cos) - x.scale(sin), z];
            } else {
                pose.translation += pose.rotation.c[2].scale(q);
            }
        }
        pose.compose(&self.tool)
    }
    /// The robot's coordinates of the chain's joints.
    pub fn gather(&self, robot: &[f64], chain: &mut Vec<f64>) {
        chain.clear();
        chain.extend(self.joints.iter().map(|j| robot[j.dof]));
    }
    /// Writes the chain's coordinates into those of the robot.
    pub fn scatter(&self, chain: &[f64], robot: &mut [f64]) {
        for (joint, &q) in self.joints.iter().zip(chain) {
            robot[joint.dof] = q;
        }
    }
}

/// A column of the Jacobian: angular part, then linear part, in base axes.
pub(super) type Column = [f64; 6];

/// Coordinates, sines and cosines of a chain's joints, padded to whole vectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Trigonometry {
    angle: Vec<f64>,
    sin: Vec<f64>,
    cos: Vec<f64>,
}

/// Samples of a sine that are computed side by side.
const WIDTH: usize = 4;

impl Trigonometry {
    pub fn fit(&mut self, joints: usize) {
        let padded = joints.div_ceil(WIDTH) * WIDTH;
        for list in [&mut self.angle, &mut self.sin, &mut self.cos] {
            list.resize(padded, 0.0);
        }
    }
}

/// Pose of the frame and columns of its Jacobian at the chain's coordinates `q`.
#[inline(always)]
pub(super) fn evaluate<A: InstructionSet>(
    chain: &Chain,
    q: &[f64],
    trigonometry: &mut Trigonometry,
    columns: &mut [Column],
) -> Transform<f64> {
    type Single<A> = Lanes<1, A>;
    let n = chain.joints.len();
    let Trigonometry { angle, sin, cos } = trigonometry;
    angle[..n].copy_from_slice(&q[..n]);
    let mut i = 0;
    while i < n {
        let (s, c) = Lanes::<WIDTH, A>::load(&angle[i..]).sin_cos();
        s.store(&mut sin[i..i + WIDTH]);
        c.store(&mut cos[i..i + WIDTH]);
        i += WIDTH;
    }
    let mut pose: Transform<Single<A>> = Transform::identity();
    for i in 0..n {
        let joint = &chain.joints[i];
        pose =
            if i == 0 { Transform::constant(&joint.origin) } else { pose.compose(&joint.origin) };
        let [x, y, z] = pose.rotation.c;
        if joint.turns {
            let (s, c) = (Single::<A>::new([sin[i]]), Single::<A>::new([cos[i]]));
            pose.rotation.c = [x.scale_add(c, y.scale(s)), y.scale_add(c, x.scale(-s)), z];
        } else {
            pose.translation = z.scale_add(Single::<A>::new([q[i]]), pose.translation);
        }
        let o = pose.translation;
        columns[i] = [z.x.v[0], z.y.v[0], z.z.v[0], o.x.v[0], o.y.v[0], o.z.v[0]];
    }
    pose = pose.compose(&chain.tool);
    let p = pose.translation;
    for i in 0..n {
        let [a, b, c, x, y, z] = columns[i];
        if chain.joints[i].turns {
            let arm = p - Vec3::<Single<A>>::constant(Vec3 { x, y, z });
            let v = Vec3::<Single<A>>::constant(Vec3 { x: a, y: b, z: c }).cross(arm);
            columns[i] = [a, b, c, v.x.v[0], v.y.v[0], v.z.v[0]];
        } else {
            columns[i] = [0.0, 0.0, 0.0, a, b, c];
        }
    }
    Transform {
        rotation: crate::spatial::Mat3 { c: pose.rotation.c.map(plain) },
        translation: plain(pose.translation),
    }
}

#[inline(always)]
fn plain<A: InstructionSet>(v: Vec3<Lanes<1, A>>) -> Vec3<f64> {
    Vec3 { x: v.x.v[0], y: v.y.v[0], z: v.z.v[0] }
}
