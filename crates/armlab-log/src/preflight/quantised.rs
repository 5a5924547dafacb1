//! Positions with a coarse resolution.
//!
//! Among the first rows, the smallest difference δ of two values is the resolution if
//! all differences are whole multiples of it. It matters where a change of one δ between
//! two samples looks like a considerable speed.

use super::Check;
use super::finding::{Finding, Severity};
use super::layout::Layout;
use super::summary::Summary;
use crate::block::Block;
use crate::quantity::Quantity;

/// Rows that the resolution is found from.
const ROWS: usize = 4096;
/// Differences may be this share of δ off a whole multiple.
const OFF: f64 = 0.02;
/// The speed of one δ a sample over the joint's own (root mean square) that is worth a word.
const WORTH: f64 = 0.01;
/// Ranges of fewer δ than this are standstill.
const MOVING: f64 = 100.0;

/// What is remembered of a joint's positions.
struct Joint {
    column: usize,
    first: Vec<f64>,
    /// The latest tenth sample: time and position.
    before: Option<(f64, f64)>,
    /// `∫ v² dt` with speeds over ten samples, which are not made of rounding.
    squares: f64,
}

pub(super) struct Quantised {
    joints: Vec<Joint>,
}

impl Quantised {
    pub fn new(layout: &Layout) -> Self {
        let joints = layout.of(Quantity::Position).map(|(column, _)| Joint {
            column,
            first: Vec::new(),
            before: None,
            squares: 0.0,
        });
        Self { joints: joints.collect() }
    }
}

impl Check for Quantised {
    fn see(&mut self, block: &Block, _: &Layout) {
        for joint in &mut self.joints {
            let positions = block.column(joint.column);
            let room = ROWS.saturating_sub(joint.first.len());
            joint.first.extend(positions.iter().filter(|q| q.is_finite()).take(room));
            for (&t, &q) in block.column(0).iter().zip(positions).step_by(10) {
                if let Some((t0, q0)) = joint.before
                    && t > t0
                    && (q - q0).is_finite()
                {
                    joint.squares += (q - q0) * (q - q0) / (t - t0);
                }
                joint.before = Some((t, q));
            }
        }
    }

    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding> {
        let step = summary.steps.nominal();
        let mut columns = Vec::new();
        let mut coarsest = 0.0_f64;
        for joint in &self.joints {
            let Some(delta) = resolution(&joint.first) else { continue };
            let speed = (joint.squares / summary.duration()).sqrt();
            if delta / step > WORTH * speed && summary.spread(joint.column).range() > MOVING * delta
            {
                columns.push(layout.name(joint.column));
                coarsest = coarsest.max(delta);
            }
        }
        if columns.is_empty() {
            return Vec::new();
        }
        let message = format!(
            "position resolution {coarsest:.3e}: one step per sample is a velocity of {:.3e}",
            coarsest / step
        );
        let action = "logged velocities are preferred; differentiation filters first";
        vec![Finding::new(Severity::Info, "quantised", message, action).columns(columns)]
    }
}

/// The step that all values are multiples of, if there is one.
fn resolution(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let range = sorted.last()? - sorted.first()?;
    let noise = 1e-12 * sorted.last()?.abs().max(sorted.first()?.abs());
    let gaps = || sorted.windows(2).map(|w| w[1] - w[0]).filter(|g| *g > noise);
    let smallest = gaps().fold(f64::INFINITY, f64::min);
    if !smallest.is_finite() || range < 20.0 * smallest {
        return None;
    }
    // Refine δ over the gaps in order, so that its own rounding does not add up.
    let (mut sum, mut count) = (0.0, 0.0);
    for gap in gaps() {
        let multiple = (gap / smallest).round();
        if (gap / smallest - multiple).abs() > OFF * multiple.max(1.0) {
            return None;
        }
        sum += gap;
        count += multiple;
    }
    let delta: f64 = sum / count;
    // With many values some gap is near any multiple by chance only if δ is that small.
    let off = gaps().map(|g| (g / delta - (g / delta).round()).abs()).fold(0.0, f64::max);
    (off < 10.0 * OFF && gaps().count() >= 10).then_some(delta)
}

#[cfg(test)]
mod tests {
    use super::resolution;

    #[test]
    fn rounded_values_have_a_resolution_and_smooth_ones_none() {
        let smooth: Vec<f64> = (0..4000).map(|i| (i as f64 * 0.01).sin()).collect();
        assert_eq!(resolution(&smooth), None);
        let rounded: Vec<f64> = smooth.iter().map(|x| (x * 1e4).round() / 1e4).collect();
        assert!((resolution(&rounded).unwrap() - 1e-4).abs() < 1e-9);
        let encoder: Vec<f64> = smooth.iter().map(|x| (x * 333.0).round() / 333.0).collect();
        assert!((resolution(&encoder).unwrap() - 1.0 / 333.0).abs() < 1e-9);
    }
}
