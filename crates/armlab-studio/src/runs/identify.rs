//! Parameters from logs, as `armlab identify`.

use super::identify_files::{files, methods_table, trace};
use super::identify_live::MethodEvents;
use super::knowledge::Knowledge;
use super::logs;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::log::Source;
use crate::contract::{IdentifyOptions, RunRequest};
use crate::failure::{Answer, Failure};
use crate::model::Loaded;
use crate::project::{OpenProject, RunRecord, run_folder};
use armlab::documents::typed;
use armlab::identification::{
    CoupledJoints, FrictionChoice, FrictionModel, GravityReport, Identification,
};
use armlab::identify::estimators::{Estimator, Selection};
use armlab::motion::{ReadFor, read_trajectory};
use armlab::progress::Progress;
use armlab::recordings::Gains;
use armlab::robot::Robot;
use armlab::simulate::{ExperimentFile, read_experiment};
use armlab_papers::methods::{ESTIMATORS, estimators};
use serde_json::Value;
use std::sync::Arc;

/// Most draws of the bootstrap.
const MOST_RESAMPLES: usize = 5000;

/// An identification that makes sense.
pub struct Identify {
    loaded: Arc<Loaded>,
    options: IdentifyOptions,
    own: Vec<Source>,
    other: Vec<Source>,
    payload: Vec<Source>,
    methods: Vec<&'static dyn Estimator>,
    friction: FrictionChoice,
    knowledge: Knowledge,
    /// Experiment and trajectory of the run that simulated the first log.
    experiment: Option<(String, String)>,
}

impl Identify {
    pub fn prepare(project: &OpenProject, options: &IdentifyOptions) -> Answer<Self> {
        if options.logs.is_empty() {
            let hint = "drop a log on the page, or simulate one";
            return Err(Failure::field("logs", "there is no log to identify from", hint));
        }
        let loaded = project.loaded();
        logs::some_gains(&options.gains, &loaded.robot)?;
        check_payload(options)?;
        logs::cutoff(options.cutoff)?;
        if options.bootstrap.is_some_and(|n| n > MOST_RESAMPLES) {
            let hint = format!("take {MOST_RESAMPLES} or fewer");
            return Err(Failure::field("bootstrap", "too many draws", hint));
        }
        let friction = options.friction.as_deref().unwrap_or("auto");
        for (k, joints) in options.couplings.iter().enumerate() {
            joints.parse::<CoupledJoints>().map_err(|e| {
                let hint = "write the names of two joints, as joint5+joint6";
                Failure::field(format!("couplings[{k}]"), e.message(), hint)
            })?;
        }
        Ok(Self {
            own: logs::find(project, "logs", &options.logs)?,
            other: logs::find(project, "validate", &options.validate)?,
            payload: logs::find(project, "payload", &options.payload)?,
            methods: chosen(&options.methods)?,
            friction: friction_model(friction)?,
            knowledge: Knowledge::of(options)?,
            experiment: experiment(project, options),
            options: options.clone(),
            loaded,
        })
    }

