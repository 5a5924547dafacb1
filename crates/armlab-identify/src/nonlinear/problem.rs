//! What a recorded motion makes of every unknown.
//!
//! ```text
//! τ = W φ + f(v, |n|, n_0; μ)      n = W_N φ      n_0 = C φ
//! ```
//!
//! Efforts, normal reactions and carried weights are linear in the inertial
//! unknowns `φ`; friction is bilinear in `φ` and its coefficients, and nonlinear
//! in its speeds (Rosyid & El-Khasawneh 2020, eqs. 23–25 and 40). `W` and `W_N`
//! are found once, by moving a machine that has one unknown only. Reactions do
//! not depend on the friction of driven joints, which is why `W_N` can be known
//! beforehand; friction of passive joints would change them and is refused.

use super::unknowns::{FrictionUnknown, Tying, unknowns};
use crate::recording::Recording;
use armlab_engine::base::{BaseError, BaseParameters, base_parameters};
use armlab_engine::dynamics::Mechanism;
use armlab_engine::friction::{Dimension, Friction, Range};
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::{Force, Vec3};
use armlab_optimize::{Bounds, BoundsError};
use rayon::prelude::*;
use thiserror::Error;

/// Why there is no problem to solve, or no solution.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NonlinearError {
    /// The robot's unknowns.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// The robot's loops.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// A pose that the machine cannot take.
    #[error("log `{log}`, sample {sample}: {source}; does the log start near the home pose?")]
    Pose {
        /// The log.
        log: String,
        /// The sample, from 0.
        sample: usize,
        /// Why.
        source: LoopError,
    },
    /// A log of another robot.
    #[error("log `{log}` has {found} joints, the robot {joints} driven ones")]
    Joints {
        /// The log.
        log: String,
        /// Its joints.
        found: usize,
        /// The robot's.
        joints: usize,
    },
    /// Friction of a passive joint.
    #[error(
        "joint `{joint}` is passive and has friction, which changes the reactions that friction depends on; remove its friction from the description"
    )]
    PassiveFriction {
        /// The joint.
        joint: String,
    },
    /// A law with memory.
    #[error(
        "friction law `{law}` of joint `{joint}` has an inner state and cannot be fitted sample by sample; describe it by `stribeck` or `load`"
    )]
    Memory {
        /// The joint.
        joint: String,
        /// The law.
        law: &'static str,
    },
    /// Too little motion.
    #[error(
        "only {rows} samples move faster than the dead band of {dead_band}, for {unknowns} unknowns; record more motion or narrow the dead band"
    )]
    Few {
        /// Rows that are left.
        rows: usize,
        /// Unknowns.
        unknowns: usize,
        /// The dead band.
        dead_band: f64,
    },
    /// A start, or bounds, of another size.
    #[error("{found} values are given for {unknowns} unknowns")]
    Size {
        /// How many.
        found: usize,
        /// Unknowns.
        unknowns: usize,
    },
    /// Bounds.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// Numbers that are not finite.
    #[error("the fit met numbers that are not finite; are the log's units right?")]
    NotFinite,
}

/// Choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Samples of a joint that moves slower are left out, as friction at rest is
    /// a reaction and not a function of speed; m/s or rad/s.
    pub dead_band: f64,
    /// Which joints share parameters.
    pub tying: Tying,
}

impl Default for Settings {
    fn default() -> Self {
        Self { dead_band: 0.01, tying: Tying::WhereEqual }
    }
}

/// A driven joint.
#[derive(Clone, Debug)]
pub(super) struct DrivenJoint {
    pub name: String,
    pub friction: Friction,
    pub needs_load: bool,
    /// Carried weight in the inertial unknowns, and the part that is known.
    pub constant: Vec<f64>,
    pub constant_known: f64,
}

/// One sample of one joint that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub joint: usize,
    pub position: f64,
    pub speed: f64,
    pub effort: f64,
    /// Effort of what is known.
    pub known: f64,
    /// Reaction across the axis of what is known.
    pub across_known: [f64; 3],
}

/// A fit of inertial parameters and friction laws, ready to be evaluated.
pub struct FrictionProblem<'r> {
    pub(super) robot: &'r Robot,
    pub(super) base: BaseParameters,
    /// Unknowns of `base` that are looked for.
    pub(super) inertial: Vec<usize>,
    pub(super) friction: Vec<FrictionUnknown>,
    pub(super) joints: Vec<DrivenJoint>,
    pub(super) rows: Vec<Row>,
    /// `W`, row after row.
    pub(super) efforts: Vec<f64>,
    /// `W_N`: three rows per row of `W`.
    pub(super) across: Vec<f64>,
    dead_band: f64,
    fastest: f64,
}

