//! Logs read in parts against the same logs in memory.

mod delays;
mod intervals;
mod made;
mod parts;
mod same;
mod trouble;
