//! Block bootstrap (Künsch 1989) over segments of the log, which do not overlap
//! (Carlstein 1986).
//!
//! The usual covariance counts every row as a fresh measurement. Noise of real
//! drives is correlated over time (friction, ripple, flexibility), so that there is
//! less information than rows. Here whole segments are drawn with replacement, as
//! many as there are, and the unknowns are found again; within a segment noise
//! keeps its correlation. The spread of the results is what another log of the
//! same kind would give, as long as noise is uncorrelated beyond a segment.
//!
//! With `n` segments the spread is too small by `√((n−1)/n)` and percentiles too
//! narrow besides; both are corrected: deviations by that factor, percentiles by
//! taking them at `Φ(−√(n/(n−1)) t_{n−1})` ("expanded percentile", Hesterberg
//! 2015, "What teachers should know about the bootstrap").

use super::segments::Parts;
use crate::data::Data;
use crate::reduced::Reduced;
use armlab_dense::{Matrix, NoConvergence};
use armlab_engine::text::significant;
use armlab_random::Random;
use armlab_random::{normal_probability, student_quantile};
use rayon::prelude::*;
use thiserror::Error;

/// Fewer segments say nothing about their spread.
const FEWEST_SEGMENTS: usize = 6;
/// Wider than the usual deviation by this factor is worth a sentence.
const CLEARLY_WIDER: f64 = 1.5;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BootstrapSettings {
    /// Number of drawn sets.
    pub resamples: usize,
    /// Probability that intervals shall cover.
    pub level: f64,
    /// Seed.
    pub seed: u64,
}

impl Default for BootstrapSettings {
    fn default() -> Self {
        Self { resamples: 1000, level: 0.95, seed: 1 }
    }
}

/// Why there is no bootstrap.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BootstrapError {
    /// Too short a log.
    #[error(
        "the log has {segments} segments, too few to draw from; record a longer motion (at least {FEWEST_SEGMENTS} segments of 64 samples)"
    )]
    Few {
        /// Segments.
        segments: usize,
    },
    /// A setting out of range.
    #[error("{what} must be {must}, not {found}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// What it must be.
        must: &'static str,
        /// What it is.
        found: f64,
    },
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// Most drawn sets leave unknowns open.
    #[error(
        "{degenerate} of {resamples} drawn sets of segments do not determine the unknowns; the motion excites some of them in few segments only: spread the excitation over the whole log"
    )]
    Degenerate {
        /// How many.
        degenerate: usize,
        /// Of how many.
        resamples: usize,
    },
    /// Cancelled.
    #[error(transparent)]
    Cancelled(#[from] armlab_progress::Cancelled),
}

/// One unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct BootstrapUnknown {
    /// Name.
    pub name: String,
    /// Value from all segments.
    pub value: f64,
    /// Standard deviation over drawn sets; zero along directions that the data do
    /// not show.
    pub deviation: f64,
    /// The usual deviation, which takes noise for white.
    pub white_deviation: f64,
    /// Lower end of the interval.
    pub lower: f64,
    /// Upper end.
    pub upper: f64,
}

/// What a bootstrap found.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// In the order of the model's unknowns.
    pub unknowns: Vec<BootstrapUnknown>,
    /// Covariance over drawn sets.
    pub covariance: Matrix,
    /// Segments there were to draw from.
    pub segments: usize,
    /// Sets that were drawn and used.
    pub used: usize,
    /// Sets that did not determine the unknowns.
    pub degenerate: usize,
    /// Probability that intervals shall cover.
    pub level: f64,
    /// For people.
    pub sentences: Vec<String>,
}

