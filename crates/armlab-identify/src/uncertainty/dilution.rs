//! Regression dilution: what noise in the motion does to least squares.
//!
//! Rows are made of measured motion, `W = W₀ + δW`. Efforts are `W₀ p`, so least
//! squares end at `p̂` with
//!
//! ```text
//! E[WᵀW] p̂ = E[Wᵀ W₀] p     hence     p̂ − p = −(WᵀW)⁻¹ D p,   D = E[Wᵀ δW]
//! ```
//!
//! (errors in variables; Fuller, "Measurement error models", 1987). `D` is
//! `E[δWᵀδW]`, which draws unknowns towards zero, and the smaller `W₀ᵀE[δW]` of
//! rows that are not linear in the motion. It is found by drawing noise on top of
//! the recording, each draw once added and once subtracted, so that what is linear
//! in it cancels. More data do not help: the bias stays while deviations fall.
//!
//! `p` is not known either; `p = p̂ + (WᵀW)⁻¹ D p` is solved by repetition.

use super::inverse_root::inverse_root;
use super::motion_noise::MotionNoise;
use super::some_rows::{Part, picks, rows};
use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::parallel::{JointRowsAlong, RowSet};
use crate::problem::{Model, ProblemError};
use crate::recording::{RawRecording, Recording, RecordingError};
use armlab_dense::small::add_scaled;
use armlab_dense::{Matrix, NoConvergence, dot, norm};
use armlab_engine::text::significant;
use rayon::prelude::*;
use thiserror::Error;

/// Biases below this part of an unknown are rounding, whatever its deviation.
const ROUNDING: f64 = 1e-6;
/// Repetitions for `p`, and the change that ends them.
const ROUNDS: usize = 200;
const SETTLED: f64 = 1e-10;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DilutionSettings {
    /// Draws of noise on every sample.
    pub draws: usize,
    /// Samples of a recording, evenly spread, that are used.
    pub samples: usize,
    /// Seed.
    pub seed: u64,
}

impl Default for DilutionSettings {
    fn default() -> Self {
        Self { draws: 8, samples: 2000, seed: 1 }
    }
}

/// Why no bias could be predicted.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum DilutionError {
    /// Cancelled.
    #[error(transparent)]
    Cancelled(#[from] armlab_progress::Cancelled),
    /// Noise of another robot, or none that can be.
    #[error(
        "the noise given for log `{log}` does not fit: it needs one deviation, zero or more, for each of {joints} joints"
    )]
    Noise {
        /// The log.
        log: String,
        /// Joints.
        joints: usize,
    },
    /// Not one noise per recording.
    #[error("{found} noises are given for {recordings} recordings")]
    Count {
        /// Noises.
        found: usize,
        /// Recordings.
        recordings: usize,
    },
    /// Rows along the noisy motion.
    #[error(transparent)]
    Rows(#[from] ProblemError),
    /// Filtered rows along it.
    #[error(transparent)]
    Filtered(#[from] EstimationError),
    /// The noise could not be conditioned as the recording was.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
}

/// One unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct DilutedUnknown {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// The estimate.
    pub value: f64,
    /// Its standard deviation, where the data give one.
    pub deviation: Option<f64>,
    /// Predicted bias: estimate minus truth.
    pub bias: f64,
    /// Standard error of that prediction from the number of draws.
    pub bias_error: f64,
}

impl DilutedUnknown {
    /// Bias over deviation; zero where the data give no deviation.
    pub fn in_deviations(&self) -> f64 {
        self.deviation.filter(|d| *d > 0.0).map_or(0.0, |d| self.bias.abs() / d)
    }
    /// Bias as a part of the value without it.
    pub fn relative(&self) -> f64 {
        self.bias / (self.value - self.bias)
    }
}

