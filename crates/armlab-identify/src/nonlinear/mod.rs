//! Friction laws that are not linear in their parameters, or that depend on the
//! reactions which the masses cause.
//!
//! A [`FrictionProblem`] holds what the motion of a recording makes of each
//! unknown, so that one evaluation is a few products; three solvers work on it:
//! [`bounded`] (least squares in a box), [`projected`] (variable projection with
//! a prior) and [`pattern`] (the bounded pattern search of the papers). All give a
//! [`NonlinearEstimate`].

mod estimate;
mod evaluate;
mod problem;
mod projection;
mod solvers;
mod unknowns;

pub use estimate::{Identifiability, NonlinearEstimate, NonlinearParameter};
pub use problem::{FrictionProblem, NonlinearError, Settings};
pub use solvers::{bounded, pattern, projected};
pub use unknowns::{FrictionUnknown, Tying};
