//! Accelerations under friction, for joints whose way of contact is given.
//!
//! Unknown are the accelerations and the friction of every joint:
//!
//! ```text
//! M q̈ + Σ k_iᵀ f_i = τ − h
//! slides:  f_i = c_i + s_i σ_i·n_i + m_i |τ_i − f_i|    n_i = n_i0 + A_i q̈ + C_i f   (the reactions)
//! stuck:   k_i q̈ + k̇_i q̇ = 0
//! ```
//!
//! which is linear for given directions `σ_i` of the loads. A load with a normal
//! points one way or the other; all patterns of signs are tried, so that no or
//! several solutions are found out. Loads with a direction in a plane are
//! iterated, from the frictionless directions and from their opposites.

use super::contact::Mode;
use super::{FrictionalError, Plant};
use crate::friction::{Sliding, Slopes};
use crate::linear::lu;
use crate::spatial::Vec3;

/// Beyond so many loaded joints not all patterns of signs are tried.
const MOST_PATTERNS: usize = 10;
/// Accelerations that differ by less, relatively, are one solution.
const SAME: f64 = 1e-9;
const MOST_ROUNDS: usize = 100;

/// Scratch of the linear systems.
#[derive(Default)]
pub(super) struct Solver {
    pub mass: Vec<f64>,
    /// `τ − h`
    pub push: Vec<f64>,
    /// Rows `k_i`, one per frictional joint.
    pub reach: Vec<f64>,
    /// `k̇_i q̇`
    pub bias: Vec<f64>,
    /// Efforts of the drives, per frictional joint; zero of passive ones.
    pub efforts: Vec<f64>,
    /// `c_i`, `s_i` and `m_i`.
    constant: Vec<f64>,
    slope: Vec<f64>,
    share: Vec<f64>,
    /// Loads at rest of everything, and their slopes over the unknowns.
    load: Vec<Vec3<f64>>,
    load_slopes: Vec<Vec3<f64>>,
    matrix: Vec<f64>,
    pivots: Vec<usize>,
    /// Unknowns: accelerations, then friction.
    pub unknowns: Vec<f64>,
}

