//! Designing a motion: random motions within the limits, the best of them
//! improved under the limits by gradients, all of that checked on a finer grid,
//! and the best that is left.

use super::bases::{BasisKind, DesignBasis, Ends};
use super::coordinates::Coordinates;
use super::error::ExciteError;
use super::limits::ExcitationLimits;
use super::merit::Merit;
use super::objective::{OBJECTIVES, Objective};
use super::problem::DesignProblem;
use super::quality::Quality;
use super::scaling::{Scaling, merit};
use super::setup::Setup;
use super::start::{Start, draw};
use super::unknowns::FrictionColumns;
use super::verify::{LimitUse, Verified, Verifier};
use super::weakness::{Seen, weaknesses};
use crate::motion::AnyTrajectory;
use armlab_dense::Matrix;
use armlab_engine::robot::Robot;
use armlab_optimize::{AugmentedLagrangian, Bounds, Budget, Step};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct DesignOptions<'a> {
    /// Which coordinates move.
    pub coordinates: Coordinates,
    /// Functions of time.
    pub basis: BasisKind,
    /// How the motion begins and ends.
    pub ends: Ends,
    /// Seconds.
    pub duration: f64,
    /// Samples a second of the log that will be taken.
    pub rate: f64,
    /// Friction that is looked for, too.
    pub friction: FrictionColumns,
    /// What makes a motion good.
    pub objective: &'a dyn Objective,
    /// Units in which parameters are compared; `None` takes columns of length one
    /// for objectives that need some, and SI units for others.
    pub scaling: Option<Scaling>,
    /// Names of the parameters that count; all if empty.
    pub parameters: Vec<String>,
    /// Standard deviation of every drive's measured effort; one if not given.
    pub noise: Option<Vec<f64>>,
    /// Information of earlier logs.
    pub earlier: Option<Matrix>,
    /// Combinations seen less than this part of the one seen best are given up,
    /// where an objective looks at the least; see [`Scaling`].
    pub practical: f64,
    /// Motions that are improved.
    pub starts: usize,
    /// Random motions from which they are chosen, for each.
    pub candidates: usize,
    /// Most iterations for each.
    pub iterations: usize,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl Default for DesignOptions<'_> {
    fn default() -> Self {
        Self {
            coordinates: Coordinates::Driven,
            basis: BasisKind::Fourier { harmonics: 5 },
            ends: Ends::Rest,
            duration: 10.0,
            rate: 100.0,
            friction: FrictionColumns::none(),
            objective: OBJECTIVES[0],
            scaling: None,
            parameters: Vec::new(),
            noise: None,
            earlier: None,
            practical: 1e-3,
            starts: 4,
            candidates: 8,
            iterations: 400,
            seed: 0,
        }
    }
}

/// What a watcher sees.
#[derive(Clone, Copy, Debug)]
pub struct DesignStep {
    /// Which start, from 0.
    pub start: usize,
    /// Iterations of it so far.
    pub iteration: usize,
    /// The objective with what broken limits add.
    pub value: f64,
}

/// A watcher; it may end the design, and the best so far is returned. Starts run
/// side by side, so it is called from several threads.
pub type Watch<'a> = &'a (dyn Fn(&DesignStep) -> ControlFlow<()> + Sync);

/// A designed motion.
#[derive(Clone, Debug)]
pub struct Excitation {
    /// The motion.
    pub trajectory: AnyTrajectory,
    /// Names of its coordinates.
    pub coordinates: Vec<String>,
    /// What it tells, on a grid ten times finer than it was designed on.
    pub quality: Quality,
    /// What the random motions it was chosen from tell, best first.
    pub random: Vec<Quality>,
    /// Parameters that count.
    pub parameters: Vec<String>,
    /// How many combinations of them were given up; see [`DesignOptions::practical`].
    pub given_up: usize,
    /// How much of every limit is used, on the fine grid.
    pub limits: Vec<LimitUse>,
    /// What was assumed about limits.
    pub assumed: Vec<String>,
    /// All parameters, those seen least first.
    pub seen: Vec<Seen>,
    /// By how much the motion was shrunk to keep the limits between grid points.
    pub factor: f64,
    /// The objective's value from each start; infinite where a start led nowhere.
    pub starts: Vec<f64>,
    /// Evaluations of the objective.
    pub evaluations: usize,
    /// Whether the watcher ended the design.
    pub stopped: bool,
    /// Information of the motion about all parameters.
    pub information: Matrix,
}

