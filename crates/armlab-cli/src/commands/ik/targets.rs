//! Targets from the command line or a CSV file. In a file every row stands for
//! itself: one that cannot be read is reported and the others are answered.

use crate::failure::Failure;
use armlab::kinematics::inverse::{Task, TaskError};
use armlab::spatial::Transform;
use std::io::Read;

/// Names of the components, in the order of a full target.
pub const NAMES: [&str; 6] = ["x", "y", "z", "roll", "pitch", "yaw"];
/// Largest file of targets, in bytes.
const LARGEST: u64 = 256 << 20;
/// Most of a bad field that is shown, in characters.
const LONGEST_SHOWN: usize = 40;

/// Which components the numbers of a target are.
#[derive(Clone, Debug, PartialEq)]
pub struct Components(Vec<usize>);

impl Components {
    /// The components of a target of so many numbers.
    pub fn of_count(count: usize) -> Result<Self, String> {
        match count {
            2 | 3 | 6 => Ok(Self((0..count).collect())),
            _ => Err(format!("{count} numbers are not a target")),
        }
    }
    /// From names with commas between.
    pub fn parse(names: &str) -> Result<Self, Failure> {
        let mut components = Vec::new();
        for name in names.split(',').map(str::trim) {
            match NAMES.iter().position(|known| *known == name) {
                Some(i) if !components.contains(&i) => components.push(i),
                Some(_) => return Err(bad_components(format!("`{name}` stands there twice"))),
                None => return Err(bad_components(format!("`{}` is no component", short(name)))),
            }
        }
        Ok(Self(components))
    }
    /// These components, if there is one number for each.
    pub fn fitting(self, numbers: &[f64]) -> Result<Self, String> {
        if numbers.len() == self.0.len() {
            Ok(self)
        } else {
            Err(format!("{} numbers for {} components", numbers.len(), self.0.len()))
        }
    }
    /// Their names.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|&i| NAMES[i]).collect()
    }
    /// The task and target that numbers state.
    pub fn task(&self, numbers: &[f64]) -> (Task, Transform<f64>) {
        let (mut wanted, mut values) = ([false; 6], [0.0; 6]);
        for (&i, &number) in self.0.iter().zip(numbers) {
            (wanted[i], values[i]) = (true, number);
        }
        let [x, y, z, roll, pitch, yaw] = values;
        let task =
            Task::components([wanted[0], wanted[1], wanted[2]], [wanted[3], wanted[4], wanted[5]]);
        (task, Transform::from_xyz_rpy([x, y, z], [roll, pitch, yaw]))
    }
    /// A pose in the form of the target.
    pub fn of_pose(&self, pose: &Transform<f64>) -> Vec<f64> {
        let [x, y, z] = pose.translation.to_array();
        let [roll, pitch, yaw] = pose.rotation.to_rpy();
        let all = [x, y, z, roll, pitch, yaw];
        self.0.iter().map(|&i| all[i]).collect()
    }
    /// True if orientation is part of the target.
    pub fn has_orientation(&self) -> bool {
        self.0.iter().any(|&i| i >= 3)
    }
    /// True if position is part of the target.
    pub fn has_position(&self) -> bool {
        self.0.iter().any(|&i| i < 3)
    }
    /// One number for an error: metres, or radians where only those were asked.
    pub fn size(&self, error: &TaskError) -> f64 {
        if self.has_position() { error.position } else { error.angle }
    }
}

fn bad_components(message: String) -> Failure {
    Failure::input(format_args!("--components: {message}"), "choose from x,y,z,roll,pitch,yaw")
}

/// A row of targets.
pub struct Row {
    /// What its numbers are.
    pub components: Components,
    /// The numbers, or where and why they could not be read.
    pub numbers: Result<Vec<f64>, String>,
    /// Seconds, where the file has them.
    pub time: Option<f64>,
}

/// Numbers with commas between, as typed for an option.
pub fn numbers(option: &str, text: &str) -> Result<Vec<f64>, Failure> {
    text.split(',')
        .enumerate()
        .map(|(i, field)| match field.trim().parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => Err(Failure::input(
                format_args!(
                    "{option}: entry {} is `{}`, not a finite number",
                    i + 1,
                    short(field)
                ),
                "write numbers with commas between, e.g. 0.35,0.15",
            )),
        })
        .collect()
}

