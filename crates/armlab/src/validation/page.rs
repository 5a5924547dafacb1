//! `report.html` of a validation.

use super::ValidationReport;
use super::{autocorrelation, diagnosis_table, efforts, joint_tables, scope_table, verdict_table};
use crate::identify::Recording;
use crate::report::html::{Page, Part, Section, Stamp};
use crate::robot::Robot;

/// The report on a validation.
pub fn page(
    document: &ValidationReport,
    robot: &Robot,
    recordings: &[Recording],
    predicted: &[Vec<Vec<f64>>],
    command: Option<&str>,
) -> Page {
    let verdict = &document.verdict;
    let tables = joint_tables(
        robot,
        &document.validation,
        &document.metrics,
        &document.whiteness,
        &document.naive,
        "these logs",
    );
    let mut parts = vec![Part::List(verdict.reasons.clone()), verdict_table(verdict)];
    parts.extend(diagnosis_table(&verdict.diagnosis));
    parts.extend([
        Part::Text("Scope of the verdict.".into()),
        Part::List(verdict.scope.clone()),
        Part::Table(scope_table(&document.scope)),
    ]);
    let mut residuals = efforts(robot, recordings, predicted);
    residuals.extend(autocorrelation(robot, recordings, predicted));
    Page {
        title: format!("Validation of {}", document.robot),
        subtitle: format!("The description on {:.1} s of motion", document.scope.seconds),
        stamp: Some(Stamp {
            status: verdict.status.name(),
            words: format!("prediction error {:.2} %", document.validation.relative),
        }),
        sections: vec![
            Section::new("Verdict", parts),
            Section::new("Measured and predicted efforts", residuals),
            Section::new("Joint by joint", tables),
            Section::new("Data processing", vec![Part::List(document.notes.clone())]),
        ]
        .into_iter()
        .chain(command.map(reproduce_section))
        .collect(),
    }
}

/// The command that reproduces a report.
pub fn reproduce_section(command: &str) -> Section {
    let version =
        format!("armlab {}. The same input gives the same numbers.", { env!("CARGO_PKG_VERSION") });
    Section::new("Reproduce", vec![Part::Command(command.into()), Part::Text(version)])
}
