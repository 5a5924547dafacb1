//! Minimisers, one method a file; nothing here depends on robots or logs.
//!
//! Problem, method and watcher are three things: an [`Objective`] within
//! [`Bounds`], a [`Minimiser`] with its settings, and a [`Progress`] that may end
//! the run under a [`Budget`]. Random methods take a seed, and no result depends
//! on the number of threads.
//!
//! ```
//! use armlab_optimize::{Bounds, Budget, Minimiser, PatternSearch, Problem, from_fn, unwatched};
//! let bowl = from_fn(2, |x| (x[0] - 1.0).powi(2) + (x[1] - 9.0).powi(2));
//! let bounds = Bounds::cube(2, -4.0, 4.0);
//! let problem = Problem { objective: &bowl, bounds: &bounds, start: Some(&[0.5, 0.5]) };
//! let found = PatternSearch::default().minimise(&problem, &Budget::default(), &mut unwatched);
//! assert!((found.x[0] - 1.0).abs() < 1e-5 && found.x[1] == 4.0);
//! ```

mod annealing;
mod augmented_lagrangian;
mod bounded_linear;
mod cma_es;
mod differential_evolution;
mod genetic;
mod linear_programme;
mod loss;
mod nonlinear;
mod objective;
mod particle_swarm;
mod pattern_search;
mod projected_bfgs;
mod random;
mod run;
pub mod semidefinite;
mod variable_projection;

pub use annealing::Annealing;
pub use augmented_lagrangian::{AugmentedLagrangian, Constrained, ConstrainedOutcome, Progressed};
pub use bounded_linear::{BoundedSolution, Side, bounded_least_squares};
pub use cma_es::CmaEs;
pub use differential_evolution::DifferentialEvolution;
pub use genetic::{Crossover, Genes, Genetic, Selection, Survival};
pub use linear_programme::{LinearOptimum, LinearProgrammeError, Polyhedron};
pub use loss::Loss;
pub use nonlinear::{Fit, NonlinearLeastSquares, Residuals, Slopes};
pub use objective::{Bounds, BoundsError, Differences, FromFn, Objective, Smooth, from_fn};
pub use particle_swarm::ParticleSwarm;
pub use pattern_search::PatternSearch;
pub use projected_bfgs::ProjectedBfgs;
pub use run::{Budget, Minimiser, Outcome, Problem, Progress, Step, Stop, unwatched};
pub use variable_projection::{Separable, SeparableFit, VariableProjection};
