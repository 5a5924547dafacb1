//! Exact derivatives of inverse and forward dynamics, by running the recursion
//! on dual numbers, eight directions at a time.
//!
//! With `ID` the inverse dynamics at the accelerations in question,
//!
//! ```text
//! ∂τ/∂q̈ = M       ∂τ/∂π = Y
//! ∂q̈/∂q = −M⁻¹ ∂ID/∂q     ∂q̈/∂q̇ = −M⁻¹ ∂ID/∂q̇     ∂q̈/∂τ = M⁻¹     ∂q̈/∂π = −M⁻¹ Y
//! ```

use super::inverse::{Coordinate, inverse};
use super::single::{Dynamics, SingularMass};
use super::workspace::{DIRECTIONS, Sloped};
use crate::linear::ldlt;
use crate::spatial::{Dual, InstructionSet, Kernel, Scalar, dispatch};

/// Derivatives of the efforts, each a matrix row after row: entry `(i, j)` is
/// the derivative of effort *i*.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct InverseDerivatives {
    /// By position *j*.
    pub q: Vec<f64>,
    /// By speed *j*.
    pub qd: Vec<f64>,
}

/// Derivatives of the accelerations, each a matrix row after row.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ForwardDerivatives {
    /// By position *j*.
    pub q: Vec<f64>,
    /// By speed *j*.
    pub qd: Vec<f64>,
    /// By effort *j*: the inverse of the mass matrix.
    pub effort: Vec<f64>,
    /// By inertial parameter *j*, in the order of
    /// [`parameter_names`](crate::robot::Robot::parameter_names).
    pub parameters: Vec<f64>,
}

impl Dynamics<'_> {
    /// Derivatives of the efforts by position and speed, into `out`, whose
    /// buffers are reused.
    pub fn inverse_derivatives(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut InverseDerivatives,
    ) {
        self.check(&[q.len(), qd.len(), qdd.len()]);
        let n = q.len();
        out.q.resize(n * n, 0.0);
        out.qd.resize(n * n, 0.0);
        for first in (0..n).step_by(DIRECTIONS) {
            dispatch(Slopes { of: self, q, qd, qdd, first, by: By::Position, out: &mut out.q });
            dispatch(Slopes { of: self, q, qd, qdd, first, by: By::Speed, out: &mut out.qd });
        }
    }

    /// Derivatives of the accelerations that `tau` causes, beside the
    /// accelerations themselves.
    pub fn forward_derivatives(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        qdd: &mut [f64],
    ) -> Result<ForwardDerivatives, SingularMass> {
        self.forward_by_mass_matrix(q, qd, tau, qdd)?;
        let n = q.len();
        let mut slopes = InverseDerivatives::default();
        self.inverse_derivatives(q, qd, qdd, &mut slopes);
        let columns = self.robot().parameter_count();
        let mut regressor = vec![0.0; n * columns];
        self.regressor(q, qd, qdd, &mut regressor);
        let mut mass = vec![0.0; n * n];
        self.mass_matrix(q, &mut mass);
        ldlt::factor(&mut mass, n);
        let mut identity = vec![0.0; n * n];
        (0..n).for_each(|i| identity[i * n + i] = 1.0);
        Ok(ForwardDerivatives {
            q: solved(&mass, n, &slopes.q, -1.0),
            qd: solved(&mass, n, &slopes.qd, -1.0),
            effort: solved(&mass, n, &identity, 1.0),
            parameters: solved(&mass, n, &regressor, -1.0),
        })
    }
}

/// `sign · M⁻¹ · matrix`, column by column.
fn solved(mass: &[f64], n: usize, matrix: &[f64], sign: f64) -> Vec<f64> {
    let columns = matrix.len() / n.max(1);
    let mut out = vec![0.0; matrix.len()];
    let mut column = vec![0.0; n];
    for j in 0..columns {
        for i in 0..n {
            column[i] = sign * matrix[i * columns + j];
        }
        ldlt::solve(mass, n, &mut column);
        for i in 0..n {
            out[i * columns + j] = column[i];
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    Position,
    Speed,
}

/// Slopes along `DIRECTIONS` coordinates from `first` on.
struct Slopes<'a, 'r> {
    of: &'a mut Dynamics<'r>,
    q: &'a [f64],
    qd: &'a [f64],
    qdd: &'a [f64],
    first: usize,
    by: By,
    out: &'a mut [f64],
}

impl Kernel for Slopes<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<A: InstructionSet>(self) {
        let (tree, parameters) = (self.of.robot.tree(), self.of.robot.parameters());
        let n = tree.dofs;
        let m = &mut A::of(&mut self.of.workspace).sloped;
        m.fit(tree);
        for i in 0..n {
            // Coordinates outside the block get a direction that does not exist.
            let direction = i.wrapping_sub(self.first);
            let variable = |x: f64, by: By| -> Sloped<A> {
                if by == self.by { Dual::variable(x, direction) } else { Dual::constant(x) }
            };
            m.state[i] = Coordinate {
                q: variable(self.q[i], By::Position),
                qd: variable(self.qd[i], By::Speed),
                qdd: Dual::constant(self.qdd[i]),
            };
        }
        inverse(tree, parameters, &mut m.nodes, &m.state, None, &mut m.effort);
        let width = DIRECTIONS.min(n - self.first);
        for i in 0..n {
            let start = i * n + self.first;
            self.out[start..start + width].copy_from_slice(&m.effort[i].eps[..width]);
        }
    }
}
