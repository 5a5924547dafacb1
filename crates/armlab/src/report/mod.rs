//! Pictures and tables for people, as self-contained files.

mod bars;
mod boxes;
mod chart;
mod efforts;
mod figure;
pub mod html;
mod intervals;
mod scatter;
mod thin;
mod ticks;
mod workspace;

pub use bars::{Bar, BarFigure, Grade};
pub use boxes::{BoxFigure, DrawnBox};
pub use efforts::EffortPicture;
pub use figure::{Figure, Panel, Series, Style};
pub use intervals::{IntervalFigure, IntervalGroup, IntervalRow, Mark};
pub use scatter::{Cloud, ScatterFigure, ScatterPanel};
pub use thin::thinned;
pub use workspace::WorkspaceFigure;
