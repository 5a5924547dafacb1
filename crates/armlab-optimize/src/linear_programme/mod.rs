//! Small linear programmes, `min cᵀz` subject to `l ≤ G z ≤ u`, by an interior-point
//! method ([`interior`]), whose accuracy does not depend on rows being far from
//! parallel.
//!
//! Equations are eliminated first, and directions that no row limits; at the end the
//! point is moved onto the rows that hold it. For up to hundreds of unknowns and rows.

mod interior;

use armlab_dense::{Matrix, dot, norm};
use interior::{End, Inequalities};
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
    /// Rounding keeps the iteration from ending.
    #[error("no accurate solution; are rows of very different size?")]
    NoConvergence,
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

/// Rows and directions shorter than this part are rounding.
const ROUNDING: f64 = 1e-11;
/// Relative violation of a row that is none.
const SATISFIED: f64 = 1e-9;

/// One row with one limit, `±row · z ≤ limit`, as it is left after elimination.
struct Half {
    row: usize,
    sign: f64,
}

/// A point, and the rows that hold it with their multipliers.
type Held = (Vec<f64>, Vec<(usize, f64)>);

/// A programme without equations or directions that no row limits.
struct Reduction {
    /// The point about which directions are taken.
    particular: Vec<f64>,
    /// Directions that are left, one column each.
    free: Matrix,
    /// Lengths of rows along them.
    lengths: Vec<f64>,
}

