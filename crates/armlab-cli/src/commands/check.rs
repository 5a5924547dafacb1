//! `armlab check`: the description's doctor.

use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::output::{self, Folder, Paint};
use crate::robot;
use armlab::base::{BaseError, base_parameters};
use armlab::kinematics::loops::Machine;
use armlab::mesh::MeshFolders;
use armlab::robot::Robot;
use armlab::robot::describe::{Description, FixedJoints, Note};
use armlab::robot::doctor::{Finding, Severity, examine, examine_with_shapes};
use armlab::robot::solids::Solids;
use clap::Args;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;

/// Ratio of singular values below which a home pose is a bad one.
const NEARLY_SINGULAR: f64 = 1e-3;

/// Examine a robot's description.
#[derive(Args)]
pub struct Check {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// Do not open meshes
    #[arg(long)]
    no_meshes: bool,
}

/// What `armlab check --json` prints.
#[derive(Serialize)]
pub struct CheckReport {
    robot: String,
    findings: Vec<FindingDocument>,
    notes: Vec<NoteDocument>,
    /// Files of meshes that were read.
    meshes: usize,
    /// False when a finding is an error.
    ok: bool,
}

#[derive(Serialize)]
struct FindingDocument {
    severity: &'static str,
    code: &'static str,
    subject: String,
    message: String,
    why: String,
    fix: String,
}

#[derive(Serialize)]
struct NoteDocument {
    message: String,
    file: String,
    line: usize,
    column: usize,
}

impl Check {
    pub fn run(self, common: &Common) -> Outcome {
        let (description, findings, meshes) = self.examined(common)?;
        if !common.json {
            let paint = Paint::new(common);
            let Description { robot, notes, .. } = &description;
            output::print(&read_out(robot, notes, &findings, meshes, paint))?;
        }
        let document = CheckReport::new(&description.robot, description.notes, findings, meshes);
        if let Some(out) = &common.out {
            Folder::open(out)?.write_json("check.json", &document)?;
        }
        if common.json {
            output::print_json(&document)?;
        }
        if document.ok { Ok(()) } else { Err(Failure::silent(CHECK_FAILED)) }
    }
}

impl Check {
    /// The document of `--json`.
    pub fn report(&self, common: &Common) -> Result<CheckReport, Failure> {
        let (description, findings, meshes) = self.examined(common)?;
        Ok(CheckReport::new(&description.robot, description.notes, findings, meshes))
    }

    /// The description, what there is to say about it, and how many meshes were read.
    fn examined(&self, common: &Common) -> Result<(Description, Vec<Finding>, usize), Failure> {
        // Merging would hide what a file states of each link.
        let description = robot::read(&self.robot, FixedJoints::Keep, common)?;
        let folders = robot::mesh_folders(common)?;
        let solids = (!self.no_meshes).then(|| Solids::load(&description.robot, &folders));
        let findings = findings(&description.robot, solids.as_ref());
        Ok((description, findings, solids.map_or(0, |s| s.files)))
    }
}

/// What there is to say about a description.
fn findings(robot: &Robot, solids: Option<&Solids>) -> Vec<Finding> {
    let mut findings = match solids {
        Some(solids) => examine_with_shapes(robot, solids),
        None => examine(robot),
    };
    findings.extend(loops(robot));
    findings.extend(declared_base_parameters(robot));
    findings
}

impl CheckReport {
    /// The report on a description, with the notes of its reader.
    pub fn of(robot: &Robot, notes: Vec<Note>) -> Self {
        let solids = Solids::load(robot, &MeshFolders::default());
        Self::new(robot, notes, findings(robot, Some(&solids)), solids.files)
    }

    fn new(robot: &Robot, notes: Vec<Note>, findings: Vec<Finding>, meshes: usize) -> Self {
        Self {
            robot: robot.name().into(),
            ok: findings.iter().all(|f| f.severity < Severity::Error),
            findings: findings.into_iter().map(FindingDocument::from).collect(),
            notes: notes.into_iter().map(NoteDocument::from).collect(),
            meshes,
        }
    }
}

