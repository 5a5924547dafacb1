//! Runs that wait and the threads that take them.

use super::ticket::Ticket;
use super::work::Work;
use crate::clock::now;
use crate::compute::table::Part;
use crate::contract::{RunCard, RunRequest, RunState, StudioEvent};
use crate::events::Events;
use crate::failure::{Answer, Failure};
use crate::project::{OpenProject, RunRecord, run_folder, write};
use axum::http::StatusCode;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Most runs that wait.
const MOST_WAITING: usize = 16;
/// Runs at work at once: a short one need not wait for a long one.
const WORKERS: usize = 2;

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<(Arc<Ticket>, Work)>,
    working: Vec<Arc<Ticket>>,
    closed: bool,
}

struct Shared {
    jobs: Mutex<Jobs>,
    ready: Condvar,
}

/// Runs that wait or are at work.
pub struct Queue {
    shared: Arc<Shared>,
    events: Arc<Events>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// A queue with its threads.
    pub fn new(events: Arc<Events>) -> Self {
        let shared = Arc::new(Shared { jobs: Mutex::default(), ready: Condvar::new() });
        for _ in 0..WORKERS {
            let shared = shared.clone();
            std::thread::spawn(move || work(&shared));
        }
        let told = Arc::downgrade(&events);
        std::thread::spawn(move || Events::flush_forever(&told));
        Self { shared, events }
    }

    /// Runs that wait or are at work.
    pub fn busy(&self) -> usize {
        let jobs = self.shared.lock();
        jobs.waiting.len() + jobs.working.len()
    }

    /// Takes a run on; it is on the disk when this returns.
    pub fn submit(&self, project: &Arc<OpenProject>, request: &RunRequest) -> Answer<RunCard> {
        let work = Work::prepare(project, request)?;
        let mut jobs = self.shared.lock();
        if jobs.waiting.len() >= MOST_WAITING {
            let detail = format!("{MOST_WAITING} runs wait already");
            let hint = "wait for one to end, or cancel one";
            return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, "queue-full", detail, hint));
        }
        let card = self.enter(project, request, &work)?;
        let ticket = Arc::new(Ticket::new(project.clone(), card.run, self.events.clone()));
        jobs.waiting.push_back((ticket, work));
        drop(jobs);
        self.shared.ready.notify_one();
        let event = StudioEvent::Run { card: card.clone(), problem: None };
        self.events.send(&project.id, event);
        Ok(card)
    }

    fn enter(&self, project: &OpenProject, request: &RunRequest, work: &Work) -> Answer<RunCard> {
        let mut state = project.lock();
        let run = state.runs.keys().next_back().map_or(1, |last| last + 1);
        let folder = run_folder(&project.folder, run);
        armlab_files::create_private_folder(&folder)?;
        for (name, content) in work.inputs(&state.document, run) {
            write(folder.join(name), content.as_bytes())?;
        }
        let record = RunRecord {
            card: RunCard {
                run,
                kind: work.kind().into(),
                state: RunState::Queued,
                title: work.title(),
                progress: 0.0,
                message: "waits".into(),
                asked: now(),
                seconds: 0.0,
                revision: state.index.revision,
                warnings: Vec::new(),
            },
            request: serde_json::to_value(request).map_err(Failure::internal)?,
            series: Vec::new(),
            problem: None,
            methods: Vec::new(),
            command: work.command(&state.document, run),
        };
        record.write(&project.folder)?;
        let card = record.card.clone();
        state.runs.insert(run, record);
        Ok(card)
    }

    fn find(&self, project: &str, run: u32) -> Option<Arc<Ticket>> {
        let jobs = self.shared.lock();
        let all = jobs.waiting.iter().map(|(ticket, _)| ticket).chain(&jobs.working);
        all.into_iter().find(|t| t.project.id == project && t.run == run).cloned()
    }

    /// Waits until a run that was stopped has saved what it has.
    pub fn wait_until_saved(&self, project: &str, run: u32) {
        while self.find(project, run).is_some_and(|ticket| ticket.is_stopped()) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// Stops a run, or one method of it. False if it is not at work.
    pub fn cancel(&self, project: &str, run: u32, method: Option<&str>) -> bool {
        let Some(ticket) = self.find(project, run) else { return false };
        match method {
            Some(method) => ticket.stop_method(method),
            None => {
                ticket.stop();
                let mut jobs = self.shared.lock();
                let waiting = jobs.waiting.iter().position(|(t, _)| Arc::ptr_eq(t, &ticket));
                let waiting = waiting.and_then(|k| jobs.waiting.remove(k));
                drop(jobs);
                ticket.change(|r| match waiting {
                    // It never began.
                    Some(_) => {
                        (r.card.state, r.card.message) = (RunState::Cancelled, "was stopped".into())
                    }
                    None if r.card.state == RunState::Running => {
                        r.card.message = "is being stopped".into();
                    }
                    None => {}
                });
                ticket.confirm_stop();
            }
        }
        true
    }

    /// Stops all runs of a project.
    pub fn cancel_project(&self, project: &str) {
        let jobs = self.shared.lock();
        let all = jobs.waiting.iter().map(|(ticket, _)| ticket).chain(&jobs.working);
        all.filter(|t| t.project.id == project).for_each(|t| t.stop());
    }

    /// Stops everything.
    pub fn close(&self) {
        let mut jobs = self.shared.lock();
        jobs.closed = true;
        jobs.waiting.iter().for_each(|(t, _)| t.stop());
        jobs.working.iter().for_each(|t| t.stop());
        drop(jobs);
        self.shared.ready.notify_all();
    }
}

