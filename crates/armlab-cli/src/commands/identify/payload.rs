//! `armlab identify ROBOT --payload`: what is in the robot's hand.

use super::logs::HINT;
use super::options::{Identify, no_link};
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, Paint, note};
use crate::table::{number, table};
use armlab::documents::identification::PayloadDocument;
use armlab::identify::payload::{Payload, holding_link, weigh, weigh_beyond};
use armlab::identify::{Model, RawRecording, Recording};
use armlab::robot::Robot;
use armlab::study::Study;
use armlab::validate::predict_described;
use serde::Serialize;
use std::fmt::Write;

/// The load for people.
pub fn read_out(load: &PayloadDocument, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n{}: {:.4} ± {:.4} kg on `{}`; the arm alone leaves {:.2} %, with the load {:.2} %",
        paint.bold("payload"),
        load.mass,
        load.mass_std,
        load.link,
        load.without,
        load.with
    );
    for note in &load.notes {
        let _ = writeln!(text, "  {note}");
    }
    let axes = ["x", "y", "z"].iter().zip(load.centre.iter().zip(&load.centre_std));
    let mut rows: Vec<Vec<String>> = axes
        .map(|(axis, (value, std))| {
            let shown = |x: &Option<f64>| x.map_or("not seen".into(), number);
            vec![format!("centre {axis}"), shown(value), shown(std), "m".into()]
        })
        .collect();
    rows.extend(load.parameters.iter().map(|p| {
        let std = p.std.map_or("not seen".into(), number);
        vec![p.name.clone(), number(p.value), std, p.unit.clone()]
    }));
    text.push('\n');
    text.push_str(&table(&["load", "value", "±", "unit"], rows, &[1, 2]));
    text
}

/// The link that holds the load.
pub fn link(command: &Identify, robot: &Robot) -> Result<usize, Failure> {
    let name = command.payload_link.as_deref();
    holding_link(robot, name).map_err(|links| match name {
        Some(name) => no_link(robot, name),
        None => Failure::input(
            format_args!("the robot has {} ends; which one holds the load?", links.len()),
            format_args!("give --payload-link, one of {}", links.join(", ")),
        ),
    })
}

/// The load's centre of mass as typed.
pub fn centre(command: &Identify) -> Result<Option<[f64; 3]>, Failure> {
    let Some(text) = &command.payload_centre else { return Ok(None) };
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|x| x.trim().parse().ok().filter(|x: &f64| x.is_finite())).collect();
    match numbers.and_then(|n| <[f64; 3]>::try_from(n).ok()) {
        Some(centre) => Ok(Some(centre)),
        None => {
            let hint = "give x,y,z in metres, in the frame of the link that holds the load";
            Err(Failure::input(format_args!("`{text}` is no centre of mass"), hint))
        }
    }
}

/// The load of some recordings, with an arm whose unknowns are known.
pub fn on_identified(
    command: &Identify,
    model: &Model,
    values: &[f64],
    loaded: &[Recording],
    seed: u64,
) -> Result<PayloadDocument, Failure> {
    let link = link(command, model.robot())?;
    let payload = weigh(model, values, loaded, link, seed).map_err(|e| Failure::input(e, HINT))?;
    warn_of_mass(command, &payload);
    Ok(PayloadDocument::of(&payload))
}

#[derive(Serialize)]
struct Document {
    robot: String,
    choices: Vec<String>,
    notes: Vec<String>,
    payload: PayloadDocument,
}

/// `--payload` without a file: the logs are of the loaded robot, and the arm is
/// as described.
pub fn run(command: &Identify, robot: &Robot, raw: &[RawRecording], common: &Common) -> Outcome {
    if robot.links().iter().all(|l| l.inertia.is_none()) {
        let hint = "identify the arm without the load first, and give the corrected description, \
                    or give the unloaded logs with --log and the loaded one with --payload FILE";
        return Err(Failure::input("the description states no inertials of the arm", hint));
    }
    let failed = |e: &dyn std::fmt::Display| Failure::input(e, HINT);
    let decisions = command.decisions(robot, common.seed)?;
    let study = Study::prepare(robot, raw, &[], decisions, &armlab::progress::Progress::none())
        .map_err(|e| failed(&e))?;
    study.choice.reasons.iter().for_each(note);
    let link = link(command, robot)?;
    let arm = study.recordings.iter().map(|r| predict_described(robot, r));
    let arm = arm.collect::<Result<Vec<_>, _>>().map_err(|e| failed(&e))?;
    let payload = weigh_beyond(&study.model, &arm, &study.recordings, link, common.seed);
    let payload = payload.map_err(|e| failed(&e))?;
    warn_of_mass(command, &payload);
    let document = Document {
        robot: robot.name().into(),
        choices: study.choice.reasons.clone(),
        notes: study.notes(),
        payload: PayloadDocument::of(&payload),
    };
    if let Some(out) = &common.out {
        Folder::open(out)?.write_json("payload.json", &document)?;
    }
    match common.json {
        true => output::print_json(&document),
        false => output::print(&read_out(&document.payload, Paint::new(common))),
    }
}

/// A mass that was typed and is not found says that something else is wrong.
fn warn_of_mass(command: &Identify, payload: &Payload) {
    let Some(known) = command.payload_mass else { return };
    let (mass, deviation) = payload.mass;
    if (mass - known).abs() > 3.0 * deviation + 0.02 * known.abs() {
        note(format_args!(
            "the load weighs {mass:.3} ± {deviation:.3} kg here and {known} kg by what was typed; \
             are the gains right?"
        ));
    }
}
