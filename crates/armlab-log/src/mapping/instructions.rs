//! Mappings given by the user: `q1=theta_1 [deg], tau1=motor torque`, or a TOML file.
//!
//! ```toml
//! ignore = ["spare"]          # left out
//! keep = ["bus voltage"]  # kept under its own name
//! [columns]
//! t = "Time [ms]"
//! q1 = { column = "theta_1", unit = "deg", scale = -1, offset = 1.5708 }
//! "tau.elbow" = "motor torque 3"
//! "qd*" = "arm_*_velocity"    # many at once
//! "i*" = "/arm_(.+)_(?:cur|current)/"  # by a regular expression
//! ```
//! A value is `scale × (the number in SI units) + offset`.

use super::patterns;
use crate::error::{LogError, Place};
use crate::expectation::Expectation;
use crate::names::with_unit;
use crate::quantity::Quantity;
use crate::unit::Unit;
use armlab_files::toml::{TomlDocument, TomlFormat};
use armlab_files::{quoted, read_text};
use std::path::Path;

/// What a column is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Time,
    Joint(Quantity, usize),
}

/// The mapping of one column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Instruction {
    pub target: Target,
    pub column: String,
    pub unit: Option<Unit>,
    pub scale: f64,
    pub offset: f64,
}

/// Which column is which, as given by the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instructions {
    pub(crate) columns: Vec<(String, String, Option<String>, f64, f64)>,
    pub(crate) ignore: Vec<String>,
    pub(crate) keep: Vec<String>,
}

const FORMAT: TomlFormat = TomlFormat {
    limit: 1 << 20,
    too_large: "is it a mapping file?",
    malformed: "a mapping has a table [columns] with entries like q1 = \"theta_1 [deg]\" or \
                q1 = { column = \"theta_1\", unit = \"deg\" }",
};

/// Most columns that can be mapped.
const MOST: usize = 4096;

impl Instructions {
    /// Reads `target=column [unit], …`. Names with commas stand in double quotes;
    /// `ignore=NAME` leaves a column out, `keep=NAME` keeps a column that is no quantity of a
    /// joint.
    pub fn parse(text: &str) -> Result<Self, LogError> {
        let mut all = Self::default();
        for (at, part) in parts(text) {
            let fail = |message: String| {
                let hint = "write for example: t=time [ms], q1=theta_1 [deg], tau1=torque";
                LogError::new("mapping", Place::Line(1, at as u64 + 1), message, hint)
            };
            let Some((target, column)) = part.split_once('=') else {
                return Err(fail(format!("`{}` has no `=`", part.trim())));
            };
            let (target, column) = (target.trim(), column.trim());
            let bare = column.strip_prefix('"').and_then(|c| c.strip_suffix('"')).unwrap_or(column);
            if target.is_empty() || bare.is_empty() {
                return Err(fail(format!("`{}` has no name", part.trim())));
            }
            if all.columns.len() + all.ignore.len() + all.keep.len() >= MOST {
                return Err(fail("too many columns".into()));
            }
            match target {
                "ignore" => all.ignore.push(bare.into()),
                "keep" => all.keep.push(bare.into()),
                _ => all.columns.push((target.into(), bare.into(), None, 1.0, 0.0)),
            }
        }
        Ok(all)
    }

