//! Identification of an inverse kinematics along a path, as the cylindrical paper does it.

mod covariance;
mod helix;
