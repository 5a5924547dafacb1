//! `armlab identify ROBOT --log FILE --follow`: estimates while the log is still
//! being written.

mod columns;
mod document;
mod state;
mod tail;
mod voice;

use super::logs::{HINT, LogReader};
use super::options::{Identify, friction_choice};
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, note};
use crate::table::number;
use armlab::documents::identification::{Drawn, Way, again, values_over_time};
use armlab::identify::estimators::Selection;
use armlab::identify::online::live::{Live, LiveSettings};
use armlab::identify::online::{ONLINE_METHODS, OnlineMethod};
use armlab::identify::{FrictionModel, Model, Trace};
use armlab::report::html::{Page, Part, Section};
use armlab::robot::Robot;
use armlab_log::LiveLog;
use columns::Columns;
use document::{Document, Report, unknowns};
use std::path::Path;
use std::time::{Duration, Instant};
use tail::{Came, Tail};
use voice::Voice;

/// Time between two savings of the state.
const SAVED: Duration = Duration::from_secs(5);
/// Unknowns in the picture.
const DRAWN: usize = 8;

pub fn run(command: &Identify, robot: &Robot, reader: &LogReader, common: &Common) -> Outcome {
    let [path] = &command.log[..] else {
        return Err(Failure::input("one log is followed at a time", "give --log once"));
    };
    let methods = methods(&command.method)?;
    let choice = friction_choice(&command.friction)?;
    let shape = choice.model().cloned().unwrap_or_else(FrictionModel::standard);
    let couplings = command.decisions(robot, common.seed)?.couplings;
    let model = Model::new(robot, shape, &couplings).map_err(|e| Failure::input(e, HINT))?;
    let settings = LiveSettings { noise_window: command.noise_window, ..LiveSettings::default() };
    let failed = |e: &dyn std::fmt::Display| Failure::input(e, "see `armlab identify --help`");
    let saved = command.state.as_deref().map(state::read).transpose()?.flatten();
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
    let _hold = interrupt::hold();
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
            state::write(file, &live)?;
            last_saved = Instant::now();
        }
    }
    live.finish().map_err(|e| failed(&e))?;
    if let Some(file) = command.state.as_deref() {
        state::write(file, &live)?;
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

/// Methods that can follow a log.
fn methods(text: &str) -> Result<Vec<&'static dyn OnlineMethod>, Failure> {
    let chosen = text.parse::<Selection>().and_then(|selection| ONLINE_METHODS.select(&selection));
    chosen.map_err(Failure::from)
}

fn page(document: &Document, live: &Live) -> Page {
    let traces: Vec<Trace> = live.learners().iter().map(|l| l.history().trace()).collect();
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
