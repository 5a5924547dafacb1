//! The problem: least squares, and blocks that must stay positive semidefinite.

use armlab_dense::Matrix;
use thiserror::Error;

/// A symmetric matrix that depends linearly on some unknowns,
/// `F(x) = F₀ + Σ x_k F_k`, and must stay positive semidefinite. A bound on one
/// unknown is a block of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub(super) name: String,
    pub(super) size: usize,
    pub(super) constant: Vec<f64>,
    /// For each unknown that occurs, its matrix.
    pub(super) terms: Vec<(usize, Entries)>,
    pub(super) divergence: Option<Divergence>,
}

/// Entries `(row, column, factor)` of a symmetric matrix, row ≤ column; the
/// other half is meant, too.
type Entries = Vec<(usize, usize, f64)>;

/// `weight · (tr(P⁻¹F) − log det(P⁻¹F) − size)`: how far a block is from a
/// reference `P`, independent of units and frames (Lee, Wensing & Park 2020).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Divergence {
    pub weight: f64,
    pub reference: Vec<f64>,
}

impl Block {
    /// A block of `size` rows that is zero so far; `name` is what messages call
    /// it.
    pub fn new(name: impl Into<String>, size: usize) -> Self {
        let constant = vec![0.0; size * size];
        Self { name: name.into(), size, constant, terms: Vec::new(), divergence: None }
    }
    /// Adds to the constant entries `(row, column)` and `(column, row)`.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn constant(mut self, row: usize, column: usize, value: f64) -> Self {
        assert!(row < self.size && column < self.size, "an entry of the block");
        self.constant[row * self.size + column] += value;
        if row != column {
            self.constant[column * self.size + row] += value;
        }
        self
    }
    /// Adds `factor · x_unknown` to entries `(row, column)` and `(column, row)`.
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn term(mut self, unknown: usize, row: usize, column: usize, factor: f64) -> Self {
        assert!(row < self.size && column < self.size, "an entry of the block");
        let entry = (row.min(column), row.max(column), factor);
        match self.terms.iter_mut().find(|(k, _)| *k == unknown) {
            Some((_, entries)) => entries.push(entry),
            None => self.terms.push((unknown, vec![entry])),
        }
        self
    }
    /// `x_unknown ≥ bound`
    pub fn at_least(name: impl Into<String>, unknown: usize, bound: f64) -> Self {
        Self::new(name, 1).constant(0, 0, -bound).term(unknown, 0, 0, 1.0)
    }
    /// `x_unknown ≤ bound`
    pub fn at_most(name: impl Into<String>, unknown: usize, bound: f64) -> Self {
        Self::new(name, 1).constant(0, 0, bound).term(unknown, 0, 0, -1.0)
    }
    /// Adds to the objective `weight` times the divergence of this block from
    /// its value at `reference`, where it must be positive definite.
    pub fn near(mut self, reference: &[f64], weight: f64) -> Self {
        let mut value = vec![0.0; self.size * self.size];
        self.value(reference, &mut value);
        self.divergence = Some(Divergence { weight, reference: value });
        self
    }
    /// The same for a reference that is given as a matrix, row after row.
    ///
    /// # Panics
    /// If it has another size.
    pub fn near_matrix(mut self, reference: &[f64], weight: f64) -> Self {
        assert_eq!(reference.len(), self.size * self.size, "a matrix of the block's size");
        self.divergence = Some(Divergence { weight, reference: reference.to_vec() });
        self
    }
    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }
    /// `F(x)`, row after row. Unknowns beyond `x` count as zero.
    pub(super) fn value(&self, x: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&self.constant);
        self.add_linear(x, out);
    }
    /// `out += Σ x_k F_k`
    pub(super) fn add_linear(&self, x: &[f64], out: &mut [f64]) {
        for (k, entries) in &self.terms {
            let xk = x.get(*k).copied().unwrap_or(0.0);
            for (i, j, factor) in entries {
                out[i * self.size + j] += factor * xk;
                if i != j {
                    out[j * self.size + i] += factor * xk;
                }
            }
        }
    }
    /// `out_k += scale · tr(F_k z)`
    pub(super) fn add_adjoint(&self, z: &[f64], scale: f64, out: &mut [f64]) {
        for (k, entries) in &self.terms {
            let mut sum = 0.0;
            for (i, j, factor) in entries {
                let both = if i == j { 1.0 } else { 2.0 };
                sum += both * factor * z[i * self.size + j];
            }
            out[*k] += scale * sum;
        }
    }
}

/// `min ½‖A x − b‖² + Σ ½((x_k − mean)/deviation)² + Σ slope·x_k + Σ divergences`,
/// every block positive semidefinite.
#[derive(Clone, Debug)]
pub struct Semidefinite {
    pub(super) rows: Matrix,
    pub(super) rhs: Vec<f64>,
    /// `(unknown, mean, deviation)`
    pub(super) priors: Vec<(usize, f64, f64)>,
    pub(super) blocks: Vec<Block>,
    /// `(unknown, slope)`
    pub(super) slopes: Vec<(usize, f64)>,
}

