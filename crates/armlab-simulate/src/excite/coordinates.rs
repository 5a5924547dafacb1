//! What the coordinates of a motion are, and how every joint follows them.
//!
//! A motion is designed in the joints of a tree, in the driven joints of a
//! machine with loops, or in coordinates `z` of its platform. Then
//!
//! ```text
//! q = q(z)     q̇ = R ż,  R = ∂q/∂z     q̈ = R z̈ + Ṙ ż
//! ∂q̇/∂ż = ∂q̈/∂z̈ = R                   ∂q̈/∂ż = 2 ∂q̇/∂z
//! ```
//!
//! the last because `∂R/∂z` is symmetric in its two coordinates. The derivatives
//! of `q`, `q̇`, `q̈` and of the velocity_map (how each joint moves with the driven ones) by `z`
//! are exact for a tree; through loops they are central differences, the only
//! ones in the gradient.

use super::error::ExciteError;
use armlab_engine::dynamics::LoopedDynamics;
use armlab_engine::kinematics::frame_pose;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::{Motion, Transform, Vec3, vec3};

/// A direction in which a platform moves, in the axes of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformAxis {
    /// Along x, y or z: where the tool's origin is, m.
    Along(usize),
    /// About x, y or z: by how much the tool is turned from its home, rad.
    About(usize),
}

impl PlatformAxis {
    /// Names, as users write them.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("x", Self::Along(0)),
        ("y", Self::Along(1)),
        ("z", Self::Along(2)),
        ("rx", Self::About(0)),
        ("ry", Self::About(1)),
        ("rz", Self::About(2)),
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, axis)| *axis == self).map_or("", |(name, _)| name)
    }
}

/// The coordinates of a motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Coordinates {
    /// The joints of a tree, or the driven joints of a machine with loops.
    #[default]
    Driven,
    /// Of the platform of a machine with loops; at most one about an axis.
    Platform(Vec<PlatformAxis>),
}

/// Relative step of the differences through loops: their error, its square,
/// meets the rounding errors of an assembled pose.
const STEP: f64 = 2e-5;

/// Every joint over the samples of a motion.
#[derive(Clone, Debug, Default)]
pub struct States {
    /// Positions, speeds and accelerations: one column per moving joint.
    pub q: [Vec<Vec<f64>>; 3],
    /// For each sample, a row per moving joint: how it moves with the driven
    /// ones. Empty for a tree.
    pub velocity_map: Vec<f64>,
}

impl States {
    /// Every `stride`-th of the states into `out`; `size` is that of a sample's
    /// velocity map.
    pub fn thin(&self, stride: usize, size: usize, out: &mut Self) {
        for (to, from) in out.q.iter_mut().zip(&self.q) {
            to.resize(from.len(), Vec::new());
            for (to, from) in to.iter_mut().zip(from) {
                to.clear();
                to.extend(from.iter().step_by(stride));
            }
        }
        out.velocity_map.clear();
        for sample in self.velocity_map.chunks_exact(size.max(1)).step_by(stride) {
            out.velocity_map.extend_from_slice(sample);
        }
    }
}

/// Derivatives of the states by the coordinates' positions: for each sample and
/// coordinate those of `q`, `q̇`, `q̈` and of the velocity_map, one after another.
#[derive(Clone, Debug, Default)]
pub struct Sensitivity {
    data: Vec<f64>,
    width: usize,
}

/// Derivatives of a number by a state; what belongs to `z` directly is in `z`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateSlopes {
    /// By the coordinates.
    pub z: Vec<f64>,
    /// By positions, speeds and accelerations of the moving joints.
    pub q: [Vec<f64>; 3],
    /// By the velocity_map.
    pub velocity_map: Vec<f64>,
}

impl StateSlopes {
    /// Zeros, for a robot with this many coordinates, joints and driven joints.
    pub fn zeros(coordinates: usize, joints: usize, driven: usize) -> Self {
        let column = || vec![0.0; joints];
        Self {
            z: vec![0.0; coordinates],
            q: [column(), column(), column()],
            velocity_map: vec![0.0; joints * driven],
        }
    }
    /// Back to zero.
    pub fn clear(&mut self) {
        self.z.fill(0.0);
        self.q.iter_mut().for_each(|q| q.fill(0.0));
        self.velocity_map.fill(0.0);
    }
}

/// Follows motions of the coordinates.
pub struct Follower<'r> {
    robot: &'r Robot,
    driven: Vec<usize>,
    looped: Option<LoopedDynamics<'r>>,
    platform: Option<Platform>,
    dofs: usize,
}

struct Platform {
    axes: Vec<PlatformAxis>,
    home: Transform<f64>,
}

