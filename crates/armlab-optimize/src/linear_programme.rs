//! Small linear programmes, `min cᵀz` subject to `l ≤ G z ≤ u`, by an active set
//! (Gill, Murray & Wright, "Numerical linear algebra and optimization", 1991,
//! chapter 8).
//!
//! From a feasible point the method walks along `−c`, projected onto what the
//! rows met so far leave free, until another row stops it; at a corner, a row
//! whose multiplier has the wrong sign is let go (the first such row, after
//! Bland 1977, so that it cannot cycle). A first programme, which minimises the
//! largest violation, finds the feasible point or proves that there is none.
//!
//! For up to some tens of unknowns and hundreds of rows.

use armlab_dense::{Matrix, dot, norm, quick_least_squares};
use thiserror::Error;

/// Rows `lower ≤ G z ≤ upper`; infinite entries leave a side open, equal ones
/// make an equation.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// One row per condition, one column per unknown.
    pub rows: Matrix,
    /// Lower limits.
    pub lower: Vec<f64>,
    /// Upper limits.
    pub upper: Vec<f64>,
}

/// Why there is no optimum.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LinearProgrammeError {
    /// No point satisfies all rows.
    #[error("no point satisfies all rows: the best one misses row {row} by {by:.3e}")]
    Infeasible {
        /// A row that cannot be satisfied with the others.
        row: usize,
        /// By how much, at best.
        by: f64,
    },
    /// The objective falls for ever.
    #[error("the objective is unbounded: limit the unknowns that it depends on")]
    Unbounded,
    /// Sizes differ, a number is not usable, or a row's limits are in the wrong order.
    #[error("row {row} of the programme is not usable: check its limits and numbers")]
    Input {
        /// The row.
        row: usize,
    },
    /// Rounding keeps the walk from ending.
    #[error("no solution after {0} steps; are rows nearly parallel?")]
    NoConvergence(usize),
}

/// An optimum.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearOptimum {
    /// The point.
    pub z: Vec<f64>,
    /// The objective there.
    pub value: f64,
    /// Rows that hold it, with their multipliers: `c = Σ multiplier · row`.
    pub active: Vec<(usize, f64)>,
}

/// Relative accuracy of conditions and multipliers.
const TOLERANCE: f64 = 1e-11;

#[derive(Clone, Copy, PartialEq)]
enum Held {
    Lower,
    Upper,
    Equal,
}

impl Polyhedron {
    /// The point of the polyhedron where `cᵀz` is least. `start` may be any point;
    /// a feasible one saves the search for one.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn minimise(
        &self,
        c: &[f64],
        start: &[f64],
    ) -> Result<LinearOptimum, LinearProgrammeError> {
        let (m, k) = (self.rows.rows(), self.rows.columns());
        assert!(c.len() == k && start.len() == k, "one entry per unknown");
        assert!(self.lower.len() == m && self.upper.len() == m, "one limit per row");
        let rows = self.rows.transposed();
        for row in 0..m {
            let numbers = rows.column(row).iter().all(|x| x.is_finite());
            if !numbers || !(self.lower[row] <= self.upper[row]) {
                return Err(LinearProgrammeError::Input { row });
            }
        }
        if c.iter().chain(start).any(|x| !x.is_finite()) {
            return Err(LinearProgrammeError::Input { row: 0 });
        }
        let z = self.feasible(&rows, start)?;
        Walk { rows: &rows, lower: &self.lower, upper: &self.upper }.run(c, z)
    }

    /// Least and greatest value of `cᵀz`.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn interval(&self, c: &[f64], start: &[f64]) -> Result<(f64, f64), LinearProgrammeError> {
        let least = self.minimise(c, start)?;
        let negative: Vec<f64> = c.iter().map(|c| -c).collect();
        let greatest = self.minimise(&negative, &least.z)?;
        Ok((least.value, -greatest.value))
    }

    fn violation(&self, row: usize, value: f64) -> f64 {
        (self.lower[row] - value).max(value - self.upper[row])
    }

    /// A feasible point, from `start`.
    fn feasible(&self, rows: &Matrix, start: &[f64]) -> Result<Vec<f64>, LinearProgrammeError> {
        let (m, k) = (self.rows.rows(), self.rows.columns());
        let worst = |z: &[f64]| {
            let miss = |row: usize| self.violation(row, dot(rows.column(row), z));
            let row = (0..m).max_by(|a, b| miss(*a).total_cmp(&miss(*b)));
            row.map_or((0, f64::NEG_INFINITY), |row| (row, miss(row)))
        };
        let size = |row: usize| {
            let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
            finite(self.lower[row]).max(finite(self.upper[row])).max(1.0)
        };
        let (row, by) = worst(start);
        if by <= TOLERANCE * size(row) {
            return Ok(start.to_vec());
        }
        // Unknowns z and t ≥ 0: rows may be missed by t.
        let extended = Matrix::from_fn(k + 1, 2 * m + 1, |i, j| match (i, j) {
            (i, j) if j == 2 * m => f64::from(u8::from(i == k)),
            (i, j) if i == k => {
                if j < m {
                    1.0
                } else {
                    -1.0
                }
            }
            (i, j) => rows.at(i, j % m.max(1)),
        });
        let mut lower = self.lower.clone();
        lower.extend(std::iter::repeat_n(f64::NEG_INFINITY, m));
        lower.push(0.0);
        let mut upper = vec![f64::INFINITY; m];
        upper.extend_from_slice(&self.upper);
        upper.push(f64::INFINITY);
        let mut z = start.to_vec();
        z.push(by);
        let mut c = vec![0.0; k + 1];
        c[k] = 1.0;
        let walk = Walk { rows: &extended, lower: &lower, upper: &upper };
        let mut z = walk.run(&c, z)?.z;
        z.truncate(k);
        let (row, by) = worst(&z);
        if by > 1e-9 * size(row) {
            return Err(LinearProgrammeError::Infeasible { row, by });
        }
        Ok(z)
    }
}