/// Sharpness of the objective in turn: a smooth one finds the valley, a sharp
/// one its floor.
const SHARPNESS: [f64; 2] = [4.0, 40.0];

/// Designs a motion. The same options give the same motion, unless the watcher
/// ends the design.
pub fn design(
    robot: &Robot,
    limits: ExcitationLimits,
    options: &DesignOptions,
    watch: Watch,
) -> Result<Excitation, ExciteError> {
    check(options)?;
    let basis = DesignBasis::new(options.basis, options.ends, options.duration)?;
    let setup = Setup::new(
        robot,
        &options.coordinates,
        basis,
        limits,
        options.friction.clone(),
        options.rate,
        options.noise.as_deref(),
    )?;
    let focus = match options.parameters.is_empty() {
        true => None,
        false => Some(setup.unknowns.chosen(&options.parameters)?),
    };
    if let Some(earlier) = &options.earlier
        && earlier.rows() != setup.unknowns.len()
    {
        let problem = format!(
            "was taken for {} parameters, but {} are looked for; take it with the same friction",
            earlier.rows(),
            setup.unknowns.len()
        );
        return Err(ExciteError::Log { problem });
    }
    let (starts, pooled) = random_motions(&setup, options)?;
    let usual = if options.objective.needs_scaling() { Scaling::Columns } else { Scaling::None };
    let (merit, given_up) = merit(
        &setup,
        options.objective,
        options.scaling.unwrap_or(usual),
        focus.clone(),
        options.earlier.clone(),
        options.practical,
        &pooled,
    )?;
    let ranked = rank(&merit, starts)?;
    let random = ranked.iter().map(|(_, quality)| *quality).collect();
    let chosen: Vec<&Start> = ranked.iter().take(options.starts).map(|(start, _)| start).collect();
    let stopped = AtomicBool::new(false);
    let improved: Vec<Result<Improved, ExciteError>> = chosen
        .par_iter()
        .enumerate()
        .map(|(number, start)| improve(&setup, &merit, start, number, options, watch, &stopped))
        .collect();
    let mut best: Option<(f64, Verified)> = None;
    let mut refused = None;
    let (mut values, mut evaluations) = (Vec::new(), 0);
    for found in improved {
        let value = match found {
            Err(error) => {
                refused = Some(error);
                f64::INFINITY
            }
            Ok(found) => {
                evaluations += found.evaluations;
                let value = found.value;
                if best.as_ref().is_none_or(|(least, _)| value < *least) {
                    best = Some((value, found.verified));
                }
                value
            }
        };
        values.push(value);
    }
    let Some((_, verified)) = best else {
        return Err(refused.unwrap_or(ExciteError::Blind { tries: options.starts }));
    };
    let Verified { x, factor, information, limits } = verified;
    let earlier = options.earlier.as_ref();
    let all: Vec<usize> = focus.unwrap_or_else(|| (0..setup.unknowns.len()).collect());
    Ok(Excitation {
        trajectory: setup.basis.trajectory(&setup.coefficients(&x))?,
        coordinates: setup.names.clone(),
        quality: Quality::of(&merit, &information)
            .ok_or(ExciteError::Blind { tries: options.starts })?,
        random,
        parameters: all.iter().map(|k| setup.unknowns.names[*k].clone()).collect(),
        given_up,
        seen: weaknesses(&setup, &x, earlier, &information, &limits)?,
        limits,
        assumed: setup.limits.assumed.clone(),
        factor,
        starts: values,
        evaluations,
        stopped: stopped.into_inner(),
        information,
    })
}

fn check(options: &DesignOptions) -> Result<(), ExciteError> {
    for (what, count) in [("starts", options.starts), ("candidates", options.candidates)] {
        if !(1..=10_000).contains(&count) {
            return Err(ExciteError::setting(what, count, "take 1 to 10000"));
        }
    }
    Ok(())
}

