//! Parameters from logs: as `armlab identify`, with methods told one by one.

use super::identify_files::{judged_table, trace, write_files};
use super::identify_live::Way;
use super::logs;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::log::Source;
use crate::contract::{EstimateTrace, Happening, IdentifyOptions, RunRequest};
use crate::failure::{Answer, Failure};
use crate::project::{Loaded, OpenProject, RunRecord, run_folder};
use armlab::documents::identification::{Document, MethodDocument};
use armlab::documents::typed;
use armlab::friction::FrictionError;
use armlab::identify::estimators::{ClosedLoops, Estimator, ExperimentLoops, METHODS};
use armlab::identify::{FrictionChoice, FrictionModel, Knowledge};
use armlab::motion::{ReadFor, Trajectory, read_trajectory};
use armlab::progress::{CancelToken, Event, EventKind, Observer, Progress};
use armlab::simulate::controller::ComputedTorque;
use armlab::simulate::{ExperimentFile, read_experiment};
use armlab::study::{Decisions, Judged, Study, TrustSettings, recommended};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// Times that segments of the log are drawn again, as `armlab identify` does it.
const RESAMPLES: usize = 200;
/// Most times.
const MOST_RESAMPLES: usize = 5000;

/// What methods gave.
#[derive(Default)]
struct Estimated {
    judged: Vec<Judged>,
    /// Methods that gave nothing, and why.
    skipped: Vec<String>,
    /// Ways of methods that were stopped.
    stopped: Vec<EstimateTrace>,
}

/// An identification that makes sense.
pub struct Identify {
    loaded: Arc<Loaded>,
    options: IdentifyOptions,
    own: Vec<Source>,
    other: Vec<Source>,
    methods: Vec<&'static dyn Estimator>,
    shape: Option<FrictionModel>,
    /// Experiment and trajectory of the run that simulated the first log.
    experiment: Option<(String, String)>,
}

impl Identify {
    pub fn prepare(project: &OpenProject, options: &IdentifyOptions) -> Answer<Self> {
        if options.logs.is_empty() {
            let hint = "drop a log on the page, or simulate one";
            return Err(Failure::field("logs", "there is no log to learn from", hint));
        }
        let loaded = project.loaded();
        logs::gains(&options.gains, &loaded.robot)?;
        logs::cutoff(options.cutoff)?;
        if options.bootstrap.is_some_and(|n| n > MOST_RESAMPLES) {
            let hint = format!("take {MOST_RESAMPLES} or fewer");
            return Err(Failure::field("bootstrap", "that would take for ever", hint));
        }
        let friction = options.friction.as_deref().unwrap_or("auto");
        Ok(Self {
            own: logs::find(project, "logs", &options.logs)?,
            other: logs::find(project, "validate", &options.validate)?,
            methods: chosen(&options.methods)?,
            shape: friction_model(friction)?,
            experiment: experiment(project, options),
            options: options.clone(),
            loaded,
        })
    }

    pub fn title(&self) -> String {
        let names: Vec<&str> = self.methods.iter().map(|m| m.name()).collect();
        let names = match names.len() {
            0..=4 => names.join(", "),
            many => format!("{many} methods"),
        };
        format!("{} by {names}", self.loaded.robot.name())
    }

    pub fn options(&self) -> Value {
        serde_json::to_value(&self.options).unwrap_or_default()
    }

