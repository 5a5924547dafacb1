//! Kalman filters on logs whose truth is known.

mod support;
mod vectors;
