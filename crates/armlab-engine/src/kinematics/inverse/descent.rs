//! One descent: damped least squares with active limits, from one start to the
//! nearest local optimum.
//!
//! Each iteration solves, over the joints that are free,
//!
//! ```text
//! minimise |r − J Δ|² + λ Δᵀ W⁻¹ Δ      with Δ = W Jᵀ y,  (J W Jᵀ + λ) y = r
//! ```
//!
//! (Levenberg 1944, Marquardt 1963), in the dual form, so that the matrix is as
//! small as the task however many joints there are. `W` holds the squared
//! ranges of the joints, which makes a slide of 40 mm and a turn of 180 degrees
//! equal partners. The damping follows the squared residual (Sugihara 2011,
//! *Solvability-unconcerned inverse kinematics by the Levenberg–Marquardt
//! method*) times a factor that falls with success and grows with failure.
//!
//! Limits: a joint at a limit that the gradient presses against is taken out;
//! a joint whose step would cross its limit is moved to it, its share is taken
//! from the residual, and the rest is solved again. Joints that can turn all
//! the way round have no limits here; they are brought back by whole turns.

use super::chain::{Chain, Column, Trigonometry};
use super::residual::{Residual, dot};
use super::small;
use super::solution::Step;
use super::task::{TaskError, Tolerance};
use crate::spatial::{InstructionSet, Kernel, Portable, dispatch};

/// When a descent is given up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Patience {
    /// Most iterations.
    pub iterations: usize,
    /// Progress is judged over so many iterations …
    pub window: usize,
    /// … in which the squared residual must fall by this factor.
    pub factor: f64,
}

/// Why a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The target is met.
    Solved,
    /// Nothing that is free brings the frame nearer.
    Stationary,
    /// Too little progress for too long.
    Slow,
}

/// How a descent went; the configuration is in [`Scratch::q`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent {
    pub end: End,
    /// Squared scaled residual.
    pub cost: f64,
    pub iterations: usize,
    pub evaluations: usize,
}

/// Memory of descents, kept between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The chain's coordinates: the start, then the result.
    pub q: Vec<f64>,
    pub lower: Vec<f64>,
    pub upper: Vec<f64>,
    pub weight: Vec<f64>,
    /// Whether a limit holds each joint at the end of the descent.
    pub held: Vec<bool>,
    trial: Vec<f64>,
    step: Vec<f64>,
    fixed: Vec<bool>,
    trigonometry: Trigonometry,
    columns: Vec<Column>,
    jacobian: Vec<[f64; 6]>,
    next_jacobian: Vec<[f64; 6]>,
}

impl Scratch {
    /// Makes room for a chain and takes over its limits.
    pub fn fit(&mut self, chain: &Chain) {
        let n = chain.joints().len();
        self.trigonometry.fit(n);
        self.columns.resize(n, [0.0; 6]);
        self.jacobian.resize(n, [0.0; 6]);
        self.next_jacobian.resize(n, [0.0; 6]);
        self.held.resize(n, false);
        self.fixed.resize(n, false);
        for list in [
            &mut self.q,
            &mut self.trial,
            &mut self.step,
            &mut self.lower,
            &mut self.upper,
            &mut self.weight,
        ] {
            list.resize(n, 0.0);
        }
        for (i, joint) in chain.joints().iter().enumerate() {
            let free = joint.is_circular();
            self.lower[i] = if free { f64::NEG_INFINITY } else { joint.lower };
            self.upper[i] = if free { f64::INFINITY } else { joint.upper };
            self.weight[i] = joint.range(chain.reach()).powi(2);
        }
    }
    /// Sum of squares of the scaled residual at the chain's coordinates `q`.
    pub fn cost(&mut self, residual: &Residual, q: &[f64]) -> f64 {
        dispatch(Cost { residual, scratch: self, q, gradient: None }).0
    }
    /// Half the sum of squares at `q`, its gradient, and the error.
    pub fn gradient(
        &mut self,
        residual: &Residual,
        q: &[f64],
        gradient: &mut [f64],
    ) -> (f64, TaskError) {
        let (cost, error) = dispatch(Cost { residual, scratch: self, q, gradient: Some(gradient) });
        (0.5 * cost, error)
    }
    /// The scaled Jacobian at `q`: one row of six per joint, of which the
    /// task's components come first and the rest is zero.
    pub fn jacobian(&mut self, residual: &Residual, q: &[f64]) -> &[[f64; 6]] {
        let Self { trigonometry, columns, jacobian, .. } = self;
        residual.evaluate::<Portable, 6>(q, trigonometry, columns, jacobian);
        jacobian
    }
}

