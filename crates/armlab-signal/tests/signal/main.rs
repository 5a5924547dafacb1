//! Filters, derivatives, resampling and decimation, by claims.

mod decimation;
mod experiment;
mod filters;
mod hostile;
mod interpolation;
mod resampling;
mod smoothing;
mod support;