/// Draws segments and finds the unknowns again, by least squares with `weights`
/// for the joints' rows (those of the estimate in question).
pub fn bootstrap(
    data: &Data,
    weights: &[f64],
    settings: &BootstrapSettings,
) -> Result<Bootstrap, BootstrapError> {
    let reduced: &Reduced = data.reduced;
    let segments = reduced.segments();
    check(settings, segments)?;
    let parts = Parts::of(reduced, weights, &data.prior)?;
    let drawn: Vec<Option<Vec<f64>>> = (0..settings.resamples as u64)
        .into_par_iter()
        .map(|k| {
            if data.progress.is_cancelled() {
                return None;
            }
            let mut draws = Random::with_stream(settings.seed, k);
            let mut counts = vec![0.0; segments];
            for _ in 0..segments {
                counts[draws.index(segments)] += 1.0;
            }
            parts.solve(&counts)
        })
        .collect();
    data.progress.check()?;
    let values: Vec<Vec<f64>> = drawn.into_iter().flatten().collect();
    let degenerate = settings.resamples - values.len();
    if 2 * values.len() < settings.resamples {
        return Err(BootstrapError::Degenerate { degenerate, resamples: settings.resamples });
    }
    let rows: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
    let white = parts.white_deviations(rows);
    let covariance = covariance(&values, segments);
    let tail = expanded_tail(settings.level, segments);
    let names = data.model.names();
    let unknowns: Vec<BootstrapUnknown> = (0..names.len())
        .map(|k| {
            let mut column: Vec<f64> = values.iter().map(|x| x[k]).collect();
            column.sort_by(f64::total_cmp);
            BootstrapUnknown {
                name: names[k].clone(),
                value: parts.whole[k],
                deviation: covariance.at(k, k).sqrt(),
                white_deviation: white[k],
                lower: percentile(&column, tail),
                upper: percentile(&column, 1.0 - tail),
            }
        })
        .collect();
    let mut found = Bootstrap {
        unknowns,
        covariance,
        segments,
        used: values.len(),
        degenerate,
        level: settings.level,
        sentences: Vec::new(),
    };
    found.sentences = sentences(&found);
    Ok(found)
}

fn check(settings: &BootstrapSettings, segments: usize) -> Result<(), BootstrapError> {
    if segments < FEWEST_SEGMENTS {
        return Err(BootstrapError::Few { segments });
    }
    if settings.resamples < 20 {
        let found = settings.resamples as f64;
        return Err(BootstrapError::Setting { what: "resamples", must: "at least 20", found });
    }
    if !(settings.level > 0.0 && settings.level < 1.0) {
        let found = settings.level;
        return Err(BootstrapError::Setting { what: "level", must: "between 0 and 1", found });
    }
    Ok(())
}

fn covariance(values: &[Vec<f64>], segments: usize) -> Matrix {
    let (count, n) = (values.len() as f64, values.first().map_or(0, Vec::len));
    let mean: Vec<f64> = (0..n).map(|k| values.iter().map(|x| x[k]).sum::<f64>() / count).collect();
    let correction = segments as f64 / (segments as f64 - 1.0);
    Matrix::from_fn(n, n, |i, j| {
        let product = |x: &Vec<f64>| (x[i] - mean[i]) * (x[j] - mean[j]);
        correction * values.iter().map(product).sum::<f64>() / (count - 1.0)
    })
}

/// Where percentiles are taken so that intervals cover with probability `level`.
fn expanded_tail(level: f64, segments: usize) -> f64 {
    let n = segments as f64;
    let t = student_quantile(0.5 * (1.0 - level), segments - 1);
    normal_probability(-(n / (n - 1.0)).sqrt() * t)
}

/// Between neighbours, of values in order.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let (Some(first), Some(last)) = (sorted.first(), sorted.last()) else { return f64::NAN };
    let at = share * (sorted.len() + 1) as f64 - 1.0;
    if at <= 0.0 {
        return *first;
    }
    let k = at.floor() as usize;
    match sorted.get(k..k + 2) {
        Some(pair) => pair[0] + (at - k as f64) * (pair[1] - pair[0]),
        None => *last,
    }
}

fn sentences(found: &Bootstrap) -> Vec<String> {
    let mut all = vec![format!(
        "{} resamples of {} segments: {} % intervals hold if noise is uncorrelated beyond a segment",
        found.used,
        found.segments,
        significant(100.0 * found.level, 3)
    )];
    if found.degenerate > 0 {
        all.push(format!(
            "{} further sets did not determine all unknowns and were left out: the motion excites \
             some unknowns in few segments only, and intervals of these are too narrow",
            found.degenerate
        ));
    }
    let ratio = |u: &BootstrapUnknown| match u.white_deviation > 0.0 {
        true => u.deviation / u.white_deviation,
        false => 1.0,
    };
    let mut ratios: Vec<f64> = found.unknowns.iter().map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let typical = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
    if typical > CLEARLY_WIDER {
        let widest = found.unknowns.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        all.push(format!(
            "noise is correlated over time: deviations are typically {} times those for white \
             noise{}",
            significant(typical, 2),
            widest.map_or(String::new(), |u| format!(
                ", most for {} ({} times)",
                u.name,
                significant(ratio(u), 2)
            ))
        ));
    }
    all
}
