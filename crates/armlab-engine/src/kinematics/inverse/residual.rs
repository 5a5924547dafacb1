//! The task as numbers: residual and its Jacobian, scaled so that lengths and
//! angles compare.
//!
//! The residual `r` holds the wanted components of position error, divided by
//! a characteristic length `L`, and of the rotation vector `φ` that turns the
//! frame into the target. With joint speeds `q̇` it shrinks by `J q̇`: linear
//! rows are those of the geometric Jacobian over `L`, angular ones `E(φ)·ω`.
//! For all three angular components `E` may be taken as the identity, since
//! `φᵀE = φᵀ` makes the gradient `Jᵀr` of `½|r|²` exact all the same; for some
//! of them `E` is the inverse Jacobian of the exponential map,
//! `E = 1 ± ½[φ]× + c[φ]×²`, `c = 1/θ² − cot(θ/2)/2θ`, `θ = |φ|`.

use super::chain::{Chain, Column, Trigonometry, evaluate};
use super::problem::Problem;
use super::task::{AngularAxes, Task, TaskError, turn_between};
use crate::spatial::{Arithmetic, InstructionSet, Transform, Vec3};

/// The most components a task can have.
pub(super) const ROWS: usize = 6;

/// The length at which a metre counts as much as a radian. Half the reach: a
/// tool at mid-range moves about as far as it turns.
pub(super) fn characteristic_length(chain: &Chain) -> f64 {
    0.5 * chain.reach()
}

/// What does not change while a target is looked for.
#[derive(Clone, Copy)]
pub(super) struct Residual<'p> {
    pub chain: &'p Chain,
    task: Task,
    target: &'p Transform<f64>,
    /// Which of the six components each row is; angular ones first.
    component: [usize; ROWS],
    /// What each row is multiplied by.
    scale: [f64; ROWS],
    rows: usize,
    angular: bool,
    partly_angular: bool,
}

impl<'p> Residual<'p> {
    pub fn new(problem: &'p Problem) -> Self {
        let task = problem.task;
        let length = characteristic_length(problem.chain);
        let (mut component, mut scale, mut rows) = ([0; ROWS], [0.0; ROWS], 0);
        for (i, wanted) in task.angular.into_iter().chain(task.linear).enumerate() {
            if wanted {
                component[rows] = i;
                scale[rows] = if i < 3 { 1.0 } else { 1.0 / length };
                rows += 1;
            }
        }
        Self {
            chain: problem.chain,
            task,
            target: &problem.target,
            component,
            scale,
            rows,
            angular: task.angular.contains(&true),
            partly_angular: task.is_partly_angular(),
        }
    }
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// The residual at the chain's coordinates `q`, its Jacobian by joints into
    /// `jacobian`, and the error in metres and radians. `M` is the number of rows
    /// or more; rows in excess are zero.
    #[inline(always)]
    pub fn evaluate<A: InstructionSet, const M: usize>(
        &self,
        q: &[f64],
        trigonometry: &mut Trigonometry,
        columns: &mut [Column],
        jacobian: &mut [[f64; M]],
    ) -> ([f64; M], TaskError) {
        let pose = evaluate::<A>(self.chain, q, trigonometry, columns);
        let mut error = [0.0; 6];
        let away = self.target.translation - pose.translation;
        [error[3], error[4], error[5]] = away.to_array();
        if self.angular {
            let turn = turn_between(&self.task, self.target, &pose);
            [error[0], error[1], error[2]] = turn.to_array();
            if self.partly_angular || self.task.angular_axes == AngularAxes::Own {
                self.turn_into_rates(&pose, turn, columns);
            }
        }
        let mut r = [0.0; M];
        let (mut angle, mut position) = (0.0, 0.0);
        for k in 0..M {
            // Rows beyond the task's are padding: their scale is zero.
            let (component, wanted) = (self.component[k], k < self.rows);
            let e = if wanted { error[component] } else { 0.0 };
            r[k] = e * self.scale[k];
            if component < 3 { angle += e * e } else { position += e * e }
        }
        for (row, column) in jacobian.iter_mut().zip(columns.iter()) {
            for k in 0..M {
                row[k] = column[self.component[k]] * self.scale[k];
            }
        }
        (r, TaskError { position: position.sqrt(), angle: angle.sqrt() })
    }

    /// Turns angular velocities into rates of the rotation vector.
    #[inline(always)]
    fn turn_into_rates(&self, pose: &Transform<f64>, turn: Vec3<f64>, columns: &mut [Column]) {
        let theta = turn.norm();
        let bend = match theta {
            theta if theta < 1e-4 => 1.0 / 12.0,
            theta => 1.0 / (theta * theta) - 0.5 / (theta * (0.5 * theta).tan()),
        };
        let own = self.task.angular_axes == AngularAxes::Own;
        let half = if own { -0.5 } else { 0.5 };
        for column in columns {
            let mut omega = Vec3 { x: column[0], y: column[1], z: column[2] };
            if own {
                omega = pose.rotation.apply_transposed(omega);
            }
            if self.partly_angular {
                let once = turn.cross(omega);
                omega = omega + once.scale(half) + turn.cross(once).scale(bend);
            }
            [column[0], column[1], column[2]] = omega.to_array();
        }
    }
}

/// `a · b`
#[inline(always)]
pub(super) fn dot<A: Arithmetic, const M: usize>(a: &[f64; M], b: &[f64; M]) -> f64 {
    let mut sum = 0.0;
    for k in 0..M {
        sum = A::mul_add(a[k], b[k], sum);
    }
    sum
}
