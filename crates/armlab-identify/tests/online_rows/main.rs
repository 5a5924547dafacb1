//! Estimators that follow a log row by row, for any robot, searches on what is
//! left of its rows, and the identification of an inverse kinematics.

mod allocation;
mod evolution;
mod follow;
mod live;
mod logs;
mod observer;
mod rows;
mod sensitivity;
