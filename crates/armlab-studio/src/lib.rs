//! The studio's server: armlab in the browser, on this machine only.
//!
//! [`run`] serves a page and an API on the loopback interface until it is interrupted. All
//! computation is the library's; what the page and the server say to each other is in
//! [`contract`]; what is kept on the disk is described in `docs/studio.md`.

mod clock;
mod compute;
pub mod contract;
mod events;
mod failure;
mod in_process;
mod inside;
mod model;
mod motion;
mod page;
mod project;
mod routes;
mod run;
mod runs;
mod server;
mod studio;
mod token;

pub use in_process::InProcess;
pub use run::{Options, Running, StartError, run, start};