/// Descends from `scratch.q`, which must be within the limits.
pub(super) fn descend(
    residual: &Residual,
    tolerance: &Tolerance,
    patience: &Patience,
    scratch: &mut Scratch,
    history: Option<&mut Vec<Step>>,
) -> Descent {
    dispatch(Descend { residual, tolerance, patience, scratch, history })
}

/// Calls a function for the number of rows at hand. Sizes that are rare are
/// padded with rows of zeros, which the damping keeps harmless.
macro_rules! by_rows {
    ($rows:expr, $call:ident :: <$a:ident> ($($argument:expr),*)) => {
        match $rows {
            0..=2 => $call::<$a, 2>($($argument),*),
            3 => $call::<$a, 3>($($argument),*),
            _ => $call::<$a, 6>($($argument),*),
        }
    };
}

struct Cost<'a, 'p> {
    residual: &'a Residual<'p>,
    scratch: &'a mut Scratch,
    q: &'a [f64],
    gradient: Option<&'a mut [f64]>,
}

impl Kernel for Cost<'_, '_> {
    type Output = (f64, TaskError);
    #[inline(always)]
    fn run<A: InstructionSet>(self) -> (f64, TaskError) {
        let Self { residual, scratch, q, gradient } = self;
        by_rows!(residual.rows(), cost::<A>(residual, scratch, q, gradient))
    }
}

#[inline(always)]
fn cost<A: InstructionSet, const M: usize>(
    residual: &Residual,
    s: &mut Scratch,
    q: &[f64],
    gradient: Option<&mut [f64]>,
) -> (f64, TaskError) {
    let jacobian = rows_mut::<M>(&mut s.jacobian);
    let (r, error) = residual.evaluate::<A, M>(q, &mut s.trigonometry, &mut s.columns, jacobian);
    if let Some(gradient) = gradient {
        for (slope, row) in gradient.iter_mut().zip(jacobian.iter()) {
            *slope = -dot::<A, M>(row, &r);
        }
    }
    (dot::<A, M>(&r, &r), error)
}

/// Room for `n` rows of six as room for `n` rows of `M ≤ 6`.
#[inline(always)]
fn rows_mut<const M: usize>(rows: &mut [[f64; 6]]) -> &mut [[f64; M]] {
    let n = rows.len();
    let (rows, _) = rows.as_flattened_mut().as_chunks_mut::<M>();
    &mut rows[..n]
}

struct Descend<'a, 'p> {
    residual: &'a Residual<'p>,
    tolerance: &'a Tolerance,
    patience: &'a Patience,
    scratch: &'a mut Scratch,
    history: Option<&'a mut Vec<Step>>,
}

impl Kernel for Descend<'_, '_> {
    type Output = Descent;
    #[inline(always)]
    fn run<A: InstructionSet>(self) -> Descent {
        let Self { residual, tolerance, patience, scratch, history } = self;
        by_rows!(residual.rows(), run::<A>(residual, tolerance, patience, scratch, history))
    }
}

/// Damping over squared residual at the start of a descent, relative to the
/// size of `J W Jᵀ`; and its factors after a success and a failure.
const DAMPING: f64 = 1e-2;
const RELAX: f64 = 0.3;
const STIFFEN: f64 = 4.0;
/// Largest and smallest damping factor.
const STIFFEST: f64 = 1e8;
const SLACKEST: f64 = 1e-9;

