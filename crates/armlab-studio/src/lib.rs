//! The studio's server: armlab in the browser, on this machine only.

pub mod contract;
