//! The report of a campaign.

use super::record::PlanRecord;
use super::statistics::{CampaignStatistics, MethodStatistics, ParameterStatistics};
use crate::documents::number;
use crate::documents::table::table;
use serde::Serialize;
use std::fmt;

/// Header of the table of methods.
pub const HEADER: [&str; 10] = [
    "level",
    "method",
    "estimates",
    "largest bias %",
    "of",
    "largest std %",
    "coverage %",
    "worst",
    "validation error %",
    "s",
];

/// A method: the parameter with the largest bias, and the largest standard deviation.
pub fn line(method: &MethodStatistics) -> Vec<String> {
    let by = |of: fn(&ParameterStatistics) -> f64| {
        method.parameters.iter().max_by(|a, b| of(a).abs().total_cmp(&of(b).abs()))
    };
    let bias = by(|p| p.bias);
    let shares = method.parameters.iter().filter_map(|p| p.coverage.map(|c| c.share));
    let worst = shares.min_by(f64::total_cmp);
    let total = method.found + method.failed;
    vec![
        number(method.level),
        method.method.clone(),
        format!("{} of {total}", method.found),
        bias.map_or(String::new(), |p| number(p.bias)),
        bias.map_or(String::new(), |p| p.name.chars().take(24).collect()),
        by(|p| p.deviation).map_or(String::new(), |p| number(p.deviation)),
        method
            .coverage
            .map_or(String::new(), |c| format!("{:.1} ({:.0} … {:.0})", c.share, c.lower, c.upper)),
        worst.map_or(String::new(), |share| format!("{share:.0}")),
        method.unseen.map_or(String::new(), |s| number(s.median)),
        number(method.seconds),
    ]
}

/// Plan and statistics of a campaign.
#[derive(Clone, Debug, Serialize)]
pub struct CampaignReport {
    /// The plan.
    pub plan: PlanRecord,
    /// The statistics.
    pub summary: CampaignStatistics,
}

impl fmt::Display for CampaignReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, summary } = self;
        writeln!(
            f,
            "{}: {} of {} tasks, {} methods\n",
            plan.robot,
            summary.done,
            summary.tasks,
            plan.methods.len()
        )?;
        let rows = summary.methods.iter().map(line).collect();
        f.write_str(&table(&HEADER, rows, &[0, 3, 5, 6, 7, 8, 9]))?;
        for method in summary.methods.iter().filter(|m| m.failed > 0) {
            let why = method.failure.as_deref().unwrap_or("");
            let level = number(method.level);
            writeln!(f, "warning: {} failed at level {level}: {why}", method.method)?;
        }
        Ok(())
    }
}