#[inline(always)]
fn run<A: InstructionSet, const M: usize>(
    residual: &Residual,
    tolerance: &Tolerance,
    patience: &Patience,
    scratch: &mut Scratch,
    mut history: Option<&mut Vec<Step>>,
) -> Descent {
    let Scratch {
        q, lower, upper, weight, held, trial, step, fixed, trigonometry, columns, ..
    } = scratch;
    let mut jacobian = rows_mut::<M>(&mut scratch.jacobian);
    let mut next_jacobian = rows_mut::<M>(&mut scratch.next_jacobian);
    let n = q.len();
    let (lower, upper, weight) = (&lower[..n], &upper[..n], &weight[..n]);
    let (trial, step) = (&mut trial[..n], &mut step[..n]);
    let (held, fixed) = (&mut held[..n], &mut fixed[..n]);

    let (mut r, mut error) = residual.evaluate::<A, M>(q, trigonometry, columns, jacobian);
    let mut cost = dot::<A, M>(&r, &r);
    let mut factor = 1.0;
    let (mut iterations, mut evaluations) = (0, 1);
    let (mut judged_cost, mut judged_at) = (cost, 0);
    let end = loop {
        if let Some(history) = &mut history {
            history.push(Step { evaluation: evaluations, start: 0, error });
        }
        // Not a number means a start far outside of anything; nothing to gain.
        if error.within(tolerance) {
            break End::Solved;
        }
        if iterations >= patience.iterations || !cost.is_finite() {
            break End::Slow;
        }
        if iterations >= judged_at + patience.window {
            if cost > patience.factor * judged_cost {
                break End::Slow;
            }
            (judged_cost, judged_at) = (cost, iterations);
        }
        // Joints that a limit holds; and what the others could gain at most.
        let (mut size, mut slope) = (0.0, 0.0);
        for i in 0..n {
            let gradient = dot::<A, M>(&jacobian[i], &r);
            held[i] =
                (q[i] <= lower[i] && gradient <= 0.0) || (q[i] >= upper[i] && gradient >= 0.0);
            if !held[i] {
                size += weight[i] * dot::<A, M>(&jacobian[i], &jacobian[i]);
                slope += weight[i] * gradient * gradient;
            }
        }
        if slope <= STATIONARY * size * cost {
            break End::Stationary;
        }
        let mut improved = false;
        while factor <= STIFFEST {
            iterations += 1;
            evaluations += 1;
            let damping = size * factor * DAMPING * cost.min(1.0) + size * 1e-15;
            fixed.copy_from_slice(held);
            solve_step::<A, M>(q, lower, upper, weight, fixed, jacobian, &r, damping, step);
            for i in 0..n {
                trial[i] = (q[i] + step[i]).clamp(lower[i], upper[i]);
            }
            let (next, next_error) =
                residual.evaluate::<A, M>(trial, trigonometry, columns, next_jacobian);
            let next_cost = dot::<A, M>(&next, &next);
            if next_cost < cost {
                q.copy_from_slice(trial);
                (r, cost, error) = (next, next_cost, next_error);
                std::mem::swap(&mut jacobian, &mut next_jacobian);
                factor = (factor * RELAX).max(SLACKEST);
                improved = true;
                break;
            }
            factor *= STIFFEN;
        }
        if !improved {
            break End::Stationary;
        }
    };
    Descent { end, cost, iterations, evaluations }
}

/// A point is stationary when the slope along every free joint, over slope's
/// largest possible size, is below this (squared).
const STATIONARY: f64 = 1e-20;

/// The step `Δ` of the damped problem within the limits; joints that it moves to
/// a limit become fixed.
#[inline(always)]
fn solve_step<A: InstructionSet, const M: usize>(
    q: &[f64],
    lower: &[f64],
    upper: &[f64],
    weight: &[f64],
    fixed: &mut [bool],
    jacobian: &[[f64; M]],
    r: &[f64; M],
    damping: f64,
    step: &mut [f64],
) {
    let n = q.len();
    let mut rest = *r;
    for i in 0..n {
        step[i] = 0.0;
    }
    // Each round takes at least one joint out, so there are at most n.
    for _ in 0..=n {
        let mut a = [[0.0; M]; M];
        for i in 0..n {
            if fixed[i] {
                continue;
            }
            for j in 0..M {
                let scaled = weight[i] * jacobian[i][j];
                for k in 0..=j {
                    a[j][k] = A::mul_add(scaled, jacobian[i][k], a[j][k]);
                }
            }
        }
        for j in 0..M {
            a[j][j] += damping;
        }
        let mut y = rest;
        if !small::solve::<A, M>(&mut a, &mut y) {
            return;
        }
        let mut crossed = false;
        for i in 0..n {
            if fixed[i] {
                continue;
            }
            let delta = weight[i] * dot::<A, M>(&jacobian[i], &y);
            let bounded = delta.clamp(lower[i] - q[i], upper[i] - q[i]);
            step[i] = bounded;
            if bounded != delta {
                crossed = true;
                fixed[i] = true;
                for k in 0..M {
                    rest[k] = A::mul_add(-jacobian[i][k], bounded, rest[k]);
                }
            }
        }
        if !crossed {
            return;
        }
    }
}