/// Motions within the limits with their information, and the mean of it.
type Drawn = Vec<(Start, Matrix)>;

fn random_motions(setup: &Setup, options: &DesignOptions) -> Result<(Drawn, Matrix), ExciteError> {
    let count = options.starts * options.candidates;
    let drawn: Vec<Result<(Start, Matrix), ExciteError>> = (0..count as u64)
        .into_par_iter()
        .map(|number| {
            let start = draw(setup, options.seed, number)?;
            let mut evaluation = super::evaluation::Evaluation::new(setup, true)?;
            evaluation.follow(&setup.grid, &setup.coefficients(&start.x));
            let information = evaluation.information(setup, &setup.grid).clone();
            Ok((start, information))
        })
        .collect();
    let drawn = drawn.into_iter().collect::<Result<Drawn, _>>()?;
    let n = setup.unknowns.len();
    let mut pooled = Matrix::zeros(n, n);
    for (_, information) in &drawn {
        let entries = pooled.as_mut_slice().iter_mut().zip(information.as_slice());
        entries.for_each(|(p, a)| *p += a / count as f64);
    }
    Ok((drawn, pooled))
}

/// The motions that tell everything, best first.
fn rank(merit: &Merit, starts: Drawn) -> Result<Vec<(Start, Quality)>, ExciteError> {
    let tries = starts.len();
    let with_quality = |(start, information): (Start, Matrix)| {
        let quality = Quality::of(merit, &information)?;
        quality.objective.is_finite().then_some((start, quality))
    };
    let mut ranked: Vec<(Start, Quality)> = starts.into_iter().filter_map(with_quality).collect();
    ranked.sort_by(|a, b| a.1.objective.total_cmp(&b.1.objective));
    if ranked.is_empty() { Err(ExciteError::Blind { tries }) } else { Ok(ranked) }
}

struct Improved {
    verified: Verified,
    value: f64,
    evaluations: usize,
}

/// Improves a motion under the limits, and checks what comes out.
fn improve(
    setup: &Setup,
    merit: &Merit,
    start: &Start,
    number: usize,
    options: &DesignOptions,
    watch: Watch,
    stopped: &AtomicBool,
) -> Result<Improved, ExciteError> {
    let mut problem = DesignProblem::new(setup, merit, SHARPNESS[0])?;
    let bounds = Bounds::none(setup.dimension());
    let method = AugmentedLagrangian {
        feasibility: 1e-3,
        tolerance: 2e-4,
        rounds: 15,
        iterations: options.iterations.div_ceil(6),
    };
    let mut x = start.x.clone();
    let (mut evaluations, mut iterations) = (0, 0);
    for sharpness in SHARPNESS {
        problem.set_sharpness(sharpness);
        let budget = Budget {
            evaluations: 20 * options.iterations,
            iterations: options.iterations / SHARPNESS.len(),
            target: f64::NEG_INFINITY,
        };
        let mut progress = |step: &Step| {
            let iteration = iterations + step.iteration;
            let told = watch(&DesignStep { start: number, iteration, value: step.value });
            if told.is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
            match stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let found = method.minimise(&problem, &bounds, &x, &budget, &mut progress);
        evaluations += found.outcome.evaluations;
        iterations += found.outcome.iterations;
        if found.outcome.x.iter().all(|x| x.is_finite()) {
            x = found.outcome.x;
        }
    }
    let mut verifier = Verifier::new(setup)?;
    let mut best: Option<(f64, Verified)> = None;
    let mut refused = None;
    // The start itself keeps the limits: whatever happens, there is something.
    for candidate in [&x, &start.x] {
        match verifier.verify(candidate, start) {
            Err(error) => refused = refused.or(Some(error)),
            Ok(verified) => {
                let value = merit.evaluate(&verified.information, super::quality::SHARP, None);
                if value.is_finite() && best.as_ref().is_none_or(|(least, _)| value < *least) {
                    best = Some((value, verified));
                }
            }
        }
    }
    match best {
        Some((value, verified)) => Ok(Improved { verified, value, evaluations }),
        None => Err(refused.unwrap_or(ExciteError::Blind { tries: 1 })),
    }
}