    pub fn command(&self, robot: &str) -> String {
        let o = &self.options;
        let mut words: Vec<String> = vec!["armlab".into(), "identify".into(), robot.into()];
        let mut add = |name: &str, value: String| words.push(format!("--{name}={value}"));
        o.logs.iter().for_each(|l| add("log", l.clone()));
        o.validate.iter().for_each(|l| add("validate", l.clone()));
        let names: Vec<&str> = self.methods.iter().map(|m| m.name()).collect();
        add("method", names.join(","));
        add("friction", o.friction.clone().unwrap_or_else(|| "auto".into()));
        o.cutoff.iter().for_each(|c| add("cutoff", format!("{c:?}")));
        o.bootstrap.iter().for_each(|n| add("bootstrap", n.to_string()));
        if self.experiment.is_some()
            && let Some(folder) = o.logs.first().and_then(|l| l.strip_suffix("/log.csv"))
        {
            add("experiment", format!("{folder}/experiment.toml"));
        }
        add("seed", o.seed.unwrap_or(0).to_string());
        words.extend(logs::words(&self.own, &o.gains));
        words.push("--json".into());
        typed(words)
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let robot = &self.loaded.robot;
        let o = &self.options;
        let wrong = |e: &dyn std::fmt::Display| Failure::wrong(e, logs::HINT);
        ticket.progress(0.0, "reads logs");
        let own = logs::read(&self.own, robot, o.gains.as_deref())?;
        let other = logs::read(&self.other, robot, o.gains.as_deref())?;
        let decisions = Decisions {
            cutoff: o.cutoff,
            shape: self.shape.clone(),
            couplings: Vec::new(),
            knowledge: Knowledge { prior: None, bounds: Vec::new() },
            seed: o.seed.unwrap_or(0),
        };
        ticket.progress(0.05, "chooses cut-off and friction");
        let study = Study::prepare(robot, &own, &other, decisions, &Progress::none())
            .map_err(|e| wrong(&e))?;
        let file = self.experiment_file()?;
        let usual = ComputedTorque::default();
        let loops = file.as_ref().map(|(file, trajectory)| ExperimentLoops {
            model: robot,
            trajectory: trajectory as &(dyn Trajectory + Sync),
            law: file.law.as_deref().unwrap_or(&usual),
            settings: &file.settings,
        });
        let loops = loops.as_ref().map(|l| l as &dyn ClosedLoops);
        let Estimated { judged, skipped, stopped } = self.estimate(ticket, &study, loops)?;
        let Some(best) = recommended(&judged) else {
            if ticket.is_stopped() {
                return Ok(Outcome {
                    stopped: true,
                    message: "was stopped".into(),
                    ..Outcome::default()
                });
            }
            let why = if skipped.is_empty() {
                String::new()
            } else {
                format!(": {}", skipped.join("; "))
            };
            return Err(wrong(&format!("no method gave an estimate{why}")));
        };
        ticket.progress(0.92, "looks how far to trust it");
        let mut document =
            Document { skipped: skipped.clone(), ..Document::of(&study, &judged, best) };
        let asked = TrustSettings { resamples: o.bootstrap.unwrap_or(RESAMPLES), ranges: None };
        let trust = study.trust(&judged[best].estimate, &own, &asked, &Progress::none());
        document = document.trusted(&study, &judged, best, &trust, loops.is_some());
        // The command line's document, before files are added to it.
        let result = json(&document)?;
        let command = super::record(&ticket.project, ticket.run, |r| r.command.clone());
        let files =
            write_files(&study, &judged, best, &mut document, &command.unwrap_or_default())?;
        let error = judged[best].judged().relative;
        Ok(Outcome {
            result,
            table: judged_table(robot, study.judged_by(), &judged),
            traces: judged.iter().filter_map(|j| trace(&j.estimate)).chain(stopped).collect(),
            warnings: skipped,
            files,
            message: format!("{}: {error:.2} % not predicted", judged[best].estimate.method),
            stopped: ticket.is_stopped(),
        })
    }

    /// Methods side by side; each is told on its way and as it ends, and can be stopped. Of
    /// one that was stopped the way so far is kept, and no estimate.
    fn estimate(
        &self,
        ticket: &Ticket,
        study: &Study,
        loops: Option<&dyn ClosedLoops>,
    ) -> Answer<Estimated> {
        let ways =
            self.methods.iter().map(|m| (m.name(), Way::new(ticket, &study.model, m.name())));
        let observer = Watcher { ticket, ways: ways.collect() };
        let done = |judged: &Judged| {
            if let Some(trace) = trace(&judged.estimate) {
                ticket.tell(Happening::Estimate { run: ticket.run, trace });
            }
            let result = serde_json::to_value(MethodDocument::of(judged)).unwrap_or_default();
            ticket.method(judged.estimate.method, "done", "", judged.seconds, result);
        };
        let progress = Progress::new(&observer, CancelToken::new()).part(0.1..0.9);
        let results = study.run(&self.methods, loops, &progress, &done);
        let results = results.map_err(|e| Failure::wrong(&e, logs::HINT))?;
        drop(progress);
        let mut ways = observer.ways;
        let mut estimated = Estimated { judged: results.judged, ..Estimated::default() };
        for skipped in results.skipped {
            let name = skipped.method;
            estimated.skipped.push(match skipped.why {
                Some(why) => format!("{name} gave nothing: {why}"),
                None => {
                    estimated.stopped.extend(ways.remove(name).and_then(Way::gathered));
                    format!("{name} was stopped")
                }
            });
        }
        Ok(estimated)
    }

