//! Four methods on one log, on other draws of its noise, and with other settings.

use super::printed_filter::with_equation_37;
use crate::reproduce::{MeasuredTime, ReproduceError, Settings};
use crate::scara::{
    Bench, EstimateRow, Found, GUESS, Path, PrintedQ, TRUTH, Window, error_percent, filter,
    hopfield, least_squares, named, on_each, predicted_bias, printed_filter, recommended_filter,
};
use armlab::identify::Recording;
use armlab::identify::online::kalman::{FilterKind, Guess, KalmanSettings, Tuning, Unscented};
use rayon::prelude::*;

/// β of the Hopfield network as the 2016 paper prints it; this one prints none.
const BETA_PRINTED: f64 = 0.01;
/// β that comes nearest to Table 3.
const BETA_FITTED: f64 = 3.0;
/// β that serves best.
const BETA_BEST: f64 = 10.0;
/// α of the unscented filter; the paper prints none.
const ALPHA: f64 = 0.1;
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
    /// The extended filter with the right model and everything else as printed, with Q = 10⁻⁸ I, and recommended.
    pub ekf: [Path; 3],
    /// The extended filter with eq 37 as printed.
    pub ekf_37: Path,
    /// The unscented filter as printed but with right weights, with Q = 10⁻⁶ I and α = 0.01, and
    /// recommended.
    pub ukf: [Path; 3],
    /// Methods on every draw of the noise.
    pub drawn: Drawn,
    /// Bias of least squares that the noise predicts, percent.
    pub predicted_bias: [f64; 4],
    /// Other methods on the same log.
    pub others: Vec<EstimateRow>,
    /// The unscented filter as printed for several α, and filters with other Q.
    pub settings: Vec<EstimateRow>,
    /// Worst error in percent at the end, of both filters from every guess.
    pub guesses: Vec<FromGuess>,
}

/// What methods find on every draw of the noise.
pub struct Drawn {
    /// Least squares.
    pub least_squares: Vec<Found>,
    /// The network with the fitted β, mean of the whole log.
    pub hopfield: Vec<Found>,
    /// The extended filter with eq 37 as printed, mean of the whole log.
    pub ekf_37: Vec<Found>,
    /// The same with the right model.
    pub ekf_right: Vec<Found>,
    /// The unscented filter with α = 0.1 and the printed P⁰ and Q, at the end.
    pub ukf: Vec<Found>,
    /// The recommended extended and unscented filters, at the end.
    pub recommended: [Vec<Found>; 2],
    /// Part of the samples in which eq 37 as printed makes IZZ2 negative, %.
    pub negative: Vec<f64>,
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
    let logs = bench.draws(settings)?;
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
        run(printed_filter(FilterKind::Ekf, PrintedQ::All))?,
        run(printed_filter(FilterKind::Ekf, PrintedQ::WithQ(1e-8)))?,
        ekf?,
    ];
    let ukf = [
        run(with_alpha(printed_filter(FilterKind::Ukf, PrintedQ::All), ALPHA))?,
        run(with_alpha(printed_filter(FilterKind::Ukf, PrintedQ::WithQ(1e-6)), 0.01))?,
        ukf?,
    ];
    let hopfield = [hopfield(bench, log, BETA_PRINTED)?, hopfield(bench, log, BETA_FITTED)?, best?];
    settings.step("the same on other draws of the noise")?;
    let drawn = Drawn::of(bench, &logs, settings)?;
    settings.step("other methods, other settings, other guesses")?;
    let identified = Identified {
        least_squares: ls?,
        hopfield,
        ekf,
        ekf_37: with_equation_37(log)?,
        ukf,
        drawn,
        predicted_bias: predicted_bias(bench, log)?,
        others: others(bench, log)?,
        settings: other_settings(bench, log, settings)?,
        guesses: guesses(bench, log, settings)?,
    };
    Ok((identified, vec![time_ls, time_hnn, time_ekf, time_ukf]))
}

