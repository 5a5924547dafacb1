//! An experiment from TOML.

use crate::motion::format::read_trajectory_table;
use crate::motion::{AnyTrajectory, ReadFor, read_trajectory};
use crate::simulate::controller::{self, ControlLaw};
use crate::simulate::effects;
use crate::simulate::experiment::{LogColumns, Saturation, Settings, Start};
use crate::simulate::fields::per_joint;
use crate::simulate::integrate::Method;
use armlab_engine::robot::Robot;
use armlab_files::FileError;
use armlab_files::toml::{TomlDocument, TomlFormat, TomlTable};

type Result<T> = std::result::Result<T, FileError>;

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

const FORMAT: TomlFormat = TomlFormat {
    limit: 256 << 10,
    too_large: "keep long trajectories in files of their own: [trajectory] file = \"…\"",
    malformed: "docs/simulation.md shows the format",
};

/// The content of an experiment file.
#[derive(Clone, Debug, Default)]
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
    let document = TomlDocument::parse(text, file, &FORMAT)?;
    let top = document.root("the experiment");
    top.only(&TOP)?;
    let usual = Settings::default();
    let seed = top.count("seed")?;
    let effects = top.tables("effect", "effect")?;
    let settings = Settings {
        rate: positive(&top, "rate")?.unwrap_or(usual.rate),
        duration: positive(&top, "duration")?,
        method: method(&top)?,
        start: start(&top)?,
        saturation: saturation(&top)?,
        effects: effects.iter().map(effects::read).collect::<Result<_>>()?,
        seed: seed.unwrap_or(0),
        columns: columns(&top)?,
    };
    let law = top.table("controller", "the controller")?;
    let words = [("joints", false), ("platform", true)];
    Ok(ExperimentFile {
        settings,
        law: law.as_ref().map(controller::read).transpose()?,
        trajectory: trajectory(&top, robot, load)?,
        platform: top.word("coordinates", &words)?.unwrap_or(false),
        seeded: seed.is_some(),
    })
}

fn positive(s: &TomlTable, key: &str) -> Result<Option<f64>> {
    match s.number(key)? {
        Some(x) if !(x > 0.0) => {
            Err(s.titled_error(key, format!("`{key}` cannot be {x}"), "give a positive number"))
        }
        number => Ok(number),
    }
}

fn method(top: &TomlTable) -> Result<Option<Method>> {
    let Some(s) = top.table("integration", "`integration`")? else { return Ok(None) };
    s.only(&["method", "step", "tolerance"])?;
    let (step, tolerance) = (positive(&s, "step")?, positive(&s, "tolerance")?);
    let needless = |key: &str| {
        let message = format!("`{key}` means nothing for this method");
        Err(s.titled_error(key, message, "rk4 has a `step`, adaptive a `tolerance`"))
    };
    match s.word("method", &[("rk4", false), ("adaptive", true)])?.unwrap_or(false) {
        false if tolerance.is_some() => needless("tolerance"),
        true if step.is_some() => needless("step"),
        false => Ok(step.map(|step| Method::Rk4 { step })),
        true => Ok(Some(Method::Adaptive { tolerance: tolerance.unwrap_or(1e-9) })),
    }
}

fn start(top: &TomlTable) -> Result<Start> {
    if top.is_text("start") {
        let words = [("rest", false), ("reference", true)];
        let moving = top.word("start", &words)?.unwrap_or(false);
        return Ok(if moving { Start::Reference } else { Start::Rest });
    }
    let Some(s) = top.table("start", "`start`")? else { return Ok(Start::default()) };
    s.only(&["q", "qd"])?;
    let q = per_joint(&s, "q")?.ok_or_else(|| s.missing("q", "a number per joint"))?;
    Ok(Start::State { q, qd: per_joint(&s, "qd")?.unwrap_or(0.0.into()) })
}

fn saturation(top: &TomlTable) -> Result<Saturation> {
    if top.is_text("saturation") {
        let words = [("limits", true), ("none", false)];
        let limits = top.word("saturation", &words)?.unwrap_or(true);
        return Ok(if limits { Saturation::Limits } else { Saturation::None });
    }
    Ok(per_joint(top, "saturation")?.map_or(Saturation::default(), Saturation::At))
}

fn columns(top: &TomlTable) -> Result<LogColumns> {
    let usual = LogColumns::default();
    let Some(s) = top.table("log", "`log`")? else { return Ok(usual) };
    s.only(&["reference", "truth"])?;
    Ok(LogColumns {
        reference: s.flag("reference")?.unwrap_or(usual.reference),
        truth: s.flag("truth")?.unwrap_or(usual.truth),
    })
}

fn trajectory(
    top: &TomlTable,
    robot: &Robot,
    load: &mut dyn FnMut(&str) -> std::result::Result<String, String>,
) -> Result<Option<AnyTrajectory>> {
    let Some(s) = top.table("trajectory", "the trajectory")? else { return Ok(None) };
    if let Some(name) = s.text("file")? {
        s.only(&["file"])?;
        let text = load(name).map_err(|why| {
            let hint = "give the path of a trajectory file, from the experiment file's folder";
            s.titled_error("file", format!("`{name}` cannot be read: {why}"), hint)
        })?;
        return read_trajectory(&text, name, ReadFor::robot(robot)).map(Some);
    }
    read_trajectory_table(&s, ReadFor::robot(robot)).map(Some)
}
