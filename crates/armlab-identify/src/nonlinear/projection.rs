//! The problem with its linear part solved for: given coefficients of friction
//! and Stribeck speeds, the efforts are linear in masses and viscous friction,
//! but for the direction of each reaction.
//!
//! `|n| = uᵀ n` with `u` the direction of `n`. For given `u` the best masses are
//! a linear problem; they give another `u`, and after a few rounds none changes.
//! There the slopes of `|n|` are those with `u` fixed, so that it is a minimum of
//! the problem itself. Dropping the dependence of `n` on the masses instead would
//! not end at a minimum, because friction is bilinear.

use super::evaluate::direction;
use super::problem::FrictionProblem;
use armlab_dense::{Matrix, quick_least_squares};
use armlab_engine::friction::{Load, Slopes};
use armlab_optimize::{Bounds, BoundsError, Separable, bounded_least_squares};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rounds at most for the directions of reactions.
const ROUNDS: usize = 12;

/// A problem, split into what is searched and what is solved for.
pub(super) struct Projection<'p, 'r> {
    pub problem: &'p FrictionProblem<'r>,
    /// Friction unknowns that are searched.
    pub searched: Vec<usize>,
    /// Friction unknowns that are solved for, after the inertial ones.
    pub solved: Vec<usize>,
    /// Priors of coefficients, which the linear problem needs as well.
    pub priors: Vec<(usize, f64, f64)>,
    /// Bounds on coefficients, once some would be out of them.
    pub limits: Option<Bounds>,
    /// Coefficients at which directions of reactions are first taken.
    pub first: Vec<f64>,
    /// Linear problems solved so far.
    pub solves: AtomicUsize,
}

impl<'p, 'r> Projection<'p, 'r> {
    pub fn new(problem: &'p FrictionProblem<'r>, start: &[f64]) -> Self {
        let all = 0..problem.friction.len();
        let (solved, searched): (Vec<usize>, Vec<usize>) =
            all.partition(|&k| problem.friction[k].separable);
        let inertial = problem.inertial();
        let mut first = start[..inertial].to_vec();
        first.extend(solved.iter().map(|&k| start[inertial + k]));
        let (priors, solves) = (Vec::new(), AtomicUsize::new(0));
        Self { problem, searched, solved, priors, limits: None, first, solves }
    }

    /// The unknowns of the problem from both parts.
    pub fn join(&self, alpha: &[f64], coefficients: &[f64]) -> Vec<f64> {
        let inertial = self.problem.inertial();
        let mut x = vec![0.0; self.problem.unknowns()];
        x[..inertial].copy_from_slice(&coefficients[..inertial]);
        for (&k, &value) in self.searched.iter().zip(alpha) {
            x[inertial + k] = value;
        }
        for (&k, &value) in self.solved.iter().zip(&coefficients[inertial..]) {
            x[inertial + k] = value;
        }
        x
    }

    /// Permitted values of the coefficients: those of friction have bounds.
    pub fn permitted(&self, bounds: &Bounds) -> Result<Bounds, BoundsError> {
        let inertial = self.problem.inertial();
        let of = |side: &[f64], open: f64| -> Vec<f64> {
            let friction = self.solved.iter().map(|&k| side[inertial + k]);
            std::iter::repeat_n(open, inertial).chain(friction).collect()
        };
        Bounds::new(of(bounds.lower(), f64::NEG_INFINITY), of(bounds.upper(), f64::INFINITY))
    }

    /// The linear problem with reactions in the directions they have at
    /// `coefficients`.
    fn linear(&self, alpha: &[f64], coefficients: &[f64], phi: &mut Matrix, target: &mut [f64]) {
        let problem = self.problem;
        let inertial = problem.inertial();
        // Friction without its linear parameters: what is left is not theirs.
        let mut bare = coefficients.to_vec();
        bare[inertial..].fill(0.0);
        let x = self.join(alpha, &bare);
        let values = problem.law_values(&x[inertial..]);
        let mut slopes = vec![Slopes::default(); problem.most_terms()];
        for (r, row) in problem.rows.iter().enumerate() {
            let joint = &problem.joints[row.joint];
            let at = problem.loaded(r, row, &coefficients[..inertial], 0.0);
            let towards = direction(&at);
            slopes.fill(Slopes::default());
            let rest = problem.friction_of(row, &values, Load::default(), Some(&mut slopes));
            let by_normal: f64 = slopes.iter().map(|s| s.normal).sum();
            let by_constant: f64 = slopes.iter().map(|s| s.constant).sum();
            for k in 0..inertial {
                let by_load: f64 =
                    (0..3).map(|axis| towards[axis] * problem.across_row(r, axis)[k]).sum();
                let carried = by_constant * joint.constant[k];
                phi.set(r, k, problem.effort_row(r)[k] + by_normal * by_load + carried);
            }
            for (k, &unknown) in self.solved.iter().enumerate() {
                let places = problem.friction[unknown].places.iter();
                let own = places.filter(|p| p.joint == row.joint);
                let slope = own.map(|p| slopes[p.term].parameters[p.parameter]).sum();
                phi.set(r, inertial + k, slope);
            }
            let known: f64 = (0..3).map(|axis| towards[axis] * row.across_known[axis]).sum();
            let carried = by_constant * joint.constant_known;
            target[r] = row.effort - row.known - rest - by_normal * known - carried;
        }
    }

    fn solve(&self, phi: &Matrix, target: &[f64]) -> Vec<f64> {
        self.solves.fetch_add(1, Ordering::Relaxed);
        let (rows, count) = (phi.rows(), phi.columns());
        let mut all = Matrix::zeros(rows + self.priors.len(), count);
        let mut right = target.to_vec();
        for k in 0..count {
            all.column_mut(k)[..rows].copy_from_slice(phi.column(k));
        }
        for (i, &(k, mean, deviation)) in self.priors.iter().enumerate() {
            all.set(rows + i, k, 1.0 / deviation);
            right.push(mean / deviation);
        }
        match &self.limits {
            Some(limits) => bounded_least_squares(&all, &right, limits).x,
            None => quick_least_squares(&all, &right),
        }
    }

    /// Which way every reaction points, as signs of its components.
    fn signs(&self, coefficients: &[f64]) -> Vec<[f64; 3]> {
        let problem = self.problem;
        let phi = &coefficients[..problem.inertial()];
        let rows = problem.rows.iter().enumerate();
        rows.map(|(r, row)| direction(&problem.loaded(r, row, phi, 0.0))).collect()
    }
}

impl Separable for Projection<'_, '_> {
    fn nonlinear(&self) -> usize {
        self.searched.len()
    }
    fn coefficients(&self) -> usize {
        self.problem.inertial() + self.solved.len()
    }
    fn rows(&self) -> usize {
        self.problem.rows()
    }
    fn basis(&self, alpha: &[f64], phi: &mut Matrix, target: &mut [f64]) {
        let mut coefficients = self.first.clone();
        self.linear(alpha, &coefficients, phi, target);
        if !self.problem.joints.iter().any(|j| j.needs_load) {
            return;
        }
        let mut directions = self.signs(&coefficients);
        for _ in 0..ROUNDS {
            coefficients = self.solve(phi, target);
            let next = self.signs(&coefficients);
            let turned = directions
                .iter()
                .zip(&next)
                .any(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() > 1e-20);
            if !turned {
                return;
            }
            directions = next;
            self.linear(alpha, &coefficients, phi, target);
        }
    }
}
