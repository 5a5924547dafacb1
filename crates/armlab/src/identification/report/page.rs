//! `report.html` of an identification.

mod comparison;
mod convergence;
mod friction;
mod parameters;
mod payload;
mod rows;

use super::{IdentificationReport, MethodReport};
use crate::base::structure::structural_identifiability;
use crate::documents::number;
use crate::identification::corrected::{ExportReport, change_cells};
use crate::identify::{Estimate, Model, Recording};
use crate::report::html::{Page, Part, Section, Stamp, Table};
use crate::robot::Robot;
use crate::validation::{
    EvaluationRows, autocorrelation, cells, diagnosis_table, efforts, joint_tables,
    reproduce_section, scope_table, titles, verdict_table,
};
pub use convergence::{MethodTrace, PlottedParameter, plotted, values_over_time};
use friction::friction;
pub use parameters::capped;
use parameters::{identifiability, link_parameters, parameters};
pub use parameters::{parameter_rows, parameter_titles};
use rows::rows;

/// What the report on an identification shows beside its document.
pub struct PageContent<'a> {
    /// The document.
    pub document: &'a IdentificationReport,
    /// The unknowns.
    pub model: &'a Model<'a>,
    /// The recommended estimate.
    pub estimate: &'a Estimate,
    /// Rows of the logs that were learnt from.
    pub fitted: &'a EvaluationRows,
    /// Rows of the validation logs.
    pub unseen: &'a EvaluationRows,
    /// The rows that methods are evaluated on.
    pub recordings: &'a [Recording],
    /// What the recommended method predicts for these.
    pub predicted: &'a [Vec<Vec<f64>>],
    /// The command that reproduces the report.
    pub command: Option<&'a str>,
}

/// The report on an identification: parameters first, then the verdict, friction and
/// residuals, then how the result was found.
pub fn page(content: &PageContent) -> Page {
    let PageContent { document, recordings, predicted, command, .. } = *content;
    let robot = content.model.robot();
    let best = document.best();
    let mut sections = Vec::new();
    if let Some(best) = best {
        sections.push(Section::new("Parameters", parameters(best, document.reference.as_ref())));
        sections.push(Section::new("Verdict", verdict(document, best)));
        sections.extend(payload::sections(document));
        let friction = friction(content.model, &content.estimate.values(), recordings);
        if !friction.is_empty() {
            sections.push(Section::new("Friction", friction));
        }
        let mut residuals = efforts(robot, recordings, predicted);
        residuals.extend(autocorrelation(robot, recordings, predicted));
        sections.push(Section::new("Measured and predicted efforts", residuals));
        let scores = best.validation.as_ref().unwrap_or(&best.fit);
        let on = if best.validation.is_some() {
            "the validation logs"
        } else {
            "the logs it was fitted to"
        };
        let tables =
            joint_tables(robot, scores, &best.metrics, &best.whiteness, &document.naive, on);
        sections.push(Section::new("Joint by joint", tables));
        let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
        sections.push(Section::new("Rows used", rows(content, &names)));
        sections.push(Section::new("Methods", methods(document)));
        if document.methods.len() > 1 {
            let compared = comparison::comparison(document);
            sections.push(Section::new("Method comparison", compared));
        }
        let traces = convergence::convergence(document);
        if !traces.is_empty() {
            sections.push(Section::new("Convergence", traces));
        }
        sections.push(Section::new("Parameter uncertainty", identifiability(best)));
        sections.extend(structure(robot));
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
    let stamp = best
        .map(|best| Stamp { status: best.verdict_word(), words: document.recommendation.clone() });
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

/// The verdict, its limits and what may be wrong.
fn verdict(document: &IdentificationReport, best: &MethodReport) -> Vec<Part> {
    let verdict = &best.verdict;
    let mut parts = vec![Part::List(verdict.reasons.clone()), verdict_table(verdict)];
    parts.extend(diagnosis_table(&verdict.diagnosis));
    parts.push(Part::Text("Scope of the verdict.".into()));
    parts.push(Part::List(verdict.scope.clone()));
    parts.push(Part::Table(scope_table(&document.scope)));
    parts
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
