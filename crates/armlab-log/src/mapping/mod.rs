//! Which column is which: matched by name and unit, or given by the user.

mod applying;
mod build;
mod expressions;
mod guess;
mod instructions;
mod patterns;
mod vocabulary;
mod words;

pub use instructions::Instructions;

use crate::error::LogError;
use crate::expectation::Expectation;
use crate::quantity::Quantity;
use crate::source::Schema;
use crate::unit::Unit;
use build::MappingBuilder;
use serde::Serialize;

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The time stamps.
    Time,
    /// A quantity of a joint, counted from 0.
    Joint(Quantity, usize),
    /// Kept under its own name.
    Other,
    /// Not read.
    Unused,
}

/// One column of the file and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The file's name for it.
    pub column: String,
    /// What it is.
    pub role: Role,
    /// Its unit; none means SI was assumed.
    pub unit: Option<Unit>,
    /// `SI value = factor × (number − origin) + offset`.
    pub factor: f64,
    /// Subtracted first; only from times.
    pub origin: f64,
    /// Added last.
    pub offset: f64,
    /// True if the user gave it, false if it was matched by name.
    pub given: bool,
    /// How it was found.
    pub why: String,
}

impl Assignment {
    /// armlab's name for the channel: `t`, `q1`, …; empty if it is not used.
    pub fn target(&self) -> String {
        match self.role {
            Role::Time => "t".into(),
            Role::Joint(quantity, joint) => quantity.column(joint),
            Role::Other => self.column.clone(),
            Role::Unused => String::new(),
        }
    }
    /// True if numbers are taken as they are.
    pub fn is_plain(&self) -> bool {
        self.factor == 1.0 && self.origin == 0.0 && self.offset == 0.0
    }
    /// What is done to its numbers, in words; empty if nothing.
    pub fn conversion(&self) -> String {
        let mut text = String::new();
        if self.origin != 0.0 {
            text += &format!("− {} ", self.origin);
        }
        if self.factor != 1.0 {
            text += &format!("× {} ", self.factor);
        }
        if self.offset != 0.0 {
            text += &format!("+ {} ", self.offset);
        }
        text.trim_end().into()
    }
}

/// What a file has of an expected joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedJoint {
    /// The column of its positions.
    pub position: Option<String>,
    /// Whether that column carries the joint's name.
    pub by_name: bool,
    /// Whether it has efforts or currents.
    pub effort: bool,
}

/// All columns of a file and what became of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// One per column of the file, in the file's order.
    pub columns: Vec<Assignment>,
    /// Names of the joints, where they are known.
    pub joint_names: Vec<String>,
    /// Number of joints that have a position.
    pub joints: usize,
    /// The sampling rate that stands in for time stamps, Hz.
    pub rate: Option<f64>,
}

impl Mapping {
    /// Maps the columns of a file. With a `rate` the file need not have time stamps.
    pub fn new(
        file: &str,
        schema: &Schema,
        instructions: &Instructions,
        expectation: &Expectation,
        rate: Option<f64>,
    ) -> Result<Self, LogError> {
        let builder = MappingBuilder { file, schema, expectation };
        // A name that stands twice explains whatever else goes wrong.
        let assigned = builder.assign(instructions);
        let mut mapping = assigned.map_err(|e| builder.distinct(|_| true).err().unwrap_or(e))?;
        mapping.rate = rate;
        builder.distinct(|i| mapping.role(i) != Role::Unused)?;
        builder.complete(&mapping)?;
        builder.dimensions(&mapping)?;
        Ok(if mapping.rate.is_some() { mapping.without_time() } else { mapping })
    }

    /// Which of the expected joints have columns, as far as names and instructions tell.
    pub(crate) fn named_joints(
        file: &str,
        schema: &Schema,
        instructions: &Instructions,
        expectation: &Expectation,
    ) -> Result<Vec<NamedJoint>, LogError> {
        let mapping = MappingBuilder { file, schema, expectation }.assign(instructions)?;
        let find = |quantity: Quantity, joint: usize| {
            mapping.columns.iter().find(|c| c.role == Role::Joint(quantity, joint))
        };
        let joints = 0..expectation.joint_names.len();
        Ok(joints
            .map(|j| {
                let position = find(Quantity::Position, j);
                let effort = find(Quantity::Effort, j).or_else(|| find(Quantity::Current, j));
                NamedJoint {
                    position: position.map(|c| c.column.clone()),
                    by_name: position.is_some_and(|c| c.why.contains("joint name")),
                    effort: effort.is_some(),
                }
            })
            .collect())
    }

    /// Indices of the columns that are read: time first, then joints by quantity, then others.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut used: Vec<usize> =
            (0..self.columns.len()).filter(|&i| self.role(i) != Role::Unused).collect();
        used.sort_by_key(|&i| match self.role(i) {
            Role::Time => (0, Quantity::Position, 0),
            Role::Joint(quantity, joint) => (1, quantity, joint),
            Role::Other | Role::Unused => (2, Quantity::Other, i),
        });
        used
    }

    fn role(&self, i: usize) -> Role {
        self.columns.get(i).map_or(Role::Unused, |c| c.role)
    }

    /// The assignment of time, unless a rate stands in for it.
    pub fn time(&self) -> Option<&Assignment> {
        self.columns.iter().find(|c| c.role == Role::Time)
    }
}