fn with_alpha(settings: KalmanSettings, alpha: f64) -> KalmanSettings {
    let unscented = Unscented { alpha, ..Unscented::default() };
    KalmanSettings { tuning: Tuning { unscented, ..Tuning::default() }, ..settings }
}

impl Drawn {
    fn of(bench: &Bench, logs: &[Recording], settings: &Settings) -> Result<Self, ReproduceError> {
        let each = |method: &(dyn Fn(&Recording) -> Result<Found, ReproduceError> + Sync)| {
            on_each(logs, settings, |_, log| method(log))
        };
        let end = |log: &Recording, settings: KalmanSettings| {
            Ok(Found::last(&filter(bench, log, settings)?, Window::LATE))
        };
        let recommended = |kind| each(&|log| end(log, recommended_filter(kind, GUESS)));
        let ukf = || with_alpha(printed_filter(FilterKind::Ukf, PrintedQ::All), ALPHA);
        let below = |path: &Path| {
            100.0 * path.values.iter().filter(|p| p[1] < 0.0).count() as f64
                / path.values.len().max(1) as f64
        };
        let ekf_37 = settings.each(logs, |_, log| {
            let path = with_equation_37(log)?;
            Ok((Found::mean(&path, Window::WHOLE), below(&path)))
        })?;
        let (ekf_37, negative) = ekf_37.into_iter().unzip();
        Ok(Self {
            least_squares: each(&|log| Ok(Found::of(least_squares(bench, log)?)))?,
            hopfield: each(&|log| {
                Ok(Found::mean(&hopfield(bench, log, BETA_FITTED)?, Window::WHOLE))
            })?,
            ekf_37,
            ekf_right: each(&|log| {
                let settings = printed_filter(FilterKind::Ekf, PrintedQ::All);
                Ok(Found::mean(&filter(bench, log, settings)?, Window::WHOLE))
            })?,
            ukf: each(&|log| end(log, ukf()))?,
            recommended: [recommended(FilterKind::Ekf)?, recommended(FilterKind::Ukf)?],
            negative,
        })
    }
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

fn other_settings(
    bench: &Bench,
    log: &Recording,
    settings: &Settings,
) -> Result<Vec<EstimateRow>, ReproduceError> {
    let ekf = |q| printed_filter(FilterKind::Ekf, PrintedQ::WithQ(q));
    let ukf = |q, alpha| with_alpha(printed_filter(FilterKind::Ukf, PrintedQ::WithQ(q)), alpha);
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
    let one = |_, (name, settings): &(&str, KalmanSettings)| {
        let path = filter(bench, log, settings.clone())?;
        let remark = match (&path.broken, path.settled(0.01)) {
            (Some(why), _) => why.clone(),
            (None, Some(sample)) => format!("all four within 1 % from sample {sample}"),
            (None, None) => "never all four within 1 %".into(),
        };
        Ok(EstimateRow { method: (*name).into(), values: path.last(), remark })
    };
    settings.each(&all, one)
}

fn guesses(
    bench: &Bench,
    log: &Recording,
    settings: &Settings,
) -> Result<Vec<FromGuess>, ReproduceError> {
    let worst = |guess: [f64; 4], kind| -> Result<f64, ReproduceError> {
        let mut settings = recommended_filter(kind, guess);
        // Half the guess and no floors: how far off may a guess be?
        let deviations = guess.map(|v| 0.5 * v);
        settings.guess = Guess::independent(guess.to_vec(), &deviations);
        let end = filter(bench, log, settings)?.last();
        Ok((0..4).map(|k| error_percent(end[k], TRUTH[k]).abs()).fold(0.0, f64::max))
    };
    let both = |_, guess: &[f64; 4]| {
        let worst = [worst(*guess, FilterKind::Ekf)?, worst(*guess, FilterKind::Ukf)?];
        Ok(FromGuess { guess: *guess, worst })
    };
    settings.each(&GUESSES, both)
}
