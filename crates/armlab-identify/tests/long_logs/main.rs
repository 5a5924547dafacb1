//! Logs read in parts against the same logs in memory.

mod made;
mod parts;
mod same;
mod trouble;
