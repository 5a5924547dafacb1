//! Four methods on one log, on other draws of its noise, and with other settings.

use crate::reproduce::{MeasuredTime, ReproduceError, Settings};
use crate::scara::{
    Bench, EstimateRow, GUESS, Path, Printed, Spread, TRUTH, Window, error_percent, filter,
    hopfield, least_squares, named, predicted_bias, printed_filter, recommended_filter, spread_of,
};
use armlab::identify::Recording;
use armlab::identify::online::kalman::{FilterKind, Guess, KalmanSettings, Tuning, Unscented};
use rayon::prelude::*;

/// Draws of the noise by which scatter is known.
pub const DRAWS: usize = 24;
/// β of the Hopfield network as the 2016 paper prints it; this one prints none.
const BETA_PRINTED: f64 = 0.01;
/// β that comes nearest to Table 3.
const BETA_FITTED: f64 = 3.0;
/// β that serves best.
const BETA_BEST: f64 = 10.0;
/// Guesses from which both filters are started, beside the paper's.
const GUESSES: [[f64; 4]; 8] = [
    GUESS,
    [2.5, 0.3, 0.5, 1.0],
    [10.0, 1.3, 2.4, 4.0],
    [5.0, 0.9, 0.3, 0.5],
    [10.0, 2.0, 1.0, 5.0],
    [20.0, 3.0, 1.0, 10.0],
    [1.0, 0.4, 0.2, 0.3],
    [5.0, 0.5, 0.01, 2.0],
];

/// Everything that was identified from one log.
pub struct Identified {
    /// Least squares.
    pub least_squares: [f64; 4],
    /// The Hopfield network with β as printed, fitted and best.
    pub hopfield: [Path; 3],
    /// The extended filter as printed, with Q = 10⁻⁸ I, and recommended.
    pub ekf: [Path; 3],
    /// The unscented filter as printed but with right weights, with Q = 10⁻⁶ I and α = 0.01, and
    /// recommended.
    pub ukf: [Path; 3],
    /// Scatter of least squares, the fitted network, the printed extended filter's mean, the
    /// recommended extended and unscented filters.
    pub spreads: [Spread; 5],
    /// Bias of least squares that the noise predicts, percent.
    pub predicted_bias: [f64; 4],
    /// Other methods on the same log.
    pub others: Vec<EstimateRow>,
    /// The unscented filter as printed for several α, and filters with other Q.
    pub settings: Vec<EstimateRow>,
    /// Worst error in percent at the end, of both filters from every guess.
    pub guesses: Vec<FromGuess>,
}

/// Where both filters end from a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FromGuess {
    /// IZZ1, IZZ2, m_r, m3.
    pub guess: [f64; 4],
    /// Worst error of a parameter by the extended and the unscented filter, percent.
    pub worst: [f64; 2],
}

/// Runs all methods on the log of the seed.
pub fn identify(
    bench: &Bench,
    settings: &Settings,
) -> Result<(Identified, Vec<MeasuredTime>), ReproduceError> {
    settings.step("the experiment, and draws of its noise")?;
    let logs = bench.draws(settings.seed, DRAWS)?;
    let log = logs.first().ok_or_else(|| ReproduceError::missing("the log"))?;
    settings.step("four methods on the log")?;
    let (ls, time_ls) = MeasuredTime::of("least squares", || least_squares(bench, log));
    let (best, time_hnn) = MeasuredTime::of("Hopfield network", || hopfield(bench, log, BETA_BEST));
    let recommended = |kind| recommended_filter(kind, GUESS);
    let run = |settings: KalmanSettings| filter(bench, log, settings);
    let (ekf, time_ekf) =
        MeasuredTime::of("extended Kalman filter", || run(recommended(FilterKind::Ekf)));
    let (ukf, time_ukf) =
        MeasuredTime::of("unscented Kalman filter", || run(recommended(FilterKind::Ukf)));
    let ekf = [
        run(printed_filter(FilterKind::Ekf, Printed::All))?,
        run(printed_filter(FilterKind::Ekf, Printed::WithQ(1e-8)))?,
        ekf?,
    ];
    let ukf = [
        run(with_alpha(printed_filter(FilterKind::Ukf, Printed::All), 0.1))?,
        run(with_alpha(printed_filter(FilterKind::Ukf, Printed::WithQ(1e-6)), 0.01))?,
        ukf?,
    ];
    let hopfield = [hopfield(bench, log, BETA_PRINTED)?, hopfield(bench, log, BETA_FITTED)?, best?];
    settings.step("the same on other draws of the noise")?;
    let spreads = spreads(bench, &logs)?;
    settings.step("other methods, other settings, other guesses")?;
    let identified = Identified {
        least_squares: ls?,
        hopfield,
        ekf,
        ukf,
        spreads,
        predicted_bias: predicted_bias(bench, log)?,
        others: others(bench, log)?,
        settings: other_settings(bench, log)?,
        guesses: guesses(bench, log)?,
    };
    Ok((identified, vec![time_ls, time_hnn, time_ekf, time_ukf]))
}

