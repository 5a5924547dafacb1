//! Rows with uneven stamps onto one even grid for the whole log, in passing.
//!
//! Grid point `i` lies at `t₀ + i·step`, as in
//! [`Resampler`](armlab_signal::Resampler); between two stamps values follow a
//! straight line. A pause of more than [`LONGEST_GAP`] steps ends a stretch, and
//! grid points inside it are left out.

/// Longest pause that is bridged, steps.
const LONGEST_GAP: f64 = 10.0;
/// Grid points beyond this cannot be told apart.
const FARTHEST: f64 = 9e15;

/// One grid point: the row before it, how long after that row it lies, and how
/// long after it the next row does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) time: f64,
    row: usize,
    along: f64,
    length: f64,
}

impl Point {
    fn on(time: f64, row: usize) -> Self {
        Self { time, row, along: 0.0, length: 0.0 }
    }
    /// The value there of a column of rows.
    ///
    /// # Panics
    /// If the column is not one of the rows that were pushed.
    pub(super) fn value(&self, column: &[f64]) -> f64 {
        let before = column[self.row];
        match self.along == 0.0 {
            true => before,
            false => before + self.along * ((column[self.row + 1] - before) / self.length),
        }
    }
}

/// Stamps that no grid reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OutOfReach {
    pub(super) from: f64,
    pub(super) to: f64,
}

/// The grid, and how much of it is filled.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    first: f64,
    step: f64,
    /// The next grid point.
    next: u64,
    last: Option<f64>,
}

impl Grid {
    /// The grid from a first stamp on.
    pub(super) fn new(first: f64, step: f64) -> Self {
        Self { first, step, next: 0, last: None }
    }

    fn at(&self, point: u64) -> f64 {
        self.first + point as f64 * self.step
    }

    /// Whether a pause lies before stamp `t`.
    pub(super) fn pauses_before(&self, t: f64) -> bool {
        self.last.is_some_and(|last| t - last > LONGEST_GAP * self.step)
    }

    /// Takes the next stamp, that of row `row`: grid points since the row before
    /// it go to `points`.
    pub(super) fn push(
        &mut self,
        t: f64,
        row: usize,
        points: &mut Vec<Point>,
    ) -> Result<(), OutOfReach> {
        match self.last.filter(|_| !self.pauses_before(t)) {
            None => self.skip_to(t)?,
            Some(before) => loop {
                let time = self.at(self.next);
                if !(time < t) {
                    break;
                }
                let row = row.saturating_sub(1);
                points.push(Point { time, row, along: time - before, length: t - before });
                self.next += 1;
            },
        }
        if self.at(self.next) == t {
            points.push(Point::on(t, row));
            self.next += 1;
        }
        self.last = Some(t);
        Ok(())
    }

    /// Goes to the first grid point that is not before `t`.
    fn skip_to(&mut self, t: f64) -> Result<(), OutOfReach> {
        let about = ((t - self.first) / self.step).ceil();
        if !(about < FARTHEST) {
            return Err(OutOfReach { from: self.last.unwrap_or(self.first), to: t });
        }
        let mut point = (about.max(0.0) as u64).max(self.next);
        while point > self.next && self.at(point - 1) >= t {
            point -= 1;
        }
        while self.at(point) < t {
            point += 1;
        }
        self.next = point;
        Ok(())
    }

    /// The last grid point, where rounding alone has moved it past the last stamp,
    /// that of row `row`.
    pub(super) fn finish(&mut self, row: usize, points: &mut Vec<Point>) {
        let Some(last) = self.last else { return };
        let points_in_all = ((last - self.first) / self.step + 1e-9).floor() + 1.0;
        if (self.next as f64) < points_in_all {
            points.push(Point::on(last, row));
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_signal::{Method, Resampler};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Stretches of grid stamps and values.
    fn in_passing(stamps: &[f64], values: &[f64], step: f64) -> Vec<Vec<(f64, f64)>> {
        let mut grid = Grid::new(stamps[0], step);
        let (mut stretches, mut points) = (vec![Vec::new()], Vec::new());
        for (row, &t) in stamps.iter().enumerate() {
            if grid.pauses_before(t) {
                stretches.push(Vec::new());
            }
            grid.push(t, row, &mut points).unwrap();
            let stretch = stretches.last_mut().unwrap();
            stretch.extend(points.drain(..).map(|p| (p.time, p.value(values))));
        }
        grid.finish(stamps.len() - 1, &mut points);
        let stretch = stretches.last_mut().unwrap();
        stretch.extend(points.drain(..).map(|p| (p.time, p.value(values))));
        stretches.retain(|s| !s.is_empty());
        stretches
    }

    #[test]
    fn the_grid_in_passing_is_the_grid_of_the_whole() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for case in 0..200 {
            let step = 10.0_f64.powi(random.random_range(-4..1));
            let mut t = random.random_range(-5.0..5.0);
            let mut stamps = Vec::new();
            for _ in 0..random.random_range(2..300) {
                stamps.push(t);
                // Even stamps, jitter, pauses, long pauses.
                t += step
                    * match random.random_range(0..40) {
                        0 => random.random_range(1.0..40.0),
                        1 => random.random_range(1000.0..9000.0),
                        2..10 => 1.0,
                        _ => random.random_range(0.2..1.8),
                    };
            }
            let values: Vec<f64> = stamps.iter().map(|t| (3.0 * t / step).sin()).collect();
            let whole = Resampler::new(step).method(Method::Linear).apply(&stamps, &[&values]);
            let whole = whole.unwrap();
            let expected: Vec<Vec<(f64, f64)>> = whole
                .valid_ranges()
                .into_iter()
                .map(|r| r.map(|i| (whole.stamps[i], whole.columns[0][i])).collect())
                .collect();
            let found = in_passing(&stamps, &values, step);
            assert_eq!(found.len(), expected.len(), "case {case}");
            for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
                assert_eq!(found.0, expected.0, "case {case}");
                assert!((found.1 - expected.1).abs() <= 4e-16, "case {case}");
            }
        }
    }

    #[test]
    fn a_stamp_beyond_all_grids_is_told() {
        let mut grid = Grid::new(0.0, 1e-3);
        let mut points = Vec::new();
        grid.push(0.0, 0, &mut points).unwrap();
        let error = grid.push(1e300, 1, &mut points).unwrap_err();
        assert_eq!(error, OutOfReach { from: 0.0, to: 1e300 });
    }
}
