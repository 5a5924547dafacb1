//! The corrected description, checked by reading it again, and what changed in it.

mod friction;

use super::methods::MethodResult;
use super::problem::IdentificationProblem;
use crate::documents::{file_name, number};
use crate::error::{Error, Hint, Result};
use crate::identify::{Consistency, Estimate, Recording};
use crate::robot::describe::{
    FixedJoints, ReadOptions, read_toml, read_urdf, updated_urdf, write_toml,
};
use crate::robot::doctor::{DENSEST, Severity, ellipsoid_density, examine};
use crate::robot::{Link, Robot};
use crate::validation::{Verdict, predict_described, score, scores};
use serde::Serialize;
use std::path::Path;

/// A number of the description, before and after.
#[derive(Clone, Serialize)]
pub struct Change {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// As it was described.
    pub old: f64,
    /// As it was found.
    pub new: f64,
}

/// A file that was written and read again.
#[derive(Clone, Serialize)]
pub struct RoundTrip {
    /// Its name.
    pub file: String,
    /// Largest difference of an inertial number, relative to the largest of its
    /// kind in its link.
    pub inertial: f64,
    /// Largest difference of a friction effort, relative to the largest.
    pub friction: f64,
    /// Difference between the efforts that this description and the estimate
    /// predict, percent; `null` where it predicts none.
    pub efforts: Option<f64>,
    /// Error with which this description predicts the evaluated logs, percent; `null` where it
    /// predicts none.
    pub error: Option<f64>,
}

/// Recordings and what the estimate predicts for them.
#[derive(Clone, Copy)]
struct Predictions<'a> {
    recordings: &'a [Recording],
    /// Efforts: recording, joint, sample.
    predicted: &'a [Vec<Vec<f64>>],
}

impl Predictions<'_> {
    /// How far a description's efforts are from the estimate's, and its error, percent.
    fn compared(&self, robot: &Robot) -> Option<[f64; 2]> {
        let again: std::result::Result<Vec<_>, _> =
            self.recordings.iter().map(|r| predict_described(robot, r)).collect();
        let again = again.ok()?;
        let pairs = self.predicted.iter().zip(&again);
        let difference = score(pairs.map(|(p, a)| (p.as_slice(), a.as_slice()))).relative;
        Some([difference, scores(self.recordings, &again).relative])
    }
    /// Error of the estimate, percent.
    fn error(&self) -> f64 {
        scores(self.recordings, self.predicted).relative
    }
}

/// The corrected description.
#[derive(Clone, Default, Serialize)]
pub struct ExportReport {
    /// Files, as read again.
    pub files: Vec<RoundTrip>,
    /// Why there is no description, where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What was done to it beyond the estimate.
    pub notes: Vec<String>,
    /// What `armlab check` finds in it: warnings and errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
    /// What differs from the description as given.
    pub changes: Vec<Change>,
}

/// Differences below this part are the decimal digits' and no more.
const SAME: f64 = 1e-9;

/// Points of percent of the prediction error that are worth a word.
const NOTICEABLE: f64 = 0.1;
/// Changes below this are rounding, whatever the unit.
const ROUNDING: f64 = 1e-12;

/// A file of the corrected description.
#[derive(Clone, Debug)]
pub struct DescriptionFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The corrected robot: its description as files, checked by reading them again.
#[derive(Clone, Default)]
pub struct CorrectedDescription {
    /// URDF and TOML; none where the description is refused.
    pub files: Vec<DescriptionFile>,
    /// What changed, and how the files were checked.
    pub report: ExportReport,
    robot: Option<Robot>,
}