/// Whether loops can be assembled and driven, which takes kinematics to see.
fn loops(robot: &Robot) -> Vec<Finding> {
    if robot.loops().is_empty() {
        return Vec::new();
    }
    let finding = |severity, code, message, why: &str, fix: String| Finding {
        severity,
        subject: robot.name().into(),
        code,
        message,
        why: why.into(),
        fix,
    };
    let machine = match Machine::new(robot) {
        Ok(machine) => machine,
        Err(error) => {
            let why = "without a pose in which the loops close and the drives hold the machine, \
                       nothing can be computed";
            let fix = "see the message; docs/robot-format.md explains loops".to_string();
            return vec![finding(Severity::Error, "loops", error.to_string(), why, fix)];
        }
    };
    let mut findings = Vec::new();
    if !machine.redundant().is_empty() {
        let list = machine.redundant().join(", ");
        findings.push(finding(
            Severity::Info,
            "loops-redundant",
            format!("equations of the loops that follow from others: {list}"),
            "the machine moves the same without them; forces along them are not determined",
            "nothing to do; leave the directions out to make it explicit".into(),
        ));
    }
    let distance = machine.singularity(&mut machine.assembled_home());
    if distance.parallel < NEARLY_SINGULAR {
        let ratio = distance.parallel;
        findings.push(finding(
            Severity::Warning,
            "loops-singular",
            format!("the home pose is near a parallel singularity (σ_min/σ_max = {ratio:.1e})"),
            "there the drives hold the machine badly, and forces grow without bound",
            "choose another home pose".into(),
        ));
    }
    findings
}

/// Declared base parameters must reproduce the efforts; that takes dynamics to
/// see, which the doctor of descriptions does not know.
fn declared_base_parameters(robot: &Robot) -> Option<Finding> {
    if robot.declared_base_parameters().is_empty() {
        return None;
    }
    match base_parameters(robot) {
        Ok(_) | Err(BaseError::TooLarge { .. }) => None,
        Err(error) => Some(Finding {
            severity: Severity::Error,
            subject: robot.name().into(),
            code: "base-parameters-wrong",
            message: error.to_string(),
            why: "identification would look for combinations that the efforts do not depend on"
                .into(),
            fix: "correct the declaration, or leave it out: armlab then finds base parameters \
                  itself"
                .into(),
        }),
    }
}

/// Findings grouped by what they are about, the worst first.
fn read_out(
    robot: &Robot,
    notes: &[Note],
    findings: &[Finding],
    meshes: usize,
    paint: Paint,
) -> String {
    let mut text = String::new();
    for note in notes {
        let _ = writeln!(text, "{} {note}", paint.cyan("note"));
    }
    if !notes.is_empty() {
        text.push('\n');
    }
    for group in by_subject(findings) {
        let _ = writeln!(text, "{}", paint.bold(&group[0].subject));
        for finding in group {
            let word = finding.severity.name();
            let word = match finding.severity {
                Severity::Error => paint.red(word),
                Severity::Warning => paint.yellow(word),
                Severity::Info => paint.cyan(word),
            };
            let _ = writeln!(text, "  {word}  {} [{}]", finding.message, finding.code);
            let _ = writeln!(text, "    why  {}", finding.why);
            let _ = writeln!(text, "    fix  {}", finding.fix);
        }
        text.push('\n');
    }
    let count = |severity| findings.iter().filter(|f| f.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let verdict = match (errors, warnings) {
        (0, 0) => paint.green("healthy"),
        (0, _) => paint.yellow("suspicious"),
        _ => paint.red("broken"),
    };
    let _ = writeln!(
        text,
        "{}: {verdict} ({}, {}, {}; {}, {} and {} examined)",
        robot.name(),
        counted(errors, "error"),
        counted(warnings, "warning"),
        counted(count(Severity::Info), "info"),
        counted(robot.joints().len(), "joint"),
        counted(robot.links().len() + 1, "link"),
        match meshes {
            1 => "1 mesh".into(),
            n => format!("{n} meshes"),
        },
    );
    text
}

/// Findings by subject: those with the worst first, else as they come.
fn by_subject(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut place: HashMap<&str, usize> = HashMap::new();
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let group = *place.entry(&finding.subject).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(finding);
    }
    groups.sort_by_key(|group| Reverse(group.iter().map(|f| f.severity).max()));
    groups
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl From<Finding> for FindingDocument {
    fn from(finding: Finding) -> Self {
        let Finding { severity, subject, code, message, why, fix } = finding;
        Self { severity: severity.name(), code, subject, message, why, fix }
    }
}

impl From<Note> for NoteDocument {
    fn from(note: Note) -> Self {
        let Note { message, file, line, column } = note;
        Self { message, file, line, column }
    }
}
