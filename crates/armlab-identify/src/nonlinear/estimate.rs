//! What a nonlinear fit returns, and how much of it the data determine.
//!
//! Rank, null vectors and error bars come from the Jacobian at the solution,
//! with columns of length one so that units play no part.

use super::problem::{FrictionProblem, NonlinearError};
use crate::estimate::Status;
use armlab_dense::{Matrix, Rows, Triangle, Tsqr, norm};
use armlab_engine::base::in_words;
use armlab_engine::base::null_space::make_sparse;
use armlab_engine::friction::{Friction, FrictionTerm};
use armlab_engine::linear::span::Span;
use armlab_engine::robot::Robot;
use armlab_optimize::{Bounds, Residuals, Side};

/// Directions with less than this part of the largest singular value are not in
/// the data. Exact null vectors leave 1e-14, the weakest real ones 1e-5.
const UNSEEN: f64 = 1e-9;
/// Terms of null vectors below this part of a column are rounding.
const NEGLIGIBLE: f64 = 1e-7;
/// An unknown of which more than this lies outside the data's directions counts
/// only in combination.
const HIDDEN: f64 = 1e-6;

/// One unknown of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct NonlinearParameter {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Value.
    pub value: f64,
    /// Standard deviation; with a prior, that of data and prior together.
    pub deviation: Option<f64>,
    /// Whether the data determine it.
    pub status: Status,
    /// The bound it stands on.
    pub bound: Option<Side>,
    /// `shared by joints …`, where several have it.
    pub shared: Option<String>,
}

/// Which unknowns a motion shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Identifiability {
    /// Number of unknowns.
    pub unknowns: usize,
    /// Number of their combinations that the efforts show.
    pub rank: usize,
    /// Singular values of the Jacobian with columns of length one.
    pub singular_values: Vec<f64>,
    /// Changes that no effort shows: unknown and factor.
    pub null_vectors: Vec<Vec<(usize, f64)>>,
    /// The same in words.
    pub hidden: Vec<String>,
}

/// A fit of masses and friction laws.
#[derive(Clone, Debug)]
pub struct NonlinearEstimate {
    /// The solver.
    pub method: &'static str,
    /// The unknowns, inertial ones first.
    pub parameters: Vec<NonlinearParameter>,
    /// Their covariance; directions that nothing determines have none.
    pub covariance: Matrix,
    /// Which unknowns the data determine.
    pub identifiability: Identifiability,
    /// Root mean square of the residuals.
    pub rms: f64,
    /// Residuals that were fitted.
    pub rows: usize,
    /// Evaluations of the residuals, those for differences included.
    pub evaluations: usize,
    /// Linear problems solved within them (variable projection only).
    pub linear_solves: usize,
    /// Evaluations and half the sum of squares, whenever the best improved.
    pub history: Vec<(usize, f64)>,
    /// Whether the solver's own test ended the run.
    pub converged: bool,
}

impl NonlinearEstimate {
    /// The unknowns' values.
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.value).collect()
    }
    /// The value of a named unknown.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.parameters.iter().find(|p| p.name == name).map(|p| p.value)
    }
    /// The robot with these parameters and this friction, if a description can state
    /// them.
    pub fn corrected(&self, problem: &FrictionProblem) -> Option<Robot> {
        let x = self.values();
        let (phi, friction) = x.split_at_checked(problem.inertial())?;
        let mut unknowns = problem.base.prior();
        problem.inertial.iter().zip(phi).for_each(|(&k, &value)| unknowns[k] = value);
        let links = problem.base.link_values(problem.robot, &unknowns);
        let robot = problem.robot.with_parameter_values(&links)?;
        let values = problem.law_values(friction);
        let mut found: Vec<(String, Friction)> = Vec::new();
        for (joint, values) in problem.joints.iter().zip(values) {
            let mut friction = joint.friction.clone();
            for (term, values) in friction.terms.iter_mut().zip(values) {
                *term = FrictionTerm::with_values(term.law(), values)?;
            }
            friction.check().ok()?;
            found.push((joint.name.clone(), friction));
        }
        robot.with_friction(&found)
    }
}

/// A Gaussian prior of an unknown: which, its mean, and its standard deviation.
pub(super) type GaussianPrior = (usize, f64, f64);

/// What a solver did.
pub(super) struct Work {
    pub method: &'static str,
    pub evaluations: usize,
    pub linear_solves: usize,
    pub history: Vec<(usize, f64)>,
    pub converged: bool,
}

