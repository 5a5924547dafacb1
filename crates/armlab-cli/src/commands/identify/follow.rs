//! `armlab identify ROBOT --log FILE --follow`: estimates while the log is still
//! being written.

mod document;
mod tail;

use super::logs::{HINT, LogReader};
use super::options::{Identify, friction_shape};
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint, note};
use crate::table::{number, table};
use armlab::identify::online::Logged;
use armlab::identify::online::live::{Live, LiveMethod, LiveSettings, LiveState};
use armlab::identify::{FrictionShape, Model, Trace};
use armlab::report::html::{Page, Part, Section};
use armlab::robot::Robot;
use armlab_documents::identification::{Drawn, Way, again, values_over_time};
use armlab_log::{Block, LiveLog, Quantity};
use document::{Document, Report, unknowns};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use tail::{Came, Tail};

/// Time between two savings of the state.
const SAVED: Duration = Duration::from_secs(5);
/// Methods where none are named.
const USUAL: &str = "rls-sqrt,ekf";
/// Unknowns in the picture.
const DRAWN: usize = 8;

pub fn run(command: &Identify, robot: &Robot, reader: &LogReader, common: &Common) -> Outcome {
    let [path] = &command.log[..] else {
        return Err(Failure::input("one log is followed at a time", "give --log once"));
    };
    let methods = methods(&command.method)?;
    let shape = friction_shape(&command.friction)?.unwrap_or(FrictionShape::STANDARD);
    let couplings = command.decisions(robot, common.seed)?.couplings;
    let model = Model::new(robot, shape, &couplings).map_err(|e| Failure::input(e, HINT))?;
    let settings = LiveSettings { gauge: command.gauge, ..LiveSettings::default() };
    let failed = |e: &dyn std::fmt::Display| Failure::input(e, "see `armlab identify --help`");
    let saved = command.state.as_deref().map(read_state).transpose()?.flatten();
    let mut live = match &saved {
        Some(state) => {
            note(format_args!("going on after {} samples, at {} s", state.taken, state.last));
            Live::resume(&model, &methods, settings, state).map_err(|e| failed(&e))?
        }
        None => Live::new(&model, &methods, settings).map_err(|e| failed(&e))?,
    };
    let patience = command.idle.map(Duration::from_secs_f64);
    let mut tail = Tail::open(path, patience)?;
    let mut log = LiveLog::new(&path.to_string_lossy(), reader.options()?);
    let mut columns: Option<Columns> = None;
    // A file that is read again has been learnt up to the last stamp; a pipe
    // brings what is new.
    let pipe = path == Path::new("-");
    let learnt = saved.as_ref().filter(|_| !pipe).map(|s| s.last);
    let mut voice = Voice::new(command, common, &model);
    let mut last_saved = Instant::now();
    interrupt::gently();
    loop {
        let (blocks, end) = match tail.next()? {
            Came::Bytes(bytes) => (log.push(&bytes)?, false),
            Came::Nothing => (Vec::new(), false),
            Came::End => (log.finish()?, true),
        };
        for block in &blocks {
            let columns = match &columns {
                Some(columns) => columns,
                None => columns.insert(Columns::of(&log, reader, &model)?),
            };
            for row in 0..block.rows() {
                columns.with(block, row, |logged| {
                    if learnt.is_some_and(|last| logged.t <= last) {
                        return Ok(());
                    }
                    live.take(logged).map_err(|e| failed(&e))?;
                    voice.say(&live)
                })?;
            }
        }
        if end {
            break;
        }
        if let Some(file) = command.state.as_deref().filter(|_| last_saved.elapsed() > SAVED) {
            write_state(file, &live)?;
            last_saved = Instant::now();
        }
    }
    live.finish().map_err(|e| failed(&e))?;
    if let Some(file) = command.state.as_deref() {
        write_state(file, &live)?;
    }
    if live.learners().is_empty() {
        let hint = "the log needs a line of names and lines of numbers, a few seconds of them";
        return Err(Failure::input("nothing came that could be learnt from", hint));
    }
    for (t, divergence) in live.learners().iter().filter_map(|l| l.diverged()) {
        note(format_args!("{divergence} (log time {t:.3} s); what it knew before is kept"));
    }
    let (dropped, gaps) = live.dropped();
    let document = Document {
        robot: robot.name().into(),
        unknowns: unknowns(&model),
        dropped,
        gaps,
        damaged_lines: log.left_out(),
        last: Report::of(&live),
    };
    if let Some(complaint) = log.last_complaint() {
        let lines = log.left_out();
        note(format_args!("{lines} damaged lines were left out; the last one: {complaint}"));
    }
    if let Some(out) = &common.out {
        let folder = Folder::open(out)?;
        folder.write_json("follow.json", &document)?;
        folder.write("report.html", &page(&document, &live).to_html())?;
    }
    voice.end(&document)
}

