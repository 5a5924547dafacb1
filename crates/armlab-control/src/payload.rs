//! The load in the hand, while the robot moves: mass and centre of mass from the efforts that
//! the momentum observer finds beside the model's.
//!
//! A load of mass `m` and first moments `h` at the tool adds `Y φ` to the efforts, `φ = (m, h)`.
//! In momentum form, `Y φ = d/dt (P φ) − S φ` with momentum and its rate of unit loads, so the
//! columns pass the observer's filter as its output did, without accelerations, and least
//! squares with forgetting finds `φ` from `r = −Y_f φ`. The load's inertia about the tool is
//! left out.

use crate::error::ControlError;
use armlab_engine::dynamics::inverse::{Coordinate, Node, inverse};
use armlab_engine::dynamics::momentum::{MomentumNode, momentum};
use armlab_engine::linear::ldlt;
use armlab_engine::robot::{Frame, Parameters, Robot};
use armlab_engine::spatial::{Moments, Sym3, Transform, Vec3, vec3};

/// Unknowns of a load: mass and three first moments.
pub const LOAD: usize = 4;

/// A load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Mass, kg.
    pub mass: f64,
    /// Its standard deviation by noise alone.
    pub mass_std: f64,
    /// Centre of mass in the frame that holds the load, m; none without mass.
    pub center: Option<[f64; 3]>,
}

/// Estimates the load.
pub struct PayloadObserver<'r> {
    robot: &'r Robot,
    /// A robot of nothing but a unit load, for each unknown.
    units: Vec<Parameters<f64>>,
    rate: f64,
    forget: f64,
    weights: Vec<f64>,
    last: Vec<[Vec<f64>; 2]>,
    /// Filtered columns.
    columns: Vec<Vec<f64>>,
    information: [f64; LOAD * LOAD],
    right: [f64; LOAD],
    started: bool,
    nodes: Vec<MomentumNode<f64>>,
    inverse_nodes: Vec<Node<f64>>,
    state: Vec<Coordinate<f64>>,
}

/// Robots of nothing but a unit load at `frame`, for each unknown; none if it does not move.
pub fn unit_loads(robot: &Robot, frame: &Frame) -> Option<Vec<Parameters<f64>>> {
    let link = frame.link?;
    let body = &robot.tree().bodies[link];
    // The frame in the body's frame.
    let pose = match &body.to_link {
        None => frame.pose,
        Some(turn) => {
            let back = Transform { rotation: turn.transposed(), translation: Vec3::zero() };
            back.compose(&frame.pose)
        }
    };
    let unit = |mass: f64, first: Vec3<f64>| {
        let mut parameters = robot.parameters().clone();
        parameters.bodies.iter_mut().for_each(|m| *m = Moments::default());
        parameters.rotors.fill(0.0);
        let load = Moments { mass, first, second: Sym3::zero() };
        parameters.bodies[link] = load.to_parent(&pose);
        parameters
    };
    Some(vec![
        unit(1.0, Vec3::zero()),
        unit(0.0, vec3(1.0, 0.0, 0.0)),
        unit(0.0, vec3(0.0, 1.0, 0.0)),
        unit(0.0, vec3(0.0, 0.0, 1.0)),
    ])
}

impl<'r> PayloadObserver<'r> {
    /// A load fixed to `frame` of a robot. `rate` is the momentum observer's (1/s), `noise` the
    /// standard deviation of its output; the past counts with a time constant of `memory`
    /// seconds, infinite for all of it.
    pub fn new(
        robot: &'r Robot,
        frame: &Frame,
        rate: f64,
        noise: &[f64],
        memory: f64,
    ) -> Result<Self, ControlError> {
        if !robot.is_tree() {
            return Err(ControlError::Looped);
        }
        let n = robot.dofs();
        ControlError::check("noise", noise, n)?;
        ControlError::positive("rate", rate, "give the observer's rate in 1/s")?;
        if !(memory > 0.0) {
            let hint = "give a time in seconds, or infinity";
            return Err(ControlError::Value { what: "memory", value: memory, hint });
        }
        let units = unit_loads(robot, frame);
        let units = units.ok_or_else(|| ControlError::FixedFrame { frame: frame.name.clone() })?;
        let bodies = robot.tree().bodies.len();
        let smallest = noise.iter().copied().filter(|s| *s > 0.0).fold(f64::INFINITY, f64::min);
        let smallest = if smallest.is_finite() { smallest } else { 1.0 };
        let weight = |s: &f64| 1.0 / s.max(smallest).powi(2);
        Ok(Self {
            robot,
            units,
            rate,
            forget: 1.0 / memory,
            weights: noise.iter().map(weight).collect(),
            last: vec![[vec![0.0; n], vec![0.0; n]]; LOAD],
            columns: vec![vec![0.0; n]; LOAD],
            information: [0.0; LOAD * LOAD],
            right: [0.0; LOAD],
            started: false,
            nodes: vec![MomentumNode::default(); bodies],
            inverse_nodes: vec![Node::default(); bodies],
            state: vec![Coordinate::default(); n],
        })
    }

