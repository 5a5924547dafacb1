//! Identification of an inverse kinematics from motion along a path, as in
//! Batista et al. 2020 (Sensors 20, 416): the position of each joint is regressed
//! on features of where the tool is, by least squares, recursive least squares, or
//! recursive least squares whose initial covariance a particle swarm looks for.
//!
//! A robot with a [`CartesianPath`](armlab::motion::CartesianPath) gives a
//! [`KinematicLog`], a [`Structure`] says which features each joint's model has,
//! and [`least_squares`] or [`recursive`] identify it. [`search_covariance`] and
//! [`exhaustive`] look for the covariance, [`efforts`] computes the efforts that
//! identified joints would need, and [`helix`] has the paper's experiment.
//!
//! Arms like the paper's have a closed-form inverse (`kinematics::inverse`), so
//! this is a benchmark of estimators rather than a way to solve kinematics.

mod covariance;
mod efforts;
mod features;
pub mod helix;
mod identified;
mod log;
mod noise;

pub use covariance::{
    CovarianceFound, CovarianceSearch, ScalarFound, covariance_cost, exhaustive, search_covariance,
};
pub use efforts::efforts;
pub use features::{Axis, Feature, Structure};
pub use identified::{
    Identified, Recursion, Scoring, determination, least_squares, recursive, scores,
};
pub use log::{KinematicError, KinematicLog, without_limits};
pub use noise::{JointNoise, Outliers};
