//! An excitation trajectory.

use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::table::{Table, joint_column};
use crate::contract::{EstimateTrace, ExciteOptions, StudioEvent};
use crate::failure::{Answer, Failure};
use crate::model::Loaded;
use crate::project::OpenProject;
use armlab::Excitation;
use armlab::documents::typed;
use armlab::excite::objective::OBJECTIVES;
use armlab::excite::{BasisKind, DesignedMotion, ExciteError, PlatformAxis};
use armlab::motion::Trajectory;
use armlab::progress::{Event, EventKind, Observer};
use serde_json::Value;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Samples of the series.
const SAMPLES: usize = 2001;
/// Most values of the objective that are kept.
const MOST_VALUES: usize = 2000;
/// Longest design, s: a page that is closed must not keep the machine busy for ever.
const LONGEST: f64 = 3600.0;
const HINT: &str = "docs/excitation.md describes the options";

/// A checked design.
pub struct Excite {
    loaded: Arc<Loaded>,
    options: ExciteOptions,
}

impl Excite {
    pub fn prepare(project: &OpenProject, options: &ExciteOptions) -> Answer<Self> {
        let work = Self { loaded: project.loaded(), options: options.clone() };
        work.excitation()?;
        Ok(work)
    }

    pub fn title(&self) -> String {
        let basis = self.options.basis.as_deref().unwrap_or("fourier");
        format!("{} excitation of {}", basis, self.loaded.robot.name())
    }

    pub fn options(&self) -> Value {
        serde_json::to_value(&self.options).unwrap_or_default()
    }

    pub fn command(&self, robot: &str, run: u32) -> String {
        let o = &self.options;
        let mut words: Vec<String> = vec!["armlab".into(), "excite".into(), robot.into()];
        let mut add = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name}={value}")));
        };
        add("basis", o.basis.clone());
        add("harmonics", o.harmonics.map(|x| x.to_string()));
        add("pieces", o.pieces.map(|x| x.to_string()));
        add("duration", o.duration.map(|x| format!("{x:?}")));
        add("ends", o.ends.clone());
        add("objective", o.objective.clone());
        add("friction", o.friction.clone().filter(|f| f != "none"));
        add("platform", o.platform.clone().filter(|p| !p.is_empty()).map(|p| p.join(",")));
        add("rate", o.rate.map(|x| format!("{x:?}")));
        add("starts", o.starts.map(|x| x.to_string()));
        add("iterations", o.iterations.map(|x| x.to_string()));
        add("time-limit", o.time_limit.map(|x| format!("{x:?}")));
        add("seed", Some(o.seed.unwrap_or(0).to_string()));
        add("out", Some(format!("runs/{run}/again")));
        typed(words)
    }

    /// The workflow; an option that cannot be is an error of its field.
    fn excitation(&self) -> Answer<Excitation<'_>> {
        let o = &self.options;
        let basis = match word("basis", &o.basis, "fourier")? {
            BasisKind::Fourier { harmonics } => {
                BasisKind::Fourier { harmonics: o.harmonics.unwrap_or(harmonics) }
            }
            BasisKind::Quintic { pieces } => {
                BasisKind::Quintic { pieces: o.pieces.unwrap_or(pieces) }
            }
            BasisKind::Spline { spans } => BasisKind::Spline { spans: o.pieces.unwrap_or(spans) },
        };
        let names = o.platform.iter().flatten();
        let axes = names.map(|name| name.parse::<PlatformAxis>().map_err(refused));
        let limit = o.time_limit.unwrap_or(LONGEST).min(LONGEST);
        let limit = Duration::try_from_secs_f64(limit)
            .map_err(|_| Failure::field("time_limit", "it is not a time", "give seconds"))?;
        let mut excitation = Excitation::new(&self.loaded.robot)
            .basis(basis)
            .ends(word("ends", &o.ends, "rest")?)
            .friction(word("friction", &o.friction, "none")?)
            .objective(word("objective", &o.objective, OBJECTIVES[0].name())?)
            .platform(axes.collect::<Answer<Vec<_>>>()?)
            .seed(o.seed.unwrap_or(0))
            .time_limit(limit);
        if let Some(duration) = o.duration {
            excitation = excitation.duration(duration);
        }
        if let Some(rate) = o.rate {
            excitation = excitation.rate(rate);
        }
        if let Some(starts) = o.starts {
            excitation = excitation.starts(starts);
        }
        if let Some(iterations) = o.iterations {
            excitation = excitation.iterations(iterations);
        }
        excitation.check().map_err(refused)?;
        Ok(excitation)
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let observer = DesignObserver { ticket, values: Mutex::default() };
        let result = self.excitation()?.run_with_observer(&observer, ticket.token())?;
        let platform = result.is_platform();
        let file = if platform { "platform-trajectory.toml" } else { "trajectory.toml" };
        let condition = result.motion().quality.condition_scaled;
        let values = observer.values.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Outcome {
            traces: vec![objective_trace(values)],
            result: json(result.report())?,
            table: table(result.motion(), platform),
            files: vec![(file.into(), result.toml().into_bytes())],
            message: format!("condition number {condition:.1}"),
            stopped: ticket.is_stopped(),
            ..Outcome::default()
        })
    }
}

