//! Time stamps that stand still, run backwards or are not there.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;

/// Share of rows beyond which dropping them is no remedy.
const TOO_MANY: f64 = 0.1;

/// Rows on end behind an earlier one that make a clock that was set back.
const SET_BACK: u64 = 5;

#[derive(Default)]
pub(super) struct Stamps {
    /// Rows on end that are behind, now and at most.
    behind: u64,
    most_behind: u64,
    latest: Option<f64>,
    equal: Rows,
    earlier: Rows,
    missing: Rows,
}

impl Check for Stamps {
    fn see(&mut self, block: &Block, _: &Layout) {
        for (i, &t) in block.column(0).iter().enumerate() {
            let row = block.first_row() + i as u64;
            let late = self.latest.is_some_and(|latest| t < latest);
            self.behind = if late { self.behind + 1 } else { 0 };
            self.most_behind = self.most_behind.max(self.behind);
            match self.latest {
                _ if !t.is_finite() => self.missing.add(row),
                Some(latest) if t == latest => self.equal.add(row),
                Some(latest) if t < latest => self.earlier.add(row),
                _ => self.latest = Some(t),
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let cases = [
            (&self.missing, "stamps-missing", "rows have no time stamp"),
            (&self.equal, "stamps-repeated", "rows repeat the previous time stamp"),
            (&self.earlier, "stamps-backwards", "rows have a time stamp before an earlier row's"),
        ];
        let found = cases.into_iter().filter(|(rows, ..)| rows.count > 0);
        found
            .map(|(rows, code, what)| {
                let share = rows.count as f64 / summary.rows.max(1) as f64;
                let set_back = code == "stamps-backwards" && self.most_behind >= SET_BACK;
                let (severity, action) = if set_back {
                    let action = "time goes backwards: cut the log where the clock was set back";
                    (Severity::Error, action)
                } else if share > TOO_MANY {
                    (Severity::Error, "too many to drop: repair the time stamps or record again")
                } else {
                    (Severity::Warning, "these rows are dropped")
                };
                let message = format!("{} {what}", rows.count);
                Finding::new(severity, code, message, action)
                    .columns([layout.time.clone()])
                    .rows(rows.clone())
            })
            .collect()
    }
}
