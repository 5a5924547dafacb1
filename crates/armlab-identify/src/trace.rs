//! Convergence of an estimate: values over time, or the cost over generations.

/// Convergence of an estimate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// What [`Self::at`] counts: `time, s` or `generation`.
    pub axis: &'static str,
    /// Points.
    pub at: Vec<f64>,
    /// Values of each unknown at the points; none where only the cost is known.
    pub values: Vec<Vec<f64>>,
    /// Standard deviations of each unknown, where the method has them.
    pub deviations: Vec<Vec<f64>>,
    /// Mean squared residual at the points, where the method follows it.
    pub cost: Vec<f64>,
}

impl Trace {
    /// From rows of values, point after point.
    pub fn over_time(
        at: Vec<f64>,
        unknowns: usize,
        value: impl Fn(usize, usize) -> f64,
        deviation: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let points = at.len();
        let column = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
            (0..unknowns).map(|k| (0..points).map(|p| of(p, k)).collect()).collect()
        };
        let (values, deviations) = (column(&value), column(&deviation));
        Self { axis: "time, s", at, values, deviations, cost: Vec::new() }
    }
    /// Where on the axis every unknown has come, and stays, within this part of
    /// its last value, or within twice its last standard deviation where that is
    /// more; none for a trace without values.
    pub fn settled(&self, part: f64) -> Option<f64> {
        let last = self.at.len().checked_sub(1)?;
        self.values.first()?;
        let away = |point: usize| {
            self.values.iter().enumerate().any(|(k, values)| {
                let end = values[last];
                let deviation = self.deviations.get(k).map_or(0.0, |d| d[last]);
                let deviation = if deviation.is_finite() { deviation } else { 0.0 };
                !((values[point] - end).abs() <= (part * end.abs()).max(2.0 * deviation))
            })
        };
        let first = (0..=last).rev().find(|&point| away(point)).map_or(0, |point| point + 1);
        self.at.get(first).copied()
    }
    /// From the best cost of each generation, at most `points` of them.
    pub fn over_generations(cost: &[f64], points: usize) -> Self {
        let stride = cost.len().div_ceil(points.max(1)).max(1);
        let kept: Vec<usize> =
            (0..cost.len()).step_by(stride).chain(cost.len().checked_sub(1)).collect();
        Self {
            axis: "generation",
            at: kept.iter().map(|&k| k as f64).collect(),
            cost: kept.iter().map(|&k| cost[k]).collect(),
            ..Self::default()
        }
    }
}
