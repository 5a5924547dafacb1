//! Which column of a file is which coordinate's what.

use armlab::robot::{Robot, nearest_name};
use std::collections::HashMap;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// Position of a coordinate.
    Q(usize),
    /// Speed of a coordinate.
    Qd(usize),
    /// Acceleration of a coordinate.
    Qdd(usize),
    /// Effort of a coordinate.
    Tau(usize),
    /// Time.
    Time,
    /// Something states do not need.
    Ignored,
}

/// A header that cannot be used: which field (if one), why, and what would be right.
pub struct HeaderProblem {
    /// The field, from 0.
    pub field: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
}

/// The meaning of a header: its columns, and the names of those ignored.
pub struct Header {
    /// Meaning of each field.
    pub columns: Vec<Column>,
    /// Names that mean nothing here.
    pub ignored: Vec<String>,
}

/// A quantity's name, and the column it makes of a coordinate.
type Quantity = (&'static str, fn(usize) -> Column);

/// `q`, `qd`, `qdd` and `tau`, the longest first, since all but one begin with `q`.
const QUANTITIES: [Quantity; 4] =
    [("qdd", Column::Qdd), ("qd", Column::Qd), ("tau", Column::Tau), ("q", Column::Q)];

impl Header {
    /// Finds the robot's columns among the names of a header.
    pub fn read(names: &[&str], robot: &Robot) -> Result<Self, HeaderProblem> {
        let mut header = Self { columns: Vec::with_capacity(names.len()), ignored: Vec::new() };
        let mut seen: HashMap<Column, usize> = HashMap::new();
        for (field, name) in names.iter().enumerate() {
            let column = meaning(name, robot).map_err(|(message, hint)| HeaderProblem {
                field: Some(field),
                message,
                hint,
            })?;
            if column == Column::Ignored {
                header.ignored.push((*name).into());
            } else if let Some(first) = seen.insert(column, field) {
                return Err(HeaderProblem {
                    field: Some(field),
                    message: format!("column `{name}` says the same as column {}", first + 1),
                    hint: "each quantity of a joint may stand in one column only".into(),
                });
            }
            header.columns.push(column);
        }
        header.check_complete(robot.driven_joints().count())?;
        Ok(header)
    }

    fn check_complete(&self, dofs: usize) -> Result<(), HeaderProblem> {
        for (name, of) in QUANTITIES {
            let missing: Vec<String> = (0..dofs)
                .filter(|&i| !self.columns.contains(&of(i)))
                .map(|i| format!("{name}{}", i + 1))
                .collect();
            let optional = name != "q";
            if missing.is_empty() || (optional && missing.len() == dofs) {
                continue;
            }
            let shown = missing.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
            let rest = if optional { ", or none of them at all" } else { "" };
            return Err(HeaderProblem {
                field: None,
                message: format!("the header lacks {shown}"),
                hint: format!("the robot needs columns {name}1 … {name}{dofs}{rest}"),
            });
        }
        Ok(())
    }

    /// True when the file has efforts.
    pub fn has_tau(&self) -> bool {
        self.columns.iter().any(|c| matches!(c, Column::Tau(_)))
    }
    /// True when the file has times.
    pub fn has_time(&self) -> bool {
        self.columns.contains(&Column::Time)
    }
}

/// What a name means: `q3` or `q.elbow`; or, if it looks like a coordinate the
/// robot does not have, why not.
fn meaning(name: &str, robot: &Robot) -> Result<Column, (String, String)> {
    if name == "t" || name == "time" {
        return Ok(Column::Time);
    }
    for (prefix, of) in QUANTITIES {
        let Some(rest) = name.strip_prefix(prefix) else { continue };
        if let Some(joint) = rest.strip_prefix('.') {
            return match robot.driven_joints().position(|j| j.name == joint) {
                Some(i) => Ok(of(i)),
                None => Err(unknown_joint(name, joint, robot)),
            };
        }
        if rest.is_empty() || !rest.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        return match rest.parse::<usize>() {
            Ok(k) if (1..=robot.driven_joints().count()).contains(&k) => Ok(of(k - 1)),
            _ => Err((
                format!("column `{name}` is of a joint that `{}` does not have", robot.name()),
                format!("its coordinates are numbered from 1 to {}", robot.driven_joints().count()),
            )),
        };
    }
    Ok(Column::Ignored)
}

fn unknown_joint(name: &str, joint: &str, robot: &Robot) -> (String, String) {
    let near = nearest_name(joint, robot.driven_joints().map(|j| j.name.as_str()));
    let hint = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let names = robot.driven_joints().take(12).map(|j| j.name.as_str());
            format!("its driven joints are {}", names.collect::<Vec<_>>().join(", "))
        }
    };
    (format!("column `{name}`: `{}` has no driven joint `{joint}`", robot.name()), hint)
}
