//! Estimators that follow a log row by row, for any robot, and searches on what
//! is left of its rows.

mod allocation;
mod follow;
mod logs;
mod rows;