/// Rows are columns here, so that each is contiguous.
struct Walk<'a> {
    rows: &'a Matrix,
    lower: &'a [f64],
    upper: &'a [f64],
}

impl Walk<'_> {
    fn run(&self, c: &[f64], mut z: Vec<f64>) -> Result<LinearOptimum, LinearProgrammeError> {
        let (k, m) = (self.rows.rows(), self.rows.columns());
        let mut held: Vec<(usize, Held)> = (0..m)
            .filter(|row| self.lower[*row] == self.upper[*row])
            .map(|row| (row, Held::Equal))
            .collect();
        // Equations that repeat others would only blur the multipliers.
        let mut kept: Vec<(usize, Held)> = Vec::new();
        for row in held.drain(..) {
            if self.independent(&kept, row.0) {
                kept.push(row);
            }
        }
        let mut held = kept;
        let limit = 100 * (m + k + 10);
        for _step in 0..limit {
            let set = Matrix::from_fn(k, held.len(), |i, j| self.rows.at(i, held[j].0));
            // c = set · multipliers + rest, the rest orthogonal to the rows held.
            let multipliers = quick_least_squares(&set, c);
            let mut rest = set.times_vector(&multipliers);
            for (r, c) in rest.iter_mut().zip(c) {
                *r = c - *r;
            }
            if norm(&rest) <= TOLERANCE * norm(c) {
                // A corner, or a face on which the objective does not change.
                let wrong = held.iter().zip(&multipliers).filter(|((row, side), multiplier)| {
                    let weight = **multiplier * norm(self.rows.column(*row));
                    match side {
                        Held::Lower => weight < -TOLERANCE * norm(c),
                        Held::Upper => weight > TOLERANCE * norm(c),
                        Held::Equal => false,
                    }
                });
                match wrong.map(|(h, _)| h.0).min() {
                    Some(row) => held.retain(|h| h.0 != row),
                    None => {
                        let value = dot(c, &z);
                        let active =
                            held.iter().zip(&multipliers).map(|(h, m)| (h.0, *m)).collect();
                        return Ok(LinearOptimum { z, value, active });
                    }
                }
                continue;
            }
            let direction: Vec<f64> = rest.iter().map(|r| -r / norm(&rest)).collect();
            let (mut length, mut stop) = (f64::INFINITY, None);
            for row in 0..m {
                if held.iter().any(|h| h.0 == row) {
                    continue;
                }
                let normal = self.rows.column(row);
                let rate = dot(normal, &direction);
                if rate.abs() <= TOLERANCE * norm(normal) {
                    continue;
                }
                let (bound, side) = if rate > 0.0 {
                    (self.upper[row], Held::Upper)
                } else {
                    (self.lower[row], Held::Lower)
                };
                let share = ((bound - dot(normal, &z)) / rate).max(0.0);
                if share < length {
                    (length, stop) = (share, Some((row, side)));
                }
            }
            let Some(stop) = stop.filter(|_| length.is_finite()) else {
                return Err(LinearProgrammeError::Unbounded);
            };
            for (z, d) in z.iter_mut().zip(&direction) {
                *z += length * d;
            }
            held.push(stop);
        }
        Err(LinearProgrammeError::NoConvergence(limit))
    }

    /// True if a row is not a combination of those held.
    fn independent(&self, held: &[(usize, Held)], row: usize) -> bool {
        let normal = self.rows.column(row);
        let set = Matrix::from_fn(self.rows.rows(), held.len(), |i, j| self.rows.at(i, held[j].0));
        let mut rest = set.times_vector(&quick_least_squares(&set, normal));
        for (r, n) in rest.iter_mut().zip(normal) {
            *r = n - *r;
        }
        norm(&rest) > 1e-10 * norm(normal)
    }
}