/// Predicted biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Dilution {
    /// In the order of the model's unknowns.
    pub unknowns: Vec<DilutedUnknown>,
    /// False where noise is so strong that truth cannot be reached from the
    /// estimate; biases are then those of the estimate itself, a lower limit.
    pub settled: bool,
    /// A sentence for each unknown whose bias is larger than its deviation, the
    /// worst first.
    pub warnings: Vec<String>,
}

/// Predicts the bias of least squares with `weights` for the joints' rows, whose
/// estimate is given. One noise per recording.
///
/// # Panics
/// If the estimate is of another model.
pub fn dilution(
    data: &Data,
    weights: &[f64],
    estimate: &Estimate,
    noise: &[MotionNoise],
    settings: &DilutionSettings,
) -> Result<Dilution, DilutionError> {
    let (model, recordings) = (data.model, data.recordings);
    if noise.len() != recordings.len() {
        return Err(DilutionError::Count { found: noise.len(), recordings: recordings.len() });
    }
    for (noise, recording) in noise.iter().zip(recordings) {
        if noise.joints() != Some(model.joints()) {
            let log = recording.name.clone();
            return Err(DilutionError::Noise { log, joints: model.joints() });
        }
    }
    let plain: Vec<Part> = recordings
        .par_iter()
        .map(|r| Part::of(model, r, settings.samples))
        .collect::<Result<_, _>>()?;
    let draws: Vec<Matrix> = (0..settings.draws.max(1))
        .into_par_iter()
        .map(|k| {
            data.progress.check()?;
            excess(model, recordings, &plain, weights, noise, settings.seed, k)
        })
        .collect::<Result<_, DilutionError>>()?;
    let filtered = recordings.iter().any(|r| r.cutoff.is_some());
    of_draws(data, weights, estimate, &draws, filtered)
}

/// The same for rows that were filtered in parallel, from the logs they were made of.
///
/// # Panics
/// If the estimate is of another model.
pub fn row_dilution(
    data: &Data,
    rows: &RowSet,
    raw: &[RawRecording],
    weights: &[f64],
    estimate: &Estimate,
    settings: &DilutionSettings,
) -> Result<Dilution, DilutionError> {
    let model = data.model;
    let noise: Vec<MotionNoise> = raw.iter().map(MotionNoise::of).collect();
    let windows: Vec<RawRecording> = raw.iter().map(|r| r.middle(settings.samples)).collect();
    let plain =
        windows.iter().map(|w| rows.rows_along(model, w, None)).collect::<Result<Vec<_>, _>>()?;
    let counted: usize = plain.iter().flat_map(|p| &p.joints).map(|j| j.columns.rows()).sum();
    let stands_for = data.row_count() as f64 / counted.max(1) as f64;
    let n = model.unknowns();
    let draws = (0..settings.draws.max(1))
        .into_par_iter()
        .map(|draw| {
            data.progress.check()?;
            let mut sum = Matrix::zeros(n, n);
            for (r, (window, plain)) in windows.iter().zip(&plain).enumerate() {
                let stream = (draw * windows.len() + r) as u64;
                for sign in [1.0, -1.0] {
                    let noisy = noise[r].added_to(window, sign, settings.seed, stream);
                    let noisy = rows.rows_along(model, &noisy, Some(&plain.kept))?;
                    let joints = noisy.joints.iter().zip(&plain.joints).zip(weights);
                    for ((noisy, before), weight) in joints {
                        let factor = 0.5 * stands_for * weight * weight;
                        add_row_excess(&mut sum, noisy, before, &plain.projection, factor);
                    }
                }
            }
            Ok(sum)
        })
        .collect::<Result<Vec<Matrix>, DilutionError>>()?;
    of_draws(data, weights, estimate, &draws, true)
}

