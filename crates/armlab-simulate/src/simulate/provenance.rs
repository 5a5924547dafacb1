//! Where a simulated log comes from: every setting, so that it can be made again.

use super::experiment::{Experiment, Start};
use super::integrate::Method;
use super::outcome::End;
use armlab_log::Provenance;

/// The note that goes with a log.
pub(super) fn of(
    experiment: &Experiment,
    controller: &str,
    limit: &[f64],
    end: &End,
) -> Provenance {
    let Experiment { robot, model, settings, .. } = experiment;
    let mut notes = vec![
        format!("{} samples per second for {} s", settings.rate, experiment.duration()),
        match settings.method() {
            Method::Rk4 { step } => format!("RK4 in steps of at most {step} s, efforts held"),
            Method::Adaptive { tolerance } => {
                format!("Dormand–Prince 5(4), error {tolerance} per step, efforts held")
            }
        },
        match &settings.start {
            Start::Rest => "starts at the reference position, at rest".into(),
            Start::Reference => "starts at the reference position and velocity".into(),
            Start::State { q, qd } => format!("starts at q {q}, qd {qd}"),
        },
        format!("controller {controller}"),
        format!("model `{}`", model.name()),
        format!("efforts within {limit:?} (N m, N)"),
    ];
    for effect in &settings.effects {
        let (kind, place) = (effect.kind().name, effect.place().describe());
        notes.push(format!("{kind}, {place}: {}", effect.describe()));
    }
    notes.push(format!("seed {}", settings.seed));
    notes.push(match end {
        End::Finished => "ran to its end".into(),
        End::Cancelled(time) => format!("cancelled at {time} s"),
        End::StoppedEarly(stop) => format!("stopped early: {stop}"),
    });
    Provenance {
        origin: format!("simulation of `{}`", robot.name()),
        format: "armlab simulate".into(),
        mapping: Vec::new(),
        notes,
    }
}
