//! A file of limits:
//!
//! ```toml
//! [all]                     # every joint, unless stated for one
//! velocity = 1.5
//! acceleration = 3
//! [[joint]]
//! name = "theta1"
//! lower = -2
//! upper = 2
//! effort = 40
//! [[coordinate]]            # of a platform
//! name = "x"
//! lower = -0.15
//! upper = 0.15
//! [box]                     # of the tool's origin, in the base frame; sides may be left out
//! lower = [-0.5, -0.5, 0.1]
//! upper = [0.5, 0.5, 1.0]
//! [links]
//! clearance = 0.02          # between capsules of links
//! ```

use super::super::coordinates::Coordinates;
use super::super::error::ExciteError;
use armlab_engine::robot::{Limits, Robot, nearest_name};
use armlab_engine::spatial::Vec3;
use armlab_files::toml::{TomlDocument, TomlFormat, TomlTable};
use armlab_files::{FileError, read_text};
use std::path::Path;

const FORMAT: TomlFormat = TomlFormat {
    limit: 1 << 20,
    too_large: "is it a file of limits?",
    malformed: "docs/excitation.md shows the format",
};

/// Limits that add to those of a robot's description, or change them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitsFile {
    all: Stated,
    joints: Vec<Stated>,
    coordinates: Vec<Stated>,
    tool: Option<[Vec3<f64>; 2]>,
    /// Least distance between capsules of links, m.
    pub clearance: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Stated {
    name: String,
    lower: Option<f64>,
    upper: Option<f64>,
    velocity: Option<f64>,
    acceleration: Option<f64>,
    effort: Option<f64>,
}

impl Stated {
    fn read(table: &TomlTable, name: &str) -> Result<Self, FileError> {
        Ok(Self {
            name: name.into(),
            lower: table.limit("lower")?,
            upper: table.limit("upper")?,
            velocity: table.limit("velocity")?,
            acceleration: table.limit("acceleration")?,
            effort: table.limit("effort")?,
        })
    }

    /// The tables of `[[key]]`, each with a name.
    fn read_named(top: &TomlTable, key: &str) -> Result<Vec<Self>, FileError> {
        let one = |table: &TomlTable| {
            table.only(&["name", "lower", "upper", "velocity", "acceleration", "effort"])?;
            let name = table.required_text("name")?;
            if name.is_empty() {
                return Err(table.error("name", "the name is empty", "give a joint's name"));
            }
            Self::read(table, name)
        };
        top.tables(key, key)?.iter().map(one).collect()
    }
}

impl LimitsFile {
    /// Reads a file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let hint = "give a TOML file of limits; docs/excitation.md shows one";
        let text = read_text(path, FORMAT.limit).map_err(|e| e.with_hint(hint))?;
        Self::read(&text, &path.display().to_string())
    }

    /// Reads the text of a file; `file` is what errors call it.
    pub fn read(text: &str, file: &str) -> Result<Self, FileError> {
        let document = TomlDocument::parse(text, file, &FORMAT)?;
        let top = document.root("the file of limits");
        top.only(&["all", "joint", "coordinate", "box", "links"])?;
        let all = match top.table("all", "[all]")? {
            None => Stated::default(),
            Some(table) => {
                table.only(&["lower", "upper", "velocity", "acceleration", "effort"])?;
                Stated::read(&table, "")?
            }
        };
        let tool = match top.table("box", "[box]")? {
            None => None,
            Some(table) => Some(tool_box(&table)?),
        };
        let clearance = match top.table("links", "[links]")? {
            None => None,
            Some(table) => {
                table.only(&["clearance"])?;
                Some(table.required_number("clearance")?)
            }
        };
        let joints = Stated::read_named(&top, "joint")?;
        let coordinates = Stated::read_named(&top, "coordinate")?;
        Ok(Self { all, joints, coordinates, tool, clearance })
    }

    /// One joint's limits, built by a program.
    pub fn with_joint(mut self, name: &str, limits: Limits) -> Self {
        let Limits { lower, upper, velocity, acceleration, effort } = limits;
        self.joints.push(Stated {
            name: name.into(),
            lower: Some(lower),
            upper: Some(upper),
            velocity: Some(velocity),
            acceleration: Some(acceleration),
            effort: Some(effort),
        });
        self
    }
    /// A range of a platform's coordinate.
    pub fn with_coordinate(mut self, name: &str, lower: f64, upper: f64) -> Self {
        let stated = Stated {
            name: name.into(),
            lower: Some(lower),
            upper: Some(upper),
            ..Stated::default()
        };
        self.coordinates.push(stated);
        self
    }
    /// A box for the tool.
    pub fn with_tool_box(mut self, lower: Vec3<f64>, upper: Vec3<f64>) -> Self {
        self.tool = Some([lower, upper]);
        self
    }
    /// A least distance between links.
    pub fn with_clearance(mut self, clearance: f64) -> Self {
        self.clearance = Some(clearance);
        self
    }

    pub(super) fn apply(&self, joint: &str, limits: &mut Limits) {
        let own = self.joints.iter().filter(|s| s.name == joint);
        for stated in std::iter::once(&self.all).chain(own) {
            let set = |to: &mut f64, from: Option<f64>| *to = from.unwrap_or(*to);
            set(&mut limits.lower, stated.lower);
            set(&mut limits.upper, stated.upper);
            set(&mut limits.velocity, stated.velocity);
            set(&mut limits.acceleration, stated.acceleration);
            set(&mut limits.effort, stated.effort);
        }
    }
    pub(super) fn coordinate(&self, name: &str) -> Option<(f64, f64)> {
        let stated = self.coordinates.iter().rev().find(|s| s.name == name)?;
        Some((stated.lower?, stated.upper?))
    }
    pub(super) fn tool_box(&self) -> Option<[Vec3<f64>; 2]> {
        self.tool
    }
    /// Names that nothing has are mistakes.
    pub(super) fn check_names(
        &self,
        robot: &Robot,
        coordinates: &Coordinates,
    ) -> Result<(), ExciteError> {
        let joints: Vec<&str> = robot.moving_joints().map(|j| j.name.as_str()).collect();
        let axes: Vec<&str> = match coordinates {
            Coordinates::Driven => Vec::new(),
            Coordinates::Platform(axes) => axes.iter().map(|a| a.name()).collect(),
        };
        for (stated, known) in [(&self.joints, &joints), (&self.coordinates, &axes)] {
            if let Some(strange) = stated.iter().find(|s| !known.contains(&s.name.as_str())) {
                let hint = match nearest_name(&strange.name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", known.join(", ")),
                };
                let what = "the name of a limited joint or coordinate";
                return Err(ExciteError::setting(what, &strange.name, hint));
            }
        }
        Ok(())
    }
}

fn tool_box(table: &TomlTable) -> Result<[Vec3<f64>; 2], FileError> {
    table.only(&["lower", "upper"])?;
    let side = |key: &str, open: f64| -> Result<[f64; 3], FileError> {
        table.limits(key)?.map_or(Ok([open; 3]), Ok)
    };
    let (lower, upper) = (side("lower", f64::NEG_INFINITY)?, side("upper", f64::INFINITY)?);
    if !lower.iter().zip(&upper).all(|(l, u)| l < u) {
        let message = "`lower` of the box must lie below `upper` in every direction";
        return Err(table.error("lower", message, "exchange them"));
    }
    Ok([lower.into(), upper.into()])
}