impl FrictionProblem<'_> {
    /// Which unknowns the recorded motion determines, at given values.
    pub fn identifiability(&self, x: &[f64]) -> Result<Identifiability, NonlinearError> {
        self.check(x)?;
        Ok(self.seen(&self.triangle(x, &[])?)?.0)
    }

    pub(super) fn check(&self, x: &[f64]) -> Result<(), NonlinearError> {
        let unknowns = self.unknowns();
        if x.len() != unknowns {
            return Err(NonlinearError::Size { found: x.len(), unknowns });
        }
        Ok(())
    }

    /// The Jacobian, with rows of priors (deviations in units of the residual's)
    /// below it, as a triangle.
    fn triangle(&self, x: &[f64], priors: &[GaussianPrior]) -> Result<Triangle, NonlinearError> {
        let n = self.unknowns();
        let mut jacobian = Matrix::zeros(self.rows(), n);
        self.jacobian(x, &mut jacobian);
        let mut tsqr = Tsqr::new(n, 0);
        let columns: Vec<&[f64]> = (0..n).map(|k| jacobian.column(k)).collect();
        tsqr.push_rows(&Rows::all(&columns)).map_err(|_| NonlinearError::NotFinite)?;
        let mut prior = Matrix::zeros(priors.len(), n);
        for (i, &(k, _, deviation)) in priors.iter().enumerate() {
            prior.set(i, k, 1.0 / deviation);
        }
        let columns: Vec<&[f64]> = (0..n).map(|k| prior.column(k)).collect();
        if !priors.is_empty() {
            tsqr.push_rows(&Rows::all(&columns)).map_err(|_| NonlinearError::NotFinite)?;
        }
        Ok(tsqr.finish())
    }

    /// Rank and null vectors, and how much of each unknown is seen.
    fn seen(&self, triangle: &Triangle) -> Result<(Identifiability, Vec<f64>), NonlinearError> {
        let (square, n) = (triangle.r(), self.unknowns());
        let lengths: Vec<f64> = (0..n).map(|k| norm(square.column(k))).collect();
        let scale = |k: usize| if lengths[k] > 0.0 { 1.0 / lengths[k] } else { 0.0 };
        let scaled = Matrix::from_fn(square.rows(), n, |i, j| square.at(i, j) * scale(j));
        let svd = scaled.svd().map_err(|_| NonlinearError::NotFinite)?;
        let rank = svd.rank(UNSEEN);
        let seen = (0..n).map(|i| (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum()).collect();
        let null_vectors = null_vectors(&square, &lengths, rank);
        let names = self.names();
        let hidden = null_vectors.iter().map(|v| in_words(v, &names)).collect();
        let singular_values = svd.values.clone();
        let identifiability =
            Identifiability { unknowns: n, rank, singular_values, null_vectors, hidden };
        Ok((identifiability, seen))
    }

    /// The estimate at `x`.
    pub(super) fn estimate(
        &self,
        x: Vec<f64>,
        bounds: &Bounds,
        priors: &[GaussianPrior],
        work: Work,
    ) -> Result<NonlinearEstimate, NonlinearError> {
        let n = self.unknowns();
        let rms = self.rms(&x);
        if !rms.is_finite() {
            return Err(NonlinearError::NotFinite);
        }
        let (identifiability, seen) = self.seen(&self.triangle(&x, &[])?)?;
        let bound = |k: usize| match x[k] {
            value if value <= bounds.lower()[k] => Some(Side::Lower),
            value if value >= bounds.upper()[k] => Some(Side::Upper),
            _ => None,
        };
        let freedom = self.rows().saturating_sub(identifiability.rank).max(1) as f64;
        let variance = rms * rms * self.rows() as f64 / freedom;
        let triangle = self.triangle(&x, priors)?;
        let (covariance, determined) = covariance(&triangle.r(), variance)?;
        let (names, units) = (self.names(), self.units());
        let parameters = (0..n)
            .map(|k| {
                let shared =
                    k.checked_sub(self.inertial()).and_then(|i| self.friction()[i].shared());
                let deviation = covariance.at(k, k).max(0.0).sqrt();
                NonlinearParameter {
                    name: names[k].clone(),
                    unit: units[k].clone(),
                    value: x[k],
                    deviation: (determined[k] > 1.0 - HIDDEN).then_some(deviation),
                    status: match seen[k] {
                        s if s > 1.0 - HIDDEN => Status::Identified,
                        s if s > HIDDEN => Status::Combination,
                        _ => Status::NotExcited,
                    },
                    bound: bound(k),
                    shared,
                }
            })
            .collect();
        let Work { method, evaluations, linear_solves, history, converged } = work;
        Ok(NonlinearEstimate {
            method,
            parameters,
            covariance,
            identifiability,
            rms,
            rows: self.rows(),
            evaluations,
            linear_solves,
            history,
            converged,
        })
    }
}

