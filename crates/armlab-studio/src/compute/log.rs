//! Logs of a project: what is in them, what is which, and what would spoil an identification.

use crate::contract::{FindingView, LogColumn, LogPreview};
use crate::failure::{Answer, Failure};
use crate::inside::inside;
use crate::project::{LogEntry, OpenProject};
use armlab::documents::typed;
use armlab::robot::Robot;
use armlab_log::formats::{self, Choice};
use armlab_log::mapping::{Assignment, Instructions, Mapping, Role};
use armlab_log::preflight::Finding;
use armlab_log::{Expectation, Input, Log, LogStream, ReadOptions, preflight};
use std::path::PathBuf;

/// What a robot lets one expect. The columns of a parallel machine are its drives'.
pub fn expectation(robot: &Robot) -> Expectation {
    let joints: Vec<_> = robot.driven_joints().collect();
    Expectation {
        joint_names: joints.iter().map(|j| j.name.clone()).collect(),
        prismatic: joints.iter().map(|j| !j.kind.turns()).collect(),
        lower: joints.iter().map(|j| j.limits.lower).collect(),
        upper: joints.iter().map(|j| j.limits.upper).collect(),
        velocity: joints.iter().map(|j| j.limits.velocity).collect(),
        effort: joints.iter().map(|j| j.limits.effort).collect(),
    }
}

/// A log of a project: its file, and how it is read.
pub struct Source {
    /// As runs name it.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// What was said of its columns.
    pub entry: LogEntry,
}

impl Source {
    /// Finds a log by its place in the project.
    pub fn find(project: &OpenProject, source: &str) -> Answer<Self> {
        if !(source.starts_with("logs/") || source.starts_with("runs/")) {
            let hint = "logs are below logs/ and runs/";
            return Err(Failure::field("source", "that is not a log of the project", hint));
        }
        let path = inside(&project.folder, source)?;
        let entry = project.lock().index.log(source);
        Ok(Self { name: source.into(), path, entry })
    }

    /// How to read it.
    pub fn options(&self, robot: &Robot) -> Answer<ReadOptions> {
        let mut instructions = Instructions::default();
        for text in &self.entry.map {
            // Scales and offsets are written as in a mapping file.
            let more = if has_scale(text) {
                Instructions::parse_toml(&format!("[columns]\n{text}"), "mapping")?
            } else {
                Instructions::parse(text)?
            };
            instructions = instructions.extended(more);
        }
        let (expectation, rate) = (expectation(robot), self.entry.rate);
        Ok(ReadOptions { instructions, expectation, rate, ..ReadOptions::default() })
    }

    /// Reads it.
    pub fn read(&self, robot: &Robot) -> Answer<Log> {
        Ok(Log::read_with(&Input::path(&self.path), &self.options(robot)?)
            .map_err(|e| self.named(e))?)
    }

    /// The complaint with the log's place instead of its path on this disk.
    fn named(&self, mut error: armlab_log::LogError) -> armlab_log::LogError {
        error.file = self.name.clone();
        error
    }

    /// What is in it; where columns are missing, at least what there is, so that somebody can
    /// say which is which.
    pub fn preview_or_columns(&self, robot: &Robot, robot_file: &str) -> Answer<LogPreview> {
        let options = self.options(robot)?;
        let source = formats::open(&Input::path(&self.path), &Choice::default());
        let source = source.map_err(|e| self.named(e))?;
        let (schema, none) = (source.schema(), Expectation::default());
        let map = |expectation: &Expectation| {
            Mapping::new(&self.name, schema, &options.instructions, expectation, options.rate)
        };
        let Err(error) = map(&options.expectation) else { return self.preview(robot, robot_file) };
        if schema.columns.len() < 2 {
            return Err(error.into());
        }
        let guessed = map(&none).map(|m| m.columns.iter().map(column).collect());
        let plain = || schema.columns.iter().map(unused).collect();
        Ok(LogPreview {
            source: self.name.clone(),
            format: schema.format.clone(),
            rows: schema.rows.unwrap_or(0) as f64,
            joints: 0,
            duration: 0.0,
            rate: None,
            columns: guessed.unwrap_or_else(|_| plain()),
            notes: Vec::new(),
            findings: vec![FindingView {
                severity: "error".into(),
                subject: self.name.clone(),
                code: "mapping".into(),
                message: error.message,
                why: "the robot's driven joints need a column each".into(),
                fix: error.hint,
            }],
            ok: false,
            command: self.command(robot_file),
        })
    }