impl<'r> Follower<'r> {
    /// Follows motions of these coordinates.
    pub fn new(robot: &'r Robot, coordinates: &Coordinates) -> Result<Self, ExciteError> {
        if robot.is_tree() {
            if let Coordinates::Platform(_) = coordinates {
                let hint = "platform coordinates are for machines with loops; move its joints";
                return Err(ExciteError::setting("coordinates", "a platform's", hint));
            }
            let driven: Vec<usize> = (0..robot.dofs()).collect();
            let dofs = driven.len();
            return Ok(Self { robot, driven, looped: None, platform: None, dofs });
        }
        let looped = LoopedDynamics::new(robot)?;
        let driven = looped.machine().active().to_vec();
        let dofs = driven.len();
        let platform = match coordinates {
            Coordinates::Driven => None,
            Coordinates::Platform(axes) => {
                check_axes(axes, dofs)?;
                let home = frame_pose(robot, robot.tool(), looped.machine().home());
                Some(Platform { axes: axes.clone(), home })
            }
        };
        Ok(Self { robot, driven, looped: Some(looped), platform, dofs })
    }
    /// Number of coordinates.
    pub fn dofs(&self) -> usize {
        self.dofs
    }
    /// Moving joints that are driven, by number.
    pub fn driven(&self) -> &[usize] {
        &self.driven
    }
    /// Names of the coordinates.
    pub fn names(&self) -> Vec<String> {
        match &self.platform {
            Some(platform) => platform.axes.iter().map(|a| a.name().into()).collect(),
            None => self.robot.driven_joints().map(|j| j.name.clone()).collect(),
        }
    }
    /// Coordinates of the home pose.
    pub fn home(&self) -> Vec<f64> {
        match (&self.platform, &self.looped) {
            (Some(platform), _) => {
                let at = platform.home.translation.to_array();
                let value = |axis: &PlatformAxis| match axis {
                    PlatformAxis::Along(k) => at[*k],
                    PlatformAxis::About(_) => 0.0,
                };
                platform.axes.iter().map(value).collect()
            }
            (None, Some(looped)) => looped.machine().active_part(looped.machine().home()),
            (None, None) => self.robot.home(),
        }
    }

    /// States of a motion given by columns, one per coordinate. Fails at a sample
    /// where the loops do not close.
    pub fn follow(
        &mut self,
        z: &[Vec<Vec<f64>>; 3],
        states: &mut States,
    ) -> Result<(), (usize, LoopError)> {
        let n = self.robot.dofs();
        let samples = z[0].first().map_or(0, Vec::len);
        for columns in &mut states.q {
            columns.resize(n, Vec::new());
            columns.iter_mut().for_each(|c| c.resize(samples, 0.0));
        }
        let Some(looped) = &mut self.looped else {
            for order in 0..3 {
                for (to, from) in states.q[order].iter_mut().zip(&z[order]) {
                    to.copy_from_slice(from);
                }
            }
            return Ok(());
        };
        let driven = self.driven.len();
        states.velocity_map.resize(samples * n * driven, 0.0);
        looped.go_home();
        let mut point = [(); 3].map(|()| vec![0.0; self.dofs]);
        for s in 0..samples {
            gather(z, s, &mut point);
            go(looped, &self.platform, &point).map_err(|error| (s, error))?;
            let motion = [looped.coordinates(), looped.speeds(), looped.accelerations()];
            for (columns, now) in states.q.iter_mut().zip(motion) {
                columns.iter_mut().zip(now).for_each(|(column, x)| column[s] = *x);
            }
            for dof in 0..n {
                let start = (s * n + dof) * driven;
                looped.velocity_row(dof, &mut states.velocity_map[start..start + driven]);
            }
        }
        Ok(())
    }

    /// Derivatives of the states by the coordinates, for a machine with loops.
    /// `scale` is the size of a usual change of each coordinate.
    pub fn differentiate(
        &mut self,
        z: &[Vec<Vec<f64>>; 3],
        scale: &[f64],
        out: &mut Sensitivity,
    ) -> Result<(), (usize, LoopError)> {
        let (n, m, driven) = (self.robot.dofs(), self.dofs, self.driven.len());
        let Some(looped) = &mut self.looped else { return Ok(()) };
        let samples = z[0].first().map_or(0, Vec::len);
        out.width = 3 * n + n * driven;
        out.data.resize(samples * m * out.width, 0.0);
        looped.go_home();
        let mut point = [(); 3].map(|()| vec![0.0; m]);
        let mut row = vec![0.0; driven];
        for s in 0..samples {
            for i in 0..m {
                let step = STEP * scale[i];
                let start = (s * m + i) * out.width;
                let slopes = &mut out.data[start..start + out.width];
                slopes.fill(0.0);
                for side in [1.0, -1.0] {
                    gather(z, s, &mut point);
                    point[0][i] += side * step;
                    go(looped, &self.platform, &point).map_err(|error| (s, error))?;
                    let factor = side / (2.0 * step);
                    let motion = [looped.coordinates(), looped.speeds(), looped.accelerations()];
                    let states = motion.into_iter().flatten();
                    slopes.iter_mut().zip(states).for_each(|(o, x)| *o += factor * x);
                    for dof in 0..n {
                        looped.velocity_row(dof, &mut row);
                        let at = 3 * n + dof * driven;
                        slopes[at..at + driven]
                            .iter_mut()
                            .zip(&row)
                            .for_each(|(o, x)| *o += factor * x);
                    }
                }
            }
        }
        Ok(())
    }

