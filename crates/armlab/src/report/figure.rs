//! Line charts in panels above each other over one axis: what is drawn.
//!
//! The picture is an SVG file that needs nothing else: it follows the reader's
//! light or dark theme, and tells its lines apart by dash pattern as well as by
//! colour (Okabe & Ito's, which colour-blind readers can tell apart too).

/// Looks of a line, by its place in the order of [`Style::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The main line: thick, in the colour of the text.
    Main,
    /// Blue, solid.
    Blue,
    /// Vermilion, dashed.
    Vermilion,
    /// Green, dash-dotted.
    Green,
    /// Purple, dotted.
    Purple,
    /// Orange, long dashes.
    Orange,
    /// Sky blue, dash-dot-dotted.
    Sky,
}

impl Style {
    /// All of them, in the order to use them.
    pub const ALL: [Self; 7] = [
        Self::Main,
        Self::Blue,
        Self::Vermilion,
        Self::Green,
        Self::Purple,
        Self::Orange,
        Self::Sky,
    ];

    /// The style of line number `i`, leaving [`Style::Main`] to the line that is one.
    pub fn of(i: usize) -> Self {
        Self::ALL[1 + i % (Self::ALL.len() - 1)]
    }
}

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    /// Name, in the legend.
    pub name: String,
    /// Values over [`Figure::x`]; a gap where one is not finite.
    pub values: Vec<f64>,
    /// Looks.
    pub style: Style,
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What is drawn, above the panel.
    pub title: String,
    /// Quantity and unit of the vertical axis.
    pub label: String,
    /// Lines.
    pub series: Vec<Series>,
}

/// A picture: panels that share the horizontal axis.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What the picture shows.
    pub title: String,
    /// A line below the title; may be empty.
    pub subtitle: String,
    /// Quantity and unit of the horizontal axis.
    pub x_label: String,
    /// The horizontal axis' values.
    pub x: Vec<f64>,
    /// Panels, from the top.
    pub panels: Vec<Panel>,
}

impl Figure {
    /// Names and styles for the legend: each name once, as it first appears.
    pub(super) fn legend(&self) -> Vec<(&str, Style)> {
        let mut entries: Vec<(&str, Style)> = Vec::new();
        for series in self.panels.iter().flat_map(|p| &p.series) {
            if entries.iter().all(|(name, _)| *name != series.name) {
                entries.push((&series.name, series.style));
            }
        }
        entries
    }
}
