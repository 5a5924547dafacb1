//! Kalman filters on logs whose truth is known.

mod accuracy;
mod arms;
mod support;
mod vectors;
