//! `armlab reproduce`: a paper's experiments, ours beside theirs.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::output::{self, Folder, Paint, note};
use crate::table::table;
use armlab::progress::{Event, EventKind, Progress};
use armlab_papers::reproduce::{
    Files, Paper, PaperDocument, REDRAWS, ReproduceError, Reproduction, Settings, counts_table,
    summary_files,
};
use armlab_papers::{PAPERS, paper};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Default output folder; each paper has a folder in it.
const FOLDER: &str = "out";
/// How long an interrupt waits for a paper that has just been finished.
const LAST: Duration = Duration::from_millis(200);
/// Time between two checks for an interrupt.
const POLL: Duration = Duration::from_millis(20);
/// The name that stands for every paper.
const ALL: &str = "all";

/// Run a paper's experiments.
#[derive(Args)]
#[command(
    after_help = "Writes DIR/PAPER/report.html (self-contained), errata.html, figures as SVG, tables \
                  as CSV and JSON, and for `all` DIR/summary.html, a page to print. Every published \
                  number stands beside what the printed equations give, what the corrected ones give \
                  and the truth. One rule, the same for all papers, computes from these numbers and \
                  39 redraws whether it is reproduced, in trend, not reproduced, or cannot be told. \
                  The same seed gives the same JSON, byte for byte, on any number of cores. An \
                  interrupt keeps the papers that are finished."
)]
pub struct Reproduce {
    /// batista2020, urrea2022, urrea2016, urrea2020, rosyid2020, or all
    paper: String,
}

#[derive(Serialize)]
struct ReproductionReport {
    seed: u64,
    papers: Vec<PaperDocument>,
}

/// A paper that is done.
struct Done {
    paper: &'static Paper,
    document: PaperDocument,
    reproduction: Reproduction,
    report: PathBuf,
    seconds: f64,
}

impl Reproduce {
    pub fn run(self, common: &Common) -> Outcome {
        let wanted = self.papers()?;
        let folder = common.out.clone().unwrap_or_else(|| FOLDER.into());
        interrupt::graceful();
        // This thread only waits, so it ends by itself however busy the machine is.
        let _hold = interrupt::hold();
        let mut done = Vec::new();
        // A thread of its own, so that an interrupt need not wait for it.
        let (sender, receiver) = mpsc::channel();
        let seed = common.seed;
        let (all, root) = (wanted.len() > 1, folder.clone());
        std::thread::spawn(move || {
            for paper in wanted {
                let result = reproduced(paper, seed, &folder);
                let failed = result.is_err();
                if sender.send(result).is_err() || failed {
                    return;
                }
            }
        });
        while !interrupt::is_requested() {
            match receiver.recv_timeout(POLL) {
                Ok(Err(_)) if interrupt::is_requested() => break,
                Ok(paper) => done.push(paper?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let stopped = interrupt::is_requested();
        // A paper whose files are all there counts, if it has not been reported yet.
        if stopped && let Ok(Ok(paper)) = receiver.recv_timeout(LAST) {
            done.push(paper);
        }
        if stopped {
            note(format_args!("stopped; {} finished papers are kept", done.len()));
        }
        let summary = if all && !stopped { Some(summarised(&done, seed, &root)?) } else { None };
        if common.json {
            let papers = done.into_iter().map(|d| d.document).collect();
            output::print_json(&ReproductionReport { seed, papers })?;
        } else {
            output::print(&read_out(&done, summary.as_deref(), Paint::new(common)))?;
        }
        if stopped { Err(Failure::interrupted()) } else { Ok(()) }
    }

    fn papers(&self) -> Result<Vec<&'static Paper>, Failure> {
        if self.paper == ALL {
            return Ok(PAPERS.iter().collect());
        }
        let names: Vec<&str> = PAPERS.iter().map(|p| p.id).collect();
        let unknown = || {
            let hint = format!("give one of {}, or {ALL}", names.join(", "));
            Failure::input(
                format_args!("`{}` is not one of the reproduced papers", self.paper),
                hint,
            )
        };
        paper(&self.paper).map(|p| vec![p]).ok_or_else(unknown)
    }
}

/// Runs one paper and writes its folder.
fn reproduced(paper: &'static Paper, seed: u64, folder: &Path) -> Result<Done, Failure> {
    let start = Instant::now();
    let steps = |event: &Event| {
        if let EventKind::Started = event.kind {
            note(format_args!("{}: {}", paper.id, event.task));
        }
    };
    let progress = Progress::new(&steps, interrupt::token());
    let settings = Settings { seed, redraws: REDRAWS, progress };
    let reproduction = (paper.run)(&settings).map_err(|error| match error {
        ReproduceError::Cancelled => Failure::interrupted(),
        error => Failure::internal(format_args!("{}: {error}", paper.id)),
    })?;
    let Files { document, files } = Files::of(paper, seed, &reproduction);
    let path = folder.join(paper.id);
    let _hold = interrupt::hold();
    let folder = Folder::open(&path)?;
    for file in &files {
        folder.write_quietly(&file.name, &file.content)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    note(format_args!(
        "{}: {} files in {} after {seconds:.1} s",
        paper.id,
        files.len(),
        path.display()
    ));
    Ok(Done { paper, document, reproduction, report: path.join("report.html"), seconds })
}

/// Writes the page over all papers and says where it is.
fn summarised(done: &[Done], seed: u64, root: &Path) -> Result<PathBuf, Failure> {
    let papers: Vec<(&Paper, &Reproduction)> =
        done.iter().map(|d| (d.paper, &d.reproduction)).collect();
    let folder = Folder::open(root)?;
    for file in summary_files(seed, &papers) {
        folder.write_quietly(&file.name, &file.content)?;
    }
    Ok(root.join("summary.html"))
}

fn read_out(done: &[Done], summary: Option<&Path>, paint: Paint) -> String {
    if done.is_empty() {
        return String::new();
    }
    let counts: Vec<_> = done.iter().map(|d| (d.document.paper, d.document.counts)).collect();
    let counted = counts_table(&counts);
    let header: Vec<&str> = counted.header.iter().map(String::as_str).chain(["s"]).collect();
    let rows = counted.rows.into_iter().enumerate().map(|(k, mut row)| {
        row.push(done.get(k).map_or_else(String::new, |d| format!("{:.1}", d.seconds)));
        row
    });
    let right: Vec<usize> = (1..header.len()).collect();
    let mut out = format!(
        "\n {}\n\n{}\n",
        paint.bold("Published numbers beside ours, and how each row ended"),
        table(&header, rows.collect(), &right)
    );
    if summary.is_some() {
        let header = [
            "paper",
            "reproduced",
            "in trend",
            "not reproducible",
            "why the rule counts otherwise",
        ];
        let rows = done.iter().map(|d| {
            let first = &d.paper.first_edition;
            let mut row = vec![d.paper.id.to_string()];
            row.extend(first.counts.map(|n| n.to_string()));
            row.push(first.why.into());
            row
        });
        out += &format!(
            " {}\n\n{}\n",
            paint.bold("The first edition, which judged rows by hand"),
            table(&header, rows.collect(), &[1, 2, 3])
        );
    }
    let reports = done.iter().map(|d| d.report.as_path()).chain(summary);
    for report in reports {
        out += &format!(" {}\n", paint.cyan(&report.display().to_string()));
    }
    out
}
