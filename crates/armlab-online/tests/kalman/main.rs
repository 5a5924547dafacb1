//! Kalman filters on systems small enough to be checked by hand.

mod adaptive;
mod linear;
mod nonlinear;
mod smoothing;
mod support;
mod tracking;