/// The bias from draws of `Wᵀ δW`.
fn of_draws(
    data: &Data,
    weights: &[f64],
    estimate: &Estimate,
    draws: &[Matrix],
    filtered: bool,
) -> Result<Dilution, DilutionError> {
    let back = inverse_root(&data.reduced.whole(weights).r())?;
    let values = estimate.values();
    let mean = mean(draws);
    let (bias, settled) = bias(&back, &mean, &values);
    // Spread over draws, at the same p.
    let truth: Vec<f64> = values.iter().zip(&bias).map(|(v, b)| v - b).collect();
    let single: Vec<Vec<f64>> = draws.iter().map(|d| through(&back, d, &truth)).collect();
    let centre = through(&back, &mean, &truth);
    let count = draws.len() as f64;
    let error = |k: usize| {
        let square: f64 = single.iter().map(|b| (b[k] - centre[k]).powi(2)).sum();
        (square / (count - 1.0).max(1.0) / count).sqrt()
    };
    let unknowns: Vec<DilutedUnknown> = estimate
        .unknowns
        .iter()
        .enumerate()
        .map(|(k, p)| DilutedUnknown {
            name: p.name.clone(),
            unit: p.unit.clone(),
            value: p.value,
            deviation: p.deviation,
            bias: bias[k],
            bias_error: error(k),
        })
        .collect();
    let warnings = warnings(&unknowns, settled, filtered);
    Ok(Dilution { unknowns, settled, warnings })
}

/// One draw of `Wᵀ δW`, weighted, over all recordings.
fn excess(
    model: &Model,
    recordings: &[Recording],
    plain: &[Part],
    weights: &[f64],
    noise: &[MotionNoise],
    seed: u64,
    draw: usize,
) -> Result<Matrix, DilutionError> {
    let n = model.unknowns();
    let mut sum = Matrix::zeros(n, n);
    for (r, (recording, part)) in recordings.iter().zip(plain).enumerate() {
        let stream = (draw * recordings.len() + r) as u64;
        let [dq, dqd, dqdd] = noise[r].draw(recording, seed, stream)?;
        for sign in [1.0, -1.0] {
            let mut moved = picks(recording, &part.picked);
            let motion = [(&mut moved.q, &dq), (&mut moved.qd, &dqd), (&mut moved.qdd, &dqdd)];
            for (columns, noise) in motion {
                for (column, noise) in columns.iter_mut().zip(noise) {
                    let pairs = column.iter_mut().zip(&part.picked);
                    let noise = |k: usize| noise.get(k).copied().unwrap_or(0.0);
                    pairs.for_each(|(x, &k)| *x += sign * noise(k));
                }
            }
            for (j, noisy) in rows(model, &moved)?.into_iter().enumerate() {
                let plain = &part.rows[j];
                let weight = weights.get(j).copied().unwrap_or(1.0);
                add_excess(&mut sum, &noisy, plain, 0.5 * part.stands_for * weight * weight);
            }
        }
    }
    Ok(sum)
}

/// Adds `Wᵀ δW` of a joint's rows, times a factor, with `δW` the change of the plain rows to the
/// noisy ones. With `W = Y − r cᵀ` and few columns in `Y` it is
/// `YᵀδY − (Yᵀδr) cᵀ − c (rᵀδY) + (rᵀδr) c cᵀ`.
fn add_row_excess(
    sum: &mut Matrix,
    noisy: &JointRowsAlong,
    plain: &JointRowsAlong,
    projection: &[f64],
    factor: f64,
) {
    let (y, places) = (&noisy.columns, &noisy.places);
    let change = |i: usize, k: usize| y.at(i, k) - plain.columns.at(i, k);
    let change = Matrix::from_fn(y.rows(), y.columns(), change);
    let product = y.transposed().product(&change);
    for (k, &column) in places.iter().enumerate() {
        let to = sum.column_mut(column);
        places.iter().zip(product.column(k)).for_each(|(&p, x)| to[p] += factor * x);
    }
    if projection.is_empty() {
        return;
    }
    for (&column, taken) in places.iter().zip(change.transpose_times_vector(&noisy.rate)) {
        add_scaled(sum.column_mut(column), -factor * taken, projection);
    }
    let rate: Vec<f64> = noisy.rate.iter().zip(&plain.rate).map(|(a, b)| a - b).collect();
    if rate.iter().all(|r| *r == 0.0) {
        return;
    }
    let (along, own) = (y.transpose_times_vector(&rate), dot(&noisy.rate, &rate));
    for (column, c) in projection.iter().enumerate() {
        let to = sum.column_mut(column);
        add_scaled(to, factor * own * c, projection);
        places.iter().zip(&along).for_each(|(&p, a)| to[p] -= factor * a * c);
    }
}

