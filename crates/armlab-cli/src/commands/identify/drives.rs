//! Gains of drives as they are typed, and those that logs tell.

use super::logs::HINT;
use super::options::Identify;
use super::payload;
use crate::failure::Failure;
use crate::output::note;
use armlab::identify::RawRecording;
use armlab::identify::payload::{DriveGain, DriveGains, KnownLoad, drive_gains};
use armlab::robot::Robot;
use armlab::study::{Decisions, Study};

/// Gains as typed: `None` for those that are looked for.
pub fn parse(text: &str, joints: usize) -> Result<Vec<Option<f64>>, Failure> {
    if text.trim() == "unknown" {
        return Ok(vec![None; joints]);
    }
    let one = |x: &str| match x.trim() {
        "?" => Ok(None),
        number => match number.parse::<f64>().ok().filter(|x| x.is_finite()) {
            Some(gain) => Ok(Some(gain)),
            None => {
                let hint = "give numbers with commas between, one per driven joint, ? for one \
                            that is looked for, or `unknown`";
                Err(Failure::input(format_args!("`{number}` is not a number"), hint))
            }
        },
    };
    text.split(',').map(one).collect()
}

/// The logs, without and with a load.
pub struct Pair {
    pub own: Vec<RawRecording>,
    pub loaded: Vec<RawRecording>,
}

/// Finds the gains that are looked for.
pub fn find(
    command: &Identify,
    robot: &Robot,
    given: &[Option<f64>],
    pair: &Pair,
    decisions: &Decisions,
) -> Result<DriveGains, Failure> {
    if pair.loaded.is_empty() {
        let hint = "give a log of the robot with a load (--payload FILE) and the load's mass \
                    (--payload-mass KG), or the gains (--gains)";
        return Err(Failure::input("currents alone do not tell the drives' gains", hint));
    }
    let failed = |e: &dyn std::fmt::Display| Failure::input(e, HINT);
    let study = Study::prepare(
        robot,
        &pair.own,
        &pair.loaded,
        decisions.clone(),
        &armlab::progress::Progress::none(),
    );
    let study = study.map_err(|e| failed(&e))?;
    let link = payload::link(command, robot)?;
    let load = KnownLoad { mass: command.payload_mass, centre: payload::centre(command)? };
    let (own, loaded) = (&study.recordings, &study.unseen);
    let found = drive_gains(&study.model, own, loaded, link, &load, given, decisions.seed);
    let found = found.map_err(|e| failed(&e))?;
    let shown = |g: &DriveGain| format!("{} {:.4} ± {:.4}", g.joint, g.value, g.deviation);
    let refused: Vec<String> = found.refused().map(shown).collect();
    let told = found.gains.iter().filter(|g| g.separable && !g.given).map(shown);
    let told: Vec<String> = told.collect();
    if !refused.is_empty() {
        let told = if told.is_empty() { "no other".into() } else { told.join(", ") };
        let hint =
            format!("give these gains with --gains, and ? for the others; the logs do tell {told}");
        return Err(Failure::input(
            format_args!("the logs do not tell the gains of {}", refused.join(", ")),
            hint,
        ));
    }
    note(format_args!("gains from the load, N m/A or N/A: {}", told.join(", ")));
    Ok(found)
}
