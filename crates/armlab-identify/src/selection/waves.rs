//! Samples of a joint in windows, where it moves, and what waves in the position say about them.

use crate::parallel::WaveSums;
use crate::recording::Recording;

/// Length of the windows, s.
const WINDOW: f64 = 0.5;
/// Speeds above this part of the root mean square are motion.
const MOVING: f64 = 0.2;

/// Samples of a joint in a window.
pub(super) struct Window {
    /// Its middle, s.
    pub time: f64,
    /// Positions.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Residuals without a straight line.
    pub e: Vec<f64>,
}

/// Samples of a joint in windows.
pub(super) struct Windows {
    /// All of them.
    pub all: Vec<Window>,
    /// Sum of squared residuals as they were.
    pub square: f64,
}

impl Windows {
    /// Where the joint of a recording moves to one side.
    pub fn of(recording: &Recording, joint: usize, residual: &[f64]) -> Self {
        let speed = &recording.qd[joint];
        let mean = speed.iter().map(|v| v * v).sum::<f64>() / speed.len().max(1) as f64;
        let least = MOVING * mean.sqrt();
        let longest = (WINDOW / recording.step).round().max(8.0) as usize;
        let (mut all, mut square, mut from) = (Vec::new(), 0.0, 0);
        while from < speed.len() {
            let moves = |k: usize| speed[k].abs() > least && speed[k] * speed[from] > 0.0;
            let follows =
                |k: usize| recording.time[k] - recording.time[k - 1] < 1.5 * recording.step;
            let mut to = from;
            while to < speed.len()
                && to - from < longest
                && moves(to)
                && (to == from || follows(to))
            {
                to += 1;
            }
            if to - from >= longest / 2 {
                let mut e = residual[from..to].to_vec();
                square += e.iter().map(|e| e * e).sum::<f64>();
                straighten(&mut e);
                let time = recording.time[(from + to) / 2];
                let (q, v) = (recording.q[joint][from..to].to_vec(), speed[from..to].to_vec());
                all.push(Window { time, q, v, e });
            }
            from = to.max(from + 1);
        }
        Self { all, square }
    }

    /// Sums with waves, window by window.
    pub fn sums(&self, wave: Wave) -> Vec<WaveSums> {
        let sums = |Window { time, q, v, e }: &Window| {
            let angles = q.iter().zip(v).map(|(q, v)| wave.order * (q - wave.delay * v));
            let (mut s, mut c): (Vec<f64>, Vec<f64>) = angles.map(f64::sin_cos).unzip();
            straighten(&mut s);
            straighten(&mut c);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let columns = [dot(&s, &s), dot(&s, &c), dot(&c, &c)];
            WaveSums { time: *time, columns, effort: [dot(&s, e), dot(&c, e)] }
        };
        self.all.iter().map(sums).collect()
    }

    /// Samples of all windows.
    pub fn samples(&self) -> usize {
        self.all.iter().map(|w| w.q.len()).sum()
    }
}

/// Waves a turn, and how late they show, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wave {
    /// Waves a turn.
    pub order: f64,
    /// Delay behind the efforts' own, s.
    pub delay: f64,
}

/// Takes the straight line that fits best.
fn straighten(values: &mut [f64]) {
    let n = values.len() as f64;
    let middle = 0.5 * (n - 1.0);
    let mean = values.iter().sum::<f64>() / n;
    let spread = n * (n * n - 1.0) / 12.0;
    let at = |k: usize| k as f64 - middle;
    let slope = values.iter().enumerate().map(|(k, v)| at(k) * v).sum::<f64>() / spread;
    let line = |k: usize| mean + if spread > 0.0 { slope * at(k) } else { 0.0 };
    values.iter_mut().enumerate().for_each(|(k, v)| *v -= line(k));
}