/// A thread's life.
fn work(shared: &Shared) {
    loop {
        let mut jobs = shared.lock();
        let (ticket, work) = loop {
            if jobs.closed {
                return;
            }
            if let Some(job) = jobs.waiting.pop_front() {
                break job;
            }
            jobs = shared.ready.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        };
        jobs.working.push(ticket.clone());
        drop(jobs);
        take(&ticket, work);
        shared.lock().working.retain(|t| !Arc::ptr_eq(t, &ticket));
    }
}

fn take(ticket: &Ticket, work: Work) {
    if !ticket.is_stopped() {
        ticket.change(|r| {
            (r.card.state, r.card.message) = (RunState::Running, "begins".into());
        });
    }
    let began = std::time::Instant::now();
    let outcome = if ticket.is_stopped() {
        Err(None)
    } else {
        match catch_unwind(AssertUnwindSafe(|| work.run(ticket))) {
            Ok(outcome) => outcome.map_err(Some),
            Err(_) => Err(Some(Failure::internal("the computation ended unexpectedly"))),
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    ticket.end_computing();
    let kept = outcome.and_then(|outcome| keep(ticket, outcome).map_err(Some));
    ticket.change(|r| {
        (r.card.seconds, r.card.progress) = (seconds, 1.0);
        match kept {
            Ok(kept) => {
                let stopped = kept.stopped || ticket.is_stopped();
                let state = if stopped { RunState::Cancelled } else { RunState::Done };
                (r.card.state, r.card.message) = (state, kept.message);
                (r.card.warnings, r.series) = (kept.warnings, kept.series);
                if let Some(failure) = kept.failure {
                    r.card.state = RunState::Failed;
                    r.problem = Some(failure.problem());
                }
            }
            Err(failure) => match failure.filter(|_| !ticket.is_stopped()) {
                None => {
                    (r.card.state, r.card.message) = (RunState::Cancelled, "was stopped".into())
                }
                Some(failure) => {
                    (r.card.state, r.card.message) = (RunState::Failed, failure.0.detail.clone());
                    r.problem = Some(failure.problem());
                }
            },
        }
    });
}

struct SavedOutcome {
    message: String,
    warnings: Vec<String>,
    series: Vec<crate::contract::SeriesInfo>,
    stopped: bool,
    failure: Option<Failure>,
}

/// Writes what a run leaves.
fn keep(ticket: &Ticket, outcome: super::Outcome) -> Answer<SavedOutcome> {
    let folder = run_folder(&ticket.project.folder, ticket.run);
    for (name, content) in &outcome.files {
        write(folder.join(name), content)?;
    }
    if !outcome.table.columns.is_empty() {
        write(folder.join("series.csv"), outcome.table.csv(&Part::default())?.as_bytes())?;
    }
    if !outcome.traces.is_empty() {
        let text = serde_json::to_string(&outcome.traces).map_err(Failure::internal)?;
        write(folder.join("traces.json"), text.as_bytes())?;
    }
    if !outcome.result.is_empty() {
        write(folder.join("result.json"), outcome.result.as_bytes())?;
    }
    Ok(SavedOutcome {
        message: outcome.message,
        warnings: outcome.warnings,
        series: outcome.table.columns.into_iter().map(|(info, _)| info).collect(),
        stopped: outcome.stopped,
        failure: outcome.failure,
    })
}
