//! What all checks may know at the end: steps of time and the spread of every channel.
//!
//! The median of the steps comes from a histogram over the logarithm of the step, 512
//! bins a decade, so it costs the same memory for any log; the nominal step is the mean
//! of the bins around the median, which for a uniform log is the step itself.

use super::layout::Layout;
use crate::block::Block;

const BINS_PER_DECADE: f64 = 512.0;
const SMALLEST: f64 = 1e-9;
const DECADES: usize = 15;
/// Numbers that are added side by side, and at once.
const LANES: usize = 8;
const TOGETHER: usize = 256;
/// Longest steps that are remembered with their rows.
const LONGEST: usize = 5;

/// Smallest, largest and root mean square of the finite values of a channel.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    sum_of_squares: f64,
    /// Number of finite values.
    pub count: u64,
}

impl Spread {
    fn add(&mut self, x: f64) {
        if x.is_finite() {
            self.min = self.min.min(x);
            self.max = self.max.max(x);
            self.sum_of_squares += x * x;
            self.count += 1;
        }
    }
    /// Adds numbers; those that are all finite several at a time.
    fn add_all(&mut self, column: &[f64]) {
        if column.iter().fold(false, |missing, x| missing | !x.is_finite()) {
            return column.iter().for_each(|&x| self.add(x));
        }
        let (some, rest) = column.as_chunks::<LANES>();
        let (mut min, mut max, mut squares) = ([self.min; LANES], [self.max; LANES], [0.0; LANES]);
        for x in some {
            for l in 0..LANES {
                min[l] = if x[l] < min[l] { x[l] } else { min[l] };
                max[l] = if x[l] > max[l] { x[l] } else { max[l] };
                squares[l] += x[l] * x[l];
            }
        }
        self.min = min.into_iter().fold(self.min, f64::min);
        self.max = max.into_iter().fold(self.max, f64::max);
        self.sum_of_squares += squares.iter().sum::<f64>();
        self.count += (some.len() * LANES) as u64;
        rest.iter().for_each(|&x| self.add(x));
    }
    /// From smallest to largest; 0 if there is nothing.
    pub fn range(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.max - self.min }
    }
    /// Largest magnitude.
    pub fn peak(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.max.abs().max(self.min.abs()) }
    }
    /// Root mean square.
    pub fn rms(&self) -> f64 {
        if self.count == 0 { 0.0 } else { (self.sum_of_squares / self.count as f64).sqrt() }
    }
}

impl Default for Spread {
    fn default() -> Self {
        Self { min: f64::INFINITY, max: f64::NEG_INFINITY, sum_of_squares: 0.0, count: 0 }
    }
}

/// Steps between stamps that advance.
pub struct Steps {
    count: Vec<u64>,
    sum: Vec<f64>,
    /// Bin of the step before, and the shortest and longest step of those that were in it since
    /// another one was: what lies between is in it, too.
    latest: (usize, f64, f64),
    /// Number of steps.
    pub total: u64,
    /// Shortest and longest.
    pub range: (f64, f64),
    /// The longest ones, with the row (from 0) they lead to; longest first.
    pub longest: Vec<(f64, u64)>,
}

impl Steps {
    fn new() -> Self {
        let bins = DECADES * BINS_PER_DECADE as usize;
        Self {
            count: vec![0; bins],
            sum: vec![0.0; bins],
            latest: (0, f64::INFINITY, f64::NEG_INFINITY),
            total: 0,
            range: (f64::INFINITY, 0.0),
            longest: Vec::with_capacity(LONGEST + 1),
        }
    }

    fn bin(&self, step: f64) -> usize {
        let bin = (step / SMALLEST).log10() * BINS_PER_DECADE;
        (bin.max(0.0) as usize).min(self.count.len() - 1)
    }

    fn add(&mut self, step: f64, row: u64) {
        let (mut bin, shortest, longest) = self.latest;
        if !(shortest <= step && step <= longest) {
            let same = bin;
            bin = self.bin(step);
            let (shortest, longest) = if bin == same { (shortest, longest) } else { (step, step) };
            self.latest = (bin, shortest.min(step), longest.max(step));
        }
        self.count[bin] += 1;
        self.sum[bin] += step;
        self.total += 1;
        self.range = (self.range.0.min(step), self.range.1.max(step));
        if self.longest.len() < LONGEST || self.longest.last().is_some_and(|l| step > l.0) {
            let at = self.longest.partition_point(|l| l.0 >= step);
            self.longest.insert(at, (step, row));
            self.longest.truncate(LONGEST);
        }
    }

    /// The usual step: the mean of the steps next to the median; 0 if there is none.
    pub fn nominal(&self) -> f64 {
        let mut before = 0;
        for bin in 0..self.count.len() {
            before += self.count[bin];
            if self.count[bin] > 0 && 2 * before >= self.total {
                let near = bin.saturating_sub(1)..(bin + 2).min(self.count.len());
                let count: u64 = self.count[near.clone()].iter().sum();
                return self.sum[near].iter().sum::<f64>() / count as f64;
            }
        }
        0.0
    }

    /// How many steps are in `from..to`, to half a percent of the step, and their sum.
    pub fn between(&self, from: f64, to: f64) -> (u64, f64) {
        let bins = self.bin(from)..self.bin(to).max(self.bin(from));
        (self.count[bins.clone()].iter().sum(), self.sum[bins].iter().sum())
    }

    /// How many steps are at least `from`, and their sum.
    pub fn from(&self, from: f64) -> (u64, f64) {
        let bins = self.bin(from)..;
        (self.count[bins.clone()].iter().sum(), self.sum[bins].iter().sum())
    }
}

/// Rows, times and spreads of a log.
pub struct Summary {
    /// Number of rows.
    pub rows: u64,
    /// Steps between stamps that advance.
    pub steps: Steps,
    /// First and latest stamp.
    pub span: Option<(f64, f64)>,
    /// Of every column, time included.
    pub spreads: Vec<Spread>,
}

impl Summary {
    pub(super) fn new(layout: &Layout) -> Self {
        let spreads = vec![Spread::default(); layout.width()];
        Self { rows: 0, steps: Steps::new(), span: None, spreads }
    }

    pub(super) fn see(&mut self, block: &Block) {
        for (i, &t) in block.column(0).iter().enumerate() {
            if !t.is_finite() {
                continue;
            }
            match &mut self.span {
                None => self.span = Some((t, t)),
                Some((_, latest)) if t > *latest => {
                    self.steps.add(t - *latest, block.first_row() + i as u64);
                    *latest = t;
                }
                Some(_) => {}
            }
        }
        for (spread, column) in self.spreads.iter_mut().zip(block.columns()) {
            column.chunks(TOGETHER).for_each(|x| spread.add_all(x));
        }
        self.rows += block.rows() as u64;
    }

    /// From the first to the latest stamp, s.
    pub fn duration(&self) -> f64 {
        self.span.map_or(0.0, |(first, latest)| latest - first)
    }

    /// The spread of a column.
    pub fn spread(&self, column: usize) -> Spread {
        self.spreads.get(column).copied().unwrap_or_default()
    }
}
