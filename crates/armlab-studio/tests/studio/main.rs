//! The server as a page sees it: over HTTP, on a loopback port of its own.

mod builder;
mod client;
mod guard;
mod hostile;
mod kinematics;
mod logs;
mod model;
mod motion;
mod restart;
mod runs;
mod same_digits;
mod slow;
