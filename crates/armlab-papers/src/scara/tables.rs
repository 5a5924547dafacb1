//! A method's estimates beside the published ones, row by row.

use super::{Found, NAMES, Scatter, TRUTH, UNITS, error_percent};
use crate::reproduce::{Basis, ComparedRow, Held, PlainTable, Printed};
use armlab::text::significant;

/// A method: what it found, and what is held against the published numbers.
#[derive(Clone, Debug)]
pub struct MethodRows<'a> {
    /// The method, naming the group of rows; may be empty.
    pub group: &'a str,
    /// With everything as printed.
    pub printed: Option<Found>,
    /// Corrected.
    pub corrected: Found,
    /// What is held against the published numbers, in words.
    pub what: &'a str,
    /// That, on every draw.
    pub drawn: &'a [Found],
    /// What was tuned to the published numbers.
    pub tuned: Option<&'a str>,
    /// What there is to say.
    pub note: &'a str,
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl MethodRows<'_> {
    fn row(
        &self,
        quantity: String,
        unit: &'static str,
        of: impl Fn(&Found) -> f64,
        truth: f64,
    ) -> ComparedRow {
        let basis = self.tuned.map_or(Basis::Independent, |what| Basis::Tuned(what.into()));
        let row = ComparedRow {
            printed: self.printed.as_ref().and_then(|f| finite(of(f))),
            corrected: finite(of(&self.corrected)),
            ..ComparedRow::new(self.group, quantity, unit)
        };
        row.truth(truth)
            .reference(truth)
            .held(Held::drawn(self.what, self.drawn.iter().map(of).collect()))
            .basis(basis)
            .note(self.note)
    }
    /// The row of one parameter's estimate.
    pub fn estimate(&self, k: usize, published: Printed) -> ComparedRow {
        self.row(NAMES[k].into(), UNITS[k], |f| f.values[k], TRUTH[k]).published(published)
    }
    /// The row of one parameter's relative error, %, without its sign: it follows from the estimate.
    pub fn error(&self, k: usize, published: Printed, from: &'static str) -> ComparedRow {
        let size = |f: &Found| error_percent(f.values[k], TRUTH[k]).abs();
        let row = self.row(format!("{} error", NAMES[k]), "%", size, 0.0);
        row.published(published).basis(Basis::Follows(from)).note("")
    }
    /// The row of one parameter's deviation about the real value.
    pub fn deviation(&self, k: usize, published: Printed) -> ComparedRow {
        let of = |f: &Found| f.deviations.map_or(f64::NAN, |d| d[k]);
        let name = format!("{} deviation", NAMES[k]);
        self.row(name, UNITS[k], of, 0.0).published(published)
    }
}

/// Estimates of one method, with a remark.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimateRow {
    /// The method.
    pub method: String,
    /// What it found.
    pub values: [f64; 4],
    /// What there is to say.
    pub remark: String,
}

/// A table of estimates of ours with their errors.
pub fn estimates_table(
    name: &str,
    caption: &str,
    rows: &[EstimateRow],
    remark: &str,
) -> PlainTable {
    let mut header = vec!["method".to_string()];
    NAMES.iter().for_each(|n| header.extend([(*n).into(), format!("{n} error, %")]));
    header.push(remark.into());
    let rows = rows.iter().map(|EstimateRow { method, values, remark }| {
        let mut cells = vec![method.clone()];
        for (v, t) in values.iter().zip(TRUTH) {
            let number =
                |x: f64, digits| if x.is_finite() { significant(x, digits) } else { "–".into() };
            cells.extend([number(*v, 5), number(error_percent(*v, t), 3)]);
        }
        cells.push(remark.clone());
        cells
    });
    PlainTable { name: name.into(), caption: caption.into(), header, rows: rows.collect() }
}

/// Means and scatter over draws, in percent of the real values.
pub fn draws_table(name: &str, caption: &str, rows: &[(&str, &[Found])]) -> PlainTable {
    let mut header = vec!["method".to_string()];
    NAMES.iter().for_each(|n| header.extend([format!("{n} mean error, %"), "sd, %".into()]));
    let rows = rows.iter().map(|(method, found)| {
        let scatter = Scatter::of(found);
        let mut cells = vec![(*method).to_string()];
        for k in 0..4 {
            let sd = 100.0 * scatter.deviation[k] / TRUTH[k];
            let mean = error_percent(scatter.mean[k], TRUTH[k]);
            cells.extend([significant(mean, 3), significant(sd, 2)]);
        }
        cells
    });
    PlainTable { name: name.into(), caption: caption.into(), header, rows: rows.collect() }
}
