//! Builds a mapping: given instructions first, other columns matched by name, everything checked.

use super::expressions::{Expression, MOST};
use super::guess::{self, Ambiguity};
use super::instructions::{Instruction, Target};
use super::{Assignment, Instructions, Mapping, Role};
use crate::error::{LogError, Place, shown};
use crate::expectation::Expectation;
use crate::names::nearest;
use crate::quantity::Quantity;
use crate::source::{Column, Schema};
use crate::unit::{Dimension, Unit};

/// Builds the mapping of a file's columns.
pub(super) struct MappingBuilder<'a> {
    pub file: &'a str,
    pub schema: &'a Schema,
    pub expectation: &'a Expectation,
}

impl MappingBuilder<'_> {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.schema.columns.iter().map(|c| c.name.as_str())
    }

    fn error(&self, message: String, hint: String) -> LogError {
        LogError::new(self.file, Place::File, message, hint)
    }

    /// The headers, for error messages.
    fn headers(&self) -> String {
        const MOST: usize = 40;
        let mut list: Vec<String> = self.names().take(MOST).map(shown).collect();
        if self.schema.columns.len() > MOST {
            list.push(format!("… and {} more", self.schema.columns.len() - MOST));
        }
        list.join(", ")
    }

    /// Names of columns that are `used` must differ from all others.
    pub fn distinct(&self, used: impl Fn(usize) -> bool) -> Result<(), LogError> {
        let mut names: Vec<(&str, bool)> =
            self.names().enumerate().map(|(i, name)| (name, used(i))).collect();
        names.sort_unstable();
        let twice = names.windows(2).find_map(|pair| match pair {
            [(a, x), (b, y)] if a == b && !a.is_empty() && (*x || *y) => Some(*a),
            _ => None,
        });
        match twice {
            None => Ok(()),
            Some(name) => Err(self.error(
                format!("two columns are named `{}`", shown(name)),
                "give every column a name of its own".into(),
            )),
        }
    }

    fn find(&self, name: &str) -> Result<usize, LogError> {
        let exact = self.names().position(|n| n == name);
        let loose = || {
            let mut like = self.names().enumerate().filter(|n| n.1.eq_ignore_ascii_case(name));
            like.next().filter(|_| like.next().is_none()).map(|n| n.0)
        };
        exact.or_else(loose).ok_or_else(|| {
            let near = nearest(name, self.names()).join("`, `");
            let hint = if near.is_empty() {
                "name a column as the header does".into()
            } else {
                format!("did you mean `{near}`?")
            };
            let headers = self.headers();
            self.error(format!("there is no column `{}`; columns: {headers}", shown(name)), hint)
        })
    }

    /// Columns by their names, or by regular expressions.
    fn find_all(&self, names: &[String]) -> Result<Vec<usize>, LogError> {
        let mut all = Vec::with_capacity(names.len());
        let mut expressions = 0;
        for name in names {
            let exact = self.names().any(|n| n == name);
            let expression = if exact { None } else { Expression::of(name) };
            let Some(expression) = expression else {
                all.push(self.find(name)?);
                continue;
            };
            let hint = || "one expression can name several columns: /spare_.*/".to_string();
            expressions += 1;
            if expressions > MOST {
                let message = format!("more than {MOST} regular expressions");
                return Err(self.error(message, hint()));
            }
            let expression = expression.map_err(|message| self.error(message, hint()))?;
            let before = all.len();
            all.extend(self.names().enumerate().filter(|n| expression.fits(n.1)).map(|n| n.0));
            if all.len() == before {
                let message = format!("no column fits `{}`", shown(name));
                return Err(self.error(message, format!("columns: {}", self.headers())));
            }
        }
        Ok(all)
    }

    pub fn assign(&self, instructions: &Instructions) -> Result<Mapping, LogError> {
        let names: Vec<&str> = self.names().collect();
        let given = instructions.resolve(&names, self.expectation)?;
        let mut free = vec![true; names.len()];
        let mut columns: Vec<Assignment> = self.schema.columns.iter().map(unused).collect();
        let mut take = |i: usize| free.get_mut(i).map(|f| *f = false);
        for i in self.find_all(&instructions.ignore)? {
            take(i);
            columns[i].why = "ignored as requested".into();
        }
        for i in self.find_all(&instructions.keep)? {
            take(i);
            columns[i].role = Role::Other;
            columns[i].given = true;
            columns[i].why = "kept as requested".into();
        }
        for Instruction { target, column, unit, scale, offset } in &given {
            let i = self.find(column)?;
            take(i);
            let unit = unit.or(self.unit(i)?);
            columns[i] = Assignment {
                column: columns[i].column.clone(),
                role: role(target),
                unit,
                factor: unit.map_or(1.0, |u| u.factor) * scale,
                origin: 0.0,
                offset: unit.map_or(0.0, |u| u.shift) * scale + offset,
                given: true,
                why: "given".into(),
            };
        }
        let taken = |target: &Target| given.iter().any(|t| t.target == *target);
        let guesses = guess::guess(&self.schema.columns, &free, &taken, self.expectation)
            .map_err(|ambiguity| self.ambiguous(&ambiguity))?;
        for (i, guess) in guesses.columns.into_iter().enumerate().filter(|(i, _)| free[*i]) {
            columns[i].why = guess.why;
            let Some(target) = guess.target else { continue };
            if taken(&target) {
                columns[i].why = "the mapping names another column".into();
                continue;
            }
            if matches!(target, Target::Joint(q, _) if q.is_temperature())
                && !self.is_temperature(i)
            {
                columns[i].why = "named as a temperature, with another unit".into();
                continue;
            }
            columns[i].role = role(&target);
            columns[i].unit = self.unit(i)?.or(guess.unit);
            columns[i].factor = columns[i].unit.map_or(1.0, |u| u.factor);
            columns[i].offset = columns[i].unit.map_or(0.0, |u| u.shift);
        }
        let joints = columns.iter().filter_map(|c| match c.role {
            Role::Joint(Quantity::Position, joint) => Some(joint + 1),
            _ => None,
        });
        let joints = joints.max().unwrap_or(0);
        let joint_names = if self.expectation.joint_names.is_empty() {
            guesses.joint_names
        } else {
            self.expectation.joint_names.clone()
        };
        Ok(Mapping { columns, joint_names, joints, rate: None })
    }

    fn ambiguous(&self, ambiguity: &Ambiguity) -> LogError {
        let at = |&i: &usize| self.schema.columns.get(i).map_or("", |c| c.name.as_str());
        let list: Vec<String> = ambiguity.columns.iter().map(at).map(shown).collect();
        let first = list.first().cloned().unwrap_or_default();
        let headers = self.headers();
        let target = &ambiguity.target;
        self.error(
            format!(
                "`{}`: more than one column matches {target}; columns: {headers}",
                list.join("` and `")
            ),
            format!(
                "choose one in the mapping: \"{}={first}\" or \"ignore={first}\"",
                example(target)
            ),
        )
    }

    /// The unit the file gives for a column.
    fn unit(&self, i: usize) -> Result<Option<Unit>, LogError> {
        let Some(Column { name, unit, unknown_unit, .. }) = self.schema.columns.get(i) else {
            return Ok(None);
        };
        match unknown_unit {
            None => Ok(*unit),
            Some(text) => Err(LogError::new(
                self.file,
                Place::Part(name.clone()),
                format!("unknown unit `{}`", shown(text)),
                format!("state it in the mapping: \"TARGET={name} [deg]\""),
            )),
        }
    }

    /// Whether a column's unit, if it has one, is of temperatures.
    fn is_temperature(&self, i: usize) -> bool {
        self.schema.columns.get(i).is_some_and(|c| {
            c.unknown_unit.is_none() && c.unit.is_none_or(|u| u.dimension == Dimension::Temperature)
        })
    }

    /// Time and the positions of all joints must be there.
    pub fn complete(&self, mapping: &Mapping) -> Result<(), LogError> {
        let headers = self.headers();
        if let Some(rate) = mapping.rate.filter(|r| !(r.is_finite() && *r > 0.0)) {
            return Err(self.error(
                format!("the sampling rate cannot be {rate} Hz"),
                "give a positive rate".into(),
            ));
        }
        if mapping.time().is_none() && mapping.rate.is_none() {
            let near = nearest("time", self.names());
            let near = near.first().map_or(String::new(), |n| format!(" (perhaps `{}`)", shown(n)));
            return Err(self.error(
                format!("no time column found; columns: {headers}"),
                format!(
                    "name it{near} in the mapping: \"t=COLUMN [s]\"; or give the sampling rate"
                ),
            ));
        }
        self.plausible_joints(mapping)?;
        let wanted = self.expectation.joints().unwrap_or(mapping.joints);
        if mapping.joints > wanted {
            return Err(self.error(
                format!("the log has positions of {} joints, the robot has {wanted}", mapping.joints),
                "is it a log of this robot? If so, leave the others out in the mapping: \"ignore=COLUMN\""
                    .into(),
            ));
        }
        let has = |joint| {
            mapping.columns.iter().any(|c| c.role == Role::Joint(Quantity::Position, joint))
        };
        let missing: Vec<usize> = (0..wanted.max(1)).filter(|&j| !has(j)).collect();
        let Some(&first) = missing.first() else { return Ok(()) };
        let mut list: Vec<String> =
            missing.iter().take(12).map(|j| format!("q{}", j + 1)).collect();
        if missing.len() > 12 {
            list.push("…".into());
        }
        let name = self.expectation.joint_names.get(first).cloned();
        let looked = name.unwrap_or_else(|| format!("q{}", first + 1));
        let unused = mapping.columns.iter().filter(|c| c.role == Role::Unused);
        let near = nearest(&looked, unused.map(|c| c.column.as_str()));
        let near = near.first().map_or("COLUMN".into(), |n| shown(n));
        Err(self.error(
            format!("no column found for {}; columns: {headers}", list.join(", ")),
            format!("name it in the mapping: \"q{}={near} [rad]\"", first + 1),
        ))
    }

    /// A file has at least as many columns as its last joint's number.
    fn plausible_joints(&self, mapping: &Mapping) -> Result<(), LogError> {
        let most = mapping.columns.len().max(self.expectation.joints().unwrap_or(0));
        let beyond = mapping.columns.iter().find_map(|c| match c.role {
            Role::Joint(_, joint) if joint >= most => Some((c, joint)),
            _ => None,
        });
        let Some((column, joint)) = beyond else { return Ok(()) };
        Err(LogError::new(
            self.file,
            Place::Part(column.column.clone()),
            format!("its name means joint {}, but the file has {most} columns", joint + 1),
            "number the joints from 1, or map the column: \"q1=COLUMN\" or \"ignore=COLUMN\"",
        ))
    }

    /// Units must measure what the quantity is.
    pub fn dimensions(&self, mapping: &Mapping) -> Result<(), LogError> {
        for column in &mapping.columns {
            let Some(unit) = column.unit else { continue };
            let allowed: &[Dimension] = match column.role {
                Role::Time => &[Dimension::Time],
                Role::Joint(quantity, joint) => match quantity.dimensions() {
                    Some([turns, slides]) => match self.expectation.slides(joint) {
                        Some(false) => &[turns],
                        Some(true) => &[slides],
                        None => &[turns, slides],
                    },
                    None => continue,
                },
                Role::Other | Role::Unused => continue,
            };
            if !allowed.contains(&unit.dimension) {
                let fit: Vec<&str> = allowed.iter().map(|d| d.si()).collect();
                return Err(LogError::new(
                    self.file,
                    Place::Part(column.column.clone()),
                    format!("its unit {} does not fit {}", unit.name, column.target()),
                    format!("a unit like {} is expected; is the mapping right?", fit.join(" or ")),
                ));
            }
        }
        Ok(())
    }
}

fn unused(column: &Column) -> Assignment {
    Assignment {
        column: column.name.clone(),
        role: Role::Unused,
        unit: column.unit,
        factor: 1.0,
        origin: 0.0,
        offset: 0.0,
        given: false,
        why: String::new(),
    }
}

fn role(target: &Target) -> Role {
    match target {
        Target::Time => Role::Time,
        Target::Joint(quantity, joint) => Role::Joint(*quantity, *joint),
    }
}

fn example(target: &str) -> String {
    let of_name = Quantity::OF_JOINTS.iter().find(|q| q.name() == target);
    of_name.map_or(target.into(), |q| format!("{}1", q.stem()))
}