/// `σ² V diag(s⁻²) Vᵀ` over the directions that are seen, and how much of each
/// unknown lies in them.
fn covariance(square: &Matrix, variance: f64) -> Result<(Matrix, Vec<f64>), NonlinearError> {
    let n = square.columns();
    let scale: Vec<f64> = (0..n)
        .map(|k| {
            let length = norm(square.column(k));
            if length > 0.0 { 1.0 / length } else { 0.0 }
        })
        .collect();
    let scaled = Matrix::from_fn(square.rows(), n, |i, j| square.at(i, j) * scale[j]);
    let svd = scaled.svd().map_err(|_| NonlinearError::NotFinite)?;
    let rank = svd.rank(UNSEEN);
    let of = |i: usize, j: usize| {
        let along = |k: usize| svd.v.at(i, k) * svd.v.at(j, k) / svd.values[k].powi(2);
        variance * scale[i] * scale[j] * (0..rank).map(along).sum::<f64>()
    };
    let determined = (0..n).map(|i| (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum()).collect();
    Ok((Matrix::from_fn(n, n, of), determined))
}

/// Combinations of columns that are zero, as many as the rank leaves: the
/// columns that are nearest to a combination of later ones. Columns are taken
/// from the last to the first, so that masses, which stand first, are what is
/// moved about.
fn null_vectors(square: &Matrix, lengths: &[f64], rank: usize) -> Vec<Vec<(usize, f64)>> {
    let n = lengths.len();
    let longest = lengths.iter().fold(0.0_f64, |a, &b| a.max(b));
    let mut span = Span::default();
    let mut members: Vec<usize> = Vec::new();
    let mut vectors = Vec::new();
    for j in (0..n).rev() {
        if lengths[j] <= UNSEEN * longest {
            vectors.push(vec![(j, 1.0)]);
            continue;
        }
        let column: Vec<f64> = square.column(j).iter().map(|c| c / lengths[j]).collect();
        let (components, rest) = span.split(&column);
        if norm(&rest) > 1e-8 && members.len() < rank {
            span.admit(components, rest);
            members.push(j);
            continue;
        }
        let mut vector = vec![(j, 1.0)];
        for (k, factor) in span.in_members(components).into_iter().enumerate() {
            if factor.abs() > NEGLIGIBLE {
                vector.push((members[k], -factor * lengths[j] / lengths[members[k]]));
            }
        }
        vectors.push(vector);
    }
    make_sparse(&mut vectors);
    free_leads(&mut vectors);
    vectors
}

/// Where two vectors begin with the same unknown, the shorter one is taken off
/// the longer, so that they begin with different unknowns.
fn free_leads(vectors: &mut [Vec<(usize, f64)>]) {
    for i in 0..vectors.len() {
        for j in (0..vectors.len()).filter(|&j| j != i) {
            let lead = |v: &[(usize, f64)]| v.first().copied();
            let (Some(own), Some(other)) = (lead(&vectors[i]), lead(&vectors[j])) else { continue };
            if own.0 != other.0 || vectors[j].len() > vectors[i].len() {
                continue;
            }
            let mut rest = vectors[i].clone();
            for &(k, x) in &vectors[j] {
                let change = -x * own.1 / other.1;
                match rest.iter_mut().find(|t| t.0 == k) {
                    Some(term) => term.1 += change,
                    None => rest.push((k, change)),
                }
            }
            let largest = rest.iter().fold(0.0_f64, |a, t| a.max(t.1.abs()));
            rest.retain(|t| t.1.abs() > NEGLIGIBLE * largest);
            if rest.is_empty() || rest.len() > vectors[i].len() {
                continue;
            }
            rest.sort_by_key(|t| t.0);
            let first = rest[0].1;
            rest.iter_mut().for_each(|t| t.1 /= first);
            vectors[i] = rest;
        }
    }
}
