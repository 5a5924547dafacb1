//! Runs: work that takes longer than a page wants to wait, done by threads of its own, with
//! progress, cancelling and results in files.

mod campaign;
pub mod diagnose;
mod excite;
mod experiment;
mod follow;
mod identify;
mod identify_files;
mod identify_live;
mod knowledge;
mod logs;
mod options_text;
mod outcome;
mod queue;
mod simulate;
mod ticket;
mod validate;
mod work;

pub use outcome::Outcome;
pub use queue::Queue;
pub use ticket::record;
pub use validate::corrected;
