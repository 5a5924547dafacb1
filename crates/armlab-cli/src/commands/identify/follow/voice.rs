//! What is said while a log is followed, and in the end.

use super::super::options::Identify;
use super::document::{Document, Report};
use crate::arguments::Common;
use crate::failure::Outcome;
use crate::output::{self, Paint};
use crate::table::{number, table};
use armlab::identify::Model;
use armlab::identify::online::live::Live;
use std::fmt::Write;

/// What is said on the way, and in the end.
pub struct Voice<'c> {
    common: &'c Common,
    lines: bool,
    every: f64,
    next: f64,
    names: Vec<String>,
    begun: bool,
}

impl<'c> Voice<'c> {
    /// Nothing has been said yet.
    pub fn new(command: &Identify, common: &'c Common, model: &Model) -> Self {
        let (lines, every) = (command.json_lines, command.every.max(1e-3));
        Self { common, lines, every, next: f64::NEG_INFINITY, names: model.names(), begun: false }
    }

    /// Says something if it is time.
    pub fn say(&mut self, live: &Live) -> Outcome {
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

    /// The last word.
    pub fn end(&mut self, document: &Document) -> Outcome {
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
