//! Random motions within the limits: where designs start, and what they are
//! compared with.
//!
//! A pose that keeps the limits at rest is drawn, then a random motion about it,
//! which is shrunk until it keeps them too.

use super::error::ExciteError;
use super::evaluation::Evaluation;
use super::grid::Grid;
use super::setup::Setup;
use armlab_engine::text::significant;
use armlab_progress::Progress;
use armlab_random::Random;

/// Poses drawn before giving up.
const MOST_POSES: usize = 400;
/// Poses within the limits about which no motion is found before giving up.
const MOST_RESTING: usize = 40;
/// Motions drawn about a pose.
const MOST_MOTIONS: usize = 6;
const SHRINK: f64 = 0.75;
const MOST_SHRINKING: usize = 30;

/// A motion within the limits, in the optimiser's unknowns, and the pose it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The motion.
    pub x: Vec<f64>,
    /// The pose: offsets only.
    pub centre: Vec<f64>,
}

/// Draws motion number `number` of a seed. A cancelled search returns
/// [`ExciteError::NoStart`] with the limit that was violated most.
pub fn draw(
    setup: &Setup,
    seed: u64,
    number: u64,
    progress: &Progress,
) -> Result<Start, ExciteError> {
    let mut random = Random::with_stream(seed, number);
    let mut evaluation = Evaluation::new(setup, true)?;
    let still = Grid::new(&setup.basis, 2, 1, setup.rate);
    let mut worst = (f64::INFINITY, String::new());
    let mut resting = 0;
    for pose in 0..MOST_POSES {
        let centre = self::pose(setup, &mut random, pose);
        let (violation, what) = broken(setup, &mut evaluation, &still, &centre);
        if !(violation < 0.0) {
            // The first one, too: a limit may be so narrow that its excess is no number any more.
            if resting == 0 && (violation < worst.0 || worst.1.is_empty()) {
                worst = (violation, what);
            }
            if progress.is_cancelled() {
                return Err(ExciteError::NoStart { worst: worst.1 });
            }
            continue;
        }
        for _ in 0..MOST_MOTIONS {
            let motion: Vec<f64> =
                (0..setup.dimension()).map(|_| random.between(-1.0, 1.0)).collect();
            let mut size = 1.0;
            for _ in 0..MOST_SHRINKING {
                let x = about(setup, &centre, &motion, size);
                let (violation, what) = broken(setup, &mut evaluation, &setup.grid, &x);
                if violation <= 0.0 {
                    return Ok(Start { x, centre });
                }
                if resting == 0 || violation < worst.0 {
                    worst = (violation, what);
                }
                resting = resting.max(1);
                if progress.is_cancelled() {
                    return Err(ExciteError::NoStart { worst: worst.1 });
                }
                size *= SHRINK;
            }
        }
        resting += 1;
        if resting > MOST_RESTING {
            break;
        }
    }
    let (worst, advice) = (worst.1.clone(), advice(&worst.1));
    match resting {
        0 => Err(ExciteError::NoPose { tries: MOST_POSES, worst, advice }),
        _ => Err(ExciteError::NoMotion { worst, advice }),
    }
}

/// What to do about a limit that leaves no room.
fn advice(limit: &str) -> &'static str {
    if limit.contains("to the floor:") {
        "lower the floor (--floor Z), leave it out (--floor none), or reduce the clearance"
    } else if limit.starts_with("the distance of") {
        "reduce the clearance (--clearance), or correct the shapes of these links"
    } else {
        "widen that limit"
    }
}

/// A random pose as unknowns. Poses of a machine with loops are drawn around
/// home, ever nearer, since far ones may not close.
fn pose(setup: &Setup, random: &mut Random, attempt: usize) -> Vec<f64> {
    let count = setup.basis.len();
    let mut x = vec![0.0; setup.dimension()];
    let looped = !setup.robot.loops().is_empty();
    for (k, (middle, half)) in setup.ranges.iter().enumerate() {
        let draw: f64 = random.between(-1.0, 1.0);
        x[k * count] = if looped {
            let near = 0.5 / (1.0 + attempt as f64 / 20.0);
            let home = (setup.home[k] - middle) / half;
            (home + near * draw).clamp(-0.9, 0.9)
        } else {
            0.8 * draw
        };
    }
    x
}

fn about(setup: &Setup, centre: &[f64], motion: &[f64], size: f64) -> Vec<f64> {
    let count = setup.basis.len();
    let share = size / (count as f64).sqrt();
    let moved = |i: usize| if i.is_multiple_of(count) { 0.0 } else { share * motion[i] };
    (0..centre.len()).map(|i| centre[i] + moved(i)).collect()
}

/// The inequality that is broken most, or nearest to being so, and what it is.
pub fn broken(setup: &Setup, evaluation: &mut Evaluation, grid: &Grid, x: &[f64]) -> (f64, String) {
    if !evaluation.follow(grid, &setup.coefficients(x)) {
        return (f64::INFINITY, "a loop that does not close".into());
    }
    let width = setup.limits_per_sample();
    let mut values = vec![0.0; width * grid.len()];
    evaluation.limits(setup, &mut values);
    let mut worst = (f64::NEG_INFINITY, 0);
    for (i, g) in values.iter().enumerate() {
        if !(*g <= worst.0) {
            worst = (if g.is_nan() { f64::INFINITY } else { *g }, i);
        }
    }
    if width == 0 || worst.0 < 0.0 {
        return (worst.0, String::new());
    }
    evaluation.measures(setup, &mut values);
    let label = &setup.labels()[worst.1 % width];
    let (lower, upper) = label.allowed;
    let words = format!(
        "the {} of {}: {} {} at {} s where {} to {} is allowed",
        label.what,
        label.of,
        significant(values[worst.1], 4),
        label.unit,
        significant(grid.times[worst.1 / width], 4),
        significant(lower, 4),
        significant(upper, 4)
    );
    (worst.0, words)
}
