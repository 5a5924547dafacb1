//! The iteration: `min cᵀz`, `G z ≤ h`, as a homogeneous self-dual problem (Xu, Hung &
//! Ye 1996), which has a solution whether or not the programme has one,
//!
//! ```text
//! Gᵀλ + c τ = 0,   s = h τ − G z,   κ = −cᵀz − hᵀλ,   s, λ, τ, κ ≥ 0,
//! ```
//!
//! followed by Mehrotra's predictor and corrector. With `τ > 0` at the end `z/τ` is an
//! optimum; with `κ > 0` either `λ` proves that no point satisfies all rows, or `z` is a
//! direction along which the objective falls for ever.

use armlab_dense::{Cholesky, Matrix, dot, norm};

/// Relative accuracy.
const TOLERANCE: f64 = 1e-12;
/// Relative accuracy of a result after the last step that gained anything; the rows that hold it
/// make it exact. Rows that are equal but for rounding end there.
const ACCEPTABLE: f64 = 1e-7;
/// Steps at most.
const STEPS: usize = 120;
/// Steps without gain at most.
const STALLED: usize = 8;

/// How a programme ends.
pub(super) enum End {
    /// Optimum, multipliers of the rows, and slacks.
    Optimum {
        z: Vec<f64>,
        multipliers: Vec<f64>,
        slacks: Vec<f64>,
    },
    Infeasible,
    Unbounded,
    /// No accurate answer.
    Stalled,
}

/// `min cᵀz`, `G z ≤ h`; rows of `G` are of length one, its columns independent.
pub(super) struct Inequalities<'a> {
    /// One column per row of `G`.
    pub rows: &'a Matrix,
    pub h: &'a [f64],
    pub c: &'a [f64],
}

struct Point {
    z: Vec<f64>,
    s: Vec<f64>,
    lambda: Vec<f64>,
    tau: f64,
    kappa: f64,
}

struct Residuals {
    z: Vec<f64>,
    lambda: Vec<f64>,
    tau: f64,
}

/// What a step aims at, row by row and for `τ κ`.
struct Aim {
    keep: f64,
    rows: Vec<f64>,
    tau: f64,
}

