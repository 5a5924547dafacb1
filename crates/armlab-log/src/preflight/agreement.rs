//! Logged velocity against the change of position: sign, unit, scale.
//!
//! Over windows of several samples `x = ∫ q̇ dt` (trapezoids) should equal `y = Δq`. The
//! slope `Σxy/Σx²` is the ratio of their units and the correlation `Σxy/√(Σx² Σy²)`
//! tells whether they belong together. Windows make rounding of positions harmless.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::sampling::PLAUSIBLE;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;
use std::f64::consts::PI;

/// Lengths of windows, s. Short ones see fast motions, long ones see through noise; the
/// length with the best correlation speaks.
const WINDOWS: [f64; 3] = [0.1, 0.4, 1.6];
/// A window with a step longer than this is not used, s: nobody knows what happened within.
const LONGEST_STEP: f64 = 0.5;
/// Fewest windows that are judged.
const FEWEST: u64 = 5;
/// Root of the mean squared displacement below which a joint hardly moves, rad or m.
const STILL: f64 = 2e-3;
/// The same in a joint that is known to slide, m.
const SLIDING_STILL: f64 = 2e-4;
/// Correlation from which on the slope means something.
const RELATED: f64 = 0.9;
/// Correlation below which the columns have nothing to do with each other.
const UNRELATED: f64 = 0.5;
/// Slopes further from 1 than this are a wrong scale.
const SLACK: f64 = 0.1;

/// Sums over windows of one length.
#[derive(Clone, Copy, Default)]
struct Scale {
    x: f64,
    y: f64,
    elapsed: f64,
    xx: f64,
    xy: f64,
    yy: f64,
    windows: u64,
}

impl Scale {
    fn correlation(&self) -> f64 {
        self.xy / (self.xx * self.yy).sqrt()
    }
}

struct Pair {
    position: usize,
    velocity: usize,
    still: f64,
    last: Option<(f64, f64, f64)>,
    scales: [Scale; WINDOWS.len()],
}

pub(super) struct Agreement {
    pairs: Vec<Pair>,
}

impl Agreement {
    pub fn new(layout: &Layout) -> Self {
        let pairs = layout.of(Quantity::Position).filter_map(|(position, joint)| {
            let velocity = layout.column(Quantity::Velocity, joint)?;
            let slides = layout.expectation.slides(joint) == Some(true);
            let still = if slides { SLIDING_STILL } else { STILL };
            Some(Pair { position, velocity, still, last: None, scales: Default::default() })
        });
        Self { pairs: pairs.collect() }
    }
}

impl Pair {
    fn see(&mut self, t: f64, q: f64, v: f64) {
        let usable = t.is_finite() && q.is_finite() && v.is_finite();
        let Some((t0, q0, v0)) = self.last.filter(|_| usable) else {
            self.restart();
            self.last = usable.then_some((t, q, v));
            return;
        };
        let dt = t - t0;
        if dt <= 0.0 {
            return;
        }
        self.last = Some((t, q, v));
        if dt > LONGEST_STEP {
            return self.restart();
        }
        for (scale, length) in self.scales.iter_mut().zip(WINDOWS) {
            scale.x += 0.5 * (v + v0) * dt;
            scale.y += q - q0;
            scale.elapsed += dt;
            if scale.elapsed >= length {
                scale.xx += scale.x * scale.x;
                scale.xy += scale.x * scale.y;
                scale.yy += scale.y * scale.y;
                scale.windows += 1;
                (scale.x, scale.y, scale.elapsed) = (0.0, 0.0, 0.0);
            }
        }
    }

    /// Leaves the windows that are not full.
    fn restart(&mut self) {
        for scale in &mut self.scales {
            (scale.x, scale.y, scale.elapsed) = (0.0, 0.0, 0.0);
        }
    }
}

