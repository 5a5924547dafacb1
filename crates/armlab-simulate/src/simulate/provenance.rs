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
            Start::Rest => "starts where the reference does, at rest".into(),
            Start::Reference => "starts with the reference, at its speed".into(),
            Start::State { q, qd } => format!("starts at q {q}, qd {qd}"),
        },
        format!("controller {controller}"),
        format!("model `{}`", model.name()),
        format!("efforts within {limit:?} (N m, N)"),
    ];
    for effect in &settings.effects {
        let (kind, place) = (effect.kind().name, effect.place().words());
        notes.push(format!("{kind}, {place}: {}", effect.words()));
    }
    notes.push(format!("seed {}", settings.seed));
    notes.push(match end {
        End::Finished => "ran to its end".into(),
        End::Stopped(time) => format!("stopped at {time} s"),
        End::Broken(broken) => format!("broke off: {broken}"),
    });
    Provenance {
        origin: format!("simulation of `{}`", robot.name()),
        format: "armlab simulate".into(),
        mapping: Vec::new(),
        notes,
    }
}