impl Semidefinite {
    /// Plain least squares so far. Of a tall matrix give the triangle.
    ///
    /// # Panics
    /// If `rhs` has not one entry per row.
    pub fn new(rows: Matrix, rhs: Vec<f64>) -> Self {
        assert_eq!(rows.rows(), rhs.len(), "one right-hand side per row");
        Self { rows, rhs, priors: Vec::new(), blocks: Vec::new(), slopes: Vec::new() }
    }
    /// Adds a block.
    pub fn subject_to(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }
    /// Adds a prior: an unknown is `mean ± deviation`.
    pub fn with_prior(mut self, unknown: usize, mean: f64, deviation: f64) -> Self {
        self.priors.push((unknown, mean, deviation));
        self
    }
    /// Adds `slope · x_unknown` to the objective.
    pub fn with_slope(mut self, unknown: usize, slope: f64) -> Self {
        self.slopes.push((unknown, slope));
        self
    }
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.rows.columns()
    }
    /// The blocks, in the order they were added.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
    pub(super) fn check(&self) -> Result<(), SemidefiniteError> {
        let bad = |what: String| Err(SemidefiniteError::Input { what });
        let n = self.unknowns();
        if !self.rows.is_finite() || self.rhs.iter().any(|x| !x.is_finite()) {
            return bad("the rows or their right-hand side hold a number that is not finite".into());
        }
        for (k, mean, deviation) in &self.priors {
            if *k >= n || !mean.is_finite() || !(*deviation > 0.0) {
                return bad(format!(
                    "the prior of unknown {k} ({mean} ± {deviation}) is not usable"
                ));
            }
        }
        if let Some((k, slope)) = self.slopes.iter().find(|(k, s)| *k >= n || !s.is_finite()) {
            return bad(format!("the slope {slope} along unknown {k} is not usable"));
        }
        for block in &self.blocks {
            let factors = block.terms.iter().flat_map(|(_, e)| e.iter().map(|(_, _, f)| f));
            if block.constant.iter().chain(factors).any(|x| !x.is_finite()) {
                return bad(format!("{} holds a number that is not finite", block.name));
            }
            if let Some((k, _)) = block.terms.iter().find(|(k, _)| *k >= n) {
                return bad(format!("{} depends on unknown {k}, but there are {n}", block.name));
            }
            if let Some(d) = &block.divergence {
                let mut factor = vec![0.0; block.size * block.size];
                if !(d.weight > 0.0) || !d.weight.is_finite() {
                    return bad(format!("the weight {} at {} is not usable", d.weight, block.name));
                }
                if !super::small::cholesky(&d.reference, block.size, &mut factor) {
                    return bad(format!(
                        "the reference of {} is not positive definite; give a possible one",
                        block.name
                    ));
                }
            }
        }
        Ok(())
    }
}

/// What became of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockReport {
    /// Its name.
    pub name: String,
    /// Smallest eigenvalue of the block at the solution.
    pub smallest_eigenvalue: f64,
    /// How hard the constraint pushes: trace of its multiplier.
    pub multiplier: f64,
    /// True if the constraint holds the solution back: relative to their sizes,
    /// its multiplier is larger than its distance from the boundary.
    pub active: bool,
}

/// A solution with the proof of its quality.
#[derive(Clone, Debug, PartialEq)]
pub struct SemidefiniteSolution {
    /// The unknowns.
    pub x: Vec<f64>,
    /// The objective at `x`, divergences included.
    pub objective: f64,
    /// Objective minus a lower bound of it from the multipliers.
    pub gap: f64,
    /// Largest entry of the gradient of the Lagrangian, relative to its terms.
    pub stationarity: f64,
    /// Largest violation of a block, relative to its entries.
    pub violation: f64,
    /// Newton steps.
    pub iterations: usize,
    /// Every block.
    pub blocks: Vec<BlockReport>,
}

/// Why there is no solution.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SemidefiniteError {
    /// The problem itself is not usable.
    #[error("the problem is not valid: {what}")]
    Input {
        /// What is wrong.
        what: String,
    },
    /// The blocks contradict each other.
    #[error(
        "no solution exists: {} contradict each other (every choice violates one of them by {by:.3e} or more); \
         relax one of them", blocks.join(", ")
    )]
    Infeasible {
        /// The blocks that contradict each other.
        blocks: Vec<String>,
        /// By how much their eigenvalues miss zero at best.
        by: f64,
    },
    /// The iteration stopped early.
    #[error(
        "the iteration stopped after {iterations} steps at a relative gap of {gap:.1e}, stationarity \
         {stationarity:.1e} and violation {violation:.1e}; are rows or blocks of very different size?"
    )]
    NoConvergence {
        /// Steps made.
        iterations: usize,
        /// Relative gap reached.
        gap: f64,
        /// Stationarity reached.
        stationarity: f64,
        /// Violation reached.
        violation: f64,
    },
}
