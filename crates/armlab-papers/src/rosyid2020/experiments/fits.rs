//! The fits: the paper's procedure, and better ones.

use super::bench::{Bench, RATE};
use crate::reproduce::statistics::rms;
use crate::reproduce::{Item, MeasuredTime, PlainTable, ReproduceError, Section, Settings};
use armlab::identify::Recording;
use armlab::identify::nonlinear::{
    FrictionProblem, NonlinearEstimate, Settings as FitSettings, bounded, pattern, projected,
};
use armlab::optimize::Bounds;
use armlab::report::{Figure, Panel, Series, Style};
use armlab::signal::Filter;
use armlab::text::significant;
use armlab::validation::predict_described;

/// Evaluations of the pattern search: 2000 per unknown.
const EVALUATIONS: usize = 34_000;
/// Where friction begins: far off.
const START: [(&str, f64); 4] = [("mu_s", 0.2), ("mu_c", 0.1), ("fv", 50.0), ("vs", 0.1)];

/// A fit, and how well it predicts.
pub struct Fit {
    /// What it is.
    pub name: &'static str,
    /// The estimate.
    pub estimate: NonlinearEstimate,
    /// RMS of the predicted forces against the true ones: excitation and circle, N.
    pub against_truth: [f64; 2],
    /// Predicted forces along the circle.
    pub circle: Vec<Vec<f64>>,
    /// Predicted forces along the excitation.
    pub excitation: Vec<Vec<f64>>,
}

/// Windows of the force filter, samples.
const WINDOWS: [usize; 4] = [5, 11, 21, 41];

/// All of them.
pub struct Fits {
    /// As the paper: filtered forces, all samples, pattern search.
    pub printed: Fit,
    /// Pattern search on raw forces.
    pub search: Fit,
    /// Least squares in the box of Table 1.
    pub bounded: Fit,
    /// Variable projection with the design as prior.
    pub projected: Fit,
    /// Least squares on forces filtered over a window, all samples.
    pub filtered: Vec<(usize, Fit)>,
}

/// The box of Table 1: masses from the design to half as much again, the rest from three quarters.
pub fn table_1(problem: &FrictionProblem) -> Result<Bounds, ReproduceError> {
    let share = |name: &str, value: f64| {
        if name.starts_with('m') { (value, 1.5 * value) } else { (0.75 * value, 1.5 * value) }
    };
    problem.bounds(share).map_err(ReproduceError::at("the bounds of Table 1"))
}

/// The design with friction that is far off.
pub fn start(problem: &FrictionProblem) -> Vec<f64> {
    let mut x = problem.described();
    for (name, x) in problem.names().iter().zip(&mut x) {
        if let Some((_, value)) = START.iter().find(|(known, _)| known == name) {
            *x = *value;
        }
    }
    x
}

impl Fit {
    /// With predictions of what was found.
    pub fn of(
        name: &'static str,
        bench: &Bench,
        problem: &FrictionProblem,
        estimate: NonlinearEstimate,
    ) -> Result<Self, ReproduceError> {
        let robot = estimate.corrected(problem);
        let robot = robot.ok_or_else(|| ReproduceError::missing("the corrected machine"))?;
        let mut against_truth = [0.0; 2];
        let mut predicted = Vec::new();
        for (out, run) in against_truth.iter_mut().zip([&bench.excitation, &bench.circle]) {
            let forces = predict_described(&robot, &run.recording);
            let forces = forces.map_err(ReproduceError::at("predicted forces"))?;
            let truth = run.column(|f| f.total);
            *out = rms_apart(&forces, &truth, &run.recording);
            predicted.push(forces);
        }
        let circle = predicted.pop().unwrap_or_default();
        let excitation = predicted.pop().unwrap_or_default();
        Ok(Self { name, estimate, against_truth, circle, excitation })
    }
}

