//! What was done to make rows, for people and documents.

use super::motion::MotionSource;
use crate::repetition::Unrepeated;
use armlab_engine::text::significant;
use serde::Serialize;

/// What became of one log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogRows {
    /// The log.
    pub name: String,
    /// Samples of the log on an even grid.
    pub samples: usize,
    /// Period of its motion, s, where it repeats.
    pub period: Option<f64>,
    /// What of its efforts does not repeat, where its motion does.
    pub unrepeated: Option<Unrepeated>,
    /// Samples at the ends of its stretches for which no row is made.
    pub ends: usize,
    /// Rows per joint.
    pub rows: usize,
    /// Time between rows, s.
    pub spacing: f64,
    /// Delay of the efforts behind the motion, s.
    pub delay: f64,
    /// Its standard deviation, s; `None` where it was given or not found.
    pub delay_deviation: Option<f64>,
    /// Part of each joint's rows that is left out near standstill.
    pub standstill: Vec<f64>,
    /// Speed below which each joint stands still.
    pub standstill_speed: Vec<f64>,
    /// What each joint's speeds and accelerations are made of.
    pub sources: Vec<MotionSource>,
}

/// What was done to make the rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowReport {
    /// Cut-off, Hz.
    pub cutoff: f64,
    /// Log by log.
    pub logs: Vec<LogRows>,
}

impl RowReport {
    /// What was done to each log, for people: the log's name and a sentence.
    pub fn notes(&self, joints: &[String]) -> Vec<(String, String)> {
        self.logs.iter().flat_map(|l| l.notes(joints).map(|n| (l.name.clone(), n))).collect()
    }
    /// The largest part of a joint's rows that is left out near standstill.
    pub fn most_standstill(&self) -> f64 {
        self.logs.iter().flat_map(|l| l.standstill.iter().copied()).fold(0.0, f64::max)
    }
}

impl LogRows {
    fn notes(&self, joints: &[String]) -> impl Iterator<Item = String> {
        let rows = format!(
            "{} rows per joint, {} ms apart; {} of {} samples at the ends are not covered by the \
             filter",
            self.rows,
            significant(1e3 * self.spacing, 3),
            self.ends,
            self.samples
        );
        let repeats = self.period.zip(self.unrepeated.as_ref()).map(|(period, part)| {
            format!(
                "the motion repeats every {} s; {} % of the efforts differ between periods, which \
                 no model of the motion predicts",
                significant(period, 3),
                significant(part.relative, 2)
            )
        });
        let delay = self.delay_deviation.map(|deviation| {
            format!(
                "efforts are {} ± {} ms {} the motion, which is taken into account",
                significant(1e3 * self.delay.abs(), 3),
                significant(1e3 * deviation, 2),
                if self.delay < 0.0 { "ahead of" } else { "behind" }
            )
        });
        let left: Vec<String> = joints
            .iter()
            .zip(&self.standstill)
            .filter(|(_, share)| **share > 0.0)
            .map(|(joint, share)| format!("{joint} {} %", significant(100.0 * share, 2)))
            .collect();
        let standstill = (!left.is_empty())
            .then(|| format!("rows near standstill are left out: {}", left.join(", ")));
        let sources = self.sources.first().filter(|s| self.sources.iter().all(|o| o == *s));
        let source = match sources {
            Some(source) => format!("speeds and accelerations from {}", source.words()),
            None => {
                let each = joints.iter().zip(&self.sources);
                let each: Vec<String> = each.map(|(j, s)| format!("{j} {}", s.words())).collect();
                format!("speeds and accelerations: {}", each.join(", "))
            }
        };
        [Some(rows), Some(source), repeats, delay, standstill].into_iter().flatten()
    }
}
