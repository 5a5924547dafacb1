//! Evolutionary and other random searches for the unknowns.
//!
//! Least squares have one minimum, which a factorisation finds at once; these
//! searches are what papers compare it with, and what remains where a cost is not
//! a sum of squares. They never see the log: its rows are reduced to a triangle
//! first, so a generation costs the same for a second and for a day.

mod cost;
mod estimate;
mod search;
mod search_box;

pub use cost::QuadraticCost;
pub use estimate::estimate_by_search;
pub use search::{
    BOX_MARGIN, Evolved, Options, SearchMethod, generations, generations_per_unknown, search,
};
pub use search_box::search_box;
