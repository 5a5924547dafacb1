//! Logs that a run names, read for a robot.

use crate::compute::log::Source;
use crate::failure::{Answer, Failure};
use crate::project::OpenProject;
use armlab::recordings::{IntoLog, LogSource};
use armlab::robot::Robot;
use armlab_log::ReadOptions;

/// Most logs of a run.
const MOST: usize = 64;

/// Finds logs by their places.
pub fn find(project: &OpenProject, field: &str, names: &[String]) -> Answer<Vec<Source>> {
    if names.len() > MOST {
        let detail = format!("{} logs; {MOST} are the most", names.len());
        return Err(Failure::field(field, detail, "leave some out"));
    }
    let one = |(k, name): (usize, &String)| {
        Source::find(project, name).map_err(|mut failure| {
            failure.0.field = Some(format!("{field}[{k}]"));
            failure
        })
    };
    names.iter().enumerate().map(one).collect()
}

/// Reads logs.
pub fn read(logs: &[Source], robot: &Robot) -> Answer<Vec<LogSource>> {
    let one = |source: &Source| {
        let name = source.name.rsplit('/').next().unwrap_or_default();
        Ok(source.read(robot)?.into_log()?.named(name))
    };
    logs.iter().map(one).collect()
}

/// Total size of training logs that are read in parts whatever was asked, bytes.
const LARGE: u64 = 80 << 20;

/// Whether logs are so large that they are read in parts.
pub fn are_large(logs: &[Source]) -> bool {
    let size = |source: &Source| std::fs::metadata(&source.path).map_or(0, |m| m.len());
    logs.iter().map(size).sum::<u64>() > LARGE
}

/// Training logs that are read in parts, and how all of them are read.
pub fn in_parts(logs: &[Source], robot: &Robot) -> Answer<(Vec<LogSource>, ReadOptions)> {
    let Some(first) = logs.first() else {
        return Err(Failure::field("logs", "there is no log", "name at least one"));
    };
    if logs.iter().any(|log| log.entry.words() != first.entry.words()) {
        let detail = "logs that are read in parts are mapped alike, and these are not";
        return Err(Failure::field("logs", detail, "choose logs with the same columns"));
    }
    let sources = logs.iter().map(|log| {
        let name = log.name.rsplit('/').next().unwrap_or_default();
        Ok(log.path.as_path().into_log()?.named(name))
    });
    Ok((sources.collect::<Answer<_>>()?, first.options(robot)?))
}

/// Checks drive gains.
pub fn gains(given: &Option<Vec<f64>>, robot: &Robot) -> Answer<()> {
    let joints = robot.driven_joints().count();
    match given {
        Some(gains) if gains.len() != joints || !gains.iter().all(|g| g.is_finite()) => {
            let detail = format!("the gains are not {joints} finite numbers");
            Err(Failure::field("gains", detail, "give one per driven joint, N m/A or N/A"))
        }
        _ => Ok(()),
    }
}

/// Checks drive gains of which some may be unknown.
pub fn some_gains(given: &Option<Vec<Option<f64>>>, robot: &Robot) -> Answer<()> {
    let known = given.as_ref().map(|all| all.iter().map(|g| g.unwrap_or(1.0)).collect());
    gains(&known, robot)
}

/// Checks a cut-off.
pub fn cutoff(given: Option<f64>) -> Answer<()> {
    match given {
        Some(c) if !(c > 0.0 && c.is_finite()) => {
            Err(Failure::field("cutoff", "it must be above zero", "give Hz, or leave it out"))
        }
        _ => Ok(()),
    }
}

/// Words of a command that say how logs are read.
pub fn words(logs: &[Source], gains: &Option<Vec<f64>>) -> Vec<String> {
    let known = gains.as_ref().map(|all| all.iter().copied().map(Some).collect());
    words_of_some(logs, &known)
}

/// The same where some gains may be unknown.
pub fn words_of_some(logs: &[Source], gains: &Option<Vec<Option<f64>>>) -> Vec<String> {
    let mut words = Vec::new();
    let mut maps: Vec<Vec<String>> = logs.iter().map(|l| l.entry.words()).collect();
    maps.dedup();
    words.extend(maps.into_iter().flatten());
    if let Some(gains) = gains {
        let word = |g: &Option<f64>| g.map_or_else(|| "?".into(), |g| format!("{g:?}"));
        let numbers: Vec<String> = gains.iter().map(word).collect();
        words.push(format!("--gains={}", numbers.join(",")));
    }
    words
}
