//! Improving motions under the limits: all starts for a while, the better half of
//! them for longer, and the best to the end, each by multipliers and a
//! quasi-Newton method ([`AugmentedLagrangian`]). What comes out first is checked
//! on the fine grid; should it fail there, the next.

use super::design_options::DesignOptions;
use super::error::ExciteError;
use super::merit::Merit;
use super::problem::DesignProblem;
use super::quality::SHARP;
use super::setup::Setup;
use super::start::Start;
use super::verify::{Verified, Verifier};
use armlab_optimize::{AugmentedLagrangian, Bounds, Budget, Progressed, Step};
use armlab_progress::{EventKind, Progress};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A part of the way.
struct Lap {
    /// One of so many starts takes part, rounded up.
    one_of: usize,
    /// Part of all iterations.
    share: f64,
    /// Sharpness of the objective: a smooth one finds the valley, a sharp one its
    /// floor.
    sharpness: f64,
}

const LAPS: [Lap; 4] = [
    Lap { one_of: 1, share: 0.08, sharpness: 4.0 },
    Lap { one_of: 2, share: 0.12, sharpness: 4.0 },
    Lap { one_of: usize::MAX, share: 0.3, sharpness: 8.0 },
    Lap { one_of: usize::MAX, share: 0.5, sharpness: 60.0 },
];
/// What a limit that is broken by its own size costs when starts are compared.
const BROKEN: f64 = 10.0;
/// Iterations between two messages.
const REPORTED: usize = 4;

/// What came out.
pub struct Improved {
    /// The best motion that keeps all limits.
    pub verified: Verified,
    /// The objective's value from each start.
    pub values: Vec<f64>,
    /// Evaluations of the objective.
    pub evaluations: usize,
}

/// Improves motions, and checks the best on the fine grid.
pub fn improve(
    setup: &Setup,
    merit: &Merit,
    options: &DesignOptions,
    starts: &[&Start],
    progress: &Progress,
) -> Result<Improved, ExciteError> {
    let improving = Improving {
        setup,
        options,
        progress,
        bounds: Bounds::none(setup.dimension()),
        iterations: AtomicUsize::new(0),
    };
    let racers = starts.iter().enumerate();
    let mut racers: Vec<Racer> =
        racers.map(|(i, start)| improving.racer(start, merit, i)).collect::<Result<_, _>>()?;
    for lap in &LAPS {
        racers.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
        let count = racers.len().div_ceil(lap.one_of).max(1);
        racers[..count].par_iter_mut().for_each(|racer| improving.run(racer, lap));
    }
    racers.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
    let evaluations = racers.iter().map(|r| r.evaluations).sum();
    let verified = improving.verified(&racers, merit)?;
    racers.sort_by_key(|r| r.number);
    Ok(Improved { verified, values: racers.iter().map(|r| r.state.value).collect(), evaluations })
}

/// A motion on its way.
struct Racer<'a, 'r> {
    number: usize,
    start: &'a Start,
    problem: DesignProblem<'a, 'r>,
    state: Progressed,
    evaluations: usize,
    iterations: usize,
}

impl Racer<'_, '_> {
    /// The objective, and what broken limits cost.
    fn rank(&self) -> f64 {
        self.state.value + BROKEN * self.state.violation.max(0.0)
    }
}

struct Improving<'a, 'r> {
    setup: &'a Setup<'r>,
    options: &'a DesignOptions<'a>,
    progress: &'a Progress<'a>,
    bounds: Bounds,
    /// Iterations of all starts.
    iterations: AtomicUsize,
}

impl<'a, 'r> Improving<'a, 'r> {
    fn method(&self) -> AugmentedLagrangian {
        AugmentedLagrangian {
            feasibility: 5e-3,
            tolerance: 2e-4,
            rounds: 60,
            iterations: self.options.iterations.div_ceil(12).max(8),
            change: 3e-4,
            growth: 2.0,
            shrinks: 0.5,
        }
    }

    fn racer(
        &self,
        start: &'a Start,
        merit: &'a Merit<'a>,
        number: usize,
    ) -> Result<Racer<'a, 'r>, ExciteError> {
        let problem = DesignProblem::new(self.setup, merit, LAPS[0].sharpness)?;
        let mut state = self.method().begin(&problem, &self.bounds, &start.x);
        // Random motions come in the order of their value already.
        state.value = number as f64;
        Ok(Racer { number, start, problem, state, evaluations: 0, iterations: 0 })
    }

    fn run(&self, racer: &mut Racer, lap: &Lap) {
        let task = format!("start {}", racer.number + 1);
        racer.problem.set_sharpness(lap.sharpness);
        let budget = Budget {
            evaluations: 20 * self.options.iterations,
            iterations: ((lap.share * self.options.iterations as f64).ceil() as usize).max(1),
            target: f64::NEG_INFINITY,
        };
        let before = racer.iterations;
        let mut watch = |step: &Step| {
            self.report(&task, before + step.iteration, step.value);
            if self.progress.is_task_cancelled(&task) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let kept = racer.state.clone();
        let method = self.method();
        let Racer { problem, state, .. } = racer;
        let found = method.resume(problem, &self.bounds, state, &budget, &mut watch);
        racer.evaluations += found.evaluations;
        racer.iterations += found.iterations;
        if !racer.state.x.iter().all(|x| x.is_finite()) {
            racer.state = kept;
        }
    }

    /// The first of the motions, or of their starts, that can be made to keep all
    /// limits on the fine grid. After an early end a start may still be better.
    fn verified(&self, racers: &[Racer], merit: &Merit) -> Result<Verified, ExciteError> {
        let mut verifier = Verifier::new(self.setup)?;
        let (mut best, mut refused): (Option<(f64, Verified)>, _) = (None, None);
        let early = self.progress.is_cancelled();
        let improved = racers.iter().map(|r| (&r.state.x, r.start));
        // The starts themselves keep the limits: whatever happens, there is something.
        let starts = racers.iter().map(|r| (&r.start.x, r.start));
        for (k, (x, start)) in improved.chain(starts).enumerate() {
            if best.is_some() && !(early && k >= racers.len()) {
                continue;
            }
            match verifier.verify(x, start) {
                Err(error) => refused = refused.or(Some(error)),
                Ok(verified) => {
                    let value = merit.evaluate(&verified.information, SHARP, None);
                    if value.is_finite() && best.as_ref().is_none_or(|(least, _)| value < *least) {
                        best = Some((value, verified));
                    }
                }
            }
        }
        let nothing = || refused.unwrap_or(ExciteError::Unidentifiable { tries: racers.len() });
        best.map(|(_, verified)| verified).ok_or_else(nothing)
    }

    fn report(&self, task: &str, iteration: usize, cost: f64) {
        let done = self.iterations.fetch_add(1, Ordering::Relaxed) as f64;
        let starts = self.options.starts as f64;
        let most = |lap: &Lap| lap.share * (starts / lap.one_of as f64).ceil().max(1.0);
        let all = self.options.iterations as f64 * LAPS.iter().map(most).sum::<f64>();
        let kind = EventKind::Cost { iteration: iteration as f64, cost };
        self.progress.send(task, kind, Some(done / all));
        if iteration.is_multiple_of(REPORTED) {
            let task = format!("{task}: iteration {iteration}, objective {cost:.4}");
            self.progress.advance(&task, done / all);
        }
    }
}
