//! What motors that turn with two joints add to the dynamics.

use crate::robot::Robot;

/// A coupling between two coordinates.
struct Coupled {
    first: usize,
    second: usize,
    sign: f64,
    inertia: f64,
    viscous: f64,
    coulomb: f64,
    width: f64,
}

/// All couplings of a robot.
pub(super) struct CoupledMotors {
    all: Vec<Coupled>,
}

impl CoupledMotors {
    pub fn new(robot: &Robot) -> Self {
        let index = |name: &String| robot.driven_joints().position(|j| j.name == *name);
        let coupled = robot.couplings().iter().filter_map(|c| {
            Some(Coupled {
                first: index(&c.joints[0])?,
                second: index(&c.joints[1])?,
                sign: if c.opposed { -1.0 } else { 1.0 },
                inertia: c.inertia,
                viscous: c.viscous,
                coulomb: c.coulomb,
                width: c.width,
            })
        });
        Self { all: coupled.collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds efforts; `qd` and `qdd` are the coordinates' speeds and accelerations.
    pub fn add_efforts(&self, qd: &[f64], qdd: &[f64], tau: &mut [f64]) {
        for c in &self.all {
            let (i, j) = (c.first, c.second);
            let coulomb = c.coulomb * ((qd[i] + c.sign * qd[j]) / c.width).tanh();
            tau[i] += c.inertia * qdd[j] + c.viscous * qd[j] + coulomb;
            tau[j] += c.inertia * qdd[i] + c.viscous * qd[i] + c.sign * coulomb;
        }
    }

    /// Adds to a mass matrix with `n` rows.
    pub fn add_mass(&self, n: usize, mass: &mut [f64]) {
        for c in &self.all {
            mass[c.first * n + c.second] += c.inertia;
            mass[c.second * n + c.first] += c.inertia;
        }
    }

    /// Adds to the momentum `M q̇`.
    pub fn add_momentum(&self, qd: &[f64], momentum: &mut [f64]) {
        for c in &self.all {
            momentum[c.first] += c.inertia * qd[c.second];
            momentum[c.second] += c.inertia * qd[c.first];
        }
    }

    /// Kinetic energy at the coordinates' speeds.
    pub fn energy(&self, speed: impl Fn(usize) -> f64) -> f64 {
        self.all.iter().map(|c| c.inertia * speed(c.first) * speed(c.second)).sum()
    }

    /// Power that friction takes at the coordinates' speeds.
    pub fn loss(&self, speed: impl Fn(usize) -> f64) -> f64 {
        let of = |c: &Coupled| {
            let (first, second) = (speed(c.first), speed(c.second));
            let motor = first + c.sign * second;
            2.0 * c.viscous * first * second + c.coulomb * (motor / c.width).tanh() * motor
        };
        self.all.iter().map(of).sum()
    }
}
