//! `report.html` of a validation.

use super::ValidationReport;
use super::{efforts, joint_tables, scope_table};
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
    let parts = vec![
        Part::List(verdict.reasons.clone()),
        Part::Text("Scope of the verdict.".into()),
        Part::List(verdict.scope.clone()),
        Part::Table(scope_table(&document.scope)),
    ];
    Page {
        title: format!("Validation of {}", document.robot),
        subtitle: format!("The description on {:.1} s of motion", document.scope.seconds),
        stamp: Some(Stamp {
            pass: verdict.pass,
            words: format!("prediction error {:.2} %", document.validation.relative),
        }),
        sections: vec![
            Section::new("Verdict", parts),
            Section::new("Measured and predicted efforts", efforts(robot, recordings, predicted)),
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