fn with_alpha(settings: KalmanSettings, alpha: f64) -> KalmanSettings {
    let unscented = Unscented { alpha, ..Unscented::default() };
    KalmanSettings { tuning: Tuning { unscented, ..Tuning::default() }, ..settings }
}

fn spreads(bench: &Bench, logs: &[Recording]) -> Result<[Spread; 5], ReproduceError> {
    let recommended = |bench: &Bench, log: &Recording, kind| {
        Ok(filter(bench, log, recommended_filter(kind, GUESS))?.last())
    };
    Ok([
        spread_of(bench, logs, least_squares)?,
        spread_of(bench, logs, |b, l| Ok(hopfield(b, l, BETA_FITTED)?.mean(Window::WHOLE)))?,
        spread_of(bench, logs, |b, l| {
            let settings = printed_filter(FilterKind::Ekf, Printed::All);
            Ok(filter(b, l, settings)?.mean(Window::WHOLE))
        })?,
        spread_of(bench, logs, |b, l| recommended(b, l, FilterKind::Ekf))?,
        spread_of(bench, logs, |b, l| recommended(b, l, FilterKind::Ukf))?,
    ])
}

fn others(bench: &Bench, log: &Recording) -> Result<Vec<EstimateRow>, ReproduceError> {
    let methods = [
        ("wls", "weighted least squares", "rows by their noise"),
        ("ml", "maximum likelihood", "covariance of the joints' noise"),
        ("iv", "instrumental variables", "no bias by noisy accelerations"),
        ("iv-simulated", "instruments from the simulated loop", "no bias by noisy accelerations"),
        ("didim", "closed-loop output error on the efforts", "needs no measured motion at all"),
    ];
    let one = |(name, title, remark): &(&'static str, &str, &str)| {
        let values = named(bench, log, name)?;
        Ok(EstimateRow { method: (*title).into(), values, remark: (*remark).into() })
    };
    methods.par_iter().map(one).collect()
}

fn other_settings(bench: &Bench, log: &Recording) -> Result<Vec<EstimateRow>, ReproduceError> {
    let ekf = |q| printed_filter(FilterKind::Ekf, Printed::WithQ(q));
    let ukf = |q, alpha| with_alpha(printed_filter(FilterKind::Ukf, Printed::WithQ(q)), alpha);
    let recommended = |kind| recommended_filter(kind, GUESS);
    let all = vec![
        ("extended, as printed (Q = 10 I)", ekf(10.0)),
        ("extended, only Q = 1e-4 I", ekf(1e-4)),
        ("extended, only Q = 1e-6 I", ekf(1e-6)),
        ("extended, only Q = 1e-8 I", ekf(1e-8)),
        ("extended, recommended", recommended(FilterKind::Ekf)),
        ("unscented, Q = 10 I, α = 1", ukf(10.0, 1.0)),
        ("unscented, Q = 10 I, α = 0.1", ukf(10.0, 0.1)),
        ("unscented, Q = 10 I, α = 0.01", ukf(10.0, 0.01)),
        ("unscented, Q = 1e-6 I, α = 0.1", ukf(1e-6, 0.1)),
        ("unscented, Q = 1e-6 I, α = 0.01", ukf(1e-6, 0.01)),
        ("unscented, recommended", recommended(FilterKind::Ukf)),
    ];
    let one = |(name, settings): (&str, KalmanSettings)| {
        let path = filter(bench, log, settings)?;
        let remark = match (&path.broken, path.settled(0.01)) {
            (Some(why), _) => why.clone(),
            (None, Some(sample)) => format!("all four within 1 % from sample {sample}"),
            (None, None) => "never all four within 1 %".into(),
        };
        Ok(EstimateRow { method: name.into(), values: path.last(), remark })
    };
    all.into_par_iter().map(one).collect()
}

fn guesses(bench: &Bench, log: &Recording) -> Result<Vec<FromGuess>, ReproduceError> {
    let worst = |guess: [f64; 4], kind| -> Result<f64, ReproduceError> {
        let mut settings = recommended_filter(kind, guess);
        // Half the guess and no floors: how far off may a guess be?
        let deviations = guess.map(|v| 0.5 * v);
        settings.guess = Guess::independent(guess.to_vec(), &deviations);
        let end = filter(bench, log, settings)?.last();
        Ok((0..4).map(|k| error_percent(end[k], TRUTH[k]).abs()).fold(0.0, f64::max))
    };
    let both = |guess: &[f64; 4]| {
        let worst = [worst(*guess, FilterKind::Ekf)?, worst(*guess, FilterKind::Ukf)?];
        Ok(FromGuess { guess: *guess, worst })
    };
    GUESSES.par_iter().map(both).collect()
}
