//! Least squares under linear matrix inequalities, by an interior-point method.
//!
//! `min ½‖A x − b‖² + …` subject to `F_i(x) = F_i0 + Σ x_k F_ik ⪰ 0`. With slacks
//! `S_i` and multipliers `Z_i` the solution satisfies
//!
//! `∇f(x) = Σ A_i*(Z_i)`, `S_i = F_i(x)`, `S_i Z_i = μ 1` with `μ → 0`,
//!
//! where `A_i*(Z)_k = tr(F_ik Z)`. Newton's method on these equations in the
//! form of Helmberg, Rendl, Vanderbei & Wolkowicz (1996), with Mehrotra's
//! predictor and corrector (1992), from a start that may violate the blocks.
//! A divergence with weight `w` adds `−w log det F`, which only turns the
//! block's last equation into `S Z = (μ + w) 1`.
//!
//! Blocks are small and touch few unknowns; the only work of size `n³` is one
//! Cholesky factorisation a step. Nothing is modelled away: no cones, no
//! vectorised triangles, no sparse matrices.

mod anchor;
mod infeasible;
mod problem;
mod settings;
mod small;
mod solve;
mod solver;
mod state;

pub use problem::{Block, BlockReport, Semidefinite, SemidefiniteError, SemidefiniteSolution};
pub use settings::SemidefiniteSettings;
