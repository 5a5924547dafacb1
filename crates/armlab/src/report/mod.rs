//! Pictures and tables for people, as self-contained files.

mod chart;
mod figure;
mod ticks;
mod workspace;

pub use figure::{Figure, Panel, Series, Style};
pub use workspace::WorkspaceFigure;
