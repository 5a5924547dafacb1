//! Five methods on one log, and on other draws of its noise.

use super::printed;
use super::published::SECONDS;
use super::{PrintedSurvival, genetic};
use crate::reproduce::{MeasuredTime, ReproduceError, Settings};
use crate::scara::{
    Bench, GUESS, Path, Printed, Spread, Window, adaline, delta_rule, filter, hopfield,
    least_squares, printed_filter, recommended_filter, spread_of,
};
use crate::urrea2022::printed::State;
use armlab::identify::Recording;
use armlab::identify::online::kalman::FilterKind;
use rayon::prelude::*;

/// Draws of the noise by which scatter is known.
pub const DRAWS: usize = 24;
/// Rate of the delta rule; the paper prints none.
pub const RATE_OF_ADALINE: f64 = 0.002;
/// Epochs of the delta rule, Table 7.
const EPOCHS: usize = 2;
/// β as printed (section 4.3), as it comes nearest to Table 4, and as it serves best.
const BETAS: [f64; 3] = [0.01, 1.0, 10.0];

/// Everything that was identified from one log.
pub struct Identified {
    /// Least squares with the printed regressor, and with the right one.
    pub least_squares: [[f64; 4]; 2],
    /// The delta rule, over samples.
    pub delta_rule: Path,
    /// Adaline as armlab recommends it.
    pub adaline: [f64; 4],
    /// The Hopfield network with β as printed, fitted and best.
    pub hopfield: [Path; 3],
    /// The extended filter as printed and recommended.
    pub ekf: [Path; 2],
    /// The genetic algorithm without and with elitism.
    pub genetic: [[f64; 4]; 2],
    /// Best cost of either after each generation, and the least there is.
    pub generations: ([Vec<f64>; 2], f64),
    /// Scatter of each method in the order of the tables: of the noise, but for the genetic algorithm, whose
    /// own draws scatter on one log.
    pub spreads: [Spread; 5],
    /// Scatter of what is recommended, in the same order.
    pub recommended: [Spread; 5],
}

/// Runs all methods on the log of the seed.
pub fn identify(
    bench: &Bench,
    settings: &Settings,
) -> Result<(Identified, Vec<MeasuredTime>), ReproduceError> {
    settings.step("the experiment, and draws of its noise")?;
    let logs = bench.draws(settings.seed, DRAWS)?;
    let log = logs.first().ok_or_else(|| ReproduceError::missing("the log"))?;
    settings.step("five methods on the log")?;
    let (ls, t0) = MeasuredTime::of("least squares", || least_squares(bench, log));
    let (delta, t1) =
        MeasuredTime::of("Adaline, 2 epochs", || delta_rule(bench, log, RATE_OF_ADALINE, EPOCHS));
    let (best, t2) = MeasuredTime::of("Hopfield network", || hopfield(bench, log, BETAS[2]));
    let (ekf, t3) = MeasuredTime::of("extended Kalman filter", || {
        filter(bench, log, recommended_filter(FilterKind::Ekf, GUESS))
    });
    let (elite, t4) = MeasuredTime::of("genetic algorithm, 15 000 generations", || {
        genetic(bench, log, PrintedSurvival::Best, settings.seed)
    });
    let times = [t0, t1, t2, t3, t4].into_iter().zip(SECONDS);
    let times = times.map(|(time, published)| MeasuredTime { published: Some(published), ..time });
    let (elite, wandering) =
        (elite?, genetic(bench, log, PrintedSurvival::Children, settings.seed)?);
    settings.step("the same on other draws of the noise")?;
    let (spreads, recommended) = spreads(bench, &logs, settings.seed)?;
    let identified = Identified {
        least_squares: [as_printed(log)?, ls?],
        delta_rule: delta?,
        adaline: adaline(bench, log)?,
        hopfield: [hopfield(bench, log, BETAS[0])?, hopfield(bench, log, BETAS[1])?, best?],
        ekf: [filter(bench, log, printed_filter(FilterKind::Ekf, Printed::All))?, ekf?],
        genetic: [four(&wandering.x)?, four(&elite.x)?],
        generations: ([wandering.history, elite.history], elite.least),
        spreads,
        recommended,
    };
    Ok((identified, times.collect()))
}

fn four(x: &[f64]) -> Result<[f64; 4], ReproduceError> {
    x.try_into().map_err(ReproduceError::at("the four parameters of the SCARA"))
}

/// Least squares with the regressor of eq 42 as printed.
fn as_printed(log: &Recording) -> Result<[f64; 4], ReproduceError> {
    let at = |columns: &[Vec<f64>], k: usize| std::array::from_fn(|j| columns[j][k]);
    let samples = (0..log.samples()).map(|k| {
        let state = State { q: at(&log.q, k), qd: at(&log.qd, k), qdd: at(&log.qdd, k) };
        (state, at(&log.effort, k))
    });
    printed::least_squares(samples).map_err(ReproduceError::at("least squares as printed"))
}

fn spreads(
    bench: &Bench,
    logs: &[Recording],
    seed: u64,
) -> Result<([Spread; 5], [Spread; 5]), ReproduceError> {
    let log = logs.first().ok_or_else(|| ReproduceError::missing("the log"))?;
    let searches = |survival| -> Result<Spread, ReproduceError> {
        let one = |k: u64| four(&genetic(bench, log, survival, seed.wrapping_add(k))?.x);
        let found: Result<Vec<_>, _> = (0..DRAWS as u64).into_par_iter().map(one).collect();
        Ok(Spread::of(&found?))
    };
    let ls = spread_of(bench, logs, least_squares)?;
    let fitted = [
        ls,
        spread_of(bench, logs, |b, l| Ok(delta_rule(b, l, RATE_OF_ADALINE, EPOCHS)?.last()))?,
        spread_of(bench, logs, |b, l| Ok(hopfield(b, l, BETAS[1])?.mean(Window::LATE)))?,
        spread_of(bench, logs, |b, l| {
            Ok(filter(b, l, printed_filter(FilterKind::Ekf, Printed::All))?.mean(Window::WHOLE))
        })?,
        searches(PrintedSurvival::Children)?,
    ];
    let recommended = [
        ls,
        spread_of(bench, logs, adaline)?,
        spread_of(bench, logs, |b, l| Ok(hopfield(b, l, BETAS[2])?.mean(Window::LATE)))?,
        spread_of(bench, logs, |b, l| {
            Ok(filter(b, l, recommended_filter(FilterKind::Ekf, GUESS))?.last())
        })?,
        searches(PrintedSurvival::Best)?,
    ];
    Ok((fitted, recommended))
}
