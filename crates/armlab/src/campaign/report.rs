//! The report of a campaign.

use super::page::{HEADER, line};
use super::record::PlanRecord;
use super::statistics::CampaignStatistics;
use crate::documents::number;
use crate::documents::table::table;
use serde::Serialize;
use std::fmt;

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
        f.write_str(&table(&HEADER, rows, &[0, 3, 5, 6, 7]))?;
        for method in summary.methods.iter().filter(|m| m.failed > 0) {
            let why = method.failure.as_deref().unwrap_or("");
            let level = number(method.level);
            writeln!(f, "warning: {} failed at level {level}: {why}", method.method)?;
        }
        Ok(())
    }
}
