//! The fits: the paper's procedure, and better ones.

use super::bench::{Bench, RATE};
use crate::reproduce::statistics::rms;
use crate::reproduce::{MeasuredTime, ReproduceError, Settings};
use armlab::identify::Recording;
use armlab::identify::nonlinear::{
    FrictionProblem, NonlinearEstimate, Settings as FitSettings, bounded, pattern, projected,
};
use armlab::optimize::{Bounds, PatternSearch};
use armlab::signal::Filter;
use armlab::validation::predict_described;
use std::ops::ControlFlow;

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

/// Least squares on forces filtered over a window, all samples: the cost that the paper minimises.
fn on_filtered_forces(
    bench: &Bench,
    recording: &Recording,
    window: usize,
) -> Result<Fit, ReproduceError> {
    let failed = ReproduceError::at("the fit of filtered forces");
    let settings = FitSettings { dead_band: 1e-9, ..FitSettings::default() };
    let recording = [smoothed(recording, window)?];
    let problem = FrictionProblem::new(&bench.design, &recording, settings).map_err(&failed)?;
    let (bounds, from) = (table_1(&problem)?, start(&problem));
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
    Fit::of("filtered forces", bench, &problem, estimate)
}

/// The same with the window of [`Fits::printed`].
pub fn on_printed_forces(bench: &Bench, recording: &Recording) -> Result<Fit, ReproduceError> {
    on_filtered_forces(bench, recording, PRINTED_WINDOW)
}

/// Least squares in the box on raw forces of sliders that move.
pub fn on_raw_forces(bench: &Bench, recording: &Recording) -> Result<Fit, ReproduceError> {
    let failed = ReproduceError::at("the fit of raw forces");
    let recordings = std::slice::from_ref(recording);
    let problem = FrictionProblem::new(&bench.design, recordings, FitSettings::default());
    let problem = problem.map_err(&failed)?;
    let (bounds, from) = (table_1(&problem)?, start(&problem));
    let estimate = bounded(&problem, &bounds, &from).map_err(&failed)?;
    Fit::of("least squares in the box", bench, &problem, estimate)
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
        let filtered = settings.each(&WINDOWS, |_, window| {
            Ok((*window, on_filtered_forces(bench, recording, *window)?))
        })?;
        let all_samples = of(&smoothed(recording, PRINTED_WINDOW)?, 1e-9).map_err(&failed)?;
        let wide = table_1(&all_samples)?;
        settings.step("two pattern searches, on raw and on filtered forces")?;
        // Each is one long walk, so they walk side by side.
        let names = ["pattern search, raw forces", "pattern search, filtered forces (as printed)"];
        let walk = |name, problem: &FrictionProblem, bounds: &Bounds| {
            let watch = &mut |_: &armlab::optimize::Step| match settings.check() {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let search = PatternSearch::default();
            MeasuredTime::of(name, || pattern(problem, bounds, &from, &search, EVALUATIONS, watch))
        };
        let ((raw, raw_time), (smooth, smooth_time)) = rayon::join(
            || walk(names[0], &problem, &bounds),
            || walk(names[1], &all_samples, &wide),
        );
        settings.check()?;
        times.extend([raw_time, smooth_time]);
        let search = Fit::of(names[0], bench, &problem, raw.map_err(&failed)?)?;
        let printed = Fit::of(names[1], bench, &all_samples, smooth.map_err(&failed)?)?;
        Ok(Self { printed, search, bounded: least, projected: varpro, filtered })
    }

    /// All fits of the solvers' table.
    pub fn all(&self) -> [&Fit; 4] {
        [&self.printed, &self.search, &self.bounded, &self.projected]
    }
}
