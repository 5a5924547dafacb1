//! The rows that models are evaluated on, and their residuals as tables.

use crate::documents::file_name;
use crate::identify::{AllRows, Recording, SkippedRow};
use std::fmt::Write;
use std::path::Path;

/// Every row of some logs.
#[derive(Clone, Debug, Default)]
pub struct EvaluationRows {
    /// The rows that are predicted, log by log.
    pub recordings: Vec<Recording>,
    uses: Vec<RowUse>,
    /// Whether these are windows of longer logs.
    windows: bool,
}

#[derive(Clone, Debug)]
struct RowUse {
    used: Vec<bool>,
    skipped: Vec<SkippedRow>,
}

impl EvaluationRows {
    /// Of whole logs.
    pub fn new(logs: Vec<AllRows>) -> Self {
        let of = |rows: AllRows| {
            let AllRows { recording, used, skipped } = rows;
            (recording, RowUse { used, skipped })
        };
        let (recordings, uses) = logs.into_iter().map(of).unzip();
        Self { recordings, uses, windows: false }
    }
    /// Of windows of logs that are read in parts.
    pub fn of_windows(logs: Vec<AllRows>) -> Self {
        Self { windows: true, ..Self::new(logs) }
    }
    /// Rows of each log, and how many of them are used for estimating.
    pub fn shares(&self) -> impl Iterator<Item = (&str, usize, usize)> {
        self.recordings.iter().zip(&self.uses).map(|(recording, rows)| {
            let all = rows.used.len() + rows.skipped.len();
            (recording.name.as_str(), all, rows.used.iter().filter(|u| **u).count())
        })
    }
    /// `residuals-<log>.csv` of each log: time, measured and predicted effort of each
    /// joint, and whether the row is used. Rows for which nothing is predicted have empty
    /// cells. None for logs that are read in parts.
    pub fn residuals(
        &self,
        joints: &[String],
        predicted: &[Vec<Vec<f64>>],
    ) -> Vec<(String, String)> {
        let logs = self.recordings.iter().zip(&self.uses).zip(predicted).filter(|_| !self.windows);
        logs.map(|((recording, rows), predicted)| {
            let name = Path::new(&recording.name).file_stem();
            let name = name.map_or_else(|| "log".into(), |n| n.to_string_lossy());
            (format!("residuals-{}.csv", file_name(&name)), rows.csv(recording, joints, predicted))
        })
        .collect()
    }
}

impl RowUse {
    fn csv(&self, recording: &Recording, joints: &[String], predicted: &[Vec<f64>]) -> String {
        let names = joints.iter().map(|j| j.replace([',', '"', '\n', '\r'], "_"));
        let header = names.map(|j| format!(",measured_{j},predicted_{j}"));
        let mut text = format!("t{},used\n", header.collect::<String>());
        // `{:?}` prints as many digits as bring the same number back.
        let number = |x: f64| if x.is_finite() { format!("{x:?}") } else { String::new() };
        let mut skipped = self.skipped.iter().peekable();
        let mut sample = 0;
        for row in 0..self.used.len() + self.skipped.len() {
            if let Some(missing) = skipped.next_if(|s| s.row == row) {
                text.push_str(&number(missing.time));
                for measured in &missing.effort {
                    let _ = write!(text, ",{},", number(*measured));
                }
                text.push_str(",0\n");
                continue;
            }
            text.push_str(&number(recording.time[sample]));
            for (measured, predicted) in recording.effort.iter().zip(predicted) {
                let (measured, predicted) = (number(measured[sample]), number(predicted[sample]));
                let _ = write!(text, ",{measured},{predicted}");
            }
            text.push_str(if self.used[sample] { ",1\n" } else { ",0\n" });
            sample += 1;
        }
        text
    }
}

/// Files with names of their own: the second of a name gets `-2`, and so on.
pub(crate) fn with_distinct_names(files: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::with_capacity(files.len());
    for (name, text) in files {
        let (stem, end) = name.rsplit_once('.').unwrap_or((&name, ""));
        let numbered = (2..).map(|k| format!("{stem}-{k}.{end}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|n| all.iter().all(|(taken, _)| taken != n));
        all.push((free.unwrap_or_default(), text));
    }
    all
}
