//! Estimates over time, and what the papers make of them: means over a window, and a "standard
//! deviation" about the real value instead of the mean (text to Tables 3 and 4 of the 2022 paper).

use super::TRUTH;

/// From when to when a mean is taken, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// First instant.
    pub from: f64,
    /// Last instant.
    pub to: f64,
}

impl Window {
    /// All of a log.
    pub const WHOLE: Self = Self { from: 0.0, to: f64::INFINITY };
    /// All after five seconds, as the 2016 paper averages its Hopfield network.
    pub const LATE: Self = Self { from: 5.0, to: f64::INFINITY };

    fn holds(&self, t: f64) -> bool {
        // Stamps are multiples of 0.01 s to rounding.
        t > self.from - 1e-9 && t < self.to + 1e-9
    }
}

/// The four parameters over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Stamps, s.
    pub times: Vec<f64>,
    /// Estimates.
    pub values: Vec<[f64; 4]>,
    /// Why it ended before the log did.
    pub broken: Option<String>,
}

impl Path {
    /// The last estimate; not numbers if there is none.
    pub fn last(&self) -> [f64; 4] {
        self.values.last().copied().unwrap_or([f64::NAN; 4])
    }
    /// Means over a window.
    pub fn mean(&self, window: Window) -> [f64; 4] {
        self.over(window, |_, x| x)
    }
    /// Roots of the mean squared distances from the real values, which the papers call deviations.
    pub fn deviation_from_truth(&self, window: Window) -> [f64; 4] {
        self.over(window, |k, x| (x - TRUTH[k]).powi(2)).map(f64::sqrt)
    }
    /// Sample from which on all four parameters stay within `part` of the real values.
    pub fn settled(&self, part: f64) -> Option<usize> {
        let away = |p: &[f64; 4]| p.iter().zip(TRUTH).any(|(x, t)| !((x / t - 1.0).abs() <= part));
        let first = self.values.iter().rposition(away).map_or(0, |k| k + 1);
        (first < self.values.len()).then_some(first)
    }
    /// One parameter over time.
    pub fn column(&self, parameter: usize) -> Vec<f64> {
        self.values.iter().map(|p| p[parameter]).collect()
    }

    fn over(&self, window: Window, of: impl Fn(usize, f64) -> f64) -> [f64; 4] {
        let (mut sum, mut count) = ([0.0; 4], 0.0);
        for (_, p) in self.times.iter().zip(&self.values).filter(|(t, _)| window.holds(**t)) {
            (0..4).for_each(|k| sum[k] += of(k, p[k]));
            count += 1.0;
        }
        sum.map(|s| s / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_taken_about_the_truth_and_not_about_the_mean() {
        let off = |by: f64| TRUTH.map(|t| t + by);
        let path = Path {
            times: vec![0.0, 1.0, 2.0],
            values: vec![off(9.0), off(1.0), off(3.0)],
            broken: None,
        };
        let window = Window { from: 1.0, to: 2.0 };
        assert!((path.mean(window)[1] - TRUTH[1] - 2.0).abs() < 1e-15);
        assert!((path.deviation_from_truth(window)[1] - 5.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(path.settled(0.01), None);
    }

    #[test]
    fn a_path_settles_after_the_last_sample_that_is_away() {
        let mut path = Path { times: vec![0.0; 5], values: vec![TRUTH; 5], broken: None };
        assert_eq!(path.settled(0.01), Some(0));
        path.values[2][3] = f64::NAN;
        assert_eq!(path.settled(0.01), Some(3));
    }
}
