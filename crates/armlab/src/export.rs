//! `Export`: a robot where it is used, as source code for controllers or as a description for
//! simulators.

use crate::codegen::{CodegenError, Generated, Language, Settings};
use crate::documents::file_name;
use crate::error::{Error, Hint, Result};
use crate::robot::Robot;
use crate::robot::describe::{Format, Written, write_toml};
use crate::saving;
use crate::uncertain_model::UncertainModel;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What a robot is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// C99: one header, one source.
    C,
    /// Rust without the standard library: a crate.
    Rust,
    /// A description in a format of others, or armlab's own.
    Description(Format),
    /// The same as JSON.
    Json,
}

impl ExportFormat {
    /// Whether links on fixed joints stay links of their own.
    pub fn keeps_fixed_joints(self) -> bool {
        matches!(self, Self::Description(_) | Self::Json)
    }
    /// Every format, by name.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("c", Self::C),
        ("rust", Self::Rust),
        ("mjcf", Self::Description(Format::Mjcf)),
        ("sdf", Self::Description(Format::Sdf)),
        ("urdf", Self::Description(Format::Urdf)),
        ("toml", Self::Description(Format::Toml)),
        ("json", Self::Json),
    ];
}

impl FromStr for ExportFormat {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(n, _)| *n == name);
        let names = || Self::ALL.iter().map(|(n, _)| n.to_string()).collect();
        found.map(|(_, format)| *format).ok_or_else(|| {
            Error::new(format_args!("there is no format `{name}`")).hint(Hint::OneOf(names()))
        })
    }
}

/// Writes a robot for a controller or a simulator.
pub struct Export<'r> {
    robot: &'r Robot,
    format: ExportFormat,
    settings: Settings,
    date: Option<String>,
    identification: Option<UncertainModel>,
}

/// What was written.
#[derive(Clone, Debug, Serialize)]
pub struct ExportReport {
    /// The robot.
    pub robot: String,
    /// The format.
    pub format: &'static str,
    /// Files, relative to the folder.
    pub files: Vec<String>,
    /// Functions of generated code, with what they cost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionReport>,
    /// Inertial constants in the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constants: Option<usize>,
    /// What the format cannot say, and what else should be known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One generated function.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionReport {
    /// Its name.
    pub name: &'static str,
    /// Products.
    pub multiplications: usize,
    /// Sums and differences.
    pub additions: usize,
    /// Quotients.
    pub divisions: usize,
    /// Sines with their cosines, and other functions.
    pub functions: usize,
}

/// An export: files and a report.
pub struct Exported {
    files: Vec<(String, String)>,
    report: ExportReport,
}

impl<'r> Export<'r> {
    /// Of a robot, as C99 unless another format is chosen.
    pub fn new(robot: &'r Robot) -> Self {
        let (settings, format) = (Settings::default(), ExportFormat::C);
        Self { robot, format, settings, date: None, identification: None }
    }
    /// The format.
    pub fn format(mut self, format: ExportFormat) -> Self {
        self.format = format;
        self
    }
    /// Whether the regressor is generated, too.
    pub fn regressor(mut self, wanted: bool) -> Self {
        self.settings.regressor = wanted;
        self
    }
    /// Whether numbers have single precision.
    pub fn single_precision(mut self, wanted: bool) -> Self {
        self.settings.single = wanted;
        self
    }
    /// Rounds signs in friction laws off over a speed, rad/s or m/s.
    pub fn smooth_friction(mut self, speed: f64) -> Self {
        self.settings.smooth = Some(speed);
        self
    }
    /// A date for the comment at the top.
    pub fn date(mut self, date: impl Into<String>) -> Self {
        self.date = Some(date.into());
        self
    }
    /// The identification that the robot comes from, for the comment at the top.
    pub fn identification(mut self, model: UncertainModel) -> Self {
        self.identification = Some(model);
        self
    }

    /// Writes everything into memory.
    ///
    /// # Errors
    /// If the format cannot hold the robot, or a setting makes no sense.
    pub fn run(self) -> Result<Exported> {
        let robot = self.robot;
        let name = file_name(robot.name());
        let mut exported = Exported {
            files: Vec::new(),
            report: ExportReport {
                robot: robot.name().into(),
                format: self.format_name(),
                files: Vec::new(),
                functions: Vec::new(),
                constants: None,
                notes: Vec::new(),
            },
        };
        match self.format {
            ExportFormat::C => self.generate(Language::C, &mut exported)?,
            ExportFormat::Rust => self.generate(Language::Rust, &mut exported)?,
            ExportFormat::Description(format) => {
                let Written { text, lost } = format.write(robot);
                let ending = if format == Format::Mjcf { "xml" } else { self.format_name() };
                exported.report.notes.extend(lost);
                exported.files.push((format!("{name}.{ending}"), text));
            }
            ExportFormat::Json => exported.files.push((format!("{name}.json"), json(robot)?)),
        }
        exported.report.files = exported.files.iter().map(|(name, _)| name.clone()).collect();
        Ok(exported)
    }

    fn format_name(&self) -> &'static str {
        ExportFormat::ALL.iter().find(|(_, f)| *f == self.format).map_or("", |(name, _)| name)
    }

    fn generate(&self, language: Language, exported: &mut Exported) -> Result<()> {
        let mut provenance = Vec::new();
        if let Some(date) = &self.date {
            provenance.push(format!("Date: {date}."));
        }
        match &self.identification {
            Some(model) => provenance.extend(model.provenance()),
            None => {
                let none = "The description was exported as it is: no identification was given.";
                provenance.push(none.into());
            }
        }
        let generated = Generated::new(self.robot, self.settings.clone(), provenance)?;
        let files = generated.files(language);
        exported.files.extend(files.into_iter().map(|f| (f.name, f.content)));
        let report = |f: &crate::codegen::function::Function| {
            let o = f.operations();
            FunctionReport {
                name: f.signature.name,
                multiplications: o.multiplications,
                additions: o.additions,
                divisions: o.divisions,
                functions: o.functions,
            }
        };
        exported.report.functions = generated.program.functions.iter().map(report).collect();
        exported.report.constants = Some(generated.program.constants);
        Ok(())
    }
}

impl From<CodegenError> for Error {
    fn from(error: CodegenError) -> Self {
        saving::located(error)
    }
}

/// The TOML description as JSON: the same keys.
fn json(robot: &Robot) -> Result<String> {
    let text = write_toml(robot);
    let value: toml::Value = toml::from_str(&text).map_err(Error::from_source)?;
    saving::json(&value)
}

impl Exported {
    /// What was written.
    pub fn report(&self) -> &ExportReport {
        &self.report
    }
    /// Names and contents of the files.
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }
    /// Writes the files into a folder; returns their paths.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        saving::write_all(folder.as_ref(), &self.files)
    }
}

impl fmt::Display for ExportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.robot, self.files.join(", "))?;
        if let Some(constants) = self.constants {
            writeln!(f, "inertial constants: {constants}")?;
            writeln!(f, "operations of each function:")?;
            for o in &self.functions {
                writeln!(
                    f,
                    "  {:18} {:5} multiplications  {:5} additions  {:2} divisions  {:2} functions",
                    o.name, o.multiplications, o.additions, o.divisions, o.functions
                )?;
            }
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        Ok(())
    }
}