impl<'r> FrictionProblem<'r> {
    /// The problem of a robot, with the friction laws of its description, and
    /// recordings.
    pub fn new(
        robot: &'r Robot,
        recordings: &[Recording],
        settings: Settings,
    ) -> Result<Self, NonlinearError> {
        let base = base_parameters(robot)?;
        let looped = !robot.is_tree();
        for joint in robot.moving_joints() {
            if looped && !joint.actuated && !joint.friction.is_none() {
                return Err(NonlinearError::PassiveFriction { joint: joint.name.clone() });
            }
            let memory = joint.friction.terms.iter().find(|t| t.law().bristle().is_some());
            if let Some(term) = memory {
                let (joint, law) = (joint.name.clone(), term.law().name());
                return Err(NonlinearError::Memory { joint, law });
            }
        }
        let driven: Vec<_> = robot.driven_joints().collect();
        let inertial: Vec<usize> =
            (0..base.unknowns.len()).filter(|&k| !base.moves()[k].is_empty()).collect();
        let stated: Vec<(&str, bool, &Friction)> =
            driven.iter().map(|j| (j.name.as_str(), j.kind.turns(), &j.friction)).collect();
        let friction = unknowns(&stated, settings.tying);
        let joints: Vec<DrivenJoint> =
            driven.iter().map(|joint| driven_joint(robot, &base, &inertial, joint)).collect();
        let mut problem = Self {
            robot,
            base,
            inertial,
            friction,
            joints,
            rows: Vec::new(),
            efforts: Vec::new(),
            across: Vec::new(),
            dead_band: settings.dead_band,
            fastest: 0.0,
        };
        for recording in recordings {
            problem.add(recording)?;
        }
        let (rows, unknowns) = (problem.rows.len(), problem.unknowns());
        if rows <= unknowns {
            let dead_band = settings.dead_band;
            return Err(NonlinearError::Few { rows, unknowns, dead_band });
        }
        Ok(problem)
    }

    /// Rows of a recording.
    fn add(&mut self, recording: &Recording) -> Result<(), NonlinearError> {
        let n = self.joints.len();
        if recording.q.len() != n {
            let (log, found) = (recording.name.clone(), recording.q.len());
            return Err(NonlinearError::Joints { log, found, joints: n });
        }
        let prior = self.base.prior();
        let count = self.robot.parameter_count();
        // One machine per unknown, and one with all that is known.
        let mut known = self.robot.parameter_values();
        let mut machines = Vec::with_capacity(self.inertial.len() + 1);
        for &k in &self.inertial {
            let mut unit = vec![0.0; count];
            for &(i, factor) in &self.base.moves()[k] {
                unit[i] += factor;
                known[i] -= factor * prior[k];
            }
            machines.push(unit);
        }
        // What is left of the subtraction is rounding.
        let described = self.robot.parameter_values();
        for (k, d) in known.iter_mut().zip(&described) {
            if k.abs() <= 1e-14 * d.abs() {
                *k = 0.0;
            }
        }
        machines.push(known);
        let robot = self.robot;
        let traces = machines
            .par_iter()
            .map(|values| trace(robot, values, recording))
            .collect::<Result<Vec<Trace>, _>>()?;
        let (units, known) = traces.split_at(self.inertial.len());
        let known = &known[0];
        for sample in 0..recording.samples() {
            for joint in 0..n {
                let speed = recording.qd[joint][sample];
                if speed.abs() <= self.dead_band {
                    continue;
                }
                self.fastest = self.fastest.max(speed.abs());
                let at = sample * n + joint;
                self.rows.push(Row {
                    joint,
                    position: recording.q[joint][sample],
                    speed,
                    effort: recording.effort[joint][sample],
                    known: known.effort[at],
                    across_known: known.across[at],
                });
                self.efforts.extend(units.iter().map(|t| t.effort[at]));
                for axis in 0..3 {
                    self.across.extend(units.iter().map(|t| t.across[at][axis]));
                }
            }
        }
        Ok(())
    }

