//! Tables for people.

pub use armlab::documents::number;
pub use armlab::documents::table::{numbers, table};