    /// Takes a sample and the observer's output there.
    pub fn update(
        &mut self,
        q: &[f64],
        qd: &[f64],
        external: &[f64],
        dt: f64,
    ) -> Result<(), ControlError> {
        let n = self.robot.dofs();
        ControlError::check("q", q, n)?;
        ControlError::check("qd", qd, n)?;
        ControlError::check("external", external, n)?;
        if self.started {
            ControlError::positive("dt", dt, "time stamps must increase")?;
        }
        let keep = (-self.rate * dt).exp();
        for k in 0..LOAD {
            let (p, free) = self.unit_motion(k, q, qd);
            if self.started {
                let [last_p, last_free] = &self.last[k];
                for j in 0..n {
                    let e = (p[j] - last_p[j]) / dt - 0.5 * (free[j] + last_free[j]);
                    let column = &mut self.columns[k][j];
                    *column = keep * *column + (1.0 - keep) * e;
                }
            }
            self.last[k] = [p, free];
        }
        if self.started {
            let fade = (-self.forget * dt).exp();
            self.information.iter_mut().for_each(|x| *x *= fade);
            self.right.iter_mut().for_each(|x| *x *= fade);
            for j in 0..n {
                let w = self.weights[j] * dt;
                for a in 0..LOAD {
                    let y = w * self.columns[a][j];
                    self.right[a] -= y * external[j];
                    for b in 0..LOAD {
                        self.information[a * LOAD + b] += y * self.columns[b][j];
                    }
                }
            }
        }
        self.started = true;
        Ok(())
    }

    /// Momentum of a unit load, and its rate but for efforts.
    fn unit_motion(&mut self, k: usize, q: &[f64], qd: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (tree, n) = (self.robot.tree(), q.len());
        let (mut p, mut free) = (vec![0.0; n], vec![0.0; n]);
        let unit = &self.units[k];
        momentum(tree, unit, &mut self.nodes, q, qd, &mut p, &mut free);
        for (state, q) in self.state.iter_mut().zip(q) {
            *state = Coordinate { q: *q, qd: 0.0, qdd: 0.0 };
        }
        let mut gravity = vec![0.0; n];
        inverse(tree, unit, &mut self.inverse_nodes, &self.state, None, &mut gravity);
        free.iter_mut().zip(&gravity).for_each(|(f, g)| *f -= g);
        (p, free)
    }

    /// The load so far; none before the motion shows one.
    pub fn load(&self) -> Option<Load> {
        let trace: f64 = (0..LOAD).map(|k| self.information[k * LOAD + k]).sum();
        let mut a = self.information;
        for k in 0..LOAD {
            // Directions that no motion shows yet stay zero.
            a[k * LOAD + k] += 1e-9 * trace + f64::MIN_POSITIVE;
        }
        ldlt::factor(&mut a, LOAD);
        ldlt::is_positive_definite(&a, LOAD).ok()?;
        let mut x = self.right;
        ldlt::solve(&a, LOAD, &mut x);
        let mut unit = [0.0; LOAD];
        unit[0] = 1.0;
        ldlt::solve(&a, LOAD, &mut unit);
        let [mass, hx, hy, hz] = x;
        // The output hangs together over 1/rate, so 2/rate of it count as one.
        let mass_std = (unit[0].max(0.0) * 2.0 / self.rate).sqrt();
        let center =
            (mass.abs() > 3.0 * mass_std && mass != 0.0).then(|| [hx / mass, hy / mass, hz / mass]);
        (mass.is_finite() && mass_std.is_finite()).then_some(Load { mass, mass_std, center })
    }
}
