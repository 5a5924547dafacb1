//! Uncertainty of the recommended estimate.

use crate::documents::number;
use crate::identification::Uncertainty;
use crate::report::html::{Part, Section, Table};
use serde::Serialize;

/// Uncertainty of an estimate.
#[derive(Clone, Serialize)]
pub struct UncertaintyReport {
    /// Segments of the log plotted again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bootstrap: Option<BootstrapReport>,
    /// Unknowns that noise of the motion shifts, worst first.
    pub bias_warnings: Vec<String>,
    /// Predicted bias of every unknown: estimate minus truth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bias: Vec<BiasReport>,
    /// What motion would help.
    pub advice: Vec<String>,
    /// Ranges of link parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<RangeReport>,
    /// Questions without an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
}

/// Segments of the log plotted again.
#[derive(Clone, Serialize)]
pub struct BootstrapReport {
    /// Probability that the intervals cover the truth.
    pub level: f64,
    /// Times plotted.
    pub resamples: usize,
    /// Segments.
    pub segments: usize,
    /// Each unknown.
    pub unknowns: Vec<BootstrapParameter>,
    /// What is to be said of it.
    pub notes: Vec<String>,
}

/// One unknown under redrawing.
#[derive(Clone, Serialize)]
pub struct BootstrapParameter {
    /// Name.
    pub name: String,
    /// Standard deviation.
    pub std: f64,
    /// The usual standard deviation, which takes noise for white.
    pub white_std: f64,
    /// Lower end.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

/// What noise of the motion does to one unknown.
#[derive(Clone, Serialize)]
pub struct BiasReport {
    /// Name.
    pub name: String,
    /// Estimate minus truth.
    pub bias: f64,
}

/// Values of a link parameter that give the same efforts; `null` where nothing
/// limits them.
#[derive(Clone, Serialize)]
pub struct RangeReport {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Estimate.
    pub value: f64,
    /// Lower end.
    pub lower: Option<f64>,
    /// Upper end.
    pub upper: Option<f64>,
}

impl UncertaintyReport {
    /// The document of what is known about uncertainty.
    pub fn new(uncertainty: &Uncertainty) -> Self {
        let finite = |x: f64| x.is_finite().then_some(x);
        let dilution = uncertainty.dilution.as_ref().filter(|_| uncertainty.diluted);
        Self {
            bootstrap: uncertainty.bootstrap.as_ref().map(|b| BootstrapReport {
                level: b.level,
                resamples: b.used,
                segments: b.segments,
                unknowns: b
                    .unknowns
                    .iter()
                    .map(|u| BootstrapParameter {
                        name: u.name.clone(),
                        std: u.deviation,
                        white_std: u.white_deviation,
                        lower: u.lower,
                        upper: u.upper,
                    })
                    .collect(),
                notes: b.sentences.clone(),
            }),
            bias_warnings: dilution.map_or(Vec::new(), |d| d.warnings.clone()),
            bias: dilution.map_or(Vec::new(), |d| {
                let one = |u: &crate::identify::uncertainty::DilutedUnknown| BiasReport {
                    name: u.name.clone(),
                    bias: u.bias,
                };
                d.unknowns.iter().map(one).collect()
            }),
            advice: uncertainty.advice.as_ref().map_or(Vec::new(), |a| a.sentences.clone()),
            ranges: uncertainty.intervals.as_ref().map_or(Vec::new(), |i| {
                i.parameters
                    .iter()
                    .map(|p| RangeReport {
                        name: p.name.clone(),
                        unit: p.unit.clone(),
                        value: p.value,
                        lower: finite(p.lower),
                        upper: finite(p.upper),
                    })
                    .collect()
            }),
            open: uncertainty.open.clone(),
        }
    }

    /// Rows of [`UncertaintyReport::ranges`]: name, minimum, estimate, maximum, unit.
    pub fn range_rows(&self) -> Vec<Vec<String>> {
        let shown = |x: Option<f64>| x.map_or("unbounded".into(), number);
        let row = |r: &RangeReport| {
            vec![r.name.clone(), shown(r.lower), number(r.value), shown(r.upper), r.unit.clone()]
        };
        self.ranges.iter().map(row).collect()
    }

    /// The section of a report.
    pub fn section(&self) -> Section {
        let mut parts = Vec::new();
        if !self.bias_warnings.is_empty() {
            parts.push(Part::Text("Bias by noise of the motion.".into()));
            parts.push(Part::List(self.bias_warnings.clone()));
        }
        if !self.advice.is_empty() {
            parts.push(Part::Text("Further motion that would reduce the uncertainty.".into()));
            parts.push(Part::List(self.advice.clone()));
        }
        if let Some(bootstrap) = &self.bootstrap {
            let rows = bootstrap.unknowns.iter().map(|u| {
                let numbers = [u.lower, u.upper, u.std, u.white_std].map(number);
                std::iter::once(u.name.clone()).chain(numbers).collect()
            });
            parts.push(Part::List(bootstrap.notes.clone()));
            parts.push(Part::Table(Table {
                caption: format!(
                    "Block bootstrap with {} resamples: {:.0} % intervals, and standard deviations \
                     beside those for white noise.",
                    bootstrap.resamples,
                    100.0 * bootstrap.level
                ),
                header: ["parameter", "from", "to", "deviation", "if noise were white"]
                    .map(String::from)
                    .to_vec(),
                rows: rows.collect(),
                numbers: vec![1, 2, 3, 4],
                marked: None,
            }));
        }
        if !self.ranges.is_empty() {
            parts.push(Part::Table(Table {
                caption: "Ranges of single link parameters that give the same efforts.".into(),
                header: ["parameter", "minimum", "estimate", "maximum", "unit"]
                    .map(String::from)
                    .to_vec(),
                rows: self.range_rows(),
                numbers: vec![1, 2, 3],
                marked: None,
            }));
        }
        if !self.open.is_empty() {
            parts.push(Part::List(self.open.clone()));
        }
        Section::new("Uncertainty", parts)
    }
}
