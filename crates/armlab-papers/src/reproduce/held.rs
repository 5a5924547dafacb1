//! What of ours is held against a published number, with its spread over redraws.

use super::statistics::{mean, median};
use serde::Serialize;

/// A number of ours, drawn again with other seeds where anything is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// Which form with which settings, in words.
    pub what: String,
    /// One number per redraw, or one where nothing is drawn.
    pub values: Vec<f64>,
    /// How far below and above it could lie with the same data, not negative: parameters that forces show in
    /// combination only are known to such a range.
    pub open: [f64; 2],
    /// What it would be with inputs that are clearly others; a published number that these meet as well says
    /// nothing.
    pub others: Vec<f64>,
}

impl Held {
    /// A number without chance in it.
    pub fn fixed(what: impl Into<String>, value: f64) -> Self {
        Self::drawn(what, vec![value])
    }
    /// A number that was drawn again and again.
    pub fn drawn(what: impl Into<String>, values: Vec<f64>) -> Self {
        Self { what: what.into(), values, open: [0.0; 2], others: Vec::new() }
    }
    /// With what the data leave open.
    pub fn open(mut self, below: f64, above: f64) -> Self {
        self.open = [below, above].map(|x| x.max(0.0));
        self
    }
    /// With what other inputs would give.
    pub fn others(mut self, others: Vec<f64>) -> Self {
        self.others = others;
        self
    }
    /// Centre and ends.
    pub fn spread(&self) -> Spread {
        Spread::of(&self.values, self.open)
    }
}

/// The part of further draws that lies within a [`Spread`]'s ends.
pub const LEVEL: f64 = 0.95;

/// How numbers of redraws lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Redraws that ended in a number; one where nothing is drawn.
    pub draws: usize,
    /// Redraws that did not.
    pub failed: usize,
    /// Median.
    pub median: f64,
    /// Between these a further draw lies with probability `LEVEL`, whatever the distribution: the
    /// order statistics `k` and `n + 1 − k` with `k = (1 − LEVEL)/2 (n + 1)`, for 39 draws the least and
    /// the most. Widened by what the data leave open.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Mean.
    pub mean: f64,
    /// Standard deviation about the mean.
    pub deviation: f64,
}

impl Spread {
    fn of(values: &[f64], [below, above]: [f64; 2]) -> Self {
        let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        let k = ((0.5 * (1.0 - LEVEL) * (n + 1) as f64 + 1e-9) as usize).max(1);
        let at = |k: usize| sorted.get(k).copied().unwrap_or(f64::NAN);
        let centre = mean(&sorted);
        let square: f64 = sorted.iter().map(|v| (v - centre).powi(2)).sum();
        Self {
            draws: n,
            failed: values.len() - n,
            median: median(&sorted),
            low: at(k - 1) - below,
            high: at(n.saturating_sub(k)) + above,
            mean: if n == 0 { f64::NAN } else { centre },
            deviation: (square / n.saturating_sub(1).max(1) as f64).sqrt(),
        }
    }
    /// Half the distance between the ends.
    pub fn half_width(&self) -> f64 {
        0.5 * (self.high - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_39_draws_the_ends_are_the_least_and_the_most_and_of_more_they_are_not() {
        let numbers = |n: u32| (0..n).map(f64::from).collect::<Vec<f64>>();
        let spread = Held::drawn("", numbers(39)).spread();
        assert_eq!((spread.low, spread.median, spread.high), (0.0, 19.0, 38.0));
        let spread = Held::drawn("", numbers(199)).spread();
        assert_eq!((spread.low, spread.high), (4.0, 194.0), "five of two hundred to either side");
    }

    #[test]
    fn a_further_draw_lies_between_the_ends_19_times_of_20() {
        let mut random = armlab_random::Random::with_stream(5, 1);
        let trials = 4000;
        let inside = (0..trials).filter(|_| {
            // Far from normal, so that nothing rests on a distribution.
            let mut draw = || random.normal().exp();
            let spread = Held::drawn("", (0..39).map(|_| draw()).collect()).spread();
            let further = draw();
            spread.low <= further && further <= spread.high
        });
        let part = inside.count() as f64 / f64::from(trials);
        assert!((part - LEVEL).abs() < 0.012, "{part}");
    }

    #[test]
    fn what_failed_is_counted_and_what_is_open_widens() {
        let spread = Held::drawn("", vec![1.0, f64::NAN, 3.0]).open(0.5, -1.0).spread();
        assert_eq!((spread.draws, spread.failed), (2, 1));
        assert_eq!((spread.low, spread.high), (0.5, 3.0));
        assert!(Held::drawn("", Vec::new()).spread().median.is_nan());
    }
}
