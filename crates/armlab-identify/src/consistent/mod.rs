//! Physically consistent robots near an estimate.
//!
//! Efforts tell base parameters and friction `β`, and these only up to their
//! covariance `C`. Whether an estimate `β̂` is physically consistent is therefore a
//! question of existence: the least
//!
//! ```text
//! d² = (β − β̂)ᵀ C⁻¹ (β − β̂)   over   β = (P π, f),  J(link) ⪰ 0,  Ia ≥ 0,  f ≥ 0
//! ```
//!
//! over all link parameters `π`, compared with the 99.9 % quantile of
//! `k F(k, ν)`, `k` directions in the data and a covariance known with `ν` degrees of freedom. Of all sets
//! that the data cannot tell apart, the one nearest the description is taken
//! ([`nearest`]): its log-det divergence is a prior that data override.

mod bounds;
mod coordinates;
mod dissipation;
mod nearest;
mod priors;
mod programme;
mod reference;
mod whitened;

pub use dissipation::largest_speeds;
pub use nearest::{ConsistentSet, Distance, Uncertain, distance, nearest};
pub(crate) use programme::Programme;
pub use reference::Reference;