/// RMS between columns where a slider moves: at rest friction is a reaction.
pub fn rms_apart(a: &[Vec<f64>], b: &[Vec<f64>], recording: &Recording) -> f64 {
    let mut off = Vec::new();
    for (j, (a, b)) in a.iter().zip(b).enumerate() {
        let moving = recording.qd[j].iter().map(|v| v.abs() > 0.01);
        off.extend(a.iter().zip(b).zip(moving).filter(|(_, m)| *m).map(|((a, b), _)| a - b));
    }
    rms(&off)
}

/// The window with which the paper's procedure is run; the paper gives none.
const PRINTED_WINDOW: usize = 21;

/// The recording with forces smoothed by polynomials of order 3 over so many samples.
fn smoothed(recording: &Recording, window: usize) -> Result<Recording, ReproduceError> {
    let filter: Filter =
        format!("sg:{window}:3").parse().map_err(ReproduceError::at("the filter"))?;
    let mut out = recording.clone();
    for column in &mut out.effort {
        *column = filter.apply(column, 1.0 / RATE).map_err(ReproduceError::at("the filter"))?;
    }
    Ok(out)
}

impl Fits {
    /// Runs all of them.
    pub fn of(
        bench: &Bench,
        settings: &Settings,
        times: &mut Vec<MeasuredTime>,
    ) -> Result<Self, ReproduceError> {
        let failed = ReproduceError::at("the fit");
        let recording = &bench.excitation.recording;
        let of = |recording: &Recording, dead_band: f64| {
            let settings = FitSettings { dead_band, ..FitSettings::default() };
            FrictionProblem::new(&bench.design, std::slice::from_ref(recording), settings)
        };
        let problem = of(recording, 0.01).map_err(&failed)?;
        let (bounds, from) = (table_1(&problem)?, start(&problem));
        let mut timed = |name: &'static str, work: &dyn Fn() -> Result<NonlinearEstimate, _>| {
            let (estimate, time) = MeasuredTime::of(name, work);
            times.push(time);
            Fit::of(name, bench, &problem, estimate.map_err(ReproduceError::at("the fit"))?)
        };
        let least = timed("least squares in the box", &|| bounded(&problem, &bounds, &from))?;
        let varpro = timed("variable projection", &|| projected(&problem, &bounds, &from, 0.25))?;
        let mut filtered = Vec::new();
        for window in WINDOWS {
            let problem = of(&smoothed(recording, window)?, 1e-9).map_err(&failed)?;
            let bounds = table_1(&problem)?;
            // Smoothed jumps leave two valleys: a slow Stribeck effect, or none. The deeper counts.
            let mut slow = from.clone();
            problem.names().iter().zip(&mut slow).for_each(|(name, x)| {
                if name == "vs" {
                    *x = 1.0;
                }
            });
            let [a, b] = [&from, &slow].map(|start| bounded(&problem, &bounds, start));
            let (a, b) = (a.map_err(&failed)?, b.map_err(&failed)?);
            let estimate = if b.rms < a.rms { b } else { a };
            filtered.push((window, Fit::of("filtered forces", bench, &problem, estimate)?));
        }
        let all_samples = of(&smoothed(recording, PRINTED_WINDOW)?, 1e-9).map_err(&failed)?;
        let wide = table_1(&all_samples)?;
        settings.step("two pattern searches, on raw and on filtered forces")?;
        // Each is one long walk, so they walk side by side.
        let names = ["pattern search, raw forces", "pattern search, filtered forces (as printed)"];
        let walk = |name, problem: &FrictionProblem, bounds: &Bounds| {
            MeasuredTime::of(name, || pattern(problem, bounds, &from, EVALUATIONS))
        };
        let ((raw, raw_time), (smooth, smooth_time)) = rayon::join(
            || walk(names[0], &problem, &bounds),
            || walk(names[1], &all_samples, &wide),
        );
        times.extend([raw_time, smooth_time]);
        let search = Fit::of(names[0], bench, &problem, raw.map_err(&failed)?)?;
        let printed = Fit::of(names[1], bench, &all_samples, smooth.map_err(&failed)?)?;
        Ok(Self { printed, search, bounded: least, projected: varpro, filtered })
    }

    fn all(&self) -> [&Fit; 4] {
        [&self.printed, &self.search, &self.bounded, &self.projected]
    }
}