/// Reads the targets of a file, or of standard input for `-`.
pub fn read(path: &str) -> Result<Vec<Row>, Failure> {
    let (name, text) = text_of(path)?;
    let problem = |line: usize, message: &str| {
        Failure::input(format_args!("{name}:{line}:1: {message}"), HEADER_HINT)
    };
    // Spreadsheets mark the start of a file with an invisible character.
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((first, header)) = lines.next() else {
        return Err(problem(1, "the file is empty"));
    };
    let fields: Vec<&str> = header.split(',').map(bare).collect();
    let (mut rows, mut time) = (Vec::new(), None);
    let components = if fields.iter().all(|f| f.parse::<f64>().is_ok()) {
        // No header: the numbers are x,y[,z[,roll,pitch,yaw]].
        let components = Components::of_count(fields.len()).map_err(|reason| {
            problem(first + 1, &format!("the header is missing, and {reason}"))
        })?;
        rows.push(row(&name, first + 1, header, &components, None));
        components
    } else {
        let mut components = Vec::new();
        for (i, field) in fields.iter().enumerate() {
            if time.is_none() && (*field == "t" || *field == "time") {
                time = Some(i);
                continue;
            }
            match NAMES.iter().position(|known| known == field) {
                Some(i) if !components.contains(&i) => components.push(i),
                Some(_) => {
                    let message = format!("column `{field}` stands there twice");
                    return Err(problem(first + 1, &message));
                }
                None => {
                    let message = format!("column `{}` is no part of a target", short(field));
                    return Err(problem(first + 1, &message));
                }
            }
        }
        Components(components)
    };
    rows.extend(lines.map(|(number, line)| row(&name, number + 1, line, &components, time)));
    if rows.is_empty() { Err(problem(first + 1, "there are no targets in it")) } else { Ok(rows) }
}

const HEADER_HINT: &str =
    "the first line names the columns, e.g. x,y or x,y,z,roll,pitch,yaw; then one target per line";

fn text_of(path: &str) -> Result<(String, String), Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::input(
            format_args!("{path}: cannot be read: {error}"),
            "give a CSV file with columns x,y[,z[,roll,pitch,yaw]], or `-` for standard input",
        )
    };
    let mut bytes = Vec::new();
    let name = if path == "-" {
        std::io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        "standard input"
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        path
    };
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::input(
            format_args!("{name}: larger than {} MB", LARGEST >> 20),
            "split the file",
        ));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name.into(), text)),
        Err(error) => {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|b| **b == b'\n').count();
            let message = format!("{name}:{line}:1: this is not UTF-8 text");
            Err(Failure::input(message, "is this a CSV file of targets?"))
        }
    }
}

/// One line of numbers; field `time` is not part of the target.
fn row(file: &str, line: usize, text: &str, components: &Components, time: Option<usize>) -> Row {
    let mut numbers = Vec::with_capacity(components.0.len() + 1);
    let mut column = 1;
    let mut bad = None;
    for field in text.split(',') {
        let problem = match bare(field).parse::<f64>() {
            Ok(x) if x.is_finite() => {
                numbers.push(x);
                None
            }
            Ok(_) => Some(format!("`{}` is not a finite number", short(field))),
            Err(_) => Some(format!("`{}` is not a number", short(field))),
        };
        bad = bad.or(problem.map(|message| (column, message)));
        column += field.chars().count() + 1;
    }
    let (count, wanted) =
        (text.split(',').count(), components.0.len() + usize::from(time.is_some()));
    if bad.is_none() && count != wanted {
        bad = Some((1, format!("this line has {count} fields, the header {wanted}")));
    }
    let mut seconds = None;
    let numbers = match (bad, time) {
        (Some((column, message)), _) => Err(format!("{file}:{line}:{column}: {message}")),
        (None, Some(i)) => {
            seconds = Some(numbers.remove(i));
            Ok(numbers)
        }
        (None, None) => Ok(numbers),
    };
    Row { components: components.clone(), numbers, time: seconds }
}

/// A field without blanks and quotes.
fn bare(field: &str) -> &str {
    let field = field.trim();
    field.strip_prefix('"').and_then(|f| f.strip_suffix('"')).unwrap_or(field).trim()
}

/// The field without control characters, cut where it gets out of hand.
fn short(field: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut cut: String = field.trim().chars().take(LONGEST_SHOWN).map(clean).collect();
    if field.trim().chars().nth(LONGEST_SHOWN).is_some() {
        cut.push('…');
    }
    cut
}
