//! The searches for the covariance with which the recursion begins: grids and swarms.

use super::super::published::{SCALARS, TABLE_3_SECONDS, TABLE_4_SECONDS};
use super::arm::Run;
use crate::kinematic::{
    CovarianceFound, CovarianceSearch, KinematicError, ScalarFound, exhaustive, search_covariance,
};
use crate::reproduce::{MeasuredTime, ReproduceError, Settings};
use armlab::optimize::ParticleSwarm;

/// What the searches found, without noise and with.
pub struct Found {
    /// The grid's best, on the clean log and on the first noisy one.
    pub scalar: [ScalarFound; 2],
    /// The grid's best on every log: the clean one, and all noisy ones.
    pub scalars: [Vec<f64>; 2],
    /// The best of ten runs of the printed swarm, held within its interval.
    pub swarm: [CovarianceFound; 2],
    /// Single runs of it with other seeds, each on a noisy log of its own where there is noise.
    pub single: [Vec<CovarianceFound>; 2],
    /// The best variance within the swarm's interval, the same for all entries.
    pub scalar_of_the_box: [f64; 2],
    /// The best of a swarm with coefficients that converge.
    pub constricted: CovarianceFound,
    /// The printed swarm, literally: nothing holds it.
    pub free: CovarianceFound,
}

/// Steps of the printed grid.
const STEP: f64 = 0.001;
/// Steps of the grid over the swarm's box, which is ten times as wide.
const COARSE: f64 = 0.01;

fn grid(end: f64, step: f64) -> Vec<f64> {
    (1..=(end / step).round() as usize).map(|k| k as f64 * step).collect()
}

fn failed(what: &'static str) -> impl Fn(KinematicError) -> ReproduceError {
    move |error| match error {
        KinematicError::Cancelled => ReproduceError::Cancelled,
        error => ReproduceError::at(what)(error),
    }
}

fn by_grid(run: &Run, end: f64, step: f64) -> Result<ScalarFound, ReproduceError> {
    let Run { configuration: c, log } = run;
    exhaustive(log, &c.structure, &c.recursion, &grid(end, step)).map_err(failed("the grid"))
}

fn by_swarm(
    run: &Run,
    search: CovarianceSearch,
    seed: u64,
    settings: &Settings,
) -> Result<CovarianceFound, ReproduceError> {
    let Run { configuration: c, log } = run;
    let search = CovarianceSearch { swarm: ParticleSwarm { seed, ..search.swarm }, ..search };
    search_covariance(log, &c.structure, &c.recursion, &search, &settings.progress)
        .map_err(failed("the swarm"))
}

/// Runs all searches.
pub fn search(
    clean: &Run,
    noisy: &[Run],
    settings: &Settings,
    times: &mut Vec<MeasuredTime>,
) -> Result<Found, ReproduceError> {
    let first = noisy.first().ok_or_else(|| ReproduceError::missing("a noisy log"))?;
    let printed = [CovarianceSearch::printed(), CovarianceSearch::printed_with_noise()];
    let ends = SCALARS.map(|s| s.value());
    let (mut scalar, mut swarm) = (Vec::new(), Vec::new());
    for (k, run) in [clean, first].into_iter().enumerate() {
        settings.check()?;
        let (noise, seconds) = (["", ", with noise"][k], [TABLE_3_SECONDS, TABLE_4_SECONDS][k]);
        let (found, mut time) = MeasuredTime::of(format!("RLS: grid of variances{noise}"), || {
            by_grid(run, ends[k], STEP)
        });
        time.published = Some(seconds[1].value());
        times.push(time);
        scalar.push(found?);
        let (found, mut time) =
            MeasuredTime::of(format!("RLSPSO: ten runs of the swarm{noise}"), || {
                by_swarm(run, printed[k], settings.seed.wrapping_mul(1000), settings)
            });
        time.published = Some(seconds[2].value());
        times.push(time);
        swarm.push(found?);
    }
    settings.step("swarms with other seeds, and on other draws of the noise")?;
    let single = |k: usize| CovarianceSearch { runs: 1, ..printed[k] };
    // Beside the seeds of the ten runs.
    let seed = |k: usize| settings.seed.wrapping_mul(1000).wrapping_add(500 + k as u64);
    let on_clean =
        settings.redraw(|s| by_swarm(clean, single(0), s.wrapping_add(500), settings))?;
    let on_noisy = settings.each(noisy, |k, run| by_swarm(run, single(1), seed(k), settings))?;
    let grids = settings.each(noisy, |_, run| Ok(by_grid(run, ends[1], STEP)?.variance))?;
    let [_, top] = printed[0].interval;
    let pair = |v: Vec<ScalarFound>| v.try_into().map_err(|_| ReproduceError::missing("two grids"));
    let scalar: [ScalarFound; 2] = pair(scalar)?;
    let swarm = swarm.try_into().map_err(|_| ReproduceError::missing("two swarms"))?;
    Ok(Found {
        scalars: [vec![scalar[0].variance], grids],
        scalar,
        swarm,
        single: [on_clean, on_noisy],
        scalar_of_the_box: [
            by_grid(clean, top, COARSE)?.variance,
            by_grid(first, top, COARSE)?.variance,
        ],
        constricted: by_swarm(clean, CovarianceSearch::default(), 0, settings)?,
        free: by_swarm(
            clean,
            CovarianceSearch::unclamped(),
            settings.seed.wrapping_mul(1000),
            settings,
        )?,
    })
}