    /// Slopes by a sample's coordinates, their rates and second rates, from
    /// those by its state.
    pub fn pull_back(
        &self,
        sensitivity: &Sensitivity,
        sample: usize,
        slopes: &StateSlopes,
        out: [&mut [f64]; 3],
    ) {
        let [z, zd, zdd] = out;
        z.copy_from_slice(&slopes.z);
        let [q, qd, qdd] = &slopes.q;
        if self.looped.is_none() {
            z.iter_mut().zip(q).for_each(|(z, q)| *z += q);
            zd.copy_from_slice(qd);
            zdd.copy_from_slice(qdd);
            return;
        }
        let (n, m) = (self.robot.dofs(), self.dofs);
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        for i in 0..m {
            let start = (sample * m + i) * sensitivity.width;
            let by = &sensitivity.data[start..start + sensitivity.width];
            let (by_q, rest) = by.split_at(n);
            let (by_qd, rest) = rest.split_at(n);
            let (by_qdd, by_reach) = rest.split_at(n);
            z[i] += dot(q, by_q)
                + dot(qd, by_qd)
                + dot(qdd, by_qdd)
                + dot(&slopes.velocity_map, by_reach);
            zd[i] = dot(qd, by_q) + 2.0 * dot(qdd, by_qd);
            zdd[i] = dot(qdd, by_q);
        }
    }
}

fn gather(z: &[Vec<Vec<f64>>; 3], sample: usize, point: &mut [Vec<f64>; 3]) {
    for (columns, point) in z.iter().zip(point) {
        point.iter_mut().zip(columns).for_each(|(p, column)| *p = column[sample]);
    }
}

fn go(
    looped: &mut LoopedDynamics,
    platform: &Option<Platform>,
    [z, zd, zdd]: &[Vec<f64>; 3],
) -> Result<(), LoopError> {
    match platform {
        None => looped.move_to(z, zd, zdd),
        Some(platform) => {
            let (pose, velocity, acceleration) = platform.motion(z, zd, zdd);
            looped.move_platform_to(&pose, &velocity, &acceleration)
        }
    }
}

impl Platform {
    fn motion(
        &self,
        z: &[f64],
        zd: &[f64],
        zdd: &[f64],
    ) -> (Transform<f64>, Motion<f64>, Motion<f64>) {
        let mut at = self.home.translation.to_array();
        let mut rotation = self.home.rotation;
        let mut rates = [[0.0; 3]; 4];
        for (k, axis) in self.axes.iter().enumerate() {
            match axis {
                PlatformAxis::Along(along) => {
                    at[*along] = z[k];
                    (rates[0][*along], rates[1][*along]) = (zd[k], zdd[k]);
                }
                PlatformAxis::About(about) => {
                    let turn = Transform::rotation(unit(*about), z[k]).rotation;
                    rotation = turn.compose(&rotation);
                    (rates[2][*about], rates[3][*about]) = (zd[k], zdd[k]);
                }
            }
        }
        let [velocity, acceleration, turn, spin] = rates.map(Vec3::from);
        (
            Transform { rotation, translation: Vec3::from(at) },
            Motion { angular: turn, linear: velocity },
            Motion { angular: spin, linear: acceleration },
        )
    }
}

fn unit(axis: usize) -> Vec3<f64> {
    let entry = |k| if k == axis { 1.0 } else { 0.0 };
    vec3(entry(0), entry(1), entry(2))
}

fn check_axes(axes: &[PlatformAxis], dofs: usize) -> Result<(), ExciteError> {
    let names: Vec<&str> = axes.iter().map(|a| a.name()).collect();
    let fail = |hint: String| Err(ExciteError::setting("platform", names.join(","), hint));
    if axes.len() != dofs {
        return fail(format!("the machine has {dofs} drives; name as many coordinates"));
    }
    if (1..axes.len()).any(|i| axes[..i].contains(&axes[i])) {
        return fail("name each coordinate once".into());
    }
    let turns = axes.iter().filter(|a| matches!(a, PlatformAxis::About(_))).count();
    if turns > 1 {
        return fail("a platform may turn about one axis here; move its drives instead".into());
    }
    Ok(())
}