    fn command(&self, robot_file: &str) -> String {
        let mut words: Vec<String> =
            ["armlab", "log", &self.name, "--robot", robot_file].map(String::from).to_vec();
        words.extend(self.entry.words());
        if let Some(rate) = self.entry.rate {
            words.extend(["--rate".into(), format!("{rate:?}")]);
        }
        typed(words)
    }

    /// What is in it.
    pub fn preview(&self, robot: &Robot, robot_file: &str) -> Answer<LogPreview> {
        let options = self.options(robot)?;
        let mut stream =
            LogStream::open(&Input::path(&self.path), &options).map_err(|e| self.named(e))?;
        let report =
            preflight::check(&mut stream, &options.expectation).map_err(|e| self.named(e))?;
        let mapping = stream.mapping();
        Ok(LogPreview {
            source: self.name.clone(),
            format: stream.format().into(),
            rows: report.rows as f64,
            joints: mapping.joints,
            duration: report.duration,
            rate: Some(report.rate()).filter(|r| r.is_finite()),
            columns: mapping.columns.iter().map(column).collect(),
            notes: stream.notes().to_vec(),
            ok: report.ok(),
            findings: report.findings.iter().map(finding).collect(),
            command: self.command(robot_file),
        })
    }
}

/// Whether a mapping is written as in a mapping file: `q1 = { column = "a", scale = -1 }`.
pub fn has_scale(map: &str) -> bool {
    map.contains('{')
}

impl LogEntry {
    /// Mapping file of a log, in the project's folder.
    fn file(&self) -> String {
        format!("mappings/{}.toml", armlab::documents::file_name(&self.source))
    }

    /// What a command needs to read the columns like this.
    pub fn words(&self) -> Vec<String> {
        let plain = self.map.iter().filter(|m| !has_scale(m));
        let mut words: Vec<String> = plain.flat_map(|m| ["--map".to_string(), m.clone()]).collect();
        if self.map.iter().any(|m| has_scale(m)) {
            words.extend(["--mapping".into(), self.file()]);
        }
        words
    }

    /// Writes the mapping file, where one is needed.
    pub fn write_file(&self, folder: &std::path::Path) -> Answer<()> {
        let lines: Vec<&str> =
            self.map.iter().filter(|m| has_scale(m)).map(String::as_str).collect();
        if lines.is_empty() {
            return Ok(());
        }
        armlab_files::create_private_folder(folder.join("mappings"))?;
        let text = format!("[columns]\n{}\n", lines.join("\n"));
        Ok(armlab_files::write(folder.join(self.file()), text.as_bytes())?)
    }
}

/// A column without a meaning.
fn unused(c: &armlab_log::Column) -> LogColumn {
    LogColumn {
        column: c.name.clone(),
        target: None,
        quantity: None,
        joint: None,
        unit: c.unit.map(|u| u.name.into()),
        factor: 1.0,
        offset: 0.0,
        given: false,
        why: "not assigned".into(),
    }
}

fn column(a: &Assignment) -> LogColumn {
    let (quantity, joint) = match a.role {
        Role::Time => (Some("time"), None),
        Role::Joint(quantity, joint) => (Some(quantity.name()), Some(joint + 1)),
        Role::Other => (Some("other"), None),
        Role::Unused => (None, None),
    };
    LogColumn {
        column: a.column.clone(),
        target: quantity.map(|_| a.target()),
        quantity: quantity.map(String::from),
        joint,
        unit: a.unit.map(|u| u.name.into()),
        factor: a.factor,
        offset: a.offset,
        given: a.given,
        why: a.why.clone(),
    }
}

/// A pre-flight finding as pages show it.
pub fn finding(f: &Finding) -> FindingView {
    let rows = f.rows.words();
    FindingView {
        severity: f.severity.name().into(),
        subject: f.columns.join(", "),
        code: f.code.into(),
        message: f.message.clone(),
        why: if rows.is_empty() { String::new() } else { format!("rows {rows}") },
        fix: f.action.clone(),
    }
}