impl Check for Agreement {
    fn see(&mut self, block: &Block, _: &Layout) {
        for pair in &mut self.pairs {
            let (q, v) = (block.column(pair.position), block.column(pair.velocity));
            for ((&t, &q), &v) in block.column(0).iter().zip(q).zip(v) {
                pair.see(t, q, v);
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        match self.time_unit(summary.steps.nominal()) {
            Some((unit, factor)) => vec![wrong_time(layout, unit, factor)],
            None => self.pairs.iter().filter_map(|pair| judge(pair, layout)).collect(),
        }
    }
}

impl Agreement {
    /// The unit of time that makes all joints agree, where seconds do not.
    fn time_unit(&self, step: f64) -> Option<(&'static str, f64)> {
        let slopes: Vec<f64> = self.pairs.iter().filter_map(Pair::relation).map(|r| r.1).collect();
        // One joint might as well have its velocity in another unit.
        let plausible = step >= PLAUSIBLE.0 && step <= PLAUSIBLE.1;
        if slopes.is_empty() || (slopes.len() == 1 && plausible) {
            return None;
        }
        let units = [("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)];
        let fits = |f: f64| slopes.iter().all(|slope| (slope / f - 1.0).abs() < SLACK);
        units.into_iter().find(|(_, factor)| fits(*factor))
    }
}

fn wrong_time(layout: &Layout, unit: &str, factor: f64) -> Finding {
    let message = format!(
        "time is in {unit}, not seconds: positions of all joints change by {factor:e} times the \
         integral of their velocities"
    );
    let action = format!("state the unit in the mapping: \"t=COLUMN [{unit}]\"");
    Finding::new(Severity::Error, "time-unit", message, action).columns([layout.time.clone()])
}

impl Pair {
    /// Correlation and slope over windows of the length that shows them best.
    fn relation(&self) -> Option<(f64, f64)> {
        let moves = |s: &&Scale| {
            let still = self.still * self.still * s.windows as f64;
            s.windows >= FEWEST && (s.xx > still || s.yy > still)
        };
        let strength = |s: &Scale| s.correlation().abs();
        let scales = self.scales.iter().filter(moves);
        let best = scales.max_by(|a, b| strength(a).total_cmp(&strength(b)))?;
        Some((best.correlation(), best.xy / best.xx))
    }
}

/// What the slope and the correlation of a joint say.
fn judge(pair: &Pair, layout: &Layout) -> Option<Finding> {
    let (correlation, slope) = pair.relation()?;
    let near = |value: f64| (slope.abs() / value - 1.0).abs() < SLACK;
    let about = |severity, code, message: String, action: &str| {
        let columns = [layout.name(pair.position), layout.name(pair.velocity)];
        Some(Finding::new(severity, code, message, action).columns(columns))
    };
    let opposite = if slope < 0.0 { ", with opposite sign" } else { "" };
    match correlation {
        r if r.abs() < UNRELATED => about(
            Severity::Error,
            "velocity-disagrees",
            format!("velocity is not the derivative of the position (correlation {r:.2})"),
            "map the velocity of this joint, or leave the column out: ignore=COLUMN",
        ),
        r if r.abs() < RELATED || r.is_nan() => about(
            Severity::Warning,
            "velocity-disagrees",
            format!("velocity is not the derivative of the position (correlation {r:.2})"),
            "velocity is computed from the positions; is the right column mapped?",
        ),
        _ if near(180.0 / PI) => about(
            Severity::Error,
            "degrees",
            format!("positions in degrees, velocities in rad/s (ratio {slope:.2}{opposite})"),
            "state the unit in the mapping: \"q1=COLUMN [deg], …\"",
        ),
        _ if near(PI / 180.0) => about(
            Severity::Error,
            "degrees",
            format!("velocities in deg/s, positions in radians (ratio {slope:.4}{opposite})"),
            "state the unit in the mapping: \"qd1=COLUMN [deg/s], …\"",
        ),
        _ if near(1.0) && slope < 0.0 => about(
            Severity::Error,
            "velocity-sign",
            "velocity and position have opposite signs".into(),
            "invert one of them in a mapping file: { column = \"…\", scale = -1 }",
        ),
        _ if !near(1.0) => about(
            Severity::Error,
            "velocity-scale",
            format!("position changes by {slope:.4} times the integral of the velocity"),
            "state the units (rpm? mm?) or the gear ratio in the mapping",
        ),
        _ => None,
    }
}
