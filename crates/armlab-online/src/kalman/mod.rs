//! Kalman filters over any system.
//!
//! A [`System`] says how its state moves and what is measured of it; a [`Filter`]
//! follows it; a [`Tracker`] feeds samples to a filter, counts what happens and
//! says when it is over. Filters are one a file, and [`FILTERS`] names them all.

mod adaptive;
mod cdkf;
mod consistency;
mod covariance_filter;
mod ekf;
mod filter;
mod joseph;
mod likelihoods;
mod particle;
mod registry;
mod root;
mod sigma;
mod sigma_points;
mod smoother;
mod srekf;
mod srukf;
mod system;
mod tracker;
mod ukf;

pub use adaptive::{Learns, Memory};
pub use armlab_dense::small::PairRule;
pub use cdkf::{cdkf, central_difference};
pub use consistency::{Consistency, estimation_error};
pub use covariance_filter::CovarianceFilter;
pub use ekf::{aekf, ekf};
pub use filter::{Failure, Filter, Innovation};
pub use particle::{ParticleFilter, Particles};
pub use registry::{FILTERS, FilterKind, Tuning};
pub use smoother::{Passage, SmoothError, Smoothed};
pub use srekf::SquareRootEkf;
pub use srukf::SquareRootUkf;
pub use system::{Dimensions, NoPrediction, System};
pub use tracker::{Beginning, Tracker};
pub use ukf::{Unscented, UnscentedWeights, aukf, ukf};
