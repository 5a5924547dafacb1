//! An experiment from TOML.

use super::section::Section;
use super::source::Source;
use crate::motion::{AnyTrajectory, FormatError, ReadFor, read_trajectory};
use crate::simulate::controller::ControlLaw;
use crate::simulate::effects;
use crate::simulate::experiment::{Kept, Saturation, Settings, Start};
use crate::simulate::integrate::Method;
use armlab_engine::robot::Robot;
use toml::de::DeTable;

type Result<T> = std::result::Result<T, FormatError>;

const TOP: [&str; 11] = [
    "seed",
    "rate",
    "duration",
    "coordinates",
    "start",
    "saturation",
    "integration",
    "controller",
    "trajectory",
    "log",
    "effect",
];

/// What an experiment file says.
#[derive(Debug)]
pub struct ExperimentFile {
    /// Rates, effects and the like; usual values where nothing is said.
    pub settings: Settings,
    /// The controller, where one is stated.
    pub law: Option<Box<dyn ControlLaw>>,
    /// The reference, where one is stated.
    pub trajectory: Option<AnyTrajectory>,
    /// Whether the reference is in the coordinates of a platform.
    pub platform: bool,
    /// Whether a seed is stated.
    pub seeded: bool,
}

/// Reads an experiment for a robot from the text of a TOML file; `file` is what errors
/// call it. `load` gives the text of a trajectory file that it names, or says why not.
pub fn read_experiment(
    text: &str,
    file: &str,
    robot: &Robot,
    load: &mut dyn FnMut(&str) -> std::result::Result<String, String>,
) -> Result<ExperimentFile> {
    let source = Source::new(file, text)?;
    let document = DeTable::parse(source.text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let message = format!("this is not well-formed TOML: {}", error.message());
        source.error(at, message, "docs/simulation.md shows the format")
    })?;
    let top = Section::new(&source, "the experiment", document.get_ref(), 0);
    top.only(&TOP)?;
    let usual = Settings::default();
    let seed = top.whole("seed")?;
    let effects = top.tables("effect")?;
    let settings = Settings {
        rate: positive(&top, "rate")?.unwrap_or(usual.rate),
        duration: positive(&top, "duration")?,
        method: method(&top)?,
        start: start(&top)?,
        saturation: saturation(&top)?,
        effects: effects.iter().map(effects::read).collect::<Result<_>>()?,
        seed: seed.unwrap_or(0),
        kept: kept(&top)?,
    };
    let law = top.table("controller", "the controller")?;
    let words = [("joints", false), ("platform", true)];
    Ok(ExperimentFile {
        settings,
        law: law.as_ref().map(super::controller::read).transpose()?,
        trajectory: trajectory(&source, &top, robot, load)?,
        platform: top.word("coordinates", &words)?.unwrap_or(false),
        seeded: seed.is_some(),
    })
}

fn positive(s: &Section, key: &str) -> Result<Option<f64>> {
    match s.number(key)? {
        Some(x) if !(x > 0.0) => {
            Err(s.error(key, format!("`{key}` cannot be {x}"), "give a positive number"))
        }
        number => Ok(number),
    }
}

fn method(top: &Section) -> Result<Option<Method>> {
    let Some(s) = top.table("integration", "`integration`")? else { return Ok(None) };
    s.only(&["method", "step", "tolerance"])?;
    let (step, tolerance) = (positive(&s, "step")?, positive(&s, "tolerance")?);
    let needless = |key: &str| {
        let message = format!("`{key}` means nothing for this method");
        Err(s.error(key, message, "rk4 has a `step`, adaptive a `tolerance`"))
    };
    match s.word("method", &[("rk4", false), ("adaptive", true)])?.unwrap_or(false) {
        false if tolerance.is_some() => needless("tolerance"),
        true if step.is_some() => needless("step"),
        false => Ok(step.map(|step| Method::Rk4 { step })),
        true => Ok(Some(Method::Adaptive { tolerance: tolerance.unwrap_or(1e-9) })),
    }
}

fn start(top: &Section) -> Result<Start> {
    let named = top.text("start");
    if let Ok(None) = named {
        return Ok(Start::default());
    }
    if named.is_ok() {
        let words = [("rest", false), ("reference", true)];
        let moving = top.word("start", &words)?.unwrap_or(false);
        return Ok(if moving { Start::Reference } else { Start::Rest });
    }
    let Some(s) = top.table("start", "`start`")? else { return Ok(Start::default()) };
    s.only(&["q", "qd"])?;
    let q = s.per_joint("q")?.ok_or_else(|| s.missing("q", "a number per joint"))?;
    Ok(Start::State { q, qd: s.per_joint("qd")?.unwrap_or(0.0.into()) })
}

fn saturation(top: &Section) -> Result<Saturation> {
    match top.text("saturation") {
        Ok(None) => Ok(Saturation::default()),
        Ok(Some(_)) => {
            let words = [("limits", true), ("none", false)];
            let limits = top.word("saturation", &words)?.unwrap_or(true);
            Ok(if limits { Saturation::Limits } else { Saturation::None })
        }
        Err(_) => Ok(top.per_joint("saturation")?.map_or(Saturation::Limits, Saturation::At)),
    }
}

fn kept(top: &Section) -> Result<Kept> {
    let usual = Kept::default();
    let Some(s) = top.table("log", "`log`")? else { return Ok(usual) };
    s.only(&["reference", "truth"])?;
    Ok(Kept {
        reference: s.flag("reference")?.unwrap_or(usual.reference),
        truth: s.flag("truth")?.unwrap_or(usual.truth),
    })
}

fn trajectory(
    source: &Source,
    top: &Section,
    robot: &Robot,
    load: &mut dyn FnMut(&str) -> std::result::Result<String, String>,
) -> Result<Option<AnyTrajectory>> {
    let Some(s) = top.table("trajectory", "the trajectory")? else { return Ok(None) };
    if let Some(name) = s.text("file")? {
        s.only(&["file"])?;
        let text = load(name).map_err(|why| {
            let hint = "give the path of a trajectory file, from the experiment file's folder";
            s.error("file", format!("`{name}` cannot be read: {why}"), hint)
        })?;
        return read_trajectory(&text, name, ReadFor::robot(robot)).map(Some);
    }
    // A trajectory's reader takes a text of its own; where it complains, the line of
    // that text names the key, whose place in this file is known.
    let table: toml::Table = toml::from_str(source.text).unwrap_or_default();
    let inner = table.get("trajectory").map(|t| toml::to_string(t).unwrap_or_default());
    let inner = inner.unwrap_or_default();
    let read = read_trajectory(&inner, source.file, ReadFor::robot(robot));
    read.map(Some).map_err(|error| {
        let line = inner.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
        let key = line.split('=').next().unwrap_or_default().trim();
        s.error_at_key(key, error.message, error.hint)
    })
}
