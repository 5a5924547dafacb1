//! The pre-flight check: what would spoil an identification, found before it.
//!
//! One pass over the blocks of a log, one file per check, one line each in `CHECKS`.
//! Memory does not depend on the length of the log.

mod absurd;
mod agreement;
mod causes;
mod copies;
mod degrees;
mod effort;
mod finding;
mod finite;
mod frozen;
mod jumps;
mod layout;
mod limits;
mod motion;
mod quantised;
mod samples;
mod sampling;
mod saturated;
mod stamps;
mod summary;
mod unrelated;

pub use finding::{Finding, Rows, Severity};
pub use layout::Layout;
pub use summary::{Spread, Steps, Summary};

use crate::block::Block;
use crate::error::LogError;
use crate::expectation::Expectation;
use crate::log::Log;
use crate::stream::LogStream;
use serde::Serialize;
use std::cmp::Reverse;

/// One check: it sees all blocks, then says what it found.
trait Check: Send {
    /// Looks at a block.
    fn see(&mut self, block: &Block, layout: &Layout);
    /// Says what was found in all blocks.
    fn finish(&self, layout: &Layout, summary: &Summary) -> Vec<Finding>;
}

/// Makes a check ready for the columns of a log.
type Prepare = fn(&Layout) -> Box<dyn Check>;

/// Every check. A new one is one line here.
const CHECKS: &[Prepare] = &[
    |_| Box::new(samples::Samples),
    |_| Box::new(stamps::Stamps::default()),
    |_| Box::new(sampling::Sampling),
    |layout| Box::new(finite::Finite::new(layout)),
    |layout| Box::new(absurd::Absurd::new(layout)),
    |layout| Box::new(frozen::Frozen::new(layout)),
    |layout| Box::new(jumps::Jumps::new(layout)),
    |layout| Box::new(saturated::Saturated::new(layout)),
    |layout| Box::new(agreement::Agreement::new(layout)),
    |_| Box::new(degrees::Degrees),
    |layout| Box::new(limits::Limits::new(layout)),
    |layout| Box::new(motion::Motion::new(layout)),
    |_| Box::new(effort::Effort),
    |layout| Box::new(quantised::Quantised::new(layout)),
    |layout| Box::new(unrelated::Unrelated::new(layout)),
    |layout| Box::new(copies::Copies::new(layout)),
];

/// What the check of a log says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Number of rows.
    pub rows: u64,
    /// From the first to the latest stamp, s.
    pub duration: f64,
    /// The usual step between stamps, s; 0 if there is none.
    pub step: f64,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
}

impl Report {
    /// The usual rate, Hz; 0 if there is none.
    pub fn rate(&self) -> f64 {
        if self.step > 0.0 { 1.0 / self.step } else { 0.0 }
    }
    /// True if no finding is an error.
    pub fn ok(&self) -> bool {
        self.findings.iter().all(|f| f.severity < Severity::Error)
    }
    /// Findings for which the log should not be used.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|f| f.severity == Severity::Error)
    }
    /// Adds findings of checks that know more of the robot; each cause stays one finding.
    pub fn add(&mut self, findings: Vec<Finding>) {
        let mut all = std::mem::take(&mut self.findings);
        all.extend(findings);
        all.sort_by_key(|f| Reverse(f.severity));
        self.findings = causes::single(all);
    }
    /// The findings of a code.
    pub fn of<'a>(&'a self, code: &'a str) -> impl Iterator<Item = &'a Finding> {
        self.findings.iter().filter(move |f| f.code == code)
    }
}

/// A check in progress, for those who have another use for the blocks as well.
pub struct Preflight {
    layout: Layout,
    checks: Vec<Box<dyn Check>>,
    summary: Summary,
}

impl Preflight {
    /// Prepares to see the blocks of a stream.
    pub fn of_stream(stream: &LogStream, expectation: &Expectation) -> Self {
        Self::new(Layout::of_stream(stream, expectation))
    }

    /// Prepares to see the blocks of a log in memory.
    pub fn of_log(log: &Log, expectation: &Expectation) -> Self {
        Self::new(Layout::of_log(log, expectation))
    }

    /// Which column is which.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    fn new(layout: Layout) -> Self {
        let checks = CHECKS.iter().map(|check| check(&layout)).collect();
        let summary = Summary::new(&layout);
        Self { layout, checks, summary }
    }

    /// Looks at the next block.
    pub fn see(&mut self, block: &Block) {
        self.checks.iter_mut().for_each(|check| check.see(block, &self.layout));
        self.summary.see(block);
    }

    /// Says what was found.
    pub fn finish(self) -> Report {
        let Self { layout, checks, summary } = self;
        let found = checks.iter().flat_map(|check| check.finish(&layout, &summary));
        let mut findings: Vec<Finding> = found.collect();
        findings.sort_by_key(|f| Reverse(f.severity));
        let mut findings = causes::single(findings);
        findings.sort_by_key(|f| Reverse(f.severity));
        Report {
            rows: summary.rows,
            duration: summary.duration(),
            step: summary.steps.nominal(),
            findings,
        }
    }
}

/// Checks all that is left of a stream.
pub fn check(stream: &mut LogStream, expectation: &Expectation) -> Result<Report, LogError> {
    let mut preflight = Preflight::of_stream(stream, expectation);
    let mut block = Block::new();
    while stream.next_block(&mut block)? {
        preflight.see(&block);
    }
    Ok(preflight.finish())
}

/// Checks a log in memory.
pub fn check_log(log: &Log, expectation: &Expectation) -> Report {
    let mut preflight = Preflight::of_log(log, expectation);
    log.for_each_block(|block| preflight.see(block));
    preflight.finish()
}
