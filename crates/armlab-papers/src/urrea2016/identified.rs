//! Five methods on one log, and on other draws of its noise.

use super::printed;
use super::published::SECONDS;
use super::{PrintedSurvival, genetic};
use crate::reproduce::{MeasuredTime, ReproduceError, Settings};
use crate::scara::{
    Bench, Found, GUESS, Path, PrintedQ, Window, adaline, delta_rule, filter, hopfield,
    least_squares, on_each, printed_filter, recommended_filter,
};
use crate::urrea2022::printed::State;
use armlab::identify::Recording;
use armlab::identify::online::kalman::FilterKind;
use armlab::online::Networks;

/// Rate of the delta rule. The paper prints none; this is the default of the linear layer of the
/// program it uses (`newlin` of MATLAB's toolbox).
pub const RATE_OF_ADALINE: f64 = 0.01;
/// Rates that are compared.
pub const RATES: [f64; 6] = [0.001, 0.002, 0.005, 0.01, 0.015, 0.02];
/// Epochs of the delta rule, Table 7.
const EPOCHS: usize = 2;
/// β as printed (section 4.3), as it comes nearest to Table 4, and as it serves best.
pub const BETAS: [f64; 3] = [0.01, 1.0, 10.0];

/// Everything that was identified from one log.
pub struct Identified {
    /// Least squares with the printed regressor, and with the right one.
    pub least_squares: [[f64; 4]; 2],
    /// The delta rule with one network per output, over samples.
    pub delta_rule: Path,
    /// Estimates of the delta rule for each of `RATES`: one network per output, and one for all.
    pub rates: Vec<[[f64; 4]; 2]>,
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
    /// What is held against Table 4 on every draw of the noise, in the order of the tables. The genetic algorithm has another
    /// seed on every log.
    pub drawn: [Vec<Found>; 5],
    /// The network with each of `BETAS` on every draw.
    pub hopfield_drawn: [Vec<Found>; 3],
    /// What is recommended, in the same order.
    pub recommended: [Vec<Found>; 5],
}

/// Runs all methods on the log of the seed.
pub fn identify(
    bench: &Bench,
    settings: &Settings,
) -> Result<(Identified, Vec<MeasuredTime>), ReproduceError> {
    settings.step("the experiment, and draws of its noise")?;
    let logs = bench.draws(settings)?;
    let log = logs.first().ok_or_else(|| ReproduceError::missing("the log"))?;
    settings.step("five methods on the log")?;
    let (ls, t0) = MeasuredTime::of("least squares", || least_squares(bench, log));
    let (delta, t1) = MeasuredTime::of("Adaline, 2 epochs", || {
        delta_rule(bench, log, Networks::PerOutput, RATE_OF_ADALINE, EPOCHS)
    });
    let (best, t2) = MeasuredTime::of("Hopfield network", || hopfield(bench, log, BETAS[2]));
    let (ekf, t3) = MeasuredTime::of("extended Kalman filter", || {
        filter(bench, log, recommended_filter(FilterKind::Ekf, GUESS))
    });
    let (elite, t4) = MeasuredTime::of("genetic algorithm, 15 000 generations", || {
        genetic(bench, log, PrintedSurvival::Best, settings.seed)
    });
    let times = [t0, t1, t2, t3, t4].into_iter().zip(SECONDS);
    let times =
        times.map(|(time, published)| MeasuredTime { published: Some(published.value()), ..time });
    let (elite, wandering) =
        (elite?, genetic(bench, log, PrintedSurvival::Children, settings.seed)?);
    settings.step("the same on other draws of the noise")?;
    let Drawn { printed: drawn, hopfield: hopfield_drawn, recommended } =
        Drawn::of(bench, &logs, settings)?;
    let rates = settings.each(&RATES, |_, rate| {
        let by = |networks| delta_rule(bench, log, networks, *rate, EPOCHS);
        Ok([by(Networks::PerOutput)?.last(), by(Networks::Shared)?.last()])
    })?;
    let identified = Identified {
        least_squares: [as_printed(log)?, ls?],
        delta_rule: delta?,
        rates,
        adaline: adaline(bench, log)?,
        hopfield: [hopfield(bench, log, BETAS[0])?, hopfield(bench, log, BETAS[1])?, best?],
        ekf: [filter(bench, log, printed_filter(FilterKind::Ekf, PrintedQ::All))?, ekf?],
        genetic: [four(&wandering.x)?, four(&elite.x)?],
        generations: ([wandering.history, elite.history], elite.least),
        drawn,
        hopfield_drawn,
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

/// Methods on every draw of the noise.
struct Drawn {
    printed: [Vec<Found>; 5],
    hopfield: [Vec<Found>; 3],
    recommended: [Vec<Found>; 5],
}

impl Drawn {
    fn of(bench: &Bench, logs: &[Recording], settings: &Settings) -> Result<Self, ReproduceError> {
        let each = |method: &(dyn Fn(&Recording) -> Result<Found, ReproduceError> + Sync)| {
            on_each(logs, settings, |_, log| method(log))
        };
        let searches = |survival| {
            on_each(logs, settings, |k, log| {
                let seed = settings.seed.wrapping_add(k as u64);
                Ok(Found::of(four(&genetic(bench, log, survival, seed)?.x)?))
            })
        };
        let by_network =
            |beta: f64| each(&|log| Ok(Found::mean(&hopfield(bench, log, beta)?, Window::LATE)));
        let ls = each(&|log| Ok(Found::of(least_squares(bench, log)?)))?;
        let networks = [by_network(BETAS[0])?, by_network(BETAS[1])?, by_network(BETAS[2])?];
        let printed = [
            ls.clone(),
            each(&|log| {
                let path = delta_rule(bench, log, Networks::PerOutput, RATE_OF_ADALINE, EPOCHS)?;
                Ok(Found::last(&path, Window::WHOLE))
            })?,
            networks[0].clone(),
            each(&|log| {
                let settings = printed_filter(FilterKind::Ekf, PrintedQ::All);
                Ok(Found::mean(&filter(bench, log, settings)?, Window::WHOLE))
            })?,
            searches(PrintedSurvival::Children)?,
        ];
        let recommended = [
            ls,
            each(&|log| Ok(Found::of(adaline(bench, log)?)))?,
            networks[2].clone(),
            each(&|log| {
                let settings = recommended_filter(FilterKind::Ekf, GUESS);
                Ok(Found::last(&filter(bench, log, settings)?, Window::LATE))
            })?,
            searches(PrintedSurvival::Best)?,
        ];
        Ok(Self { printed, hopfield: networks, recommended })
    }
}