impl CorrectedDescription {
    /// The robot with a method's estimate, unless that is physically inconsistent.
    pub fn new(problem: &IdentificationProblem, result: &MethodResult) -> Self {
        let recordings = problem.evaluation_recordings();
        let predictions = Predictions { recordings, predicted: &result.predicted };
        let corrected = result.estimate.corrected(&problem.model);
        describe(problem.robot, &result.estimate, corrected.as_ref(), predictions)
    }
    /// The corrected robot.
    ///
    /// # Errors
    /// If the estimate is physically inconsistent, or cannot be described.
    pub fn robot(&self) -> Result<&Robot> {
        self.robot.as_ref().ok_or_else(|| {
            let why = self.report.refused.as_deref().unwrap_or("there is no estimate");
            let hint = "use the result of the method `physical`, or record more motion";
            let message = format_args!("there is no corrected description: {why}").to_string();
            Error::new(message).hint(Hint::Text(hint.into()))
        })
    }
    /// Writes the corrected robot as a `.urdf` or `.toml` file.
    ///
    /// # Errors
    /// As [`robot`](Self::robot), or if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        Ok(self.robot()?.save(path)?)
    }
    /// Tells a verdict what `armlab check` finds in the description. A link far denser than any
    /// material that was not described so fails: the data contradict every robot of matter.
    pub(super) fn remark_on(&self, described: &Robot, verdict: &mut Verdict) {
        for link in self.robot.iter().flat_map(|r| r.links()) {
            let was = described.links().iter().find(|l| l.name == link.name);
            if is_impossibly_dense(link) && !was.is_some_and(is_impossibly_dense) {
                let name = &link.name;
                verdict.object(format_args!(
                    "link `{name}` would be over ten times denser than any material"
                ));
            }
        }
        match self.report.findings.as_slice() {
            [] if self.robot.is_some() => verdict.remark("exported description: no problems found"),
            [] => {}
            findings => verdict.limit(format_args!(
                "`armlab check` finds in the exported description: {}",
                findings.join("; ")
            )),
        }
    }
    fn refused(why: String) -> Self {
        let report = ExportReport { refused: Some(why), ..ExportReport::default() };
        Self { report, ..Self::default() }
    }
}

/// The corrected description as URDF and TOML, each read again, unless it is
/// physically inconsistent.
fn describe(
    robot: &Robot,
    estimate: &Estimate,
    corrected: Option<&Robot>,
    predictions: Predictions,
) -> CorrectedDescription {
    if !estimate.physical.consistent {
        return CorrectedDescription::refused(inconsistency(&estimate.physical));
    }
    let Some(corrected) = corrected else {
        return CorrectedDescription::refused(
            "a parameter is not a finite number, or coupled motors have more inertia than rotors \
             and links of their joints"
                .into(),
        );
    };
    let (corrected, mut notes) = match friction::permitted(corrected, estimate) {
        Ok(permitted) => permitted,
        Err(why) => return CorrectedDescription::refused(why),
    };
    // Locked joints are in the files, as they were.
    let whole = corrected.unlocked().unwrap_or_else(|| corrected.clone());
    let name = file_name(robot.name());
    let urdf = updated_urdf(&whole);
    notes.extend(urdf.notes);
    let files = [("urdf", urdf.text), ("toml", write_toml(&whole))].map(|(extension, text)| {
        DescriptionFile { name: format!("{name}-identified.{extension}"), text }
    });
    let mut read_again = Vec::new();
    for DescriptionFile { name, text } in &files {
        let options = ReadOptions::new(FixedJoints::Merge);
        let read = if name.ends_with("urdf") { read_urdf } else { read_toml };
        let again = match read(text, name, &options) {
            Ok(again) => again.robot,
            Err(error) => {
                return CorrectedDescription::refused(format!(
                    "it could not be read again: {error}"
                ));
            }
        };
        let mut checked = compared(name, &whole, &again);
        let apart = checked.inertial;
        if !(apart <= SAME) {
            return CorrectedDescription::refused(format!(
                "{name} read again would differ by {apart:.1e} in its inertial parameters"
            ));
        }
        if !(checked.friction <= SAME) {
            notes.push(format!(
                "{name} cannot hold this friction: efforts differ by {:.1} %; use the TOML file",
                100.0 * checked.friction
            ));
        }
        if again.couplings() != whole.couplings() {
            let pairs: Vec<_> = whole.couplings().iter().map(|c| c.joints.join("+")).collect();
            notes.push(format!(
                "{name} cannot hold the motor couplings {}: use the TOML file",
                pairs.join(", ")
            ));
        }
        let locked = again.with_locked(corrected.locked_joints());
        let mounted = again.gravity() == corrected.gravity();
        if !mounted {
            let [x, y, z] = corrected.gravity().to_array().map(number);
            notes.push(format!(
                "{name} does not state the gravity: mount it with --gravity {x},{y},{z}"
            ));
        }
        let again = locked.map(|r| r.with_gravity(corrected.gravity()));
        let judged = again.ok().and_then(|again| predictions.compared(&again));
        (checked.efforts, checked.error) = (judged.map(|j| j[0]), judged.map(|j| j[1]));
        read_again.push(checked);
    }
    // The TOML file holds everything.
    let error = read_again.last().and_then(|f| f.error).unwrap_or(0.0);
    let own = predictions.error();
    if error > own + NOTICEABLE {
        notes.push(format!(
            "the description predicts with an error of {error:.2} %, the estimate with {own:.2} %: \
             its bodies are physically consistent and near the description, and its friction \
             dissipates"
        ));
    }
    let far = far_masses(robot, &corrected);
    if !far.is_empty() {
        notes.push(format!(
            "masses beyond a factor of two of the described ones, as the data ask for: {}",
            far.join(", ")
        ));
    }
    let changes = changes(robot, &corrected);
    let findings = findings(&corrected);
    let report = ExportReport { files: read_again, refused: None, notes, findings, changes };
    CorrectedDescription { files: files.into(), report, robot: Some(corrected) }
}