    pub fn title(&self) -> String {
        if self.options.payload_alone == Some(true) {
            return format!("payload of {}", self.loaded.robot.name());
        }
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
        o.settings.iter().for_each(|s| add("set", s.clone()));
        o.prior.iter().for_each(|p| add("prior", p.clone()));
        for bound in &o.bounds {
            let (target, range) = bound.split_once('=').unwrap_or((bound, ""));
            let (link, what) = target.rsplit_once('.').unwrap_or((target, "mass"));
            add(what.trim(), format!("{}={}", link.trim(), range.trim()));
        }
        o.mount.iter().for_each(|m| add("mount", m.clone()));
        o.truth.iter().for_each(|t| add("truth", t.clone()));
        o.couplings.iter().for_each(|c| add("coupling", c.clone()));
        o.payload.iter().for_each(|l| add("payload", l.clone()));
        o.payload_mass.iter().for_each(|m| add("payload-mass", format!("{m:?}")));
        if let Some([x, y, z]) = o.payload_centre {
            add("payload-centre", format!("{x:?},{y:?},{z:?}"));
        }
        o.payload_link.iter().for_each(|l| add("payload-link", l.clone()));
        if o.unknown_gravity == Some(true) {
            add("gravity", "unknown".into());
        }
        add("seed", o.seed.unwrap_or(0).to_string());
        words.extend(logs::words_of_some(&self.own, &o.gains));
        words.extend((o.payload_alone == Some(true)).then(|| "--payload".into()));
        words.extend(self.in_parts().then(|| "--long".into()));
        words.push("--json".into());
        typed(words)
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let o = &self.options;
        let mounted = self.knowledge.mounting.map(|m| self.loaded.robot.mounted(&m));
        let described = mounted.as_ref().unwrap_or(&self.loaded.robot);
        let gravity = match self.gravity(described, ticket) {
            Ok(gravity) => gravity,
            Err(_) if ticket.is_stopped() => return Ok(cancelled()),
            Err(failure) => return Err(failure),
        };
        let turned = gravity.as_ref().map(|g| described.with_gravity(g.gravity()));
        let robot = turned.as_ref().unwrap_or(described);
        let command = super::record(&ticket.project, ticket.run, |r| r.command.clone());
        let names: Vec<&'static str> = self.methods.iter().map(|m| m.name()).collect();
        let selected = names.iter().map(|name| name.to_string()).collect();
        let mut identification = self
            .with_logs(Identification::new(robot), robot)?
            .registry(estimators())
            .methods(Selection::Named(selected))
            .friction(self.friction.clone())
            .seed(o.seed.unwrap_or(0))
            .command(command.unwrap_or_default());
        for setting in &o.settings {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            identification = identification.set(name.trim(), value.trim())?;
        }
        if let Some(prior) = self.knowledge.prior {
            identification = identification.prior(prior);
        }
        for bound in &self.knowledge.bounds {
            identification = identification.bound(bound.clone());
        }
        if let Some(truth) = &self.knowledge.truth {
            identification = identification.truth(truth);
        }
        for log in logs::read(&self.other, robot)? {
            identification = identification.validate(log)?;
        }
        if let Some(cutoff) = o.cutoff {
            identification = identification.cutoff(cutoff);
        }
        for log in logs::read(&self.payload, robot)? {
            identification = identification.payload(log)?;
        }
        if let Some(mass) = o.payload_mass {
            identification = identification.payload_mass(mass);
        }
        if let Some(centre) = o.payload_centre {
            identification = identification.payload_centre(centre);
        }
        if let Some(link) = &o.payload_link {
            identification = identification.payload_link(link);
        }
        if let Some(gravity) = gravity {
            identification = identification.identified_gravity(gravity);
        }
        if let Some(gains) = &o.gains {
            identification = identification.gains(Gains::Joints(gains.clone()));
        }
        if let Some(draws) = o.bootstrap {
            identification = identification.bootstrap(draws);
        }
        if let Some(experiment) = self.experiment_file()? {
            identification = identification.experiment(experiment);
        }
        for joints in &o.couplings {
            identification = identification.coupling(joints.parse()?);
        }
        if o.payload_alone == Some(true) {
            return payload_alone(&identification, ticket);
        }
        let observer = MethodEvents::new(ticket, names);
        let progress = Progress::new(&observer, ticket.token());
        let found = match identification.run_with(&progress, &observer) {
            Ok(found) => found,
            Err(error) if error.is_cancelled() => return Ok(cancelled()),
            Err(error) => return Err(error.into()),
        };
        ticket.end_computing();
        drop(progress);
        let cancelled = found.failed().iter().filter(|f| f.reason.is_none());
        let stopped = observer.traces_of(cancelled.map(|f| f.method));
        let best = found.best();
        let error = best.result().evaluated().relative;
        Ok(Outcome {
            result: json(found.report())?,
            table: methods_table(robot, &found),
            traces: found.methods().filter_map(|m| trace(m.estimate())).chain(stopped).collect(),
            warnings: found.report().skipped.clone(),
            files: files(&found)?,
            message: format!("{}: prediction error {error:.2} %", best.name()),
            stopped: ticket.is_stopped(),
            failure: None,
        })
    }

    /// Whether the training logs are read in parts.
    fn in_parts(&self) -> bool {
        self.options.in_parts == Some(true) || logs::are_large(&self.own)
    }

