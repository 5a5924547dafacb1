//! All links that satisfy linear conditions: a polyhedron in the directions that
//! equations leave free.
//!
//! With `E π = e` the equations, `π₀` a solution and the columns of `N` an
//! orthonormal basis of the directions that `E` does not see, `π = π₀ + N y`; the
//! ranges become `l − C π₀ ≤ C N y ≤ u − C π₀`. Whether any `y` satisfies them all
//! is asked by `min t` with every range missed by at most `t`. At the optimum the
//! multipliers `μ` prove that it cannot be less (Farkas' lemma), `Cᵀμ = Eᵀλ`, so
//! conditions with `μ` or `λ` other than zero are those that contradict each other.

use super::conditions::Condition;
use super::intervals::IntervalError;
use armlab_dense::{Matrix, NoConvergence, norm, quick_least_squares};
use armlab_engine::text::significant;
use armlab_optimize::{LinearProgrammeError, Polyhedron};

/// Conditions that are missed by more than this, in units in which parameters are
/// of order one, contradict each other.
const MISSED: f64 = 1e-7;
/// Squares of singular values below this are zero.
const FREE: f64 = 1e-10;
/// Rows shorter than this do not depend on what is free.
const FIXED: f64 = 1e-9;
/// Multipliers below this part of the largest are rounding.
const ROUNDING: f64 = 1e-7;
/// Ranges whose multiplier is below this part of the largest have no part in a
/// contradiction.
const CULPRIT: f64 = 1e-5;

/// Terms below this part of a condition's largest are rounding.
const DUST: f64 = 1e-9;

/// A condition in units of the unknowns' sizes, as a row of length one.
struct Row {
    row: Vec<f64>,
    lower: f64,
    upper: f64,
    /// By what it was divided.
    length: f64,
    name: String,
}

impl Row {
    fn of(condition: &Condition, sizes: &[f64]) -> Self {
        let mut row = vec![0.0; sizes.len()];
        condition.terms.iter().for_each(|&(i, factor)| row[i] += factor * sizes[i]);
        let largest = row.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        row.iter_mut().filter(|x| x.abs() <= DUST * largest).for_each(|x| *x = 0.0);
        let length = Some(norm(&row)).filter(|l| *l > 0.0).unwrap_or(1.0);
        row.iter_mut().for_each(|x| *x /= length);
        let (lower, upper) = (condition.lower / length, condition.upper / length);
        Self { row, lower, upper, length, name: condition.name.clone() }
    }
    fn missed(&self, z: &[f64]) -> f64 {
        let value = armlab_dense::dot(&self.row, z);
        (self.lower - value).max(value - self.upper)
    }
    fn words(&self, by: f64) -> String {
        format!("{} (missed by {})", self.name, significant(by * self.length, 2))
    }
}

/// Links that satisfy all conditions.
pub struct FeasibleSet {
    sizes: Vec<f64>,
    particular: Vec<f64>,
    free: Matrix,
    ranges: Polyhedron,
}

