//! Friction of the joints, from the formulas of their laws.

use crate::error::CodegenError;
use crate::graph::Expr;
use crate::model::CompactTree;
use armlab_engine::dynamics::frictional::FrictionalJoint;
use armlab_engine::friction::Formula;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::{Force, Scalar};

/// Friction of a robot's joints, ready to be recorded.
pub struct JointFriction {
    joints: Vec<OneJoint>,
    /// Width, rad/s or m/s, over which signs are rounded off.
    smooth: Option<f64>,
}

struct OneJoint {
    dof: usize,
    body: usize,
    formulas: Vec<Formula>,
    /// Formulas that depend on the effort that the drive transmits.
    shares: Vec<Formula>,
    needs_load: bool,
    actuated: bool,
    /// Constant load of the bearing.
    constant: f64,
    /// The direction that loads the bearing, in the compact frame; all across the axis
    /// without it.
    normal: Option<armlab_engine::spatial::Vec3<f64>>,
}

/// The motion of all joints of the tree.
pub struct Motion<'a> {
    /// Positions.
    pub q: &'a [Expr],
    /// Speeds.
    pub qd: &'a [Expr],
}

impl JointFriction {
    /// Of a robot.
    pub fn new(robot: &Robot, c: &CompactTree, smooth: Option<f64>) -> Result<Self, CodegenError> {
        let still = vec![Force::zero(); robot.links().len()];
        let mut joints = Vec::new();
        for joint in FrictionalJoint::all(robot) {
            let body = robot.tree().body_of_dof[joint.dof];
            let (mut formulas, mut shares) = (Vec::new(), Vec::new());
            for term in &joint.friction.terms {
                let formula = term.law().formula(term.values());
                let refused = || CodegenError::Law {
                    joint: joint.name.to_string(),
                    law: term.law().name().to_string(),
                };
                let formula = formula.ok_or_else(refused)?;
                if !term.law().needs_transmitted() {
                    formulas.push(formula);
                } else if !robot.loops().is_empty() {
                    return Err(CodegenError::Transmitted { joint: joint.name.to_string() });
                } else if joint.actuated {
                    shares.push(formula);
                }
            }
            let normal =
                joint.friction.bearing.normal.map(|n| {
                    c.vector_from_robot(body, robot.tree().bodies[body].vector_from_link(n))
                });
            joints.push(OneJoint {
                dof: joint.dof,
                body,
                formulas,
                shares,
                needs_load: joint.needs_load(),
                actuated: joint.actuated,
                constant: joint.load(&still).constant,
                normal,
            });
        }
        Ok(Self { joints, smooth })
    }
    /// Whether there is any.
    pub fn is_none(&self) -> bool {
        self.joints.is_empty()
    }
    /// Joints whose friction depends on the load of their bearing, by coordinate.
    pub fn loaded(&self) -> Vec<usize> {
        self.joints.iter().filter(|j| j.needs_load).map(|j| j.dof).collect()
    }
    /// Whether friction of passive joints changes the loads that it depends on.
    pub fn is_implicit(&self) -> bool {
        self.joints.iter().any(|j| j.needs_load && !j.actuated)
    }

    /// Whether some depends on the effort that a drive transmits.
    pub fn needs_transmitted(&self) -> bool {
        self.joints.iter().any(|j| !j.shares.is_empty())
    }

    /// Load of every loaded bearing from the wrenches through the joints.
    pub fn loads(&self, wrenches: &[Force<Expr>]) -> Vec<Expr> {
        let load = |j: &OneJoint| {
            let force = wrenches[j.body].force;
            match j.normal {
                Some(n) => {
                    let along = force.x * Expr::Constant(n.x)
                        + force.y * Expr::Constant(n.y)
                        + force.z * Expr::Constant(n.z);
                    along.abs()
                }
                None => (force.x * force.x + force.y * force.y).sqrt(),
            }
        };
        self.joints.iter().filter(|j| j.needs_load).map(load).collect()
    }

    /// Friction of every moving joint but for what drives transmit; `loads` as [`loads`](Self::loads) gives them.
    pub fn efforts(&self, motion: &Motion, loads: &[Expr]) -> Vec<Expr> {
        let mut efforts = vec![Expr::zero(); motion.qd.len()];
        let mut loads = loads.iter();
        for joint in &self.joints {
            let normal = if joint.needs_load { loads.next().copied() } else { None };
            let at = At { normal: normal.unwrap_or_default(), ..self.at(joint, motion) };
            for formula in &joint.formulas {
                efforts[joint.dof] += at.value(formula);
            }
        }
        efforts
    }

    /// Adds friction that depends on the effort that a joint's drive transmits, which
    /// `transmitted` tells for the number of a joint and its other friction.
    pub fn add_shares(
        &self,
        motion: &Motion,
        efforts: &mut [Expr],
        transmitted: impl Fn(usize, Expr) -> Expr,
    ) {
        for joint in self.joints.iter().filter(|j| !j.shares.is_empty()) {
            let effort = &mut efforts[joint.dof];
            let transmitted = transmitted(joint.dof, *effort);
            let at = At { transmitted, ..self.at(joint, motion) };
            for formula in &joint.shares {
                *effort += at.value(formula);
            }
        }
    }

    /// A joint in motion, without loads.
    fn at(&self, joint: &OneJoint, motion: &Motion) -> At {
        let speed = motion.qd[joint.dof];
        let side = match self.smooth {
            Some(width) => (speed * Expr::Constant(1.0 / width)).tanh(),
            None => speed.sign(),
        };
        At {
            position: motion.q[joint.dof],
            speed,
            side,
            normal: Expr::zero(),
            constant: Expr::Constant(joint.constant),
            transmitted: Expr::zero(),
        }
    }
}

struct At {
    position: Expr,
    speed: Expr,
    side: Expr,
    normal: Expr,
    constant: Expr,
    transmitted: Expr,
}

impl At {
    fn value(&self, formula: &Formula) -> Expr {
        match formula {
            Formula::Number(x) => Expr::Constant(*x),
            Formula::Speed => self.speed,
            Formula::Position => self.position,
            Formula::Side => self.side,
            Formula::Normal => self.normal,
            Formula::ConstantLoad => self.constant,
            Formula::Transmitted => self.transmitted,
            Formula::Sum(terms) => self.value(&terms.0) + self.value(&terms.1),
            Formula::Product(factors) => self.value(&factors.0) * self.value(&factors.1),
            Formula::Abs(x) => self.value(x).abs(),
            Formula::Exp(x) => self.value(x).exp(),
            Formula::Tanh(x) => self.value(x).tanh(),
            Formula::Sin(x) => self.value(x).sin_cos().0,
            Formula::Cos(x) => self.value(x).sin_cos().1,
            Formula::Power(x, exponent) => self.value(x).power(*exponent),
        }
    }
}
