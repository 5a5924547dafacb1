//! Estimates while a log of the project is still being written, as `armlab identify --follow`.

use super::identify_live::Points;
use super::logs;
use super::outcome::{Outcome, json};
use super::ticket::Ticket;
use crate::compute::log::Source;
use crate::contract::{FollowOptions, StudioEvent};
use crate::failure::{Answer, Failure};
use crate::model::Loaded;
use crate::project::OpenProject;
use armlab::documents::typed;
use armlab::identification::FrictionChoice;
use armlab::identify::estimators::Selection;
use armlab::identify::online::online_methods;
use armlab::online_identification::{LogTail, OnlineIdentification, OnlineSession, TailEvent};
use armlab::progress::EventKind;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time between two estimates that are sent.
const REFRESH: Duration = Duration::from_millis(100);

/// A log that is followed.
pub struct Follow {
    loaded: Arc<Loaded>,
    options: FollowOptions,
    source: Source,
    friction: FrictionChoice,
}

impl Follow {
    pub fn prepare(project: &OpenProject, options: &FollowOptions) -> Answer<Self> {
        let loaded = project.loaded();
        logs::gains(&options.gains, &loaded.robot)?;
        let source = Source::find(project, &options.log).map_err(|mut failure| {
            failure.0.field = Some("log".into());
            failure
        })?;
        let known = online_methods();
        for (k, name) in options.methods.iter().enumerate() {
            known.get(name).map_err(|error| {
                Failure::field(format!("methods[{k}]"), error.to_string(), error.hint())
            })?;
        }
        if options.idle.is_some_and(|s| !(s > 0.0 && s <= 86_400.0)) {
            return Err(Failure::field("idle", "it must be above zero", "give seconds"));
        }
        let friction = options.friction.as_deref().unwrap_or("auto");
        let friction = friction
            .parse::<FrictionChoice>()
            .map_err(|error| Failure::field("friction", error, "give auto, or laws joined by +"))?;
        Ok(Self { loaded, options: options.clone(), source, friction })
    }

    pub fn title(&self) -> String {
        format!("{} while {} grows", self.loaded.robot.name(), self.options.log)
    }

    pub fn options(&self) -> Value {
        serde_json::to_value(&self.options).unwrap_or_default()
    }

    pub fn command(&self, robot: &str) -> String {
        let o = &self.options;
        let mut words: Vec<String> =
            ["armlab", "identify", robot, "--follow", "--log", &o.log].map(String::from).to_vec();
        if !o.methods.is_empty() {
            words.push(format!("--method={}", o.methods.join(",")));
        }
        words.extend(o.friction.iter().map(|f| format!("--friction={f}")));
        words.extend(o.idle.iter().map(|s| format!("--idle={s:?}")));
        words.extend(logs::words(std::slice::from_ref(&self.source), &o.gains));
        words.push("--json".into());
        typed(words)
    }

    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        let robot = &self.loaded.robot;
        let o = &self.options;
        let methods = match o.methods.is_empty() {
            true => Selection::Default,
            false => Selection::Named(o.methods.clone()),
        };
        let mut online = OnlineIdentification::new(robot)
            .methods(methods)
            .friction(self.friction.clone())
            .columns(self.source.options(robot)?.instructions)
            .cancel(ticket.token());
        if let Some(gains) = &o.gains {
            online = online.gains(gains.clone());
        }
        let model = online.model()?;
        let mut session = online.start(&model)?;
        let idle = o.idle.map(Duration::from_secs_f64);
        let mut tail = LogTail::open(&self.source.path, idle, ticket.token())?;
        let mut sender = Sender::new(ticket, &session);
        loop {
            match tail.read()? {
                TailEvent::Bytes(bytes) => session.push_text(&bytes)?,
                TailEvent::Nothing => {}
                TailEvent::End => break,
            }
            sender.send(&session, false);
            if session.live().has_ended() {
                break;
            }
        }
        session.finish()?;
        sender.send(&session, true);
        let report = session.report();
        Ok(Outcome {
            result: json(&report)?,
            traces: sender.points.into_iter().map(|p| p.trace).collect(),
            warnings: session.warnings(),
            message: format!("{} samples, until {:.1} s", report.last.samples, report.last.t),
            ..Outcome::default()
        })
    }
}

/// Sends estimates a few times a second.
struct Sender<'t> {
    ticket: &'t Ticket,
    names: Vec<String>,
    units: Vec<String>,
    points: Vec<Points>,
    samples: u64,
    last: Instant,
}

impl<'t> Sender<'t> {
    fn new(ticket: &'t Ticket, session: &OnlineSession) -> Self {
        let unknowns = session.report().unknowns;
        Self {
            ticket,
            names: unknowns.iter().map(|u| u.name.clone()).collect(),
            units: unknowns.iter().map(|u| u.unit.clone()).collect(),
            points: Vec::new(),
            samples: 0,
            last: Instant::now(),
        }
    }

    fn send(&mut self, session: &OnlineSession, now: bool) {
        if !now && self.last.elapsed() < REFRESH {
            return;
        }
        let estimates = session.estimates();
        if estimates.samples == self.samples {
            return;
        }
        (self.samples, self.last) = (estimates.samples, Instant::now());
        let message = format!("{} samples, {:.1} s", estimates.samples, estimates.t);
        self.ticket.progress(0.0, &message);
        for method in &estimates.methods {
            let known = self.points.iter().position(|p| p.trace.method == method.method);
            let index = known.unwrap_or_else(|| {
                let points = Points::new(method.method, self.names.clone(), self.units.clone());
                self.points.push(points);
                self.points.len() - 1
            });
            let points = &mut self.points[index];
            points.push(&EventKind::Estimate {
                time: estimates.t,
                values: &method.values,
                deviations: method.std.as_deref(),
            });
            let trace = points.news();
            self.ticket.send(StudioEvent::Estimate { run: self.ticket.run, trace });
            let why = method.diverged.as_ref().map(|d| d.reason.as_str());
            let state = if why.is_some() { "failed" } else { "running" };
            let result = serde_json::to_value(method).unwrap_or_default();
            self.ticket.method(method.method, state, why.unwrap_or(""), 0.0, result);
        }
    }
}
