//! Which rows of the logs are used.

use super::PageContent;
use crate::report::html::{Part, Table};
use crate::validation::{EvaluationRows, cells, titles};

/// Rows of each log, and how many of them estimates rest on.
pub fn rows(content: &PageContent, joints: &[String]) -> Vec<Part> {
    let of = |rows: &EvaluationRows, purpose: &str| -> Vec<Vec<String>> {
        let one = |(log, all, used): (&str, usize, usize)| {
            let share = 100.0 * used as f64 / all.max(1) as f64;
            let numbers = [all.to_string(), used.to_string(), format!("{share:.1}")];
            cells([log.to_string(), purpose.into()].into_iter().chain(numbers))
        };
        rows.shares().map(one).collect()
    };
    let mut all = of(content.fitted, "training");
    all.extend(of(content.unseen, "validation"));
    let mut parts = vec![Part::Table(Table {
        caption: "Rows of each log, and those away from its ends and complete. Errors are over \
                  all rows."
            .into(),
        header: titles(["log", "purpose", "rows", "used", "used %"]),
        rows: all,
        numbers: vec![2, 3, 4],
        marked: None,
    })];
    let logs = content.document.rows.iter().flat_map(|r| &r.logs);
    let still = logs.map(|log| {
        let shares = log.standstill.iter().map(|s| format!("{:.1}", 100.0 * s));
        let delay = log.delay_deviation.map_or_else(
            || format!("{:.2}", 1e3 * log.delay),
            |d| format!("{:.2} ± {:.2}", 1e3 * log.delay, 1e3 * d),
        );
        let numbers = [log.rows.to_string(), delay];
        cells(std::iter::once(log.name.clone()).chain(numbers).chain(shares))
    });
    let still: Vec<Vec<String>> = still.collect();
    if !still.is_empty() {
        let mut header = titles(["log", "filtered rows", "delay of efforts (ms)"]);
        header.extend(joints.iter().map(|j| format!("{j} at standstill (%)")));
        let numbers = (1..header.len()).collect();
        parts.push(Part::Table(Table {
            caption: "Rows of the regression after filtering, and the share of them that is left \
                      out because a joint stands still."
                .into(),
            header,
            rows: still,
            numbers,
            marked: None,
        }));
    }
    parts
}