    /// The identification with its training logs, in memory or read in parts.
    fn with_logs<'r>(
        &self,
        identification: Identification<'r>,
        robot: &Robot,
    ) -> Answer<Identification<'r>> {
        if !self.in_parts() {
            return Ok(identification.logs(logs::read(&self.own, robot)?)?);
        }
        let (sources, read) = logs::in_parts(&self.own, robot)?;
        let identification =
            identification.logs(sources)?.in_parts(true).columns(read.instructions);
        Ok(match read.rate {
            Some(rate) => identification.rate(rate),
            None => identification,
        })
    }

    /// The direction of gravity, if it is to be identified.
    fn gravity(&self, robot: &Robot, ticket: &Ticket) -> Answer<Option<GravityReport>> {
        let o = &self.options;
        if o.unknown_gravity != Some(true) {
            return Ok(None);
        }
        let mut identification = Identification::new(robot).logs(logs::read(&self.own, robot)?)?;
        if let Some(cutoff) = o.cutoff {
            identification = identification.cutoff(cutoff);
        }
        if let Some(gains) = &o.gains {
            identification = identification.gains(Gains::Joints(gains.clone()));
        }
        let observer = MethodEvents::new(ticket, Vec::new());
        Ok(Some(identification.run_gravity(&observer, ticket.token())?))
    }

    /// The experiment of the run that simulated the first log.
    fn experiment_file(&self) -> Answer<Option<ExperimentFile>> {
        let Some((experiment, trajectory)) = &self.experiment else { return Ok(None) };
        let robot = &self.loaded.robot;
        let mut load = |_: &str| Ok(trajectory.clone());
        let mut file = read_experiment(experiment, "experiment.toml", robot, &mut load)?;
        let motion = read_trajectory(trajectory, "trajectory.toml", ReadFor::robot(robot))?;
        file.trajectory = Some(motion);
        Ok(Some(file).filter(|file| !file.platform))
    }
}

/// The payload on the robot as described.
fn payload_alone(identification: &Identification, ticket: &Ticket) -> Answer<Outcome> {
    let found = match identification.run_payload(ticket, ticket.token()) {
        Ok(found) => found,
        Err(error) if error.is_cancelled() => return Ok(cancelled()),
        Err(error) => return Err(error.into()),
    };
    let load = &found.payload;
    Ok(Outcome {
        result: json(&found)?,
        message: format!("payload {:.3} ± {:.3} kg on {}", load.mass, load.mass_std, load.link),
        stopped: ticket.is_stopped(),
        ..Outcome::default()
    })
}

/// What a stopped run leaves.
pub(super) fn cancelled() -> Outcome {
    Outcome { stopped: true, message: "cancelled".into(), ..Outcome::default() }
}

/// Whether what is said of a payload makes sense.
fn check_payload(options: &IdentifyOptions) -> Answer<()> {
    let positive = |m: f64| m > 0.0 && m.is_finite();
    if options.payload_mass.is_some_and(|m| !positive(m)) {
        return Err(Failure::field("payload_mass", "it must be above zero", "give kg"));
    }
    if options.payload_centre.is_some_and(|c| c.iter().any(|x| !x.is_finite())) {
        return Err(Failure::field("payload_centre", "it is no point", "give x, y, z in metres"));
    }
    let said = options.payload_mass.is_some()
        || options.payload_centre.is_some()
        || options.payload_link.is_some();
    let alone = options.payload_alone == Some(true);
    if alone && !options.payload.is_empty() {
        let hint = "choose the logs with the payload as the logs to train on, and no others";
        return Err(Failure::field("payload", "the payload alone is identified", hint));
    }
    if said && options.payload.is_empty() && !alone {
        let hint = "choose the logs of the robot with the payload";
        return Err(Failure::field("payload", "there is no log with the payload", hint));
    }
    Ok(())
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
pub(super) fn chosen(names: &[String]) -> Answer<Vec<&'static dyn Estimator>> {
    let names: Vec<&str> = match names {
        [] => ESTIMATORS.defaults().to_vec(),
        given if given.iter().any(|n| n == "all") => ESTIMATORS.names(),
        given => given.iter().map(String::as_str).collect(),
    };
    let mut methods: Vec<&'static dyn Estimator> = Vec::new();
    for (k, name) in names.iter().enumerate() {
        let found = ESTIMATORS.get(name).map_err(|error| {
            Failure::field(format!("methods[{k}]"), error.to_string(), error.hint())
        })?;
        if !methods.iter().any(|m| m.name() == found.name()) {
            methods.push(found);
        }
    }
    Ok(methods)
}

/// The friction model by name.
fn friction_model(text: &str) -> Answer<FrictionChoice> {
    let wrong = |why: String| {
        let names: Vec<String> = FrictionModel::names().into_iter().map(|n| n.0).collect();
        Failure::field("friction", why, format!("give auto, {}", names.join(", ")))
    };
    match text.parse::<FrictionChoice>() {
        Ok(FrictionChoice::Described) => {
            Err(wrong("load-dependent friction is not available here".into()))
        }
        Ok(choice) => Ok(choice),
        Err(error) => Err(wrong(error.to_string())),
    }
}