    /// Reads a mapping file, TOML.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, LogError> {
        let path = path.as_ref();
        let text = read_text(path, FORMAT.limit).map_err(|e| e.with_hint(FORMAT.malformed))?;
        Self::parse_toml(&text, &path.display().to_string())
    }

    /// Reads the text of a mapping file; `file` is what errors call it.
    pub fn parse_toml(text: &str, file: &str) -> Result<Self, LogError> {
        let document = TomlDocument::parse(text, file, &FORMAT)?;
        let top = document.root("the mapping");
        top.only(&["columns", "ignore", "keep"])?;
        let strings = |key: &str| -> Result<Vec<String>, LogError> {
            Ok(top.texts(key)?.into_iter().map(str::to_string).collect())
        };
        let mut all =
            Self { columns: Vec::new(), ignore: strings("ignore")?, keep: strings("keep")? };
        let Some(columns) = top.table("columns", "[columns]")? else { return Ok(all) };
        for target in columns.keys() {
            if !columns.is_table(target) {
                let column = columns.required_text(target)?;
                all.columns.push((target.into(), column.into(), None, 1.0, 0.0));
                continue;
            }
            let Some(entry) = columns.table(target, format!("column {}", quoted(target)))? else {
                continue;
            };
            entry.only(&["column", "unit", "scale", "offset"])?;
            let column = entry.required_text("column")?;
            let unit = entry.text("unit")?.map(str::to_string);
            let scale = entry.number("scale")?.unwrap_or(1.0);
            let offset = entry.number("offset")?.unwrap_or(0.0);
            all.columns.push((target.into(), column.into(), unit, scale, offset));
        }
        Ok(all)
    }

    /// Adds other instructions, which win where both name the same target.
    pub fn extended(mut self, other: Self) -> Self {
        self.columns.retain(|mine| other.columns.iter().all(|theirs| theirs.0 != mine.0));
        self.columns.extend(other.columns);
        self.ignore.extend(other.ignore);
        self.keep.extend(other.keep);
        self
    }

    /// The instructions with targets and units understood. `columns` are the file's names, which may
    /// end in brackets themselves.
    pub(crate) fn resolve(
        &self,
        columns: &[&str],
        expectation: &Expectation,
    ) -> Result<Vec<Instruction>, LogError> {
        let mut resolved = Vec::new();
        let given = patterns::expanded(&self.columns, columns, expectation)?;
        for (target, column, unit, scale, offset) in &given {
            let fail = |message: String, hint: &str| {
                LogError::new("mapping", Place::Part(target.clone()), message, hint)
            };
            let Some(goal) = target_of(target, expectation) else {
                let hint = "targets are t, q1, qd1, qdd1, tau1, i1, temp1, qref1, … or q.NAME with a \
                            joint's name (if the robot is given), and temperature";
                return Err(fail("not a quantity of a joint".into(), hint));
            };
            // The whole text may be a name; else what stands in brackets is a unit.
            let split = with_unit(column);
            let whole = columns.contains(&column.as_str());
            let name = if whole { column.clone() } else { split.name.clone() };
            let text = match (unit, whole) {
                (Some(unit), _) => Some(unit.clone()),
                (None, false) => {
                    split.unknown_unit.or_else(|| split.unit.map(|u| u.name.to_string()))
                }
                (None, true) => None,
            };
            let unit = match text {
                None => None,
                Some(text) => Some(Unit::parse(&text).ok_or_else(|| {
                    let hint = "units are s, ms, rad, deg, rad/s, deg/s, rpm, m, mm, N m, N mm, N, A, mA, degC, K, …";
                    fail(format!("unknown unit `{text}`"), hint)
                })?),
            };
            if !(scale.is_finite() && *scale != 0.0 && offset.is_finite()) {
                let hint = "scale is a finite number other than zero, offset a finite number";
                return Err(fail("scale or offset is not usable".into(), hint));
            }
            if resolved.iter().any(|r: &Instruction| r.target == goal || r.column == name) {
                let hint = "name every target and every column once";
                return Err(fail(
                    format!("it, or column `{name}`, is mapped more than once"),
                    hint,
                ));
            }
            let (scale, offset) = (*scale, *offset);
            resolved.push(Instruction { target: goal, column: name, unit, scale, offset });
        }
        Ok(resolved)
    }
}

/// `q1`, `tau.elbow`, `t`.
fn target_of(text: &str, expectation: &Expectation) -> Option<Target> {
    if text == "t" {
        return Some(Target::Time);
    }
    if text == Quantity::RobotTemperature.stem() {
        return Some(Target::Joint(Quantity::RobotTemperature, 0));
    }
    if let Some((stem, name)) = text.split_once('.') {
        return Some(Target::Joint(Quantity::of_stem(stem)?, expectation.joint(name)?));
    }
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (stem, number) = text.split_at(digits);
    let number: usize = number.parse().ok()?;
    (1..=MOST).contains(&number).then_some(())?;
    Some(Target::Joint(Quantity::of_stem(stem)?, number - 1))
}

/// Splits at commas that are not quoted; each part with its offset.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut quoted) = (Vec::new(), 0, false);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => {
                parts.push((start, text.get(start..i).unwrap_or_default()));
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push((start, text.get(start..).unwrap_or_default()));
    parts.retain(|(_, part)| !part.trim().is_empty());
    parts
}
