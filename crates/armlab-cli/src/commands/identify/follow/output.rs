//! What is printed while a log is followed, and at the end.

use super::super::options::Identify;
use crate::arguments::Common;
use crate::failure::Outcome;
use crate::output::{self, Paint};
use crate::table::{number, table};
use armlab::identify::Model;
use armlab::identify::online::live::Live;
use armlab::online_identification::{OnlineEstimates, OnlineReport};
use std::fmt::Write;

/// Prints estimates from time to time, and the last ones.
pub struct Output<'c> {
    common: &'c Common,
    lines: bool,
    every: f64,
    next: f64,
    names: Vec<String>,
    begun: bool,
}

impl<'c> Output<'c> {
    /// Nothing is printed yet.
    pub fn new(command: &Identify, common: &'c Common, model: &Model) -> Self {
        let (lines, every) = (command.json_lines, command.every.max(1e-3));
        Self { common, lines, every, next: f64::NEG_INFINITY, names: model.names(), begun: false }
    }

    /// Prints the estimates if it is time.
    pub fn update(&mut self, live: &Live) -> Outcome {
        if live.learners().is_empty() || live.last() < self.next {
            return Ok(());
        }
        self.next = live.last() + self.every;
        if self.lines {
            return self.line(&OnlineEstimates::new(live));
        }
        if self.common.json {
            return Ok(());
        }
        if !self.begun {
            self.begun = true;
            output::print(&format!(
                "{} unknowns; prediction error over the last seconds:\n",
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

    fn line(&mut self, report: &OnlineEstimates) -> Outcome {
        if !self.begun {
            self.begun = true;
            let head = serde_json::json!({ "unknowns": self.names });
            output::print(&format!("{head}\n"))?;
        }
        let text = serde_json::to_string(report).map_err(std::io::Error::from)?;
        output::print(&(text + "\n"))
    }

    /// Prints the last estimates.
    pub fn end(&mut self, document: &OnlineReport) -> Outcome {
        if self.lines {
            return self.line(&document.last);
        }
        if self.common.json {
            return output::print_json(document);
        }
        output::print(&read_out(document, Paint::new(self.common)))
    }
}

fn read_out(document: &OnlineReport, paint: Paint) -> String {
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
            "  {} samples left out (not finite, or out of order), {} gaps\n",
            document.dropped, document.gaps
        );
    }
    let mut header = vec!["unknown".to_string(), "unit".into(), "description".into()];
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