/// Estimators that can follow.
fn methods(text: &str) -> Result<Vec<LiveMethod>, Failure> {
    let names = LiveMethod::names();
    let text = match text {
        super::options::USUAL => USUAL.to_string(),
        "all" => names.join(","),
        own => own.to_string(),
    };
    let one = |name: &str| {
        LiveMethod::named(name.trim()).ok_or_else(|| {
            let hint = format!("methods that follow a log are {}", names.join(", "));
            Failure::input(format_args!("`{}` cannot follow a log", name.trim()), hint)
        })
    };
    text.split(',').map(one).collect()
}

/// Where a block holds what.
struct Columns {
    q: Vec<usize>,
    qd: Option<Vec<usize>>,
    qdd: Option<Vec<usize>>,
    effort: Vec<usize>,
    /// Gains, where currents stand for efforts.
    factors: Vec<f64>,
}

impl Columns {
    fn of(log: &LiveLog, reader: &LogReader, model: &Model) -> Result<Self, Failure> {
        let joints = model.joints();
        let all = |quantity: Quantity| -> Option<Vec<usize>> {
            (0..joints).map(|j| log.column_of(quantity, j)).collect()
        };
        let missing = |what: &str| {
            let message = format!("the log does not hold {what} of all {joints} driven joints");
            Failure::input(message, "see `armlab log FILE --robot ROBOT`, and --map")
        };
        let q = all(Quantity::Position).ok_or_else(|| missing("positions"))?;
        let (effort, factors) = match (all(Quantity::Effort), all(Quantity::Current)) {
            (Some(effort), _) => (effort, vec![1.0; joints]),
            (None, Some(currents)) => match reader.known_gains().filter(|g| g.len() == joints) {
                Some(gains) => (currents, gains),
                None => return Err(missing("efforts, nor are gains given for its currents,")),
            },
            (None, None) => return Err(missing("efforts")),
        };
        let (qd, qdd) = (all(Quantity::Velocity), all(Quantity::Acceleration));
        Ok(Self { q, qd, qdd, effort, factors })
    }

    /// Hands on one row.
    fn with(&self, block: &Block, row: usize, then: impl FnOnce(&Logged) -> Outcome) -> Outcome {
        let at = |column: usize| block.column(column).get(row).copied().unwrap_or(f64::NAN);
        let some = |columns: &[usize]| -> Vec<f64> { columns.iter().map(|&c| at(c)).collect() };
        let effort: Vec<f64> =
            self.effort.iter().zip(&self.factors).map(|(&c, f)| f * at(c)).collect();
        let (q, qd, qdd) =
            (some(&self.q), self.qd.as_deref().map(some), self.qdd.as_deref().map(some));
        then(&Logged { t: at(0), q: &q, qd: qd.as_deref(), qdd: qdd.as_deref(), effort: &effort })
    }
}

/// What is said on the way, and in the end.
struct Voice<'c> {
    common: &'c Common,
    lines: bool,
    every: f64,
    next: f64,
    names: Vec<String>,
    begun: bool,
}

impl<'c> Voice<'c> {
    fn new(command: &Identify, common: &'c Common, model: &Model) -> Self {
        let (lines, every) = (command.json_lines, command.every.max(1e-3));
        Self { common, lines, every, next: f64::NEG_INFINITY, names: model.names(), begun: false }
    }

    /// Says something if it is time.
    fn say(&mut self, live: &Live) -> Outcome {
        if live.learners().is_empty() || live.last() < self.next {
            return Ok(());
        }
        self.next = live.last() + self.every;
        if self.lines {
            return self.line(&Report::of(live));
        }
        if self.common.json {
            return Ok(());
        }
        if !self.begun {
            self.begun = true;
            output::print(&format!(
                "{} unknowns; not predicted of the last seconds' efforts:\n",
                self.names.len()
            ))?;
        }
        let errors = live.learners().iter().map(|l| match (l.diverged(), l.error()) {
            (Some((t, _)), _) => format!("{} diverged at {t:.2} s", l.name()),
            (None, Some(error)) => format!("{} {error:.2} %", l.name()),
            (None, None) => format!("{} –", l.name()),
        });
        let errors: Vec<String> = errors.collect();
        output::print(&format!("{:9.2} s  {}\n", live.last(), errors.join("   ")))
    }