/// Pattern search beside better solvers.
pub fn section(fits: &Fits) -> Result<Section, ReproduceError> {
    let value = |fit: &Fit, name: &str| {
        fit.estimate.value(name).map_or_else(|| "–".into(), |v| significant(v, 4))
    };
    let rows = fits.all().map(|fit| {
        let e = &fit.estimate;
        let mut row = vec![fit.name.to_string(), significant(e.rms, 5)];
        row.push(significant(fit.against_truth[0], 3));
        row.extend(["mu_c", "fv", "mu_s", "vs"].map(|name| value(fit, name)));
        row.push(e.evaluations.to_string());
        row.push(if e.converged { "yes" } else { "no: out of evaluations" }.into());
        row
    });
    let header = [
        "method",
        "RMS (N)",
        "RMS against truth (N)",
        "μ_c",
        "f_v",
        "μ_s",
        "v_s",
        "evaluations",
        "converged",
    ];
    let table = PlainTable {
        name: "solvers".into(),
        caption: "One log, four fits. The noise floor is 3 N; evaluations of variable projection are of four numbers, the rest follows in closed form.".into(),
        header: header.map(String::from).to_vec(),
        rows: rows.to_vec(),
    };
    let rows = fits.filtered.iter().map(|(window, fit)| {
        let mut row = vec![format!("{window} ({:.0} ms)", 1e3 * *window as f64 / RATE)];
        row.extend(["mu_c", "fv", "mu_s", "vs"].map(|name| value(fit, name)));
        row.push(significant(fit.against_truth[0], 3));
        row
    });
    let header = ["window", "μ_c", "f_v", "μ_s", "v_s", "RMS against truth (N)"];
    let windows = PlainTable {
        name: "force-filter".into(),
        caption: "What becomes of friction when the measured forces are smoothed and the model is not, as in the paper: the jump at a reversal is smeared, and the Stribeck effect with it. Least squares, all samples."
            .into(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
    };
    // Best RMS against evaluations, on a common grid of their logarithm.
    let grid: Vec<f64> = (0..=90).map(|k| f64::from(k) * 0.05).collect();
    let shown = [(&fits.search, Style::Vermilion), (&fits.bounded, Style::Blue)];
    let series = shown.map(|(fit, style)| {
        let rows = fit.estimate.rows as f64;
        let best = |at: f64| {
            let evaluations = 10_f64.powf(at);
            let so_far = fit.estimate.history.iter().take_while(|(n, _)| *n as f64 <= evaluations);
            so_far.last().map_or(f64::NAN, |(_, cost)| (2.0 * cost / rows).sqrt().log10())
        };
        let values = grid.iter().map(|x| best(*x)).collect();
        Series { name: fit.name.into(), values, style }
    });
    let figure = Figure {
        title: "How the residual falls".into(),
        subtitle: "Logarithms to base 10; 0.475 is the noise floor of 3 N".into(),
        x_label: "log₁₀ of evaluations".into(),
        x: grid,
        panels: vec![Panel {
            title: "RMS of the residual".into(),
            label: "log₁₀ of N".into(),
            series: series.to_vec(),
        }],
    };
    let what = "The paper minimises the residual by a pattern search along coordinates. Here it stands beside \
                least squares with exact slopes and beside variable projection, which searches four friction \
                numbers and solves for the rest.";
    Ok(Section::new(
        "Pattern search and better solvers",
        what,
        vec![
            Item::Plain(table),
            Item::Plain(windows),
            Item::figure(
                "solvers",
                "",
                figure,
                "Polling along coordinates crawls where parameters are correlated.",
            ),
        ],
    ))
}
