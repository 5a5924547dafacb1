//! The printed equations match their vectors, and break the physics in the measured way.

mod batista2020;
mod rosyid2020;
mod support;
mod urrea2020;