impl Inequalities<'_> {
    pub(super) fn solve(&self) -> End {
        let (k, m) = (self.rows.rows(), self.rows.columns());
        let mut at =
            Point { z: vec![0.0; k], s: vec![1.0; m], lambda: vec![1.0; m], tau: 1.0, kappa: 1.0 };
        let mut best: (f64, Option<End>) = (f64::INFINITY, None);
        let mut stalled = 0;
        for _ in 0..STEPS {
            let residuals = self.residuals(&at);
            let (error, end) = self.judge(&at, &residuals);
            stalled = if error < 0.9 * best.0 { 0 } else { stalled + 1 };
            if error < best.0 {
                best = (error, Some(end));
            }
            if best.0 <= TOLERANCE || stalled > STALLED || !self.step(&mut at, &residuals) {
                break;
            }
        }
        match best {
            (error, Some(end)) if error <= ACCEPTABLE => end,
            _ => End::Stalled,
        }
    }

    /// `G z`
    fn times(&self, z: &[f64]) -> Vec<f64> {
        self.rows.transpose_times_vector(z)
    }

    fn residuals(&self, at: &Point) -> Residuals {
        let dual = self.rows.times_vector(&at.lambda);
        let z = dual.iter().zip(self.c).map(|(d, c)| -d - c * at.tau).collect();
        let rows = self.times(&at.z);
        let lambda = (0..rows.len()).map(|i| at.s[i] + rows[i] - self.h[i] * at.tau).collect();
        let tau = at.kappa + dot(self.c, &at.z) + dot(self.h, &at.lambda);
        Residuals { z, lambda, tau }
    }

    /// What the point is nearest to, and how near.
    fn judge(&self, at: &Point, residuals: &Residuals) -> (f64, End) {
        let (value, proof) = (dot(self.c, &at.z), dot(self.h, &at.lambda));
        let size = 1.0 + norm(&at.z) / at.tau;
        let primal = norm(&residuals.lambda) / at.tau / size;
        let dual = norm(&residuals.z) / at.tau / (1.0 + norm(self.c));
        let gap = (value + proof).abs() / at.tau / (1.0 + (value / at.tau).abs());
        let optimum = primal.max(dual).max(gap);
        let scaled = |x: &[f64]| x.iter().map(|x| x / at.tau).collect::<Vec<f64>>();
        let mut best = (optimum, End::Stalled);
        if proof < 0.0 {
            let error = norm(&self.rows.times_vector(&at.lambda)) / -proof;
            if error < best.0 {
                best = (error, End::Infeasible);
            }
        }
        if value < 0.0 {
            let rows = self.times(&at.z);
            let missed: Vec<f64> = rows.iter().zip(&at.s).map(|(r, s)| r + s).collect();
            let error = norm(&missed) / -value;
            if error < best.0 {
                best = (error, End::Unbounded);
            }
        }
        if matches!(best.1, End::Stalled) {
            let (z, multipliers) = (scaled(&at.z), scaled(&at.lambda));
            best.1 = End::Optimum { z, multipliers, slacks: scaled(&at.s) };
        }
        best
    }

    /// Predictor and corrector; false if no progress is possible.
    fn step(&self, at: &mut Point, residuals: &Residuals) -> bool {
        let m = at.s.len();
        let weights: Vec<f64> = (0..m).map(|i| at.lambda[i] / at.s[i]).collect();
        let Some(factor) = self.factor(&weights) else { return false };
        let mu = (dot(&at.s, &at.lambda) + at.tau * at.kappa) / (m as f64 + 1.0);
        let products = (0..m).map(|i| -at.s[i] * at.lambda[i]).collect();
        let aim = Aim { keep: 1.0, rows: products, tau: -at.tau * at.kappa };
        let Some(first) = self.direction(at, residuals, &weights, &factor, &aim) else {
            return false;
        };
        let length = first.longest(at).min(1.0);
        let sigma = (1.0 - length).powi(3);
        let rows = (0..m)
            .map(|i| sigma * mu - at.s[i] * at.lambda[i] - first.s[i] * first.lambda[i])
            .collect();
        let tau = sigma * mu - at.tau * at.kappa - first.tau * first.kappa;
        let aim = Aim { keep: 1.0 - sigma, rows, tau };
        let Some(second) = self.direction(at, residuals, &weights, &factor, &aim) else {
            return false;
        };
        let length = (0.99 * second.longest(at)).min(1.0);
        at.add(&second, length);
        // Only ratios count: sizes stay ordinary.
        let size = at.tau.max(at.kappa);
        at.scale(1.0 / size);
        length > 1e-9 && at.z.iter().all(|z| z.is_finite())
    }

    /// A factor of `Gᵀ D G`.
    fn factor(&self, weights: &[f64]) -> Option<Cholesky> {
        let k = self.rows.rows();
        let mut system = Matrix::zeros(k, k);
        for (row, weight) in weights.iter().enumerate() {
            let g = self.rows.column(row);
            for j in 0..k {
                let scaled = weight * g[j];
                if scaled != 0.0 {
                    let column = &mut system.column_mut(j)[j..];
                    column.iter_mut().zip(&g[j..]).for_each(|(s, g)| *s += scaled * g);
                }
            }
        }
        for shift in [0.0, 1e-15, 1e-12, 1e-9] {
            for j in 0..k {
                let entry = system.at(j, j);
                system.set(j, j, entry + shift * entry.max(f64::MIN_POSITIVE));
            }
            if let Ok(factor) = Cholesky::new(&system) {
                return Some(factor);
            }
        }
        None
    }

    fn direction(
        &self,
        at: &Point,
        residuals: &Residuals,
        weights: &[f64],
        factor: &Cholesky,
        aim: &Aim,
    ) -> Option<Point> {
        let m = weights.len();
        // What the rows would miss without a change of z and τ.
        let missed: Vec<f64> =
            (0..m).map(|i| aim.keep * residuals.lambda[i] + aim.rows[i] / at.lambda[i]).collect();
        let constant: Vec<f64> = residuals.z.iter().map(|r| aim.keep * r).collect();
        let (z1, lambda1) = self.solve_for(weights, factor, &constant, &missed)?;
        let negative: Vec<f64> = self.c.iter().map(|c| -c).collect();
        let limits: Vec<f64> = self.h.iter().map(|h| -h).collect();
        let (z2, lambda2) = self.solve_for(weights, factor, &negative, &limits)?;
        let above =
            -aim.keep * residuals.tau - aim.tau / at.tau - dot(self.c, &z1) - dot(self.h, &lambda1);
        let below = -at.kappa / at.tau + dot(self.c, &z2) + dot(self.h, &lambda2);
        let tau = above / below;
        let sum = |a: &[f64], b: &[f64]| -> Vec<f64> {
            a.iter().zip(b).map(|(a, b)| a + tau * b).collect()
        };
        let (z, lambda) = (sum(&z1, &z2), sum(&lambda1, &lambda2));
        let s = (0..m).map(|i| (aim.rows[i] - at.s[i] * lambda[i]) / at.lambda[i]).collect();
        let kappa = (aim.tau - at.kappa * tau) / at.tau;
        tau.is_finite().then_some(Point { z, s, lambda, tau, kappa })
    }

    /// `Gᵀ D (G z + missed) = constant`, and `λ = D (G z + missed)`.
    fn solve_for(
        &self,
        weights: &[f64],
        factor: &Cholesky,
        constant: &[f64],
        missed: &[f64],
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut z = vec![0.0; constant.len()];
        let mut lambda: Vec<f64> = Vec::new();
        // The second round corrects rounding.
        for _ in 0..3 {
            let rows = self.times(&z);
            lambda = (0..missed.len()).map(|i| weights[i] * (rows[i] + missed[i])).collect();
            let dual = self.rows.times_vector(&lambda);
            let mut step: Vec<f64> = constant.iter().zip(&dual).map(|(c, d)| c - d).collect();
            factor.solve(&mut step);
            z.iter_mut().zip(&step).for_each(|(z, s)| *z += s);
        }
        let rows = self.times(&z);
        lambda.iter_mut().enumerate().for_each(|(i, l)| *l = weights[i] * (rows[i] + missed[i]));
        z.iter().all(|z| z.is_finite()).then_some((z, lambda))
    }
}

impl Point {
    /// Longest step along a direction, this one, from a point.
    fn longest(&self, at: &Point) -> f64 {
        let one = |x: f64, d: f64| if d < 0.0 { -x / d } else { f64::INFINITY };
        let rows = (0..at.s.len())
            .map(|i| one(at.s[i], self.s[i]).min(one(at.lambda[i], self.lambda[i])))
            .fold(f64::INFINITY, f64::min);
        rows.min(one(at.tau, self.tau)).min(one(at.kappa, self.kappa))
    }
    fn add(&mut self, step: &Point, length: f64) {
        let add = |x: &mut [f64], d: &[f64]| {
            x.iter_mut().zip(d).for_each(|(x, d)| *x += length * d);
        };
        add(&mut self.z, &step.z);
        add(&mut self.s, &step.s);
        add(&mut self.lambda, &step.lambda);
        self.tau += length * step.tau;
        self.kappa += length * step.kappa;
    }
    fn scale(&mut self, by: f64) {
        for all in [&mut self.z, &mut self.s, &mut self.lambda] {
            all.iter_mut().for_each(|x| *x *= by);
        }
        self.tau *= by;
        self.kappa *= by;
    }
}
