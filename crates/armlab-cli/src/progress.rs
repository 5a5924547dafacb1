//! Progress on standard error: on a terminal one line that is written over, elsewhere
//! a plain line now and then.

use crate::output::{clear_line, note, write_line};
use armlab::progress::{Event, EventKind, Observer};
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A command that ends before shows no progress.
const FIRST: Duration = Duration::from_millis(500);
/// Time between two updates on a terminal.
const REFRESH: Duration = Duration::from_millis(250);
/// Time between two plain lines.
const PLAIN: Duration = Duration::from_secs(5);

struct State {
    task: String,
    fraction: Option<f64>,
    /// Expected end of the call.
    end: Option<Instant>,
    began: Instant,
    shown: Option<Instant>,
    /// Whether lines are written where there is no terminal.
    plain: bool,
}

/// Shows the events of a long call.
pub struct ProgressLine {
    state: Arc<Mutex<State>>,
}

impl ProgressLine {
    /// Shows progress on a terminal only.
    pub fn new() -> Self {
        Self::with(false)
    }
    /// Shows progress on a terminal, and as plain lines elsewhere.
    pub fn everywhere() -> Self {
        Self::with(true)
    }
    fn with(plain: bool) -> Self {
        let began = Instant::now();
        let state =
            State { task: "starting".into(), fraction: None, end: None, began, shown: None, plain };
        let state = Arc::new(Mutex::new(state));
        if plain || io::stderr().is_terminal() {
            let weak = Arc::downgrade(&state);
            std::thread::spawn(move || repeat(&weak));
        }
        Self { state }
    }
}

/// Updates the line even while no event comes.
fn repeat(state: &Weak<Mutex<State>>) {
    loop {
        std::thread::sleep(REFRESH);
        let Some(state) = state.upgrade() else { return };
        lock(&state).show();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn show(&mut self) {
        let now = Instant::now();
        let terminal = io::stderr().is_terminal();
        let pause = if terminal { REFRESH } else { PLAIN };
        let due = match self.shown {
            None => now.duration_since(self.began) >= FIRST,
            Some(shown) => now.duration_since(shown) + REFRESH / 5 >= pause,
        };
        if !due || !(terminal || self.plain) {
            return;
        }
        self.shown = Some(now);
        let percent = self.fraction.map_or(String::new(), |f| format!("{:3.0} %  ", 100.0 * f));
        let elapsed = now.duration_since(self.began).as_secs_f64();
        let left = self.end.map(|end| end.saturating_duration_since(now).as_secs_f64());
        let left =
            left.filter(|s| *s >= 1.0).map_or(String::new(), |s| format!(", {} left", time(s)));
        let line = format!("{percent}{} ({}{left})", self.task, time(elapsed));
        if terminal { write_line(&line) } else { note(line) }
    }
}

/// `12 s` or `3 min 5 s`.
fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    if whole < 60 { format!("{whole} s") } else { format!("{} min {} s", whole / 60, whole % 60) }
}

impl Observer for ProgressLine {
    fn event(&self, event: &Event) {
        if let EventKind::Note(message) = event.kind {
            return note(message);
        }
        let mut state = lock(&self.state);
        if matches!(event.kind, EventKind::Started | EventKind::Advanced) {
            if state.task != event.task {
                state.task = event.task.into();
            }
            // Tasks that run side by side report in any order.
            if event.fraction >= state.fraction {
                state.fraction = event.fraction;
                state.end = event.remaining.and_then(|r| Instant::now().checked_add(r));
            }
        }
        state.show();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        clear_line();
    }
}
