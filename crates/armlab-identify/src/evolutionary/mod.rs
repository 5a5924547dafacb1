//! Evolutionary and other random searches for the unknowns.
//!
//! Least squares have one minimum, which a factorisation finds at once; these
//! searches are what papers compare it with, and what remains where a cost is not
//! a sum of squares. They never see the log: its rows are reduced to a triangle
//! first, so a generation costs the same for a second and for a day.

mod cost;
mod search;
mod search_box;

pub use cost::QuadraticCost;
pub use search::{
    EVOLUTIONARY_METHODS, EvolutionaryMethod, Evolved, Options, annealing, covariance_adaptation,
    differential_evolution, evolutionary_method, genetic, particle_swarm, search, two_chromosomes,
};
pub use search_box::search_box;