    /// The robot.
    pub fn robot(&self) -> &'r Robot {
        self.robot
    }
    /// Number of unknowns: inertial ones, then friction.
    pub fn unknowns(&self) -> usize {
        self.inertial.len() + self.friction.len()
    }
    /// Number of inertial unknowns.
    pub fn inertial(&self) -> usize {
        self.inertial.len()
    }
    /// Unknowns of friction.
    pub fn friction(&self) -> &[FrictionUnknown] {
        &self.friction
    }
    /// Number of residuals: samples of joints faster than the dead band.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }
    /// Largest speed in the recordings.
    pub fn fastest(&self) -> f64 {
        self.fastest
    }
    /// Names of the unknowns.
    pub fn names(&self) -> Vec<String> {
        let inertial = self.inertial.iter().map(|&k| self.base.unknowns[k].clone());
        inertial.chain(self.friction.iter().map(|u| u.name.clone())).collect()
    }
    /// Units of the unknowns.
    pub fn units(&self) -> Vec<String> {
        let inertial = self.inertial.iter().map(|&k| self.base.units[k].clone());
        inertial.chain(self.friction.iter().map(|u| u.unit.to_string())).collect()
    }
    /// Values of the unknowns in the description.
    pub fn described(&self) -> Vec<f64> {
        let prior = self.base.prior();
        let inertial = self.inertial.iter().map(|&k| prior[k]);
        inertial.chain(self.friction.iter().map(|u| u.value)).collect()
    }

    /// A box: for an inertial unknown of a name and value what `range` says;
    /// friction not negative, and Stribeck speeds between the dead band and twice
    /// the fastest motion, beyond which the law is a straight line to the data.
    pub fn bounds(
        &self,
        range: impl Fn(&str, f64) -> (f64, f64),
    ) -> Result<Bounds, NonlinearError> {
        let (names, described) = (self.names(), self.described());
        let of = |k: usize| match self.friction.get(k.wrapping_sub(self.inertial())) {
            None => range(&names[k], described[k]),
            Some(u) if u.dimension == Dimension::Speed => {
                (self.dead_band.max(1e-3 * self.fastest), 2.0 * self.fastest)
            }
            Some(u) if u.range == Range::Any => (f64::NEG_INFINITY, f64::INFINITY),
            Some(_) => (0.0, f64::INFINITY),
        };
        let (lower, upper) = (0..self.unknowns()).map(of).unzip();
        Ok(Bounds::new(lower, upper)?)
    }
}

/// A joint with what its bearing carries as a function of the unknowns.
fn driven_joint(
    robot: &Robot,
    base: &BaseParameters,
    inertial: &[usize],
    joint: &armlab_engine::robot::Joint,
) -> DrivenJoint {
    let g = robot.gravity().norm();
    let (described, prior) = (robot.parameter_values(), base.prior());
    let mut constant = vec![0.0; inertial.len()];
    let mut constant_known = 0.0;
    for (name, share) in &joint.friction.bearing.carries {
        let Some(link) = robot.links().iter().position(|l| l.name == *name) else { continue };
        // The mass is the first of a link's ten parameters.
        let mass = 10 * link;
        constant_known += share * g * described[mass];
        for (c, &k) in constant.iter_mut().zip(inertial) {
            for &(_, factor) in base.moves()[k].iter().filter(|t| t.0 == mass) {
                *c += share * g * factor;
                constant_known -= share * g * factor * prior[k];
            }
        }
    }
    DrivenJoint {
        name: joint.name.clone(),
        friction: joint.friction.clone(),
        needs_load: joint.friction.needs_load(),
        constant,
        constant_known,
    }
}

/// Efforts and reactions along a recording, sample after sample, joint after
/// joint.
struct Trace {
    effort: Vec<f64>,
    across: Vec<[f64; 3]>,
}

fn trace(robot: &Robot, values: &[f64], recording: &Recording) -> Result<Trace, NonlinearError> {
    let n = recording.q.len();
    let samples = recording.samples();
    let mut out = Trace { effort: vec![0.0; n * samples], across: vec![[0.0; 3]; n * samples] };
    let Some(machine) = robot.with_parameter_values(values) else { return Ok(out) };
    let moving: Vec<usize> =
        (0..machine.joints().len()).filter(|&i| machine.joints()[i].kind.moves()).collect();
    let mut mechanism = Mechanism::new(&machine)?;
    // The link that each driven joint carries has the joint's number.
    let links: Vec<usize> = mechanism.coordinates().iter().map(|&dof| moving[dof]).collect();
    let loaded = machine.driven_joints().any(|j| j.friction.needs_load());
    let frictionless = vec![0.0; machine.dofs()];
    let mut reactions = vec![Force::zero(); machine.links().len()];
    let [mut q, mut qd, mut qdd, mut tau] = [(); 4].map(|()| vec![0.0; n]);
    for sample in 0..samples {
        for j in 0..n {
            q[j] = recording.q[j][sample];
            qd[j] = recording.qd[j][sample];
            qdd[j] = recording.qdd[j][sample];
        }
        mechanism.inverse(&q, &qd, &qdd, &mut tau).map_err(|source| NonlinearError::Pose {
            log: recording.name.clone(),
            sample,
            source,
        })?;
        out.effort[sample * n..(sample + 1) * n].copy_from_slice(&tau);
        if !loaded {
            continue;
        }
        mechanism.reactions(&frictionless, &mut reactions);
        for (j, &link) in links.iter().enumerate() {
            let joint = &machine.joints()[link];
            out.across[sample * n + j] = across(joint, reactions[link].force);
        }
    }
    Ok(out)
}

/// The part of a force that loads a joint's bearing: one component where the
/// bearing has a normal, else all that is across the axis.
fn across(joint: &armlab_engine::robot::Joint, force: Vec3<f64>) -> [f64; 3] {
    match joint.friction.bearing.normal {
        Some(normal) => [normal.dot(force), 0.0, 0.0],
        None => {
            let side = force - joint.axis.scale(joint.axis.dot(force));
            [side.x, side.y, side.z]
        }
    }
}