    fn line(&mut self, report: &Report) -> Outcome {
        if !self.begun {
            self.begun = true;
            let head = serde_json::json!({ "unknowns": self.names });
            output::print(&format!("{head}\n"))?;
        }
        let text = serde_json::to_string(report).map_err(std::io::Error::from)?;
        output::print(&(text + "\n"))
    }

    fn end(&mut self, document: &Document) -> Outcome {
        if self.lines {
            return self.line(&document.last);
        }
        match self.common.json {
            true => output::print_json(document),
            false => output::print(&read_out(document, Paint::new(self.common))),
        }
    }
}

fn read_out(document: &Document, paint: Paint) -> String {
    let last = &document.last;
    let mut text = format!(
        "\n{}: {} samples up to {} s\n\n",
        paint.bold(&document.robot),
        last.samples,
        number(last.t)
    );
    if document.dropped + document.gaps > 0 {
        let _ = writeln!(
            text,
            "  {} samples were left out (not numbers, or out of order), {} gaps\n",
            document.dropped, document.gaps
        );
    }
    let mut header = vec!["unknown".to_string(), "unit".into(), "described".into()];
    header.extend(last.methods.iter().flat_map(|m| [m.method.to_string(), "±".into()]));
    let rows = document.unknowns.iter().enumerate().map(|(k, unknown)| {
        let mut row = vec![unknown.name.clone(), unknown.unit.clone()];
        row.push(unknown.described.map_or(String::new(), number));
        for m in &last.methods {
            row.push(m.values.get(k).copied().map_or(String::new(), number));
            row.push(m.std.as_ref().and_then(|s| s.get(k)).copied().map_or(String::new(), number));
        }
        row
    });
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let right: Vec<usize> = (2..header.len()).collect();
    text.push_str(&table(&header, rows.collect(), &right));
    text
}

fn page(document: &Document, live: &Live) -> Page {
    let traces: Vec<Trace> =
        live.learners().iter().map(|l| Trace::of_history(l.history())).collect();
    let ways: Vec<Way> = live
        .learners()
        .iter()
        .zip(&traces)
        .filter(|(_, trace)| trace.at.len() > 1)
        .map(|(l, trace)| Way { method: l.name(), trace })
        .collect();
    let values = live.learners().first().map_or(&[][..], |l| l.estimate());
    let drawn: Vec<Drawn> = document
        .unknowns
        .iter()
        .zip(values)
        .take(DRAWN)
        .enumerate()
        .map(|(place, (unknown, value))| Drawn {
            place,
            name: unknown.name.clone(),
            unit: unknown.unit.clone(),
            value: *value,
            reference: unknown.described,
        })
        .collect();
    let pictures = ways.chunks(6).map(|some| Part::Picture {
        svg: values_over_time(some, &drawn).to_svg(),
        caption: "Estimates while the log was written; the thick line is where the first method \
                  ends."
            .into(),
    });
    Page {
        title: format!("Following {}", document.robot),
        subtitle: format!("{} samples up to {} s", document.last.samples, number(document.last.t)),
        stamp: None,
        sections: vec![
            Section::new("Estimates over time", pictures.collect()),
            again(&output::this_command()),
        ],
    }
}

fn read_state(path: &Path) -> Result<Option<LiveState>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            let message = format!("{}: cannot be read: {e}", path.display());
            return Err(Failure::input(message, "give another --state"));
        }
    };
    serde_json::from_str(&text).map(Some).map_err(|e| {
        let message = format!("{}: is no saved state: {e}", path.display());
        Failure::input(message, "remove the file to begin anew, or give another --state")
    })
}

/// Replaces the file as a whole, so that it is never half written.
fn write_state(path: &Path, live: &Live) -> Outcome {
    let Some(state) = live.save() else { return Ok(()) };
    let text = serde_json::to_string(&state).map_err(std::io::Error::from)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| Failure::writing(path, &error))
}
