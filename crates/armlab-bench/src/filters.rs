//! Times of the Kalman filters over a SCARA log, as JSON lines
//! `{"engine", "filter", "samples", "seconds", "end"}` for `peers/bench/filters.py`.
//!
//! `armlab-bench filters LOG ROUNDS [FILTER]`: LOG has the columns `t,q1,q2,d3,qd1,qd2,dd3`,
//! three more and `tau1,tau2,f3`. A time is the least over the rounds, of the whole
//! log from the first sample to the last; reading it is not counted. Where the system tells it,
//! it is what the processor spent, and not the time on the wall, which on a busy machine is that
//! of the neighbours too.

use crate::identify::clock::processor_seconds;
use armlab::identify::online::kalman::{
    FILTERS, FilterKind, Guess, Integration, KalmanEstimator, KalmanSettings, NoiseLevels,
};
use armlab::identify::online::{OnlineEstimator, Sample};
use armlab::identify::{FrictionModel, Model};
use armlab::robot::library;
use std::time::Instant;

/// Passes over the log that are timed together: virtual machines misread times below some milliseconds.
const PASSES: usize = 8;

/// Times the filter of that name, or every one but the particles', which no peer has.
pub fn run(log: &str, rounds: &str, only: Option<&str>) -> Result<(), String> {
    let text = std::fs::read_to_string(log).map_err(|e| format!("{log}: {e}"))?;
    let rows = text.lines().skip(1).map(row).collect::<Result<Vec<_>, _>>()?;
    let rounds: usize = rounds.parse().map_err(|e| format!("`{rounds}`: {e}"))?;
    let robot = match library::load("scara") {
        Some(Ok(description)) => description.robot,
        _ => return Err("the built-in robot cannot be read".into()),
    };
    let model = Model::new(&robot, FrictionModel::none(), &[]).map_err(|e| e.to_string())?;
    let chosen: Vec<FilterKind> = match only {
        Some(name) => vec![FilterKind::named(name).ok_or_else(|| format!("no filter `{name}`"))?],
        None => FILTERS.iter().copied().filter(|kind| *kind != FilterKind::Particle).collect(),
    };
    for kind in chosen {
        for (integration, suffix) in
            [(Integration::Euler, "euler"), (Integration::RungeKutta, "rk4")]
        {
            let (mut best, mut end) = (f64::INFINITY, Vec::new());
            for _ in 0..rounds.max(1) {
                let mut filters = Vec::with_capacity(PASSES);
                for _ in 0..PASSES {
                    let filter = KalmanEstimator::new(&model, settings(kind, integration));
                    filters.push(filter.map_err(|e| e.to_string())?);
                }
                let (before, spent) = (Instant::now(), processor_seconds());
                for filter in &mut filters {
                    for r in &rows {
                        let (q, qd, qdd, effort) = (&r[1..4], &r[4..7], &r[7..10], &r[10..13]);
                        let sample = Sample { t: r[0], q, qd, qdd, effort };
                        filter.update(&sample).map_err(|e| e.to_string())?;
                    }
                }
                let spent = processor_seconds().zip(spent).map(|(after, before)| after - before);
                let seconds = spent.unwrap_or_else(|| before.elapsed().as_secs_f64());
                best = best.min(seconds / PASSES as f64);
                end = filters[0].estimate().to_vec();
            }
            println!(
                "{{\"engine\":\"armlab\",\"filter\":\"{}_{suffix}\",\"samples\":{},\"seconds\":{best:.6},\"end\":{end:?}}}",
                kind.name(),
                rows.len()
            );
        }
    }
    Ok(())
}

fn row(line: &str) -> Result<[f64; 13], String> {
    let mut row = [0.0; 13];
    let mut cells = line.split(',');
    for x in &mut row {
        let cell = cells.next().ok_or_else(|| format!("`{line}` has fewer than 13 columns"))?;
        *x = cell.trim().parse().map_err(|e| format!("`{cell}`: {e}"))?;
    }
    Ok(row)
}

/// The recommended settings for the papers' guess and the log's noise.
fn settings(kind: FilterKind, integration: Integration) -> KalmanSettings {
    let degree = std::f64::consts::PI / 180.0;
    let noise = NoiseLevels {
        position: vec![5.0 * degree, 5.0 * degree, 0.02],
        speed: vec![degree, degree, 0.01],
        effort: vec![0.1, 0.1, 0.02],
    };
    let guess = Guess::independent(vec![5.0, 0.5, 1.0, 1.5], &[2.5, 0.25, 0.5, 0.75]);
    KalmanSettings { integration, ..KalmanSettings::recommended(kind, noise, guess) }
}
