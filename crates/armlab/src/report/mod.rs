//! Pictures and tables for people, as self-contained files.

mod chart;
mod figure;
mod ticks;

pub use figure::{Figure, Panel, Series, Style};
