//! Jitter, gaps, and steps that look like another unit.

use super::Check;
use super::finding::{Finding, Rows, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;

/// Steps further from the usual one than this share are jittered.
const JITTER: f64 = 0.05;
/// Share of jittered steps that is worth a word.
const WORTH: f64 = 0.01;
/// Steps longer than this many usual ones are gaps.
const GAP: f64 = 1.5;
/// Usual steps outside of this are hardly seconds, s.
pub(super) const PLAUSIBLE: (f64, f64) = (1.5e-5, 0.3);

pub(super) struct Sampling;

impl Check for Sampling {
    fn see(&mut self, _: &Block, _: &Layout) {}

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let steps = &summary.steps;
        let nominal = steps.nominal();
        if steps.total < 2 || !(nominal > 0.0) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let milliseconds = |s: f64| format!("{:.4} ms", 1e3 * s);
        let (even, _) = steps.between(nominal * (1.0 - JITTER), nominal * (1.0 + JITTER));
        let (gaps, gap_time) = steps.from(nominal * GAP);
        let jittered = steps.total.saturating_sub(even + gaps);
        if jittered as f64 > WORTH * steps.total as f64 {
            let message = format!(
                "{:.0} % of the sampling intervals differ by more than {:.0} % from the median {} (shortest {}, longest {})",
                100.0 * jittered as f64 / steps.total as f64,
                100.0 * JITTER,
                milliseconds(nominal),
                milliseconds(steps.range.0),
                milliseconds(steps.range.1),
            );
            let action = "time stamps are used as they are; filters resample to a uniform grid";
            found.push(
                Finding::new(Severity::Warning, "jitter", message, action)
                    .columns([layout.time.clone()]),
            );
        }
        if gaps > 0 {
            let lost = (gap_time / nominal).round() - gaps as f64;
            let message = format!(
                "{gaps} gaps, about {lost:.0} samples lost; longest interval {} instead of {}",
                milliseconds(steps.range.1),
                milliseconds(nominal),
            );
            let action = "time stamps are used as they are; filters restart after a long gap";
            let mut longest: Vec<u64> =
                steps.longest.iter().filter(|l| l.0 >= nominal * GAP).map(|l| l.1 + 1).collect();
            longest.sort_unstable();
            found.push(
                Finding::new(Severity::Warning, "gaps", message, action)
                    .columns([layout.time.clone()])
                    .rows(Rows { count: gaps, first: longest }),
            );
        }
        if nominal < PLAUSIBLE.0 || nominal > PLAUSIBLE.1 {
            found.push(wrong_unit(layout, nominal));
        }
        found
    }
}

/// Time in another unit: which one would make the interval plausible.
fn wrong_unit(layout: &Layout, nominal: f64) -> Finding {
    let within = |x: f64| x >= PLAUSIBLE.0 && x <= PLAUSIBLE.1;
    let units = [("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9), ("min", 60.0)];
    let fits = units.iter().find(|(_, factor)| within(nominal * factor));
    let found = format!("median sampling interval {nominal:.3e} s");
    let (message, action) = match fits {
        Some((unit, _)) => (
            format!("{found}: time is not in seconds, but probably in {unit}"),
            format!("state the unit in the mapping: \"t=COLUMN [{unit}]\""),
        ),
        None => (
            format!("{found}: time is not in seconds, or sampled too slowly or too fast"),
            "state the unit in the mapping: \"t=COLUMN [ms]\"".into(),
        ),
    };
    Finding::new(Severity::Error, "time-unit", message, action).columns([layout.time.clone()])
}