impl Polyhedron {
    /// The point of the polyhedron where `cᵀz` is least.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn minimise(&self, c: &[f64]) -> Result<LinearOptimum, LinearProgrammeError> {
        let (m, k) = (self.rows.rows(), self.rows.columns());
        assert!(c.len() == k, "one entry per unknown");
        assert!(self.lower.len() == m && self.upper.len() == m, "one limit per row");
        let rows = self.rows.transposed();
        self.check(&rows, c)?;
        let reduction = self.reduce(&rows)?;
        let objective = reduction.free.transpose_times_vector(c);
        let size = norm(&objective);
        let scale = if size > ROUNDING * norm(c) { size } else { 0.0 };
        // Along directions that no row limits the objective must not change.
        let seen = self.seen(&rows, &reduction);
        let (limited, unlimited) = seen.ok_or(LinearProgrammeError::NoConvergence)?;
        let falls = norm(&unlimited.transpose_times_vector(&objective)) > 1e-9 * scale;
        let reduction = Reduction { free: reduction.free.times(&limited), ..reduction };
        let c_left = if falls || scale == 0.0 {
            vec![0.0; limited.columns()]
        } else {
            let left = reduction.free.transpose_times_vector(c);
            left.iter().map(|x| x / scale).collect()
        };
        let (z, multipliers) = self.inner(&rows, &reduction, &c_left)?;
        if falls {
            return Err(LinearProgrammeError::Unbounded);
        }
        let mut active: Vec<(usize, f64)> = Vec::new();
        for (row, multiplier) in multipliers {
            active.push((row, scale * multiplier));
        }
        self.add_equations(&rows, c, &mut active);
        Ok(LinearOptimum { value: dot(c, &z), z, active })
    }

    /// Least and greatest value of `cᵀz`.
    ///
    /// # Panics
    /// If sizes do not fit.
    pub fn interval(&self, c: &[f64]) -> Result<(f64, f64), LinearProgrammeError> {
        let least = self.minimise(c)?;
        let negative: Vec<f64> = c.iter().map(|c| -c).collect();
        let greatest = self.minimise(&negative)?;
        Ok((least.value, -greatest.value))
    }

    fn check(&self, rows: &Matrix, c: &[f64]) -> Result<(), LinearProgrammeError> {
        for row in 0..rows.columns() {
            let numbers = rows.column(row).iter().all(|x| x.is_finite());
            let empty = self.lower[row] == f64::INFINITY || self.upper[row] == f64::NEG_INFINITY;
            if !numbers || empty || !(self.lower[row] <= self.upper[row]) {
                return Err(LinearProgrammeError::Input { row });
            }
        }
        if c.iter().any(|x| !x.is_finite()) {
            return Err(LinearProgrammeError::Input { row: 0 });
        }
        Ok(())
    }

    fn violation(&self, row: usize, value: f64) -> f64 {
        (self.lower[row] - value).max(value - self.upper[row])
    }

    /// The size of a row's limits and terms, to which violations are relative.
    fn size(&self, row: usize) -> f64 {
        let finite = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        finite(self.lower[row]).max(finite(self.upper[row])).max(1.0)
    }

    fn is_equation(&self, row: usize) -> bool {
        self.lower[row] == self.upper[row]
    }

    /// Equations solved, and the directions that they leave.
    fn reduce(&self, rows: &Matrix) -> Result<Reduction, LinearProgrammeError> {
        let k = rows.rows();
        let equations: Vec<usize> = (0..rows.columns()).filter(|r| self.is_equation(*r)).collect();
        let mut reduction =
            Reduction { particular: vec![0.0; k], free: Matrix::identity(k), lengths: Vec::new() };
        if !equations.is_empty() {
            let length = |r: usize| Some(norm(rows.column(r))).filter(|l| *l > 0.0).unwrap_or(1.0);
            let matrix = Matrix::from_fn(equations.len(), k, |i, j| {
                rows.at(j, equations[i]) / length(equations[i])
            });
            let rhs: Vec<f64> = equations.iter().map(|&r| self.lower[r] / length(r)).collect();
            let failed = |_| LinearProgrammeError::NoConvergence;
            reduction.particular = matrix.svd().map_err(failed)?.minimum_norm(&rhs, 1e-11);
            for &row in &equations {
                let by = self.violation(row, dot(rows.column(row), &reduction.particular));
                if by > SATISFIED * self.size(row) * length(row).max(1.0) {
                    return Err(LinearProgrammeError::Infeasible { row, by });
                }
            }
            let eigen = matrix.gram().symmetric_eigen().map_err(failed)?;
            let largest = eigen.values.last().copied().unwrap_or(0.0);
            let count = eigen.values.iter().take_while(|v| **v <= 1e-20_f64.max(1e-14 * largest));
            let count = count.count();
            reduction.free = Matrix::from_fn(k, count, |i, j| eigen.vectors.at(i, j));
        }
        let along = |row: usize| norm(&reduction.free.transpose_times_vector(rows.column(row)));
        reduction.lengths = (0..rows.columns())
            .map(|r| if along(r) > ROUNDING * norm(rows.column(r)) { along(r) } else { 0.0 })
            .collect();
        Ok(reduction)
    }

    /// Directions that rows limit and directions that none does, within those left.
    fn seen(&self, rows: &Matrix, reduction: &Reduction) -> Option<(Matrix, Matrix)> {
        let k = reduction.free.columns();
        let limits = |r: &usize| {
            reduction.lengths[*r] > 0.0
                && !self.is_equation(*r)
                && (self.lower[*r].is_finite() || self.upper[*r].is_finite())
        };
        let open: Vec<Vec<f64>> = (0..rows.columns())
            .filter(limits)
            .map(|r| {
                let along = reduction.free.transpose_times_vector(rows.column(r));
                along.iter().map(|x| x / reduction.lengths[r]).collect()
            })
            .collect();
        if open.is_empty() || k == 0 {
            return Some((Matrix::zeros(k, 0), Matrix::identity(k)));
        }
        let gram = Matrix::from_fn(open.len(), k, |i, j| open[i][j]).gram();
        let eigen = gram.symmetric_eigen().ok()?;
        let largest = eigen.values.last().copied()?;
        let none = eigen.values.iter().take_while(|v| **v <= 1e-14 * largest).count();
        let limited = Matrix::from_fn(k, k - none, |i, j| eigen.vectors.at(i, none + j));
        Some((limited, Matrix::from_fn(k, none, |i, j| eigen.vectors.at(i, j))))
    }

    /// The optimum over the directions that are left, with the rows that hold it.
    fn inner(
        &self,
        rows: &Matrix,
        reduction: &Reduction,
        c: &[f64],
    ) -> Result<Held, LinearProgrammeError> {
        let k = c.len();
        let mut halves: Vec<Half> = Vec::new();
        let mut h: Vec<f64> = Vec::new();
        for row in (0..rows.columns()).filter(|r| !self.is_equation(*r)) {
            let at = dot(rows.column(row), &reduction.particular);
            let length = reduction.lengths[row];
            if length == 0.0 {
                let by = self.violation(row, at);
                if by > SATISFIED * self.size(row) {
                    return Err(LinearProgrammeError::Infeasible { row, by });
                }
                continue;
            }
            for (sign, limit) in [(1.0, self.upper[row]), (-1.0, self.lower[row])] {
                if limit.is_finite() {
                    halves.push(Half { row, sign });
                    h.push(sign * (limit - at) / length);
                }
            }
        }
        let entries = halves.iter().flat_map(|half| {
            let along = reduction.free.transpose_times_vector(rows.column(half.row));
            let scale = half.sign / reduction.lengths[half.row];
            along.into_iter().map(move |x| scale * x).collect::<Vec<f64>>()
        });
        let g = Matrix::from_columns(k, halves.len(), entries.collect());
        let largest = h.iter().fold(0.0_f64, |m, h| m.max(h.abs()));
        let scale = if largest > 0.0 { largest } else { 1.0 };
        let h: Vec<f64> = h.iter().map(|h| h / scale).collect();
        let (y, multipliers) = match (Inequalities { rows: &g, h: &h, c }).solve() {
            End::Optimum { z, multipliers, slacks } => {
                let held = held(&multipliers, &slacks);
                (polished(&g, &h, z, &held), refined(&g, c, multipliers, &held))
            }
            End::Infeasible => return Err(self.least_violation(rows)),
            End::Unbounded => return Err(LinearProgrammeError::Unbounded),
            End::Stalled => return Err(LinearProgrammeError::NoConvergence),
        };
        let step = reduction.free.times_vector(&y);
        let z = reduction.particular.iter().zip(&step).map(|(p, s)| p + scale * s).collect();
        let mut active: Vec<(usize, f64)> = Vec::new();
        for (half, multiplier) in halves.iter().zip(multipliers).filter(|(_, m)| *m != 0.0) {
            active.push((half.row, -half.sign * multiplier / reduction.lengths[half.row]));
        }
        Ok((z, active))
    }

    /// The row that is missed most where the largest miss is least.
    fn least_violation(&self, rows: &Matrix) -> LinearProgrammeError {
        let (k, m) = (rows.rows(), rows.columns());
        let entry = |i: usize, j: usize| match (i, j) {
            (i, j) if i == 2 * m => f64::from(u8::from(j == k)),
            (i, j) if j == k => 1.0 - 2.0 * f64::from(u8::from(i >= m)),
            (i, j) => rows.at(j, i % m.max(1)),
        };
        let (mut lower, mut upper) = (self.lower.clone(), vec![f64::INFINITY; m]);
        lower.extend(std::iter::repeat_n(f64::NEG_INFINITY, m));
        upper.extend_from_slice(&self.upper);
        lower.push(0.0);
        upper.push(f64::INFINITY);
        let elastic = Self { rows: Matrix::from_fn(2 * m + 1, k + 1, entry), lower, upper };
        let mut c = vec![0.0; k + 1];
        c[k] = 1.0;
        match elastic.minimise(&c) {
            Ok(LinearOptimum { z, .. }) => {
                let miss = |row: usize| self.violation(row, dot(rows.column(row), &z[..k]));
                let row = (0..m).max_by(|a, b| miss(*a).total_cmp(&miss(*b))).unwrap_or(0);
                LinearProgrammeError::Infeasible { row, by: miss(row) }
            }
            Err(_) => LinearProgrammeError::NoConvergence,
        }
    }

    /// Multipliers of equations: what the other rows leave of the objective.
    fn add_equations(&self, rows: &Matrix, c: &[f64], active: &mut Vec<(usize, f64)>) {
        let equations: Vec<usize> = (0..rows.columns()).filter(|r| self.is_equation(*r)).collect();
        if equations.is_empty() {
            return;
        }
        let mut rest = c.to_vec();
        for &(row, multiplier) in active.iter() {
            let row = rows.column(row);
            rest.iter_mut().zip(row).for_each(|(r, x)| *r -= multiplier * x);
        }
        let columns =
            Matrix::from_fn(rows.rows(), equations.len(), |i, j| rows.at(i, equations[j]));
        if let Ok(svd) = columns.svd() {
            let found = svd.minimum_norm(&rest, 1e-10);
            active.extend(equations.into_iter().zip(found));
        }
    }
}

