//! Covariance matrix adaptation (Hansen, "The CMA evolution strategy: a
//! tutorial", 2016, whose symbols are used).
//!
//! Points are drawn from `N(m, σ²C)`; the mean moves to the better half's
//! weighted mean, and `C` and `σ` follow the path of the mean. Draws outside the
//! box are evaluated at the nearest point of the box, and their distance, times
//! a weight of the order of the values' spread, is added.

use crate::random::Draws;
use crate::run::{Budget, Minimiser, Outcome, Problem, Progress, Run, Stop};
use armlab_dense::{Matrix, dot, norm};

/// Covariance matrix adaptation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CmaEs {
    /// Points per generation; zero means `4 + 3 ln n`.
    pub population: usize,
    /// First standard deviation, as a share of the box's width.
    pub deviation: f64,
    /// The run has converged when all standard deviations are below this share
    /// of the box's width.
    pub tolerance: f64,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for CmaEs {
    fn default() -> Self {
        Self { population: 0, deviation: 0.3, tolerance: 1e-12, seed: 0 }
    }
}

impl Minimiser for CmaEs {
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome {
        let n = problem.objective.dimension();
        let size = n as f64;
        let bounds = problem.bounds.closed();
        let lambda = if self.population == 0 {
            4 + (3.0 * size.max(1.0).ln()) as usize
        } else {
            self.population.max(4)
        };
        let mu = lambda / 2;
        let mut weights: Vec<f64> =
            (0..mu).map(|i| (mu as f64 + 0.5).ln() - ((i + 1) as f64).ln()).collect();
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= total);
        let mu_eff = 1.0 / dot(&weights, &weights);
        let c_c = (4.0 + mu_eff / size) / (size + 4.0 + 2.0 * mu_eff / size);
        let c_s = (mu_eff + 2.0) / (size + mu_eff + 5.0);
        let c_1 = 2.0 / ((size + 1.3).powi(2) + mu_eff);
        let c_mu =
            (1.0 - c_1).min(2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((size + 2.0).powi(2) + mu_eff));
        let damping = 1.0 + 2.0 * (((mu_eff - 1.0) / (size + 1.0)).sqrt() - 1.0).max(0.0) + c_s;
        let expected = size.sqrt() * (1.0 - 1.0 / (4.0 * size) + 1.0 / (21.0 * size * size));

        // In units of the box's width, so that one σ suits all unknowns.
        let width = |k: usize| if bounds.width(k) > 0.0 { bounds.width(k) } else { 1.0 };
        let mut draws = Draws::new(self.seed);
        let mut run = Run::new(problem.objective, budget, progress);
        let mut mean: Vec<f64> = (0..n)
            .map(|k| problem.start.map_or(0.5, |s| (s[k] - bounds.lower()[k]) / width(k)))
            .collect();
        let mut sigma = self.deviation;
        let mut c = Matrix::identity(n);
        let (mut axes, mut lengths) = (Matrix::identity(n), vec![1.0; n]);
        let (mut p_s, mut p_c) = (vec![0.0; n], vec![0.0; n]);
        let mut y = vec![0.0; lambda * n];
        let mut x = vec![0.0; lambda * n];
        let mut beyond = vec![0.0; lambda];
        let mut values = vec![f64::INFINITY; lambda];
        let mut generation = 0;
        while n > 0 && !run.exhausted() {
            for i in 0..lambda {
                let z: Vec<f64> = lengths.iter().map(|d| d * draws.normal()).collect();
                beyond[i] = 0.0;
                for k in 0..n {
                    let step: f64 = (0..n).map(|j| axes.at(k, j) * z[j]).sum();
                    y[i * n + k] = step;
                    let drawn = mean[k] + sigma * step;
                    let inside = if bounds.width(k) > 0.0 { drawn.clamp(0.0, 1.0) } else { 0.0 };
                    beyond[i] += (drawn - inside).powi(2);
                    x[i * n + k] = (bounds.lower()[k] + inside * width(k))
                        .max(bounds.lower()[k])
                        .min(bounds.upper()[k]);
                }
            }
            run.values(&x, &mut values);
            let mut order: Vec<usize> = (0..lambda).collect();
            order.sort_by(|a, b| values[*a].total_cmp(&values[*b]).then(a.cmp(b)));
            let spread = values[order[lambda - 1]] - values[order[0]];
            let penalty = if spread.is_finite() && spread > 0.0 { spread } else { 1.0 };
            let cost = |i: usize| values[i] + penalty * beyond[i] / (sigma * sigma).min(1.0);
            order.sort_by(|a, b| cost(*a).total_cmp(&cost(*b)).then(a.cmp(b)));

            let mut step = vec![0.0; n];
            for (w, i) in weights.iter().zip(&order) {
                for k in 0..n {
                    step[k] += w * y[i * n + k];
                }
            }
            for k in 0..n {
                mean[k] += sigma * step[k];
            }
            // C^(−1/2) step
            let along: Vec<f64> = (0..n).map(|j| dot(axes.column(j), &step) / lengths[j]).collect();
            let white = axes.times_vector(&along);
            generation += 1;
            for k in 0..n {
                p_s[k] = (1.0 - c_s) * p_s[k] + (c_s * (2.0 - c_s) * mu_eff).sqrt() * white[k];
            }
            let length = norm(&p_s);
            let settled = (1.0 - (1.0 - c_s).powi(2 * generation)).sqrt();
            let slow = length / settled / expected < 1.4 + 2.0 / (size + 1.0);
            let h = f64::from(u8::from(slow));
            for k in 0..n {
                p_c[k] = (1.0 - c_c) * p_c[k] + h * (c_c * (2.0 - c_c) * mu_eff).sqrt() * step[k];
            }
            let keep = 1.0 - c_1 - c_mu + (1.0 - h) * c_1 * c_c * (2.0 - c_c);
            for j in 0..n {
                for i in 0..=j {
                    let mut entry = keep * c.at(i, j) + c_1 * p_c[i] * p_c[j];
                    for (w, at) in weights.iter().zip(&order) {
                        entry += c_mu * w * y[at * n + i] * y[at * n + j];
                    }
                    c.set(i, j, entry);
                    c.set(j, i, entry);
                }
            }
            sigma *= ((c_s / damping) * (length / expected - 1.0)).clamp(-1.0, 1.0).exp();
            match c.symmetric_eigen() {
                Ok(eigen) if eigen.values.iter().all(|v| *v > 0.0) => {
                    lengths = eigen.values.iter().map(|v| v.sqrt()).collect();
                    axes = eigen.vectors;
                }
                _ => {
                    // The matrix has lost its shape to rounding: begin it anew.
                    c = Matrix::identity(n);
                    (axes, lengths) = (Matrix::identity(n), vec![1.0; n]);
                }
            }
            if !run.next() {
                break;
            }
            let largest = lengths.iter().fold(0.0_f64, |m, l| m.max(*l));
            if !(sigma * largest > self.tolerance) {
                run.stop(Stop::Converged);
            }
        }
        run.finish()
    }
}
