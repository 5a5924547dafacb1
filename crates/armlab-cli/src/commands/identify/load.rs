//! `armlab identify ROBOT --friction load`: masses together with the friction
//! laws of the description, by variable projection and by least squares in a box.

use super::Identify;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, Paint, file_name, note};
use crate::table::{number, table};
use armlab::identify::nonlinear::{
    FrictionProblem, NonlinearEstimate, Settings, bounded, projected,
};
use armlab::identify::{RawRecording, Recording};
use armlab::robot::Robot;
use armlab::robot::describe::write_toml;
use armlab::signal::Filter;
use serde::Serialize;
use std::fmt::Write;

/// How far masses may be from the description's, one standard deviation.
const PRIOR: f64 = 0.25;
/// The window and order by which positions are differentiated.
const FILTER: &str = "sg:21:5";

#[derive(Serialize)]
struct Document {
    robot: String,
    rows: usize,
    notes: Vec<String>,
    methods: Vec<MethodDocument>,
}

#[derive(Serialize)]
struct MethodDocument {
    method: &'static str,
    rms: f64,
    rank: usize,
    unknowns: usize,
    evaluations: usize,
    converged: bool,
    parameters: Vec<ParameterDocument>,
    /// Changes that no effort shows.
    hidden: Vec<String>,
}

#[derive(Serialize)]
struct ParameterDocument {
    name: String,
    unit: String,
    value: f64,
    std: Option<f64>,
    status: &'static str,
    on_bound: bool,
    shared: Option<String>,
}

pub fn run(command: &Identify, robot: &Robot, raw: &[RawRecording], common: &Common) -> Outcome {
    let hint = "check the log with `armlab log FILE --robot ROBOT`";
    if robot.driven_joints().all(|j| j.friction.is_none()) {
        let hint =
            "add `friction = { law = \"load\", … }` to its joints, or give another --friction";
        return Err(Failure::input("the description has no friction laws", hint));
    }
    let recordings = raw
        .iter()
        .map(|r| conditioned(r, command.cutoff))
        .collect::<Result<Vec<Recording>, _>>()
        .map_err(|e| Failure::input(e, hint))?;
    let problem = FrictionProblem::new(robot, &recordings, Settings::default())
        .map_err(|e| Failure::input(e, hint))?;
    let start = problem.described();
    // What a description says of a mass is seldom wrong by more than half.
    let range = |_: &str, value: f64| (value - 0.5 * value.abs(), value + 0.5 * value.abs());
    let bounds = problem.bounds(range).map_err(|e| Failure::input(e, hint))?;
    let found = [projected(&problem, &bounds, &start, PRIOR), bounded(&problem, &bounds, &start)];
    let found = found
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map_err(|e| Failure::input(e, "give friction in the description that is nearer"))?;
    let notes = recordings.iter().flat_map(|r| r.notes.iter().map(|n| format!("{}: {n}", r.name)));
    let document = Document {
        robot: robot.name().into(),
        rows: problem.rows(),
        notes: notes.collect(),
        methods: found.iter().map(of).collect(),
    };
    if let Some(out) = &common.out {
        let folder = Folder::open(out)?;
        folder.write_json("estimate.json", &document)?;
        match found.first().and_then(|f| f.corrected(&problem)) {
            Some(corrected) => {
                let name = format!("{}-identified.toml", file_name(robot.name()));
                folder.write(&name, &write_toml(&corrected))?;
            }
            None => note("no corrected description: the estimate is no robot's"),
        }
    }
    if common.json {
        return output::print_json(&document);
    }
    output::print(&read_out(&document, Paint::new(common)))
}

/// Logged accelerations as they are; else a low-pass where a cut-off is given,
/// and polynomials where not.
fn conditioned(
    raw: &RawRecording,
    cutoff: Option<f64>,
) -> Result<Recording, armlab::identify::RecordingError> {
    let filter: Option<Filter> = FILTER.parse().ok();
    match (raw.is_complete(), cutoff, filter) {
        (false, None, Some(filter)) => raw.condition_with(&filter),
        _ => raw.condition(cutoff),
    }
}

fn of(estimate: &NonlinearEstimate) -> MethodDocument {
    let parameters = estimate.parameters.iter().map(|p| ParameterDocument {
        name: p.name.clone(),
        unit: p.unit.clone(),
        value: p.value,
        std: p.deviation,
        status: p.status.name(),
        on_bound: p.bound.is_some(),
        shared: p.shared.clone(),
    });
    MethodDocument {
        method: estimate.method,
        rms: estimate.rms,
        rank: estimate.identifiability.rank,
        unknowns: estimate.identifiability.unknowns,
        evaluations: estimate.evaluations,
        converged: estimate.converged,
        parameters: parameters.collect(),
        hidden: estimate.identifiability.hidden.clone(),
    }
}

fn read_out(document: &Document, paint: Paint) -> String {
    let mut text = String::new();
    let _ =
        writeln!(text, "{}: {} samples in motion\n", paint.bold(&document.robot), document.rows);
    for note in &document.notes {
        let _ = writeln!(text, "  {note}");
    }
    for method in &document.methods {
        let _ = writeln!(
            text,
            "\n{}: residual {} RMS, {} of {} unknowns show, {} evaluations{}",
            paint.bold(method.method),
            number(method.rms),
            method.rank,
            method.unknowns,
            method.evaluations,
            if method.converged { "" } else { ", not converged" }
        );
        let rows = method.parameters.iter().map(|p| {
            let percent = p.std.map(|s| 100.0 * s / p.value.abs().max(1e-300));
            let mut remark: Vec<&str> = Vec::new();
            if p.status != "identified" {
                remark.push(p.status);
            }
            if p.on_bound {
                remark.push("on its bound");
            }
            remark.extend(p.shared.as_deref());
            vec![
                p.name.clone(),
                number(p.value),
                p.std.map_or(String::new(), number),
                p.unit.clone(),
                percent.map_or(String::new(), |p| format!("{p:.1}")),
                remark.join(", "),
            ]
        });
        let header = ["parameter", "value", "±", "unit", "±%", ""];
        text.push_str(&table(&header, rows.collect(), &[1, 2, 4]));
    }
    if let Some(method) = document.methods.first().filter(|m| !m.hidden.is_empty()) {
        text.push_str("\nno effort shows these changes:\n");
        for hidden in &method.hidden {
            let _ = writeln!(text, "  {hidden}");
        }
    }
    text
}