/// A robot as TOML, read again; or why it is not the same.
pub(super) fn read_back(name: &str, robot: &Robot) -> std::result::Result<RoundTrip, String> {
    let options = ReadOptions::new(FixedJoints::Merge);
    let again = read_toml(&write_toml(robot), name, &options)
        .map_err(|error| format!("{name} could not be read again: {error}"))?;
    let checked = compared(name, robot, &again.robot);
    if checked.inertial <= SAME && checked.friction <= SAME {
        Ok(checked)
    } else {
        Err(format!("{name} read again would differ"))
    }
}

/// Why an estimate is not physically consistent.
fn inconsistency(physical: &Consistency) -> String {
    let Consistency { worst_link, worst, .. } = physical;
    match physical.distance {
        Some([squared, limit]) => format!(
            "no physically consistent robot lies within the estimate's uncertainty: squared \
             distance {squared:.1}, 99.9 % limit {limit:.1}; most restrictive: `{worst_link}`"
        ),
        None => format!(
            "the parameters of link `{worst_link}` are not physically consistent (smallest \
             eigenvalue of its pseudo-inertia: {worst:.1e} of the largest)"
        ),
    }
}

/// Whether a link is over ten times denser than any material.
fn is_impossibly_dense(link: &Link) -> bool {
    link.inertia.as_ref().and_then(ellipsoid_density).is_some_and(|d| d > 10.0 * DENSEST)
}

/// Links whose masses are not within a factor of two of the described ones.
fn far_masses(described: &Robot, corrected: &Robot) -> Vec<String> {
    let mass = |link: &Link| link.inertia.map_or(0.0, |i| i.mass);
    let pairs = described.links().iter().zip(corrected.links());
    let far = pairs.filter(|(old, new)| {
        let ratio = mass(new) / mass(old);
        mass(old) > 0.0 && !(0.499..=2.001).contains(&ratio)
    });
    far.map(|(old, new)| {
        format!("`{}` {} instead of {} kg", new.name, number(mass(new)), number(mass(old)))
    })
    .collect()
}

/// Warnings and errors of the doctor.
fn findings(robot: &Robot) -> Vec<String> {
    let all = examine(robot).into_iter().filter(|f| f.severity >= Severity::Warning);
    all.map(|f| f.to_string()).collect()
}

