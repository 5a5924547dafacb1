//! Designing a motion: random motions within the limits, the best of them
//! improved under the limits by gradients, and the best of those checked on a
//! finer grid.

use super::bases::DesignBasis;
use super::design_options::DesignOptions;
use super::error::ExciteError;
use super::improve::{Improved, improve};
use super::limits::ExcitationLimits;
use super::merit::Merit;
use super::precision::{ParameterPrecision, precision};
use super::quality::Quality;
use super::scaling::{Scaling, merit};
use super::setup::Setup;
use super::start::{Start, draw};
use super::verify::{LimitUse, Verified};
use crate::motion::AnyTrajectory;
use armlab_dense::Matrix;
use armlab_engine::robot::Robot;
use armlab_progress::Progress;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A designed motion.
#[derive(Clone, Debug)]
pub struct DesignedMotion {
    /// The motion.
    pub trajectory: AnyTrajectory,
    /// Names of its coordinates.
    pub coordinates: Vec<String>,
    /// Figures of its information, on a grid ten times finer than it was designed on.
    pub quality: Quality,
    /// The same of the random motions it was chosen from, best first.
    pub random: Vec<Quality>,
    /// Parameters that count.
    pub parameters: Vec<String>,
    /// How many combinations of them were given up; see [`DesignOptions::practical`].
    pub given_up: usize,
    /// How much of every limit is used, on the fine grid.
    pub limits: Vec<LimitUse>,
    /// What was assumed about limits.
    pub assumed: Vec<String>,
    /// Expected precision of all parameters, the least precise first.
    pub precision: Vec<ParameterPrecision>,
    /// By how much the motion was shrunk to keep the limits between grid points.
    pub factor: f64,
    /// The objective's value from each start, where it was given up or ended.
    pub starts: Vec<f64>,
    /// Evaluations of the objective.
    pub evaluations: usize,
    /// Whether it was cancelled or the time was over before the end.
    pub stopped: bool,
    /// Information of the motion about all parameters.
    pub information: Matrix,
}

/// Name of the first task.
const DRAWING: &str = "drawing random motions within the limits";

/// Designs a motion. The same options give the same motion, unless the design is
/// cancelled; then it is the best so far. Every iteration is an event of kind
/// `Cost`, whose task is the start: `start 1`, `start 2`, …
pub fn design(
    robot: &Robot,
    limits: ExcitationLimits,
    options: &DesignOptions,
    progress: &Progress,
) -> Result<DesignedMotion, ExciteError> {
    options.check()?;
    progress.start(DRAWING);
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
    let focus = if options.parameters.is_empty() {
        None
    } else {
        Some(setup.unknowns.chosen(&options.parameters)?)
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
    let (starts, pooled) = random_motions(&setup, options, &progress.part(0.0..0.1))?;
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
    let improved = improve(&setup, &merit, options, &chosen, &progress.part(0.1..0.95))?;
    let Improved { verified, values, evaluations } = improved;
    let Verified { x, factor, information, limits } = verified;
    let earlier = options.earlier.as_ref();
    let all: Vec<usize> = focus.unwrap_or_else(|| (0..setup.unknowns.len()).collect());
    Ok(DesignedMotion {
        trajectory: setup.basis.trajectory(&setup.coefficients(&x))?,
        coordinates: setup.names.clone(),
        quality: Quality::of(&merit, &information)
            .ok_or(ExciteError::Unidentifiable { tries: options.starts })?,
        random,
        parameters: all.iter().map(|k| setup.unknowns.names[*k].clone()).collect(),
        given_up,
        precision: precision(&setup, &x, earlier, &information, &limits)?,
        limits,
        assumed: setup.limits.assumed.clone(),
        factor,
        starts: values,
        evaluations,
        stopped: progress.is_cancelled(),
        information,
    })
}

/// Motions within the limits with their information, and the mean of it.
type Drawn = Vec<(Start, Matrix)>;

fn random_motions(
    setup: &Setup,
    options: &DesignOptions,
    progress: &Progress,
) -> Result<(Drawn, Matrix), ExciteError> {
    let count = options.starts * options.candidates;
    let done = AtomicUsize::new(0);
    let drawn: Vec<Result<(Start, Matrix), ExciteError>> = (0..count as u64)
        .into_par_iter()
        .map(|number| {
            let start = draw(setup, options.seed, number, progress)?;
            let mut evaluation = super::evaluation::Evaluation::new(setup, true)?;
            evaluation.follow(&setup.grid, &setup.coefficients(&start.x));
            let information = evaluation.information(setup, &setup.grid).clone();
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.advance(DRAWING, done as f64 / count as f64);
            Ok((start, information))
        })
        .collect();
    // A design that is cancelled here continues with the motions that it has.
    let some = drawn.iter().any(Result::is_ok);
    let left_out =
        |r: &Result<_, ExciteError>| some && matches!(r, Err(ExciteError::NoStart { .. }));
    let drawn: Drawn = drawn.into_iter().filter(|r| !left_out(r)).collect::<Result<_, _>>()?;
    let n = setup.unknowns.len();
    let mut pooled = Matrix::zeros(n, n);
    for (_, information) in &drawn {
        let entries = pooled.as_mut_slice().iter_mut().zip(information.as_slice());
        entries.for_each(|(p, a)| *p += a / drawn.len() as f64);
    }
    Ok((drawn, pooled))
}

/// The motions that make all parameters identifiable, best first.
fn rank(merit: &Merit, starts: Drawn) -> Result<Vec<(Start, Quality)>, ExciteError> {
    let tries = starts.len();
    let with_quality = |(start, information): (Start, Matrix)| {
        let quality = Quality::of(merit, &information)?;
        quality.objective.is_finite().then_some((start, quality))
    };
    let mut ranked: Vec<(Start, Quality)> = starts.into_iter().filter_map(with_quality).collect();
    ranked.sort_by(|a, b| a.1.objective.total_cmp(&b.1.objective));
    if ranked.is_empty() { Err(ExciteError::Unidentifiable { tries }) } else { Ok(ranked) }
}
