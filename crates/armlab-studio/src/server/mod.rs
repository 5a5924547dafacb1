//! The server: loopback only, guarded, bounded, ended gently.

pub mod connections;
pub mod guard;
pub mod listen;
pub mod page;
pub mod request;