/// Sends the progress of a design to pages, and the objective of every start.
struct DesignObserver<'t> {
    ticket: &'t Ticket,
    /// The objective at each iteration.
    values: Mutex<Values>,
}

/// Values at every so many calls, so that there are never too many.
#[derive(Default)]
struct Values {
    calls: usize,
    apart: usize,
    kept: Vec<f64>,
}

impl Values {
    fn push(&mut self, value: f64) {
        self.apart = self.apart.max(1);
        if self.calls.is_multiple_of(self.apart) {
            self.kept.push(value);
        }
        self.calls += 1;
        if self.kept.len() == MOST_VALUES {
            self.kept = self.kept.iter().copied().step_by(2).collect();
            self.apart *= 2;
        }
    }
}

/// The objective over the design.
fn objective_trace(values: Values) -> EstimateTrace {
    EstimateTrace {
        method: "objective".into(),
        axis: "iteration".into(),
        names: Vec::new(),
        units: Vec::new(),
        at: (0..values.kept.len()).map(|k| (k * values.apart) as f64).collect(),
        values: Vec::new(),
        deviations: Vec::new(),
        cost: values.kept,
        from: 0,
        complete: true,
    }
}

impl Observer for DesignObserver<'_> {
    fn event(&self, event: &Event) {
        let EventKind::Cost { iteration, cost } = event.kind else {
            return self.ticket.event(event);
        };
        let number = event.task.strip_prefix("start ").and_then(|n| n.parse::<usize>().ok());
        let Some(start) = number.and_then(|n| n.checked_sub(1)) else { return };
        let (run, iteration, value) = (self.ticket.run, iteration as usize, cost);
        self.values.lock().unwrap_or_else(PoisonError::into_inner).push(value);
        let objective = StudioEvent::Objective { run, start, iteration, value };
        self.ticket.events.send_progress(&self.ticket.project.id, objective);
    }
    fn cancels(&self, task: &str) -> bool {
        self.ticket.cancels(task)
    }
}

/// An option that is a word.
fn word<T: FromStr<Err = ExciteError>>(
    field: &str,
    given: &Option<String>,
    default: &str,
) -> Answer<T> {
    given.as_deref().unwrap_or(default).parse().map_err(|error| {
        let mut failure = refused(error);
        failure.0.field = Some(field.into());
        failure
    })
}

/// An option that cannot be, as an error of its field.
fn refused(error: ExciteError) -> Failure {
    match error {
        ExciteError::Setting { what, value, hint } => {
            Failure::field(what, format_args!("{what} cannot be {value}"), hint)
        }
        other => Failure::wrong(other, HINT),
    }
}

fn table(found: &DesignedMotion, platform: bool) -> Table {
    let motion = &found.trajectory;
    let n = motion.dofs();
    let mut columns = [(); 3].map(|()| vec![Vec::with_capacity(SAMPLES); n]);
    let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n]);
    let mut table = Table::default();
    for k in 0..SAMPLES {
        let t = motion.duration() * k as f64 / (SAMPLES - 1) as f64;
        motion.sample(t, &mut q, &mut qd, &mut qdd);
        table.t.push(t);
        for (columns, now) in columns.iter_mut().zip([&q, &qd, &qdd]) {
            columns.iter_mut().zip(now).for_each(|(column, x)| column.push(*x));
        }
    }
    for (group, columns) in ["q", "qd", "qdd"].into_iter().zip(columns) {
        for (j, (name, values)) in found.coordinates.iter().zip(columns).enumerate() {
            let column = if platform {
                format!("{name}{}", &group[1..])
            } else {
                format!("{group}{}", j + 1)
            };
            let mut info = joint_column(column, name.clone(), "SI", group, j);
            info.joint = info.joint.filter(|_| !platform);
            table.push(info, values);
        }
    }
    table
}