    fn experiment_file(&self) -> Answer<Option<(ExperimentFile, armlab::motion::AnyTrajectory)>> {
        let Some((experiment, trajectory)) = &self.experiment else { return Ok(None) };
        let robot = &self.loaded.robot;
        let mut load = |_: &str| Ok(trajectory.clone());
        let file = read_experiment(experiment, "experiment.toml", robot, &mut load)?;
        let motion = read_trajectory(trajectory, "trajectory.toml", ReadFor::robot(robot))?;
        Ok(Some((file, motion)).filter(|(file, _)| !file.platform))
    }
}

/// Hands events of methods on to the page.
struct Watcher<'t> {
    ticket: &'t Ticket,
    ways: HashMap<&'static str, Way<'t>>,
}

impl Observer for Watcher<'_> {
    fn event(&self, event: &Event) {
        let name = event.task;
        if let Some(way) = self.ways.get(name) {
            way.see(&event.kind);
        }
        match event.kind {
            EventKind::Started => self.ticket.method(name, "running", "", 0.0, Value::Null),
            EventKind::Failed { reason } if !self.ticket.is_method_stopped(name) => {
                self.ticket.method(name, "failed", reason, 0.0, Value::Null);
            }
            _ => {}
        }
        if let (EventKind::Finished { .. } | EventKind::Failed { .. }, Some(share)) =
            (event.kind, event.fraction)
        {
            self.ticket.progress(share, &format!("{name} is done"));
        }
    }
    fn cancels(&self, method: &str) -> bool {
        self.ticket.is_method_stopped(method)
    }
}

/// The experiment that made the first log, if a run did.
fn experiment(project: &OpenProject, options: &IdentifyOptions) -> Option<(String, String)> {
    if options.closed_loop == Some(false) {
        return None;
    }
    let source = options.logs.first()?;
    let run: u32 = source.strip_prefix("runs/")?.strip_suffix("/log.csv")?.parse().ok()?;
    let request = project.lock().runs.get(&run).map(|r: &RunRecord| r.request.clone())?;
    let request: RunRequest = serde_json::from_value(request).ok()?;
    let folder = run_folder(&project.folder, run);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    matches!(request, RunRequest::Simulate(_))
        .then(|| Some((text("experiment.toml")?, text("trajectory.toml")?)))?
}

/// Estimators by name; the default ones if none is named.
fn chosen(names: &[String]) -> Answer<Vec<&'static dyn Estimator>> {
    let names: Vec<&str> = match names {
        [] => METHODS.defaults().to_vec(),
        given if given.iter().any(|n| n == "all") => METHODS.names(),
        given => given.iter().map(String::as_str).collect(),
    };
    let mut methods: Vec<&'static dyn Estimator> = Vec::new();
    for (k, name) in names.iter().enumerate() {
        let found = METHODS.get(name).map_err(|error| {
            Failure::field(format!("methods[{k}]"), error.to_string(), error.hint())
        })?;
        if !methods.iter().any(|m| m.name() == found.name()) {
            methods.push(found);
        }
    }
    Ok(methods)
}

/// Friction that is identified; `None` where it is selected from the log.
fn friction_model(text: &str) -> Answer<Option<FrictionModel>> {
    let names = || -> Vec<String> { FrictionModel::names().into_iter().map(|n| n.0).collect() };
    let wrong =
        |why: String| Failure::field("friction", why, format!("give auto, {}", names().join(", ")));
    match text.parse().map_err(|error: FrictionError| wrong(error.to_string()))? {
        FrictionChoice::Auto => Ok(None),
        FrictionChoice::Model(model) => Ok(Some(model)),
        FrictionChoice::Described => Err(wrong("friction by load is not available here".into())),
    }
}
