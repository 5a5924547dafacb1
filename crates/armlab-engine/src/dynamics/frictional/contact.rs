//! Sticking and sliding: which joints at rest stay there.
//!
//! A joint at rest sticks while friction can hold it; if it cannot, the joint
//! slides, and its acceleration must point where friction lets it go. The modes
//! of all joints at rest must agree with each other through one solution. It is
//! looked for by releasing the joint that is overloaded most and sticking one
//! that would slide back; if that runs in a circle, all combinations are tried.

use super::{FrictionalError, Plant};
use crate::friction::{Load, Sliding, Slopes};

/// How a joint with friction moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It slides towards smaller coordinates.
    Backward,
    /// Friction holds it.
    Stuck,
    /// It slides towards larger coordinates.
    Forward,
}

impl Mode {
    /// The mode of a joint at a speed other than zero.
    pub fn of_speed(speed: f64) -> Self {
        match speed {
            v if v > 0.0 => Self::Forward,
            v if v < 0.0 => Self::Backward,
            _ => Self::Stuck,
        }
    }
    /// Sign of the motion.
    pub fn side(self) -> f64 {
        match self {
            Self::Backward => -1.0,
            Self::Stuck => 0.0,
            Self::Forward => 1.0,
        }
    }
}

/// Beyond so many joints at rest not all combinations are tried.
const MOST_COMBINED: usize = 6;

