//! `report.html` of an identification.

mod comparison;
mod convergence;
mod parameters;

use super::IdentificationReport;
use crate::base::structure::structural_identifiability;
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
/// evaluated on, what the recommended method predicts for them, and the command that
/// reproduces it.
pub fn page(
    document: &IdentificationReport,
    robot: &Robot,
    recordings: &[Recording],
    predicted: &[Vec<Vec<f64>>],
    command: Option<&str>,
) -> Page {
    let best = document.best();
    let mut sections = Vec::new();
    if let Some(best) = best {
        let mut verdict = vec![Part::List(best.verdict.reasons.clone())];
        verdict.push(Part::Text("Scope of the verdict.".into()));
        verdict.push(Part::List(best.verdict.scope.clone()));
        verdict.push(Part::Table(scope_table(&document.scope)));
        sections.push(Section::new("Verdict", verdict));
        sections.push(Section::new("Methods", methods(document)));
        if document.methods.len() > 1 {
            let compared = comparison::comparison(document);
            sections.push(Section::new("Method comparison", compared));
        }
        let traces = convergence::convergence(document);
        if !traces.is_empty() {
            sections.push(Section::new("Convergence", traces));
        }
        sections.push(Section::new(
            "Measured and predicted efforts",
            efforts(robot, recordings, predicted),
        ));
        let scores = best.validation.as_ref().unwrap_or(&best.fit);
        let on = if best.validation.is_some() {
            "the validation logs"
        } else {
            "the logs it was fitted to"
        };
        let tables =
            joint_tables(robot, scores, &best.metrics, &best.whiteness, &document.naive, on);
        sections.push(Section::new("Joint by joint", tables));
        sections.push(Section::new("Parameter uncertainty", identifiability(best)));
        sections.extend(structure(robot));
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        let changes = comparison::sensitivity(document, &names);
        sections.push(Section::new("Sensitivity", changes));
        sections.extend(document.trust.iter().map(|t| t.section()));
        sections.push(Section::new("Link parameters and friction", link_parameters(best)));
        sections.push(Section::new("The corrected description", exported(&document.export)));
    }
    let mut how = document.choices.clone();
    how.extend(document.notes.iter().cloned());
    how.extend(best.iter().flat_map(|b| b.notes.iter().cloned()));
    sections.push(Section::new("Data processing", vec![Part::List(how)]));
    sections.extend(command.map(reproduce_section));
    let stamp =
        best.map(|best| Stamp { pass: best.verdict.pass, words: document.recommendation.clone() });
    Page {
        title: format!("Identification of {}", document.robot),
        subtitle: format!(
            "{} base parameters, {} friction parameters; evaluated on {:.1} s of motion",
            document.base_parameters,
            document.unknowns - document.base_parameters,
            document.scope.seconds
        ),
        stamp,
        sections,
    }
}

/// Structural identifiability: what any motion could reveal, from the geometry alone.
fn structure(robot: &Robot) -> Option<Section> {
    let structure = structural_identifiability(robot).ok()?;
    let rows = structure.by_link().into_iter().map(|row| {
        let [alone, combined, never] = [row.identifiable, row.in_combination, row.unidentifiable];
        vec![row.link, alone.join(", "), combined.join(", "), never.join(", ")]
    });
    let table = Table {
        caption: "Which parameters any motion could reveal, from the geometry alone.".into(),
        header: titles(["link", "identifiable", "only in combination", "no effect on efforts"]),
        rows: rows.collect(),
        numbers: Vec::new(),
        marked: None,
    };
    let mut parts = vec![Part::Text(format!("{}.", structure.summary()))];
    parts.push(Part::List(structure.notes));
    parts.push(Part::Table(table));
    Some(Section::new("Structural identifiability", parts))
}

fn methods(document: &IdentificationReport) -> Vec<Part> {
    let ranked = document.ranked();
    let rows = ranked.iter().map(|m| {
        cells([
            m.method.to_string(),
            format!("{:.3}", m.fit.relative),
            m.validation.as_ref().map_or("–".into(), |v| format!("{:.3}", v.relative)),
            m.verdict_word().into(),
            m.consistent(),
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
        caption:
            "Methods, the recommended one first. Error: norm of the residual over all joints, \
                  in percent of the measured efforts. Condition: of the regressor with \
                  normalised columns. Converged: time of the log after which an online method \
                  stays within a percent of its last estimate, or generations of a search."
                .into(),
        header: titles([
            "method",
            "fit error %",
            "validation error %",
            "verdict",
            "physically consistent",
            "rank",
            "condition",
            "s",
            "converged after",
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
        return vec![Part::Text(format!("There is none: {why}."))];
    }
    let files = export.files.iter().map(|f| {
        let efforts = f.efforts.map_or("unknown".into(), |e| format!("{e:.1e} %"));
        format!(
            "{}: read again, its inertial parameters differ by {:.1e} and its friction by {:.1e} of \
             the largest, its efforts from the estimate's by {efforts}",
            f.file, f.inertial, f.friction
        )
    });
    let table = Table {
        caption: "Changes of the description.".into(),
        header: titles(["parameter", "before", "after", "unit", "change %"]),
        rows: export.changes.iter().map(|c| change_cells(c).to_vec()).collect(),
        numbers: vec![1, 2, 4],
        marked: None,
    };
    vec![Part::List(files.chain(export.notes.iter().cloned()).collect()), Part::Table(table)]
}
