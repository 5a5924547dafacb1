//! The command line as its users meet it: the built binary, its documents, its
//! exit codes and its complaints.

mod check;
mod contract;
mod loops;
mod methods;
mod robots;
mod states;
mod support;
mod usage;
mod vectors;
