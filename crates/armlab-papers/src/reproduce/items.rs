//! What a reproduction consists of.

use super::compared::ComparedTable;
use armlab::report::{BarFigure, BoxFigure, Figure};

/// A paper's experiments, done.
#[derive(Clone, Debug, Default)]
pub struct Reproduction {
    /// Sections of the report.
    pub sections: Vec<Section>,
    /// What came of it, in sentences with numbers.
    pub findings: Vec<String>,
    /// How long things took. Kept out of everything that is to be the same twice.
    pub times: Vec<MeasuredTime>,
}

impl Reproduction {
    /// Its tables that hold published numbers.
    pub fn compared(&self) -> impl Iterator<Item = &ComparedTable> {
        self.sections.iter().flat_map(|s| &s.items).filter_map(|item| match item {
            Item::Table(table) => Some(table),
            _ => None,
        })
    }
    /// Its tables that do not.
    pub fn plain(&self) -> impl Iterator<Item = &PlainTable> {
        self.sections.iter().flat_map(|s| &s.items).filter_map(|item| match item {
            Item::Plain(table) => Some(table),
            _ => None,
        })
    }
}

/// A part of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Headline.
    pub title: String,
    /// What the paper did, and what we do.
    pub what: String,
    /// What came of it.
    pub items: Vec<Item>,
}

impl Section {
    /// A section.
    pub fn new(title: impl Into<String>, what: impl Into<String>, items: Vec<Item>) -> Self {
        Self { title: title.into(), what: what.into(), items }
    }
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub enum Item {
    /// A paragraph.
    Text(String),
    /// A published table beside ours.
    Table(ComparedTable),
    /// A table of ours.
    Plain(PlainTable),
    /// A figure.
    Figure {
        /// Stem of its file.
        name: String,
        /// The figure.
        figure: Drawing,
        /// What it shows.
        caption: String,
        /// The paper's counterpart: `Figure 7`; empty where there is none.
        paper_figure: String,
    },
    /// A drawing that is SVG already.
    Picture {
        /// Stem of its file.
        name: String,
        /// The picture, as armlab draws it.
        svg: String,
        /// What it shows.
        caption: String,
        /// The paper's counterpart: `Figure 7`; empty where there is none.
        paper_figure: String,
    },
}

impl Item {
    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
    /// A figure.
    pub fn figure(
        name: impl Into<String>,
        paper_figure: impl Into<String>,
        figure: impl Into<Drawing>,
        caption: impl Into<String>,
    ) -> Self {
        Self::Figure {
            name: name.into(),
            figure: figure.into(),
            caption: caption.into(),
            paper_figure: paper_figure.into(),
        }
    }
}

/// Any figure the report draws from numbers.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Lines over an axis.
    Lines(Figure),
    /// Bars.
    Bars(BarFigure),
    /// Distributions.
    Boxes(BoxFigure),
}

impl Drawing {
    /// The figure as an SVG file.
    pub fn to_svg(&self) -> String {
        match self {
            Self::Lines(figure) => figure.to_svg(),
            Self::Bars(figure) => figure.to_svg(),
            Self::Boxes(figure) => figure.to_svg(),
        }
    }
}

impl From<Figure> for Drawing {
    fn from(figure: Figure) -> Self {
        Self::Lines(figure)
    }
}

impl From<BarFigure> for Drawing {
    fn from(figure: BarFigure) -> Self {
        Self::Bars(figure)
    }
}

impl From<BoxFigure> for Drawing {
    fn from(figure: BoxFigure) -> Self {
        Self::Boxes(figure)
    }
}

/// A table of ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlainTable {
    /// Stem of its file.
    pub name: String,
    /// What it holds.
    pub caption: String,
    /// Column titles.
    pub header: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// How long something took on the machine that ran it.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTime {
    /// What.
    pub what: String,
    /// Seconds.
    pub seconds: f64,
    /// As the paper has it, s.
    pub published: Option<f64>,
}

impl MeasuredTime {
    /// Does something and says how long it took.
    pub fn of<T>(what: impl Into<String>, work: impl FnOnce() -> T) -> (T, Self) {
        let start = std::time::Instant::now();
        let out = work();
        let seconds = start.elapsed().as_secs_f64();
        (out, Self { what: what.into(), seconds, published: None })
    }
}
