//! Kalman filters on logs whose truth is known.

mod accuracy;
mod support;
mod vectors;
