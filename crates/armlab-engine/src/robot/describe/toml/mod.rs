//! armlab's own format, read and written. `docs/robot-format.md` describes it.

mod couplings;
mod dh;
mod fields;
mod friction;
mod links;
mod loops;
mod read;
mod text;
mod write;

pub use read::read_toml;
pub use write::write_toml;
