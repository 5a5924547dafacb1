//! Generalised pattern search with 2N directions (Torczon 1997; bounds after
//! Lewis & Torczon 1999).
//!
//! Around the best point so far, points one mesh size away along `± d_k` are
//! polled. A better one becomes the centre and the mesh grows; if none is
//! better, the mesh shrinks. Points outside the box are moved onto it.
//!
//! Along coordinates the search crawls when unknowns are correlated; directions
//! from the singular vectors of a Jacobian, divided by their singular values,
//! mend that.

use crate::run::{Budget, Minimiser, Outcome, Problem, Progress, Run, Stop};
use armlab_dense::{Matrix, power_of_two};

/// Pattern search.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternSearch {
    /// First mesh size, in scaled unknowns.
    pub mesh: f64,
    /// Factor of the mesh after a success.
    pub expansion: f64,
    /// Factor of the mesh after a failure.
    pub contraction: f64,
    /// The run has converged when the mesh is smaller than this.
    pub tolerance: f64,
    /// Largest mesh.
    pub largest_mesh: f64,
    /// Evaluate all directions and take the best, instead of the first success.
    /// A complete poll uses all cores.
    pub complete_poll: bool,
    /// Steps are multiples of a power of two near each unknown's size, so that
    /// one mesh suits all units.
    pub scaled: bool,
    /// Directions as columns, in unknowns, instead of coordinates.
    pub directions: Option<Matrix>,
}

impl Default for PatternSearch {
    fn default() -> Self {
        Self {
            mesh: 1.0,
            expansion: 2.0,
            contraction: 0.5,
            tolerance: 1e-6,
            largest_mesh: f64::INFINITY,
            complete_poll: false,
            scaled: true,
            directions: None,
        }
    }
}

impl PatternSearch {
    /// One column per direction.
    fn columns(&self, start: &[f64], problem: &Problem) -> Matrix {
        if let Some(directions) = &self.directions {
            return directions.clone();
        }
        let scale = |k: usize| {
            let (low, high) = (problem.bounds.lower()[k], problem.bounds.upper()[k]);
            let size = if start[k] != 0.0 {
                start[k].abs()
            } else if (high - low).is_finite() && high > low {
                high - low
            } else {
                1.0
            };
            if self.scaled { 1.0 / power_of_two(size) } else { 1.0 }
        };
        Matrix::from_fn(start.len(), start.len(), |i, j| if i == j { scale(i) } else { 0.0 })
    }
}

impl Minimiser for PatternSearch {
    /// # Panics
    /// If directions are given that have not one entry per unknown.
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome {
        let n = problem.objective.dimension();
        let closed = problem.bounds.closed();
        let mut centre: Vec<f64> = match problem.start {
            Some(start) => start.to_vec(),
            None => (0..n).map(|k| 0.5 * (closed.lower()[k] + closed.upper()[k])).collect(),
        };
        problem.bounds.clamp(&mut centre);
        let directions = self.columns(&centre, problem);
        assert_eq!(directions.rows(), n, "directions with one entry per unknown");
        let polls = 2 * directions.columns();
        let mut run = Run::new(problem.objective, budget, progress);
        let mut value = run.value(&centre);
        let mut mesh = self.mesh;
        let mut candidate = vec![0.0; n];
        let (mut candidates, mut values) = (Vec::new(), Vec::new());
        // Polling begins with the direction that succeeded last.
        let mut first = 0;
        while !run.stopped() {
            let mut success = None;
            candidates.clear();
            for poll in 0..polls {
                let at = (first + poll) % polls;
                let sign = if at.is_multiple_of(2) { mesh } else { -mesh };
                let direction = directions.column(at / 2);
                for k in 0..n {
                    candidate[k] = centre[k] + sign * direction[k];
                }
                problem.bounds.clamp(&mut candidate);
                if self.complete_poll {
                    candidates.extend_from_slice(&candidate);
                } else if candidate != centre {
                    let found = run.value(&candidate);
                    if found < value {
                        success = Some((at, found));
                        centre.copy_from_slice(&candidate);
                        break;
                    }
                    if run.stopped() {
                        break;
                    }
                }
            }
            if self.complete_poll {
                values.resize(polls, f64::INFINITY);
                run.values(&candidates, &mut values);
                let best = (0..polls).min_by(|a, b| values[*a].total_cmp(&values[*b]));
                if let Some(best) = best.filter(|b| values[*b] < value) {
                    success = Some(((first + best) % polls, values[best]));
                    centre.copy_from_slice(&candidates[best * n..(best + 1) * n]);
                }
            }
            match success {
                Some((at, found)) => {
                    (first, value) = (at, found);
                    mesh = (mesh * self.expansion).min(self.largest_mesh);
                }
                None => mesh *= self.contraction,
            }
            if !run.next() {
                break;
            }
            if mesh < self.tolerance {
                run.stop(Stop::Converged);
            }
        }
        run.finish()
    }
}
