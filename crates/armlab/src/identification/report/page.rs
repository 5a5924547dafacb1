//! `report.html`: what was found, how well it is known, and why to believe it.

mod comparison;
mod convergence;
mod parameters;

use super::{IdentificationReport, MethodReport};
use crate::documents::number;
use crate::identification::corrected::{ExportReport, change_cells};
use crate::identify::Recording;
use crate::report::html::{Page, Part, Section, Stamp, Table};
use crate::robot::Robot;
use crate::validation::{cells, efforts, joint_tables, reproduce_section, scope_table, titles};
pub use convergence::{MethodTrace, PlottedParameter, plotted, values_over_time};
pub use parameters::capped;
use parameters::{identifiability, link_parameters};

/// The report on an identification: its document, the recordings that methods are
/// judged by, what the recommended method predicts for them, and the command that
/// does it again.
pub fn page(
    document: &IdentificationReport,
    robot: &Robot,
    judged: &[Recording],
    predicted: &[Vec<Vec<f64>>],
    command: Option<&str>,
) -> Page {
    let best = document.methods.iter().find(|m| m.method == document.recommended);
    let mut sections = Vec::new();
    if let Some(best) = best {
        let mut verdict = vec![Part::List(best.verdict.reasons.clone())];
        verdict.push(Part::Text("Scope. Outside of it nothing is claimed.".into()));
        verdict.push(Part::List(best.verdict.scope.clone()));
        verdict.push(Part::Table(scope_table(&document.scope)));
        sections.push(Section::new("Verdict", verdict));
        sections.push(Section::new("Methods", methods(document)));
        if document.methods.len() > 1 {
            let compared = comparison::comparison(document);
            sections.push(Section::new("Methods beside each other", compared));
        }
        let ways = convergence::convergence(document);
        if !ways.is_empty() {
            sections.push(Section::new("How they got there", ways));
        }
        sections.push(Section::new(
            "Measured and predicted efforts",
            efforts(robot, judged, predicted),
        ));
        let scores = best.validation.as_ref().unwrap_or(&best.fit);
        let on = if best.validation.is_some() { "unseen logs" } else { "the identification logs" };
        let tables =
            joint_tables(robot, scores, &best.metrics, &best.whiteness, &document.naive, on);
        sections.push(Section::new("Joint by joint", tables));
        sections.push(Section::new("What the data know", identifiability(best)));
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let changes = comparison::sensitivity(document, &names);
        sections.push(Section::new("What each unknown does", changes));
        sections.extend(document.trust.iter().map(|t| t.section()));
        sections.push(Section::new("Link parameters and friction", link_parameters(best)));
        sections.push(Section::new("The corrected description", exported(&document.export)));
    }
    let mut how = document.choices.clone();
    how.extend(document.notes.iter().cloned());
    how.extend(best.iter().flat_map(|b| b.notes.iter().cloned()));
    sections.push(Section::new("How it was done", vec![Part::List(how)]));
    sections.extend(command.map(reproduce_section));
    let stamp =
        best.map(|best| Stamp { pass: best.verdict.pass, words: document.recommendation.clone() });
    Page {
        title: format!("Identification of {}", document.robot),
        subtitle: format!(
            "{} base parameters and {} of friction, from {:.1} s of motion judged",
            document.base_parameters,
            document.unknowns - document.base_parameters,
            document.scope.seconds
        ),
        stamp,
        sections,
    }
}

fn methods(document: &IdentificationReport) -> Vec<Part> {
    let judged = |m: &MethodReport| m.validation.as_ref().unwrap_or(&m.fit).relative;
    let mut ranked: Vec<&MethodReport> = document.methods.iter().collect();
    ranked.sort_by(|a, b| {
        let first = |m: &MethodReport| (m.method != document.recommended, !m.verdict.pass);
        first(a).cmp(&first(b)).then(judged(a).total_cmp(&judged(b)))
    });
    let rows = ranked.iter().map(|m| {
        cells([
            m.method.to_string(),
            format!("{:.3}", m.fit.relative),
            m.validation.as_ref().map_or("–".into(), |v| format!("{:.3}", v.relative)),
            if m.verdict.pass { "pass".into() } else { "fail".into() },
            if m.physical.consistent {
                "possible".into()
            } else {
                format!("not {}", m.physical.worst_link)
            },
            m.rank.to_string(),
            number(m.scaled_condition),
            format!("{:.3}", m.seconds),
            match (m.settled, m.generations) {
                (Some(t), _) => format!("{t:.2} s"),
                (None, Some(g)) => format!("{g} generations"),
                (None, None) => String::new(),
            },
        ])
    });
    let table = Table {
        caption: "Methods, the recommended one first. Error: part of the efforts that is not \
                  predicted, over all joints. Condition: of the rows with columns of length one. \
                  Settled: when a method that follows the log came within a percent of its end \
                  for good, or the generations of a search."
            .into(),
        header: titles([
            "method",
            "own error %",
            "unseen error %",
            "verdict",
            "bodies",
            "rank",
            "condition",
            "s",
            "settled after",
        ]),
        rows: rows.collect(),
        numbers: vec![1, 2, 5, 6, 7, 8],
        marked: Some(0),
    };
    let mut parts = vec![Part::Text(format!("Recommended: {}.", document.recommendation))];
    parts.push(Part::List(document.reasons.clone()));
    parts.push(Part::Table(table));
    parts
}

fn exported(export: &Option<ExportReport>) -> Vec<Part> {
    let Some(export) = export else { return Vec::new() };
    if let Some(why) = &export.refused {
        return vec![Part::Text(format!("None was written: {why}."))];
    }
    let files = export.files.iter().map(|f| {
        let efforts = f.efforts.map_or("unknown".into(), |e| format!("{e:.1e} %"));
        format!(
            "{}: read again after writing; inertials differ by {:.1e}, friction by {:.1e} of the \
             largest; difference between its efforts and the estimate's: {efforts}",
            f.file, f.inertial, f.friction
        )
    });
    let table = Table {
        caption: "What differs from the description as it was given.".into(),
        header: titles(["number", "was", "is", "unit", "change %"]),
        rows: export.changes.iter().map(|c| change_cells(c).to_vec()).collect(),
        numbers: vec![1, 2, 4],
        marked: None,
    };
    vec![Part::List(files.chain(export.notes.iter().cloned()).collect()), Part::Table(table)]
}