/// Rows that hold an optimum: their multipliers are large and their slacks small.
fn held(multipliers: &[f64], slacks: &[f64]) -> Vec<usize> {
    let largest = |all: &[f64]| all.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
    let (most, widest) = (largest(multipliers), largest(slacks));
    let holds = |i: &usize| multipliers[*i] / most > slacks[*i] / widest;
    (0..slacks.len()).filter(holds).collect()
}

/// The point moved onto the rows that hold it, if that is not far and all others stay satisfied.
fn polished(g: &Matrix, h: &[f64], z: Vec<f64>, held: &[usize]) -> Vec<f64> {
    let worst = |z: &[f64]| {
        let at = g.transpose_times_vector(z);
        at.iter().zip(h).map(|(a, h)| a - h).fold(0.0_f64, f64::max)
    };
    let matrix = Matrix::from_fn(held.len(), z.len(), |i, j| g.at(j, held[i]));
    let at = matrix.times_vector(&z);
    let rest: Vec<f64> = held.iter().zip(&at).map(|(i, a)| h[*i] - a).collect();
    let Ok(svd) = matrix.svd() else { return z };
    let step = svd.minimum_norm(&rest, 1e-9);
    let moved: Vec<f64> = z.iter().zip(&step).map(|(z, s)| z + s).collect();
    let near = norm(&step) <= 1e-6 * (1.0 + norm(&z));
    if near && worst(&moved) <= worst(&z).max(1e-13) { moved } else { z }
}

/// Multipliers of the rows that hold the optimum, without those of others, if they
/// balance the objective.
fn refined(g: &Matrix, c: &[f64], found: Vec<f64>, held: &[usize]) -> Vec<f64> {
    let matrix = Matrix::from_fn(c.len(), held.len(), |i, j| g.at(i, held[j]));
    let start: Vec<f64> = held.iter().map(|i| found[*i]).collect();
    let at = matrix.times_vector(&start);
    let rest: Vec<f64> = c.iter().zip(&at).map(|(c, a)| -c - a).collect();
    let Ok(svd) = matrix.svd() else { return found };
    let step = svd.minimum_norm(&rest, 1e-9);
    let moved: Vec<f64> = start.iter().zip(&step).map(|(l, s)| l + s).collect();
    let left: Vec<f64> = matrix.times_vector(&moved).iter().zip(c).map(|(a, c)| a + c).collect();
    if moved.iter().any(|l| *l < 0.0) || norm(&left) > 1e-9 * (1.0 + norm(c)) {
        return found;
    }
    let mut all = vec![0.0; found.len()];
    held.iter().zip(moved).for_each(|(i, l)| all[*i] = l);
    all
}
