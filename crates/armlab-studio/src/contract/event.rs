//! Events: `GET /events` (server-sent events).
//!
//! Every event has an id; a page that reconnects sends `Last-Event-ID` and gets what it
//! missed. The SSE `event:` field is always `message`; `data:` is a [`EventMessage`].

use super::{EstimateTrace, Problem, RunCard};
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EventMessage {
    /// Counts up.
    #[cfg_attr(test, ts(as = "f64"))]
    pub id: u64,
    /// The project it is about; empty for all.
    pub project: String,
    /// What happened.
    pub event: StudioEvent,
}

/// What happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StudioEvent {
    /// The first event of every connection.
    Hello {
        /// Changes with every start of the server.
        start: String,
        /// True if events were lost since `Last-Event-ID`: read everything again.
        lost: bool,
    },
    /// A run was asked for, began, went on or ended; the card has all of it.
    Run {
        /// The run as it is now.
        card: RunCard,
        /// Why it failed.
        problem: Option<Problem>,
    },
    /// An estimate, or more of it.
    Estimate {
        /// The run.
        run: u32,
        /// The way to it.
        trace: EstimateTrace,
    },
    /// A method of a run began or ended.
    Method {
        /// The run.
        run: u32,
        /// The method.
        method: String,
        /// `running`, `done`, `failed` or `cancelled`.
        state: String,
        /// Why, or a few words.
        message: String,
        /// Seconds it took.
        seconds: f64,
        /// Its entry of the result's `methods`, when done.
        #[cfg_attr(test, ts(type = "unknown"))]
        result: serde_json::Value,
    },
    /// An optimiser's best value so far (excite).
    Objective {
        /// The run.
        run: u32,
        /// Which start.
        start: usize,
        /// Iteration.
        iteration: usize,
        /// Value.
        value: f64,
    },
    /// The project was changed; read it again.
    Project {
        /// Its revision.
        revision: u32,
        /// By what.
        label: String,
    },
    /// A file was added.
    Files,
}