impl FeasibleSet {
    /// All links with these conditions; `near` is a point at or near them, `sizes`
    /// are the unknowns' usual sizes.
    pub fn of(all: &[Condition], near: &[f64], sizes: &[f64]) -> Result<Self, IntervalError> {
        let rows = all.iter().map(|c| Row::of(c, sizes));
        let (equations, ranges): (Vec<Row>, Vec<Row>) = rows.partition(|r| r.lower == r.upper);
        let near: Vec<f64> = near.iter().zip(sizes).map(|(x, s)| x / s).collect();
        let particular = particular(&equations, near)?;
        let free = free(&equations, sizes.len())?;
        // Ranges that equations alone decide are met or not.
        let mut open: Vec<(usize, Vec<f64>, f64)> = Vec::new();
        for (k, range) in ranges.iter().enumerate() {
            let reduced = free.transpose_times_vector(&range.row);
            let length = norm(&reduced);
            if length > FIXED {
                open.push((k, reduced, length));
            } else if !(range.missed(&particular) <= MISSED) {
                let by = range.missed(&particular);
                let mut culprits = seen_in(&equations, &range.row);
                culprits.push(range.words(by));
                return Err(IntervalError::Contradiction { culprits });
            }
        }
        let matrix = Matrix::from_fn(open.len(), free.columns(), |r, j| open[r].1[j] / open[r].2);
        let limit = |r: usize, bound: f64| {
            let (k, _, length) = &open[r];
            (bound - armlab_dense::dot(&ranges[*k].row, &particular)) / length
        };
        let lower = (0..open.len()).map(|r| limit(r, ranges[open[r].0].lower)).collect();
        let upper = (0..open.len()).map(|r| limit(r, ranges[open[r].0].upper)).collect();
        let mut polyhedron = Polyhedron { rows: matrix, lower, upper };
        let inside = match feasible(&polyhedron)? {
            Found::Inside(y) => y,
            Found::Contradiction { by, multipliers } => {
                let mut sum = vec![0.0; sizes.len()];
                let mut culprits = Vec::new();
                for &(r, multiplier) in &multipliers {
                    let (k, _, length) = &open[r];
                    let row = ranges[*k].row.iter();
                    sum.iter_mut().zip(row).for_each(|(s, x)| *s += multiplier / length * x);
                    culprits.push(ranges[*k].words(by * length));
                }
                let mut named = seen_in(&equations, &sum);
                named.extend(culprits);
                named.dedup();
                return Err(IntervalError::Contradiction { culprits: named });
            }
        };
        // What rounding misses is let in.
        let at = polyhedron.rows.times_vector(&inside);
        for (r, value) in at.iter().enumerate() {
            polyhedron.lower[r] = polyhedron.lower[r].min(*value);
            polyhedron.upper[r] = polyhedron.upper[r].max(*value);
        }
        Ok(Self { sizes: sizes.to_vec(), particular, free, ranges: polyhedron })
    }

    /// Least and greatest value of an unknown; infinite where nothing limits it.
    pub fn range(&self, k: usize) -> Result<(f64, f64), LinearProgrammeError> {
        let objective: Vec<f64> = (0..self.free.columns()).map(|j| self.free.at(k, j)).collect();
        if norm(&objective) <= FIXED {
            let value = self.particular[k] * self.sizes[k];
            return Ok((value, value));
        }
        if self.ranges.rows.rows() == 0 {
            return Ok((f64::NEG_INFINITY, f64::INFINITY));
        }
        let end = |sign: f64| {
            let objective: Vec<f64> = objective.iter().map(|x| sign * x).collect();
            match self.ranges.minimise(&objective) {
                Ok(optimum) => {
                    let value = self.particular[k] + sign * optimum.value;
                    // Rounding of zero is zero.
                    Ok(if value.abs() < ROUNDING { 0.0 } else { value * self.sizes[k] })
                }
                Err(LinearProgrammeError::Unbounded) => Ok(-sign * f64::INFINITY),
                Err(error) => Err(error),
            }
        };
        Ok((end(1.0)?, end(-1.0)?))
    }
}

/// The solution of the equations nearest to a point.
fn particular(equations: &[Row], near: Vec<f64>) -> Result<Vec<f64>, IntervalError> {
    if equations.is_empty() {
        return Ok(near);
    }
    let rows = Matrix::from_fn(equations.len(), near.len(), |r, i| equations[r].row[i]);
    let at = rows.times_vector(&near);
    let rest: Vec<f64> = equations.iter().zip(&at).map(|(e, at)| e.lower - at).collect();
    let step = rows.svd()?.minimum_norm(&rest, FREE.sqrt());
    let found: Vec<f64> = near.iter().zip(&step).map(|(x, s)| x + s).collect();
    let missed = |e: &&Row| e.missed(&found) > MISSED;
    let culprits: Vec<String> =
        equations.iter().filter(missed).map(|e| e.words(e.missed(&found))).collect();
    match culprits.is_empty() {
        true => Ok(found),
        false => Err(IntervalError::Contradiction { culprits }),
    }
}

