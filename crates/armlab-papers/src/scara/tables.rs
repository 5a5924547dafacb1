//! A method's estimates beside the published ones, row by row.

use super::{Held, NAMES, Path, Spread, TRUTH, UNITS, Window, compare, error_percent};
use crate::reproduce::{ComparedRow, Outcome, PlainTable};
use armlab::text::significant;

/// Scatter beyond this part of some parameter meets nearly anything.
const WIDE: f64 = 0.1;

/// Estimates of ours, and their deviations about the real values where they were followed over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Estimates.
    pub values: [f64; 4],
    /// See [`Path::deviation_from_truth`].
    pub deviations: Option<[f64; 4]>,
}

impl Found {
    /// Without deviations.
    pub fn of(values: [f64; 4]) -> Self {
        Self { values, deviations: None }
    }
    /// Means over a window.
    pub fn mean(path: &Path, window: Window) -> Self {
        let deviations = Some(path.deviation_from_truth(window));
        Self { values: path.mean(window), deviations }
    }
    /// The last estimate, with the deviations over a window.
    pub fn last(path: &Path, window: Window) -> Self {
        Self { values: path.last(), deviations: Some(path.deviation_from_truth(window)) }
    }
}

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
    /// That, in numbers.
    pub held: Found,
    /// Its scatter over draws.
    pub spread: Spread,
    /// Why it differs, parameter by parameter.
    pub why: [&'a str; 4],
    /// What is held is no estimate of anything: a parameter that comes out near the published one does so by
    /// accident.
    pub lost: bool,
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl MethodRows<'_> {
    /// The row of one parameter's estimate.
    pub fn estimate(&self, k: usize, published: f64) -> ComparedRow {
        let row = ComparedRow {
            published: Some(published),
            printed: self.printed.and_then(|f| finite(f.values[k])),
            corrected: finite(self.corrected.values[k]),
            truth: Some(TRUTH[k]),
            ..ComparedRow::new(self.group, NAMES[k], UNITS[k])
        };
        self.judged(row, self.held.values[k], self.spread.deviation[k], TRUTH[k], k)
    }
    /// The row of one parameter's relative error, %, without its sign.
    pub fn error(&self, k: usize, published: f64) -> ComparedRow {
        let size = |v: f64| error_percent(v, TRUTH[k]).abs();
        let row = ComparedRow {
            published: Some(published),
            printed: self.printed.and_then(|f| finite(size(f.values[k]))),
            corrected: finite(size(self.corrected.values[k])),
            truth: Some(0.0),
            ..ComparedRow::new(self.group, format!("{} error", NAMES[k]), "%")
        };
        let spread = 100.0 * self.spread.deviation[k] / TRUTH[k];
        self.judged(row, size(self.held.values[k]), spread, 0.0, k)
    }
    /// The row of one parameter's deviation about the real value.
    pub fn deviation(&self, k: usize, published: f64) -> ComparedRow {
        let of = |f: &Found| f.deviations.and_then(|d| finite(d[k]));
        let row = ComparedRow {
            published: Some(published),
            printed: self.printed.as_ref().and_then(of),
            corrected: of(&self.corrected),
            truth: Some(0.0),
            ..ComparedRow::new(self.group, format!("{} deviation", NAMES[k]), UNITS[k])
        };
        let value = of(&self.held).unwrap_or(f64::NAN);
        self.judged(row, value, 0.0, 0.0, k)
    }
    fn judged(
        &self,
        row: ComparedRow,
        value: f64,
        spread: f64,
        truth: f64,
        k: usize,
    ) -> ComparedRow {
        let (what, why) = (self.what, self.why[k]);
        if self.lost {
            let reason = format!("{what}: {}, lost; {why}", significant(value, 4));
            return row.judged(Outcome::NotReproducible, reason);
        }
        let wide = (0..4).any(|k| self.spread.deviation[k] > WIDE * TRUTH[k]);
        compare(row, &Held { what, value, spread, wide, truth, why })
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
pub fn draws_table(name: &str, caption: &str, rows: &[(&str, Spread)]) -> PlainTable {
    let mut header = vec!["method".to_string()];
    NAMES.iter().for_each(|n| header.extend([format!("{n} mean error, %"), "sd, %".into()]));
    let rows = rows.iter().map(|(method, spread)| {
        let mut cells = vec![(*method).to_string()];
        for k in 0..4 {
            let sd = 100.0 * spread.deviation[k] / TRUTH[k];
            let mean = error_percent(spread.mean[k], TRUTH[k]);
            cells.extend([significant(mean, 3), significant(sd, 2)]);
        }
        cells
    });
    PlainTable { name: name.into(), caption: caption.into(), header, rows: rows.collect() }
}
