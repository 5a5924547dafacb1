//! Trajectories: vectors, exact derivatives, rest, tables, paths and files.

mod allocation;
mod cartesian;
mod curves;
mod derivatives;
mod files;
mod hostile;
mod limits;
mod rest;
mod support;
mod tables;
mod turned;
mod vectors;