/// Directions that the equations do not see.
fn free(equations: &[Row], n: usize) -> Result<Matrix, NoConvergence> {
    if equations.is_empty() {
        return Ok(Matrix::identity(n));
    }
    let rows = Matrix::from_fn(equations.len(), n, |r, i| equations[r].row[i]);
    let eigen = rows.gram().symmetric_eigen()?;
    let largest = eigen.values.last().copied().unwrap_or(0.0).max(f64::MIN_POSITIVE);
    let count = eigen.values.iter().take_while(|v| **v <= FREE * largest).count();
    Ok(Matrix::from_fn(n, count, |i, k| eigen.vectors.at(i, k)))
}

/// Equations of which a row is a combination.
fn seen_in(equations: &[Row], row: &[f64]) -> Vec<String> {
    if equations.is_empty() {
        return Vec::new();
    }
    let columns = Matrix::from_fn(row.len(), equations.len(), |i, r| equations[r].row[i]);
    let factors = quick_least_squares(&columns, row);
    let largest = factors.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
    let named = equations.iter().zip(factors).filter(|(_, f)| f.abs() > ROUNDING * largest);
    named.map(|(e, _)| e.name.clone()).collect()
}

enum Found {
    Inside(Vec<f64>),
    Contradiction { by: f64, multipliers: Vec<(usize, f64)> },
}

/// A point that satisfies all ranges, or proof that there is none.
fn feasible(ranges: &Polyhedron) -> Result<Found, IntervalError> {
    let (m, n) = (ranges.rows.rows(), ranges.rows.columns());
    let zero = vec![0.0; n];
    let missed = |y: &[f64]| {
        let at = ranges.rows.times_vector(y);
        (0..m).map(|r| (ranges.lower[r] - at[r]).max(at[r] - ranges.upper[r])).fold(0.0, f64::max)
    };
    let now = missed(&zero);
    if now <= MISSED {
        return Ok(Found::Inside(zero));
    }
    let entry = |i: usize, j: usize| match (i, j) {
        (i, j) if i == 2 * m => f64::from(j == n),
        (i, j) if j == n => 1.0 - 2.0 * f64::from(i >= m),
        (i, j) => ranges.rows.at(i % m, j),
    };
    let (mut lower, mut upper) = (ranges.lower.clone(), vec![f64::INFINITY; m]);
    lower.extend(std::iter::repeat_n(f64::NEG_INFINITY, m));
    upper.extend_from_slice(&ranges.upper);
    lower.push(0.0);
    upper.push(f64::INFINITY);
    let elastic = Polyhedron { rows: Matrix::from_fn(2 * m + 1, n + 1, entry), lower, upper };
    let mut objective = vec![0.0; n + 1];
    objective[n] = 1.0;
    let failed = |source| IntervalError::Programme { unknown: "all conditions".into(), source };
    let optimum = elastic.minimise(&objective).map_err(failed)?;
    let by = missed(&optimum.z[..n]);
    if by <= MISSED {
        let mut inside = optimum.z;
        inside.truncate(n);
        return Ok(Found::Inside(inside));
    }
    // Multipliers of the ranges add up to one, so that some are left.
    let own = optimum.active.iter().filter(|a| a.0 < 2 * m);
    let largest = own.fold(0.0_f64, |most, a| most.max(a.1.abs()));
    let holds = |a: &&(usize, f64)| a.0 < 2 * m && a.1.abs() > CULPRIT * largest;
    let mut multipliers: Vec<(usize, f64)> =
        optimum.active.iter().filter(holds).map(|a| (a.0 % m, a.1)).collect();
    multipliers.sort_by_key(|a| a.0);
    Ok(Found::Contradiction { by, multipliers })
}