/// The same of rows with all columns.
fn add_excess(sum: &mut Matrix, noisy: &Matrix, plain: &Matrix, factor: f64) {
    let change = |i: usize, k: usize| noisy.at(i, k) - plain.at(i, k);
    let change = Matrix::from_fn(noisy.rows(), noisy.columns(), change);
    let product = noisy.transposed().product(&change);
    let pairs = sum.as_mut_slice().iter_mut().zip(product.as_slice());
    pairs.for_each(|(s, p)| *s += factor * p);
}

/// `−(WᵀW)⁻¹ D p`
fn through(back: &Matrix, excess: &Matrix, p: &[f64]) -> Vec<f64> {
    let along = back.transpose_times_vector(&excess.times_vector(p));
    back.times_vector(&along).into_iter().map(|x| -x).collect()
}

fn mean(draws: &[Matrix]) -> Matrix {
    let (rows, columns) = draws.first().map_or((0, 0), |m| (m.rows(), m.columns()));
    let count = draws.len().max(1) as f64;
    Matrix::from_fn(rows, columns, |i, j| draws.iter().map(|m| m.at(i, j)).sum::<f64>() / count)
}

/// The bias at the truth, and whether the truth was found.
fn bias(back: &Matrix, excess: &Matrix, values: &[f64]) -> (Vec<f64>, bool) {
    let first = through(back, excess, values);
    let mut bias = first.clone();
    let mut last = f64::INFINITY;
    for _ in 0..ROUNDS {
        let truth: Vec<f64> = values.iter().zip(&bias).map(|(v, b)| v - b).collect();
        let next = through(back, excess, &truth);
        let step: Vec<f64> = next.iter().zip(&bias).map(|(a, b)| a - b).collect();
        let (change, size) = (norm(&step), norm(&next));
        bias = next;
        if change <= SETTLED * size {
            return (bias, true);
        }
        if !(change < 2.0 * last) {
            break;
        }
        last = change;
    }
    (first, false)
}

fn warnings(unknowns: &[DilutedUnknown], settled: bool, filtered: bool) -> Vec<String> {
    let cure = match filtered {
        true => "lower the cut-off of the motion's filter, or measure positions more finely",
        false => {
            "low-pass the motion before it is used, or take an estimator with instruments (iv)"
        }
    };
    let counts = |u: &DilutedUnknown| u.bias.abs() > ROUNDING * u.value.abs();
    let mut worst: Vec<&DilutedUnknown> =
        unknowns.iter().filter(|u| u.in_deviations() > 1.0 && counts(u)).collect();
    worst.sort_by(|a, b| b.in_deviations().total_cmp(&a.in_deviations()));
    let mut all: Vec<String> = worst
        .iter()
        .map(|u| {
            let unit = if u.unit.is_empty() { String::new() } else { format!(" {}", u.unit) };
            format!(
                "noise in the motion shifts {} by about {}{unit} ({:+.1} %), {} times its standard \
                 deviation, which does not count this; {cure}",
                u.name,
                significant(u.bias, 2),
                100.0 * u.relative(),
                significant(u.in_deviations(), 2),
            )
        })
        .collect();
    if !settled {
        all.push(
            "noise in the motion is as strong as the motion in some unknowns: the biases given are \
             lower limits"
                .into(),
        );
    }
    all
}