impl Plant<'_> {
    /// Accelerations that efforts cause, in given modes (one per joint with
    /// friction) and at given bristle deflections. Modes of joints without stiction are taken from
    /// their speeds.
    pub fn forward(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        modes: &[Mode],
        bristles: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), FrictionalError> {
        let plain =
            self.joints.iter().zip(modes).all(|(j, mode)| {
                !j.needs_load() && (*mode != Mode::Stuck || !self.can_stick(j.dof))
            });
        if plain {
            return self.forward_explicit(q, qd, tau, modes, bristles, qdd);
        }
        self.prepare(q, qd, tau)?;
        let modes = self.effective(modes);
        self.solve(&modes, bristles)?;
        self.adopt(qdd);
        Ok(())
    }

    /// Friction that is known beforehand, taken off the efforts.
    fn forward_explicit(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        modes: &[Mode],
        bristles: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), FrictionalError> {
        self.row.fill(0.0);
        self.mechanism.move_to(q, qd, &self.row)?;
        self.left.copy_from_slice(tau);
        let mut next = 0;
        for (joint, mode) in self.joints.iter().zip(modes) {
            let (positions, speeds, _) = self.mechanism.motion();
            let (position, speed) = (positions[joint.dof], speeds[joint.dof]);
            let (mut effort, mut slopes) = (0.0, Slopes::default());
            for term in &joint.friction.terms {
                match term.law().bristle() {
                    Some(law) => {
                        let states = next..next + law.states();
                        next = states.end;
                        effort += law.effort(term.values(), speed, &bristles[states]);
                    }
                    None => {
                        // Within a step a joint keeps its way of contact, even where
                        // a trial of the step has passed its stop.
                        let side = match mode {
                            Mode::Stuck => Mode::of_speed(speed).side(),
                            sliding => sliding.side(),
                        };
                        let load = joint.constant_load();
                        let at = Sliding { position, speed, side, load };
                        effort += term.effort(at, Some(&mut slopes));
                    }
                }
            }
            let drive = self.mechanism.coordinates().iter().position(|&c| c == joint.dof);
            if let Some(drive) = drive.filter(|_| joint.needs_transmitted()) {
                // f = effort + m |τ − f|
                let left = tau[drive] - effort;
                effort = tau[drive] - left / (1.0 + slopes.transmitted * left.signum());
            }
            self.friction[joint.dof] = effort;
            self.mechanism.velocity_row(joint.dof, &mut self.row);
            for (left, k) in self.left.iter_mut().zip(&self.row) {
                *left -= k * effort;
            }
        }
        Ok(self.mechanism.forward(q, qd, &self.left, qdd)?)
    }

    /// Rates of the bristles at a state.
    pub fn bristle_rates(&self, bristles: &[f64], rates: &mut [f64]) {
        let (_, speeds, _) = self.mechanism.motion();
        let mut next = 0;
        for joint in &self.joints {
            for term in &joint.friction.terms {
                if let Some(law) = term.law().bristle() {
                    let states = next..next + law.states();
                    next = states.end;
                    let (z, rates) = (&bristles[states.clone()], &mut rates[states]);
                    law.rates(term.values(), speeds[joint.dof], z, rates);
                }
            }
        }
    }

    /// Puts bristles that a step has moved too far back to where they can be.
    pub fn limit_bristles(&self, bristles: &mut [f64]) {
        let mut next = 0;
        for (law, _) in self.joints.iter().flat_map(|j| j.bristled()) {
            law.limit(&mut bristles[next..next + law.states()]);
            next += law.states();
        }
    }

    /// Whether friction can hold any joint.
    pub fn sticks(&self) -> bool {
        self.joints.iter().any(|j| self.can_stick(j.dof))
    }

    /// The independent coordinate of a joint, if it is one.
    pub fn coordinate_of(&self, dof: usize) -> Option<usize> {
        self.mechanism.coordinates().iter().position(|&i| i == dof)
    }

    /// The largest speed at which a joint that friction could hold moves against
    /// its mode at a state: positive when one has turned round.
    pub fn reversal(
        &mut self,
        q: &[f64],
        qd: &[f64],
        modes: &[Mode],
    ) -> Result<f64, crate::kinematics::loops::LoopError> {
        self.row.fill(0.0);
        self.mechanism.move_to(q, qd, &self.row)?;
        let (_, speeds, _) = self.mechanism.motion();
        let against = self.joints.iter().zip(modes).filter(|(j, _)| self.can_stick(j.dof));
        let against = against.map(|(j, mode)| -mode.side() * speeds[j.dof]);
        Ok(against.fold(f64::NEG_INFINITY, f64::max))
    }

    /// Whether friction can hold the joint of a coordinate at all.
    pub fn can_stick(&self, dof: usize) -> bool {
        let joint = self.joints.iter().find(|j| j.dof == dof);
        let load =
            Load { normal: 1.0, constant: 1.0, transmitted: 1.0, elapsed: 0.0, ..Load::default() };
        joint.is_some_and(|j| {
            j.friction.holds(1.0, load) > 0.0 || j.friction.holds(-1.0, load) > 0.0
        })
    }

    /// Modes with those of joints that cannot stick taken from their speeds.
    fn effective(&self, modes: &[Mode]) -> Vec<Mode> {
        let (_, speeds, _) = self.mechanism.motion();
        let mode = |(j, mode): (&super::FrictionalJoint, &Mode)| {
            let speed = speeds[j.dof];
            let sliding = if speed < 0.0 { Mode::Backward } else { Mode::Forward };
            if *mode == Mode::Stuck && !self.can_stick(j.dof) { sliding } else { *mode }
        };
        self.joints.iter().zip(modes).map(mode).collect()
    }

    /// Takes over accelerations and friction of the solution.
    fn adopt(&mut self, qdd: &mut [f64]) {
        let n = self.dofs();
        qdd.copy_from_slice(&self.solver.unknowns[..n]);
        for (i, joint) in self.joints.iter().enumerate() {
            self.friction[joint.dof] = self.solver.unknowns[n + i];
        }
    }

    /// Modes of all joints with friction at a state: by their speeds, and for
    /// those slower than `rest` by whether friction holds them. Joints that leave
    /// their rest get the side towards which they start.
    pub fn settle(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        bristles: &[f64],
        rest: f64,
    ) -> Result<Vec<Mode>, FrictionalError> {
        self.prepare(q, qd, tau)?;
        let (_, speeds, _) = self.mechanism.motion();
        let mut modes: Vec<Mode> =
            self.joints.iter().map(|j| Mode::of_speed(speeds[j.dof])).collect();
        let resting: Vec<usize> = (0..self.joints.len())
            .filter(|&i| speeds[self.joints[i].dof].abs() <= rest)
            .filter(|&i| self.can_stick(self.joints[i].dof))
            .collect();
        resting.iter().for_each(|&i| modes[i] = Mode::Stuck);
        let modes_now = self.effective(&modes);
        modes.copy_from_slice(&modes_now);
        for _ in 0..3 * resting.len() + 1 {
            if self.solve(&modes, bristles).is_err() {
                break;
            }
            match self.worst(&resting, &modes) {
                None => return Ok(modes),
                Some((i, mode)) => modes[i] = mode,
            }
        }
        self.combine(&resting, modes, bristles)
    }

    /// The joint at rest that disagrees most with its mode, and the mode it
    /// would rather have.
    fn worst(&self, resting: &[usize], modes: &[Mode]) -> Option<(usize, Mode)> {
        let n = self.dofs();
        let mut worst = None;
        let mut most = 1e-12;
        for &i in resting {
            let joint = &self.joints[i];
            let (excess, better) = match modes[i] {
                Mode::Stuck => {
                    let needed = self.solver.unknowns[n + i];
                    let normal = if joint.needs_load() { self.load_at(i).norm() } else { 0.0 };
                    let transmitted = self.solver.efforts[i] - needed;
                    let load = Load { normal, transmitted, ..joint.constant_load() };
                    let held = joint.friction.holds(needed.signum(), load);
                    // What laws give at rest, as an offset does, pushes even there.
                    let position = self.mechanism.motion().0[joint.dof];
                    let at_rest = Sliding { position, load, ..Sliding::default() };
                    let offset = joint.friction.effort(at_rest);
                    let excess = (needed - offset).abs() - held;
                    (excess / (1.0 + held), Mode::of_speed(needed - offset))
                }
                sliding => {
                    let along: f64 = (0..n)
                        .map(|k| self.solver.reach[i * n + k] * self.solver.unknowns[k])
                        .sum::<f64>()
                        + self.solver.bias[i];
                    (-sliding.side() * along, Mode::Stuck)
                }
            };
            if excess > most {
                (worst, most) = (Some((i, better)), excess);
            }
        }
        worst
    }

    fn combine(
        &mut self,
        resting: &[usize],
        mut modes: Vec<Mode>,
        bristles: &[f64],
    ) -> Result<Vec<Mode>, FrictionalError> {
        if resting.len() <= MOST_COMBINED {
            for mut code in 0..3_usize.pow(resting.len() as u32) {
                for &i in resting {
                    modes[i] = [Mode::Stuck, Mode::Forward, Mode::Backward][code % 3];
                    code /= 3;
                }
                if self.solve(&modes, bristles).is_ok() && self.worst(resting, &modes).is_none() {
                    return Ok(modes);
                }
            }
        }
        let joints = resting.iter().map(|&i| format!("`{}`", self.joints[i].name));
        Err(FrictionalError::NoSolution { joints: joints.collect::<Vec<_>>().join(", ") })
    }

    /// Whether friction fails to hold some stuck joint at the last call of
    /// [`forward`](Self::forward): one should be released by
    /// [`settle`](Self::settle).
    pub fn is_overloaded(&self, modes: &[Mode]) -> bool {
        let sticks = |i: &usize| modes[*i] == Mode::Stuck && self.can_stick(self.joints[*i].dof);
        let stuck: Vec<usize> = (0..modes.len()).filter(sticks).collect();
        !stuck.is_empty() && self.worst(&stuck, modes).is_some()
    }
}