impl Plant<'_> {
    /// Prepares `M`, `τ − h`, `k`, and the loads' dependence on the unknowns, at
    /// a state. The mechanism is left at the state with no acceleration.
    pub(super) fn prepare(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
    ) -> Result<(), FrictionalError> {
        let (n, m) = (self.dofs(), self.joints.len());
        let s = &mut self.solver;
        s.mass.resize(n * n, 0.0);
        s.push.resize(n, 0.0);
        s.reach.resize(m * n, 0.0);
        s.bias.resize(m, 0.0);
        s.efforts.resize(m, 0.0);
        self.row.fill(0.0);
        self.mechanism.mass_matrix(q, &mut s.mass)?;
        self.mechanism.inverse(q, qd, &self.row, &mut s.push)?;
        s.push.iter_mut().zip(tau).for_each(|(p, tau)| *p = tau - *p);
        let (_, _, passive) = self.mechanism.motion();
        for (i, joint) in self.joints.iter().enumerate() {
            self.mechanism.velocity_row(joint.dof, &mut s.reach[i * n..(i + 1) * n]);
            s.bias[i] = passive[joint.dof];
            let drive = self.mechanism.coordinates().iter().position(|&c| c == joint.dof);
            s.efforts[i] = drive.map_or(0.0, |c| tau[c]);
        }
        if self.joints.iter().any(|j| j.needs_load()) {
            self.probe_loads(q, qd)?;
        }
        Ok(())
    }

    /// How loads change with accelerations and with the friction of passive
    /// joints: the reactions are affine in both, so one probe each tells.
    fn probe_loads(&mut self, q: &[f64], qd: &[f64]) -> Result<(), FrictionalError> {
        let (n, m) = (self.dofs(), self.joints.len());
        self.solver.load.resize(m, Vec3::zero());
        self.solver.load_slopes.resize(m * (n + m), Vec3::zero());
        self.friction.fill(0.0);
        self.probe(None);
        for j in 0..n {
            self.row.fill(0.0);
            self.row[j] = 1.0;
            self.mechanism.move_to(q, qd, &self.row)?;
            self.probe(Some(j));
        }
        self.row.fill(0.0);
        self.mechanism.move_to(q, qd, &self.row)?;
        for i in 0..m {
            let dof = self.joints[i].dof;
            if self.joints[i].actuated {
                (0..m).for_each(|k| self.solver.load_slopes[k * (n + m) + n + i] = Vec3::zero());
                continue;
            }
            self.friction[dof] = 1.0;
            self.probe(Some(n + i));
            self.friction[dof] = 0.0;
        }
        Ok(())
    }

    fn probe(&mut self, unknown: Option<usize>) {
        let width = self.dofs() + self.joints.len();
        self.mechanism.reactions(&self.friction, &mut self.reactions);
        for (i, joint) in self.joints.iter().enumerate() {
            let across = joint.across(&self.reactions);
            match unknown {
                None => self.solver.load[i] = across,
                Some(k) => self.solver.load_slopes[i * width + k] = across - self.solver.load[i],
            }
        }
    }

    /// Solves for accelerations and friction in the given modes, after
    /// [`prepare`](Self::prepare). They are left in `solver.unknowns`.
    pub(super) fn solve(
        &mut self,
        modes: &[Mode],
        bristles: &[f64],
    ) -> Result<(), FrictionalError> {
        self.linearise(modes, bristles);
        let loaded: Vec<usize> = (0..self.joints.len())
            .filter(|&i| self.joints[i].needs_load() && modes[i] != Mode::Stuck)
            .collect();
        let mut directions = vec![Vec3::zero(); self.joints.len()];
        if loaded.is_empty() {
            return self.solve_linear(modes, &directions);
        }
        let mut solutions: Vec<Vec<f64>> = Vec::new();
        let signed = loaded.iter().all(|&i| self.joints[i].has_normal());
        if signed && loaded.len() <= MOST_PATTERNS {
            for pattern in 0..1_u32 << loaded.len() {
                for (bit, &i) in loaded.iter().enumerate() {
                    let sign = if pattern >> bit & 1 == 0 { 1.0 } else { -1.0 };
                    directions[i] = Vec3 { x: sign, y: 0.0, z: 0.0 };
                }
                if self.solve_linear(modes, &directions).is_ok()
                    && loaded.iter().all(|&i| self.agrees(i, directions[i]))
                {
                    self.keep(&mut solutions);
                }
            }
        } else {
            for side in [1.0, -1.0] {
                if self.iterate(modes, &loaded, side, &mut directions) {
                    self.keep(&mut solutions);
                }
            }
        }
        let joints = || self.loaded_joints();
        match solutions.len() {
            1 => {
                self.solver.unknowns.copy_from_slice(&solutions[0]);
                Ok(())
            }
            0 => Err(FrictionalError::NoSolution { joints: joints() }),
            count => Err(FrictionalError::SeveralSolutions { count, joints: joints() }),
        }
    }

    /// Constant part and slope over the load of every joint's friction.
    fn linearise(&mut self, modes: &[Mode], bristles: &[f64]) {
        let m = self.joints.len();
        self.solver.constant.resize(m, 0.0);
        self.solver.slope.resize(m, 0.0);
        self.solver.share.resize(m, 0.0);
        let (positions, speeds, _) = self.mechanism.motion();
        let mut next_bristle = 0;
        for (i, joint) in self.joints.iter().enumerate() {
            let (position, speed) = (positions[joint.dof], speeds[joint.dof]);
            let (mut constant, mut slope, mut share) = (0.0, 0.0, 0.0);
            for term in &joint.friction.terms {
                if let Some(law) = term.law().bristle() {
                    let states = next_bristle..next_bristle + law.states();
                    next_bristle = states.end;
                    constant += law.effort(term.values(), speed, &bristles[states]);
                    continue;
                }
                let mut slopes = Slopes::default();
                let (side, load) = (modes[i].side(), joint.constant_load());
                let at = Sliding { position, speed, side, load };
                constant += term.effort(at, Some(&mut slopes));
                slope += slopes.normal;
                share += slopes.transmitted;
            }
            self.solver.constant[i] = constant;
            self.solver.slope[i] = slope;
            self.solver.share[i] = if joint.actuated { share } else { 0.0 };
        }
    }

    fn solve_linear(
        &mut self,
        modes: &[Mode],
        directions: &[Vec3<f64>],
    ) -> Result<(), FrictionalError> {
        let (n, m) = (self.dofs(), self.joints.len());
        let (width, s) = (n + m, &mut self.solver);
        s.matrix.clear();
        s.matrix.resize(width * width, 0.0);
        s.unknowns.resize(width, 0.0);
        s.pivots.resize(width, 0);
        for i in 0..n {
            s.matrix[i * width..i * width + n].copy_from_slice(&s.mass[i * n..(i + 1) * n]);
            for k in 0..m {
                s.matrix[i * width + n + k] = s.reach[k * n + i];
            }
            s.unknowns[i] = s.push[i];
        }
        for i in 0..m {
            let row = &mut s.matrix[(n + i) * width..(n + i + 1) * width];
            if modes[i] == Mode::Stuck {
                row[..n].copy_from_slice(&s.reach[i * n..(i + 1) * n]);
                s.unknowns[n + i] = -s.bias[i];
                continue;
            }
            // |τ − f| has the sign of what other friction leaves of the effort.
            let share = s.share[i] * (s.efforts[i] - s.constant[i]).signum();
            row[n + i] = 1.0 + share;
            s.unknowns[n + i] = s.constant[i] + share * s.efforts[i];
            if self.joints[i].needs_load() {
                for (k, entry) in row.iter_mut().enumerate() {
                    *entry -= s.slope[i] * directions[i].dot(s.load_slopes[i * width + k]);
                }
                s.unknowns[n + i] += s.slope[i] * directions[i].dot(s.load[i]);
            }
        }
        let singular = || FrictionalError::NoSolution { joints: String::from("its joints") };
        lu::factor(&mut s.matrix, width, &mut s.pivots).map_err(|_| singular())?;
        lu::solve(&s.matrix, width, &s.pivots, &mut s.unknowns);
        if s.unknowns.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(singular()) }
    }

    /// Load on joint `i` at the unknowns just found.
    pub(super) fn load_at(&self, i: usize) -> Vec3<f64> {
        let width = self.dofs() + self.joints.len();
        let s = &self.solver;
        let mut load = s.load[i];
        for (k, x) in s.unknowns.iter().enumerate() {
            load += s.load_slopes[i * width + k].scale(*x);
        }
        load
    }

    fn agrees(&self, i: usize, direction: Vec3<f64>) -> bool {
        let load = self.load_at(i);
        direction.dot(load) >= -1e-12 * (1.0 + load.norm())
    }

    fn keep(&self, solutions: &mut Vec<Vec<f64>>) {
        let found = &self.solver.unknowns;
        let size = 1.0 + found.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let same =
            |other: &Vec<f64>| other.iter().zip(found).all(|(a, b)| (a - b).abs() <= SAME * size);
        if !solutions.iter().any(same) {
            solutions.push(found.clone());
        }
    }

    /// Directions of loads by repeated substitution; true when they settle.
    fn iterate(
        &mut self,
        modes: &[Mode],
        loaded: &[usize],
        side: f64,
        directions: &mut [Vec3<f64>],
    ) -> bool {
        directions.fill(Vec3::zero());
        let mut first = true;
        for _ in 0..MOST_ROUNDS {
            if self.solve_linear(modes, directions).is_err() {
                return false;
            }
            let mut change = 0.0_f64;
            for &i in loaded {
                let load = self.load_at(i);
                let size = load.norm();
                let unit = if size > 0.0 { load.scale(1.0 / size) } else { Vec3::zero() };
                let unit = if first { unit.scale(side) } else { unit };
                change = change.max((unit - directions[i]).norm());
                directions[i] = unit;
            }
            first = false;
            if change < 1e-14 {
                return true;
            }
        }
        false
    }
}
