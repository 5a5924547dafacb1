//! Logs read in parts against the same logs in memory.

mod made;
mod same;
mod trouble;
