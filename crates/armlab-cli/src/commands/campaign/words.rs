//! A campaign for people: tables, and boxes over seeds.

use crate::output::Paint;
use crate::output::this_command;
use crate::table::{number, table};
use armlab::campaign::{MethodSummary, PlanRecord, Spread, Summary};
use armlab::report::html::{Page, Part, Section, Table};
use armlab::report::{BoxFigure, DrawnBox};
use armlab::validation::reproduce_section;
use serde::Serialize;
use std::fmt::Write;

/// Pictures of unknowns at most; tables have all of them.
const PICTURES: usize = 12;

#[derive(Serialize)]
pub struct Document<'a> {
    pub plan: &'a PlanRecord,
    pub summary: &'a Summary,
}

const HEADER: [&str; 8] =
    ["level", "method", "found", "worst bias %", "of", "worst ±%", "unseen error %", "s"];

/// One line: the unknown with the largest bias, the one with the largest spread.
fn line(method: &MethodSummary) -> Vec<String> {
    let by = |of: fn(&armlab::campaign::ParameterSummary) -> f64| {
        method.parameters.iter().max_by(|a, b| of(a).abs().total_cmp(&of(b).abs()))
    };
    let bias = by(|p| p.bias);
    let total = method.found + method.failed;
    vec![
        number(method.level),
        method.method.clone(),
        format!("{} of {total}", method.found),
        bias.map_or(String::new(), |p| number(p.bias)),
        bias.map_or(String::new(), |p| p.name.chars().take(24).collect()),
        by(|p| p.deviation).map_or(String::new(), |p| number(p.deviation)),
        method.unseen.map_or(String::new(), |s| number(s.median)),
        number(method.seconds),
    ]
}

pub fn read_out(plan: &PlanRecord, summary: &Summary, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} of {} tasks, {} methods\n",
        paint.bold(&plan.robot),
        summary.done,
        summary.tasks,
        plan.methods.len()
    );
    text.push_str(&table(&HEADER, summary.methods.iter().map(line).collect(), &[0, 3, 5, 6, 7]));
    for method in summary.methods.iter().filter(|m| m.failed > 0) {
        let why = method.failure.as_deref().unwrap_or("");
        let _ = writeln!(text, "  {} at level {}: {why}", method.method, number(method.level));
    }
    text
}

pub fn page(plan: &PlanRecord, summary: &Summary) -> Page {
    let overview = Table {
        caption: "Errors in percent of the true value; over all unknowns the largest. Unseen: the \
                  same motion without noise, median over seeds."
            .into(),
        header: HEADER.map(String::from).to_vec(),
        rows: summary.methods.iter().map(line).collect(),
        numbers: vec![0, 3, 5, 6, 7],
        marked: None,
    };
    let mut sections = vec![Section::new("Methods", vec![Part::Table(overview)])];
    let drawn = |spread: &Spread, name: String| {
        let Spread { least, lower, median, upper, most } = *spread;
        DrawnBox { name, numbers: [least, lower, median, upper, most] }
    };
    let name = |m: &MethodSummary| format!("{} · {}", m.method, number(m.level));
    let mut pictures = Vec::new();
    for (i, unknown) in plan.names.iter().enumerate().take(PICTURES) {
        let boxes = summary.methods.iter();
        let boxes = boxes.filter_map(|m| m.parameters.get(i).map(|p| drawn(&p.spread, name(m))));
        let unit = if plan.truth[i] == 0.0 { "error, in its unit" } else { "error, %" };
        let figure =
            BoxFigure { title: unknown.clone(), label: unit.into(), boxes: boxes.collect() };
        pictures.push(Part::Picture {
            svg: figure.to_svg(),
            caption: format!(
                "Errors of {unknown} by method and noise level over {} seeds: quartiles, median, \
                 ends.",
                plan.seeds
            ),
        });
    }
    if plan.names.len() > PICTURES {
        let more = plan.names.len() - PICTURES;
        pictures.push(Part::Text(format!("{more} more unknowns are in summary.json.")));
    }
    sections.push(Section::new("Unknowns", pictures));
    let rows = summary.methods.iter().flat_map(|m| {
        m.parameters.iter().map(|p| {
            let numbers = [p.bias, p.deviation, p.rms].map(number);
            let mut row = vec![number(m.level), m.method.clone(), p.name.clone()];
            row.extend(numbers);
            row
        })
    });
    let all = Table {
        caption: "Every unknown.".into(),
        header: ["level", "method", "unknown", "bias", "deviation", "rms"]
            .map(String::from)
            .to_vec(),
        rows: rows.collect(),
        numbers: vec![0, 3, 4, 5],
        marked: None,
    };
    sections.push(Section::new("All numbers", vec![Part::Table(all)]));
    sections.push(Section::new("How it was done", vec![Part::List(plan.settings.clone())]));
    sections.push(reproduce_section(&this_command()));
    Page {
        title: format!("Campaign on {}", plan.robot),
        subtitle: format!("{} of {} simulated experiments", summary.done, summary.tasks),
        stamp: None,
        sections,
    }
}
