//! Robot logs: named channels over real time stamps.
//!
//! A recording comes in some file format with headers of somebody's taste. It
//! passes through four hands:
//!
//! 1. a *reader* ([`formats`]) turns bytes into blocks of columns, never holding
//!    more than a block;
//! 2. a *mapping* ([`mapping`]) says which column is which quantity of which
//!    joint, in which unit, guessed from names or told, and always shown;
//! 3. a [`LogStream`] applies it: SI units, seconds, joints from 0;
//! 4. the *pre-flight check* ([`preflight`]) looks for what would spoil an
//!    identification, in one pass and bounded memory.
//!
//! [`Log`] is the same in memory. The crate knows nothing of robots; what a
//! robot lets one expect of a log comes in as an [`Expectation`].

mod block;
mod error;
mod expectation;
pub mod formats;
mod input;
mod live;
mod log;
pub mod mapping;
mod names;
pub mod preflight;
mod provenance;
mod quantity;
mod source;
mod stream;
mod table;
mod unit;
pub mod write;

pub use block::Block;
pub use error::{LogError, Place};
pub use expectation::Expectation;
pub use input::Input;
pub use live::LiveLog;
pub use log::{Channel, Log};
pub use mapping::NamedJoint;
pub use provenance::Provenance;
pub use quantity::Quantity;
pub use source::{Column, LogSource, Schema};
pub use stream::{LogStream, ReadOptions};
pub use table::{Cells, Table};
pub use unit::{Dimension, Unit};
