//! Effort that is not there, does not change, or looks like something else.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// A log in which no joint comes to this share of its limit is hardly in N m.
const SMALL_SHARE: f64 = 0.05;
/// A joint whose position stays within this does not move, rad or m.
const STILL: f64 = 2e-3;
/// Effort that nowhere exceeds this is tiny, N m or N.
const TINY: f64 = 1e-3;

pub(super) struct Effort;

impl Check for Effort {
    fn see(&mut self, _: &Block, _: &Layout) {}

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let mut found = Vec::new();
        let efforts: Vec<(usize, usize)> = layout.of(Quantity::Effort).collect();
        let currents: Vec<(usize, usize)> = layout.of(Quantity::Current).collect();
        let driven: &[(usize, usize)] = if efforts.is_empty() { &currents } else { &efforts };
        if driven.is_empty() {
            let message = "no torque or current column: parameters cannot be identified";
            let action = "record torque or current; other checks of the motion still apply";
            return vec![Finding::new(Severity::Warning, "no-effort", message, action)];
        }
        if efforts.is_empty() {
            let message = "current is logged, torque is not";
            let action = "torque is current times drive gain: give the gains (N m/A)";
            found.push(Finding::new(Severity::Info, "current-only", message, action));
        }
        if driven.len() < layout.joints {
            let joints = (1..=layout.joints).filter(|j| driven.iter().all(|d| d.1 + 1 != *j));
            let list: Vec<String> = joints.map(|j| j.to_string()).collect();
            let message = format!("no torque or current of joint {}", list.join(", "));
            let action = "the equations of these joints are not used";
            found.push(Finding::new(Severity::Warning, "effort-missing", message, action));
        }
        let constant = |&&(column, _): &&(usize, usize)| {
            let spread = summary.spread(column);
            spread.count > 1 && spread.range() == 0.0
        };
        let columns: Vec<String> =
            driven.iter().filter(constant).map(|d| layout.name(d.0)).collect();
        if !columns.is_empty() && summary.rows > 1 {
            let still: Vec<usize> = driven
                .iter()
                .filter(constant)
                .filter(|d| !moves(layout, summary, d.1))
                .map(|d| d.0)
                .collect();
            let zero = driven.iter().filter(constant).all(|d| summary.spread(d.0).peak() == 0.0);
            let message = if zero { "always zero" } else { "constant" };
            let action = "the measurement is missing: record it, or leave the joint out";
            let severity =
                if still.len() < columns.len() { Severity::Error } else { Severity::Warning };
            found.push(Finding::new(severity, "constant-effort", message, action).columns(columns));
        }
        if !efforts.is_empty() {
            found.extend(plausible(layout, summary, &efforts));
        }
        found
    }
}

/// Whether a joint moves at all.
fn moves(layout: &Layout, summary: &Summary, joint: usize) -> bool {
    let position = layout.column(Quantity::Position, joint);
    position.is_some_and(|c| summary.spread(c).range() > STILL)
}

/// Effort that is too small to be effort.
fn plausible(layout: &Layout, summary: &Summary, efforts: &[(usize, usize)]) -> Option<Finding> {
    let peak = |column| summary.spread(column).peak();
    let most = efforts.iter().map(|e| peak(e.0)).fold(0.0, f64::max);
    let columns = || efforts.iter().map(|e| layout.name(e.0));
    if most > 0.0 && most < TINY {
        let message = format!("maximum effort {most:.2e}: is it in another unit?");
        let action = "used as N m or N; state another unit in the mapping: \"tau1=COLUMN [kN m]\"";
        let finding = Finding::new(Severity::Warning, "tiny-effort", message, action);
        return Some(finding.columns(columns()));
    }
    let shares = efforts
        .iter()
        .map(|&(column, joint)| Some(peak(column) / layout.expectation.effort_limit(joint)?));
    let largest = shares.collect::<Option<Vec<f64>>>()?.into_iter().fold(0.0, f64::max);
    (largest > 0.0 && largest < SMALL_SHARE).then(|| {
        let message = format!(
            "no joint exceeds {:.1} % of its effort limit: is this a current?",
            100.0 * largest
        );
        let action =
            "used as torque; if it is current, state it in the mapping: \"i1=COLUMN [A], …\"";
        Finding::new(Severity::Warning, "effort-like-current", message, action).columns(columns())
    })
}