fn compared(file: &str, written: &Robot, again: &Robot) -> RoundTrip {
    let (inertial, friction) = difference(written, again);
    RoundTrip { file: file.into(), inertial, friction, efforts: None, error: None }
}

/// Largest relative differences of inertial numbers and of friction.
fn difference(a: &Robot, b: &Robot) -> (f64, f64) {
    let (x, y) = (a.parameter_values(), b.parameter_values());
    if x.len() != y.len() {
        return (f64::INFINITY, f64::INFINITY);
    }
    let links = 10 * a.links().len();
    let mut kinds: Vec<std::ops::Range<usize>> = Vec::new();
    for first in (0..links).step_by(10) {
        kinds.extend([first..first + 1, first + 1..first + 4, first + 4..first + 10]);
    }
    kinds.extend((links..x.len()).map(|i| i..i + 1));
    let relative = |range: std::ops::Range<usize>| {
        let largest = x[range.clone()].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let apart = range.map(|i| (x[i] - y[i]).abs()).fold(0.0_f64, |m, v| m.max(v));
        if apart == 0.0 { 0.0 } else { apart / largest.max(1e-12) }
    };
    let inertial = kinds.into_iter().map(relative).fold(0.0, f64::max);
    let mut friction = 0.0_f64;
    for (p, q) in a.moving_joints().zip(b.moving_joints()) {
        let at = |v: f64, (elapsed, temperature): (f64, f64)| {
            let at = crate::friction::Sliding::at(v).after(elapsed).at_temperature(temperature);
            (p.friction.effort(at), q.friction.effort(at))
        };
        // Of warm drives, then of cold ones, then at a temperature.
        let speeds = [-2.0, -0.5, -0.1, -0.01, 0.01, 0.1, 0.5, 2.0];
        let states = [(f64::INFINITY, f64::INFINITY), (0.0, f64::INFINITY), (f64::INFINITY, 0.0)];
        let efforts: Vec<(f64, f64)> =
            states.into_iter().flat_map(|state| speeds.map(|v| at(v, state))).collect();
        let largest = efforts.iter().fold(0.0_f64, |m, e| m.max(e.0.abs()));
        let apart = efforts.iter().fold(0.0_f64, |m, e| m.max((e.0 - e.1).abs()));
        if apart > 0.0 {
            friction = friction.max(apart / largest.max(1e-12));
        }
    }
    (inertial, friction)
}

/// Numbers that differ between two descriptions of one robot.
fn changes(old: &Robot, new: &Robot) -> Vec<Change> {
    let inertials = old.parameter_names().into_iter().zip(old.parameter_units());
    let values = old.parameter_values().into_iter().zip(new.parameter_values());
    let mut all: Vec<Change> = inertials
        .zip(values)
        .map(|((name, unit), (old, new))| Change { name, unit: unit.into(), old, new })
        .collect();
    for (a, b) in old.driven_joints().zip(new.driven_joints()) {
        let turns = a.kind.turns();
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for joint in [a, b] {
            for parameter in joint.friction.terms.iter().flat_map(|t| t.law().parameters()) {
                let known = seen.iter().any(|s| s.0 == parameter.name);
                if !known {
                    seen.push((parameter.name, parameter.dimension.unit(turns)));
                }
            }
        }
        all.extend(seen.into_iter().map(|(name, unit)| Change {
            name: format!("{} friction {name}", a.name),
            unit: unit.into(),
            old: a.friction.total(name),
            new: b.friction.total(name),
        }));
    }
    all.retain(|c| (c.new - c.old).abs() > (SAME * c.old.abs().max(c.new.abs())).max(ROUNDING));
    all
}

/// Cells of one change.
pub fn change_cells(c: &Change) -> [String; 5] {
    // What rounding left of a zero is no value to compare with.
    let percent = if c.old.abs() <= ROUNDING {
        "new".into()
    } else {
        format!("{:+.1}", 100.0 * (c.new - c.old) / c.old.abs())
    };
    [c.name.clone(), number(c.old), number(c.new), c.unit.clone(), percent]
}
