//! What the XML formats share.

pub(super) mod element;
mod guard;
mod lenient;
pub(super) mod parse;
pub(super) mod sources;
pub(super) mod text;
