//! Linear least squares in a box, `min ‖A x − b‖`, `l ≤ x ≤ u`, exactly, by an
//! active set (Stark & Parker 1995, BVLS).
//!
//! Unknowns are free or sit on a bound. The free ones are solved for; whoever
//! would leave the box stops at its bound. When all free ones stay inside, the
//! gradient `w = Aᵀ(b − A x)` tells which unknown wants to leave its bound for
//! the inside; if none does, the point is optimal.

use crate::objective::Bounds;
use armlab_dense::{Matrix, Rows, Tsqr, quick_least_squares};

/// On which side of its interval an unknown sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// At the lower bound.
    Lower,
    /// At the upper bound.
    Upper,
}

/// A solution in a box.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundedSolution {
    /// The solution.
    pub x: Vec<f64>,
    /// For every unknown the bound that holds it, if one does.
    pub active: Vec<Option<Side>>,
    /// Solves of the free unknowns.
    pub solves: usize,
}

/// Solves `min ‖A x − b‖` in a box.
///
/// # Panics
/// If sizes do not fit.
pub fn bounded_least_squares(a: &Matrix, b: &[f64], bounds: &Bounds) -> BoundedSolution {
    let n = a.columns();
    assert!(b.len() == a.rows() && bounds.dimension() == n, "sizes that fit");
    // Of a tall matrix the triangle is enough.
    if a.rows() > 2 * n + 8 {
        let mut tsqr = Tsqr::new(n, 1);
        let mut columns: Vec<&[f64]> = (0..n).map(|j| a.column(j)).collect();
        columns.push(b);
        if tsqr.push_rows(&Rows::all(&columns)).is_ok() {
            let triangle = tsqr.finish();
            return solve(&triangle.r(), triangle.rhs(0), bounds);
        }
    }
    solve(a, b, bounds)
}

fn solve(a: &Matrix, b: &[f64], bounds: &Bounds) -> BoundedSolution {
    let n = a.columns();
    let (lower, upper) = (bounds.lower(), bounds.upper());
    let mut x = quick_least_squares(a, b);
    let mut active: Vec<Option<Side>> = vec![None; n];
    for k in 0..n {
        if x[k] <= lower[k] {
            (x[k], active[k]) = (lower[k], Some(Side::Lower));
        } else if x[k] >= upper[k] {
            (x[k], active[k]) = (upper[k], Some(Side::Upper));
        }
    }
    let mut solves = 1;
    let mut residual = vec![0.0; a.rows()];
    // An unknown just freed must not be what stops the step (Stark & Parker).
    let mut freed = None;
    // Each unknown is freed and stopped a few times at most; the limit is a net.
    for _ in 0..10 * (n + 1) {
        if active.iter().any(Option::is_none) {
            freed = move_free(a, b, bounds, &mut x, &mut active, &mut solves, freed);
        }
        a.times_vector_into(&x, &mut residual);
        for (r, b) in residual.iter_mut().zip(b) {
            *r = b - *r;
        }
        let w = a.transpose_times_vector(&residual);
        let size = |k: usize| armlab_dense::norm(a.column(k)) * armlab_dense::norm(&residual);
        let wish = |k: &usize| match active[*k] {
            _ if freed == Some(*k) || lower[*k] == upper[*k] => 0.0,
            Some(Side::Lower) => w[*k] / size(*k),
            Some(Side::Upper) => -w[*k] / size(*k),
            None => 0.0,
        };
        let next = (0..n).max_by(|p, q| wish(p).total_cmp(&wish(q)));
        match next.filter(|k| wish(k) > 1e-12) {
            Some(k) => {
                active[k] = None;
                freed = Some(k);
            }
            None => break,
        }
    }
    BoundedSolution { x, active, solves }
}

/// Solves for the free unknowns until all stay inside. Returns the unknown that
/// was just freed if it was sent back at once by rounding.
fn move_free(
    a: &Matrix,
    b: &[f64],
    bounds: &Bounds,
    x: &mut [f64],
    active: &mut [Option<Side>],
    solves: &mut usize,
    freed: Option<usize>,
) -> Option<usize> {
    let (lower, upper) = (bounds.lower(), bounds.upper());
    let mut sent_back = None;
    loop {
        let free: Vec<usize> = (0..x.len()).filter(|k| active[*k].is_none()).collect();
        if free.is_empty() {
            return sent_back;
        }
        let mut rhs = b.to_vec();
        for k in (0..x.len()).filter(|k| active[*k].is_some()) {
            for (r, c) in rhs.iter_mut().zip(a.column(k)) {
                *r -= c * x[k];
            }
        }
        let part = Matrix::from_fn(a.rows(), free.len(), |i, j| a.at(i, free[j]));
        let goal = quick_least_squares(&part, &rhs);
        *solves += 1;
        let (mut length, mut blocking) = (1.0, None);
        for (k, goal) in free.iter().zip(&goal) {
            let (bound, side) = if *goal < lower[*k] {
                (lower[*k], Side::Lower)
            } else if *goal > upper[*k] {
                (upper[*k], Side::Upper)
            } else {
                continue;
            };
            let share = ((bound - x[*k]) / (goal - x[*k])).clamp(0.0, 1.0);
            if share < length || blocking.is_none() {
                (length, blocking) = (share, Some((*k, side)));
            }
        }
        for (k, goal) in free.iter().zip(&goal) {
            x[*k] = (x[*k] + length * (goal - x[*k])).clamp(lower[*k], upper[*k]);
        }
        let Some((k, side)) = blocking else { return sent_back };
        active[k] = Some(side);
        x[k] = if side == Side::Lower { lower[k] } else { upper[k] };
        if freed == Some(k) && length == 0.0 {
            sent_back = Some(k);
        }
    }
}
