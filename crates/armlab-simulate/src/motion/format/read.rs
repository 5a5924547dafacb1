//! A trajectory from TOML.

use super::located::{Result, count, located, made};
use super::paths::{read_helix, read_polyline};
use super::tables::read_movements;
use crate::motion::{
    AnyTrajectory, BSplineBasis, Beside, ChebyshevBasis, CubicKind, CubicTrajectory, FourierForm,
    LinearTrajectory, MotionError, QuinticTrajectory, RecordedTrajectory, SplineEnd, SplineEnds,
    Trajectory, TrapezoidTrajectory, Via, fourier, polynomial_from_powers,
};
use armlab_engine::robot::Robot;
use armlab_files::toml::{TomlDocument, TomlFormat, TomlTable};

pub(super) const FORMS: [(&str, FourierForm); 2] =
    [("series", FourierForm::Series), ("swevers", FourierForm::Swevers)];
pub(super) const SPLINE_END: [(&str, SplineEnd); 2] =
    [("closed", SplineEnd::Closed), ("open", SplineEnd::Open)];

/// For what a trajectory is read.
#[derive(Clone, Copy, Default)]
pub struct ReadFor<'r> {
    dofs: Option<usize>,
    robot: Option<&'r Robot>,
}

impl<'r> ReadFor<'r> {
    /// Anything: any number of coordinates, but no paths of a tool.
    pub fn anything() -> Self {
        Self::default()
    }
    /// A number of coordinates.
    pub fn dofs(dofs: usize) -> Self {
        Self { dofs: Some(dofs), robot: None }
    }
    /// A robot, whose tool may follow a path. The coordinates of a machine with
    /// loops may be those of its drives or of its platform, so their number is
    /// not checked here.
    pub fn robot(robot: &'r Robot) -> Self {
        let dofs = robot.loops().is_empty().then(|| robot.driven_joints().count());
        Self { dofs, robot: Some(robot) }
    }
}

const FORMAT: TomlFormat = TomlFormat {
    limit: 32 << 20,
    too_large: "keep long records in log files",
    malformed: "docs/motion.md shows the format",
};

/// Reads a trajectory from the text of a TOML file; `file` is what errors call it.
pub fn read_trajectory(text: &str, file: &str, wanted: ReadFor) -> Result<AnyTrajectory> {
    let document = TomlDocument::parse(text, file, &FORMAT)?;
    read_trajectory_table(&document.root("the trajectory"), wanted)
}

/// Reads a trajectory from a table of a file.
pub(crate) fn read_trajectory_table(table: &TomlTable, wanted: ReadFor) -> Result<AnyTrajectory> {
    let trajectory = any(table, wanted.robot)?;
    match wanted.dofs {
        Some(dofs) if dofs != trajectory.dofs() => {
            let got = trajectory.dofs();
            let message = format!("the trajectory moves {got} coordinates where {dofs} are needed");
            Err(table.error("kind", message, "give one row per joint that moves"))
        }
        _ => Ok(trajectory),
    }
}

type Reader = fn(&TomlTable, Option<&Robot>) -> Result<AnyTrajectory>;

/// A kind of trajectory: its name, its reader, and its keys beside `kind`.
const KINDS: [(&str, Reader, &[&str]); 13] = [
    ("fourier", read_fourier, &["form", "frequency", "duration", "offset", "a", "b"]),
    ("polynomial", read_polynomial, &["duration", "chebyshev", "power"]),
    ("bspline", read_bspline, &["degree", "spans", "duration", "end", "offset", "coefficients"]),
    ("quintic", read_quintic, &["times", "q", "qd", "qdd"]),
    ("pchip", read_pchip, &["times", "q"]),
    ("spline", read_spline, &["times", "q", "ends", "first", "last"]),
    ("linear", read_linear, &["times", "q"]),
    ("trapezoid", read_trapezoid, &["q", "speed", "acceleration", "synchronised", "dwell"]),
    ("movements", read_movements, &["interpolation", "joint", "table", "units"]),
    ("recorded", read_recorded, &["times", "q", "qd", "qdd"]),
    (
        "polyline",
        read_polyline,
        &["points", "duration", "law", "held", "orientation", "rpy", "samples", "start"],
    ),
    (
        "helix",
        read_helix,
        &[
            "centre",
            "axis",
            "radius",
            "turns",
            "rise",
            "phase",
            "duration",
            "law",
            "held",
            "orientation",
            "rpy",
            "samples",
            "start",
        ],
    ),
    ("beside", read_beside, &["part"]),
];

fn any(section: &TomlTable, robot: Option<&Robot>) -> Result<AnyTrajectory> {
    let words = KINDS.map(|(name, reader, keys)| (name, (reader, keys)));
    let Some((reader, keys)) = section.word("kind", &words)? else {
        let names = KINDS.map(|(name, ..)| name).join(", ");
        let hint = format!("add `kind`, one of: {names}");
        return Err(section.error("kind", "the trajectory has no `kind`", hint));
    };
    let known: Vec<&str> = std::iter::once("kind").chain(keys.iter().copied()).collect();
    section.only(&known)?;
    reader(section, robot)
}

fn read_fourier(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let form = s.word("form", &FORMS)?.unwrap_or(FourierForm::Swevers);
    let frequency = s.required_number("frequency")?;
    let duration = s.number("duration")?.unwrap_or(1.0 / frequency);
    let (a, b) = (s.required_rows("a")?, s.required_rows("b")?);
    made(s, fourier(form, frequency, duration, &s.required_numbers("offset")?, &a, &b))
}

fn read_polynomial(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let duration = s.required_number("duration")?;
    if s.has("power") {
        s.exclusive("chebyshev", "power")?;
        return made(s, polynomial_from_powers(&s.required_rows("power")?, duration));
    }
    let rows = s.required_rows("chebyshev")?;
    let degree = rows.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
    let basis = match ChebyshevBasis::new(degree, duration) {
        Ok(basis) => basis,
        Err(error) => return Err(located(s, error)),
    };
    let padded = |row: &Vec<f64>, i: usize| row.get(i).copied().unwrap_or(0.0);
    let offset: Vec<f64> = rows.iter().map(|row| padded(row, 0)).collect();
    let coefficients: Vec<f64> =
        rows.iter().flat_map(|row| (1..=degree).map(move |k| padded(row, k))).collect();
    made(s, LinearTrajectory::new(basis, &offset, &coefficients))
}

fn read_bspline(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let end = s.word("end", &SPLINE_END)?.unwrap_or(SplineEnd::Closed);
    let (degree, spans) = (
        count(s, "degree")?.unwrap_or(5),
        count(s, "spans")?.ok_or_else(|| s.missing("spans", "a count"))?,
    );
    let basis = BSplineBasis::new(degree, spans, s.required_number("duration")?, end);
    let basis = basis.map_err(|error| located(s, error))?;
    let coefficients = s.required_rows("coefficients")?.concat();
    made(s, LinearTrajectory::new(basis, &s.required_numbers("offset")?, &coefficients))
}

/// Columns of `key`, each as long as there are times.
fn columns(s: &TomlTable, key: &'static str, times: usize) -> Result<Option<Vec<Vec<f64>>>> {
    let Some(rows) = s.rows(key)? else { return Ok(None) };
    for row in &rows {
        let checked = MotionError::check_length(key, row.len(), times, "one per entry of `times`");
        checked.map_err(|error| located(s, error))?;
    }
    Ok(Some(rows))
}

fn read_quintic(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let times = s.required_numbers("times")?;
    s.required_rows("q")?;
    let n = times.len();
    let (q, qd, qdd) = (columns(s, "q", n)?, columns(s, "qd", n)?, columns(s, "qdd", n)?);
    let at = |rows: &Vec<Vec<f64>>, i: usize| rows.iter().map(|row| row[i]).collect::<Vec<f64>>();
    let via = |(i, time): (usize, &f64)| Via {
        time: *time,
        q: q.as_ref().map(|rows| at(rows, i)).unwrap_or_default(),
        qd: qd.as_ref().map(|rows| at(rows, i)),
        qdd: qdd.as_ref().map(|rows| at(rows, i)),
    };
    made(s, QuinticTrajectory::new(times.iter().enumerate().map(via).collect()))
}

fn read_pchip(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    made(s, CubicTrajectory::pchip(s.required_numbers("times")?, s.required_rows("q")?))
}

fn read_linear(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let (times, q) = (s.required_numbers("times")?, s.required_rows("q")?);
    made(s, CubicTrajectory::new(CubicKind::Linear, times, q))
}

fn read_spline(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let (times, q) = (s.required_numbers("times")?, s.required_rows("q")?);
    let zeros = || vec![0.0; q.len()];
    let ends = match s
        .word("ends", &[("rest", 0), ("natural", 1), ("not-a-knot", 2), ("clamped", 3)])?
    {
        None | Some(0) => SplineEnds::Clamped(zeros(), zeros()),
        Some(1) => SplineEnds::Natural,
        Some(2) => SplineEnds::NotAKnot,
        Some(_) => SplineEnds::Clamped(s.required_numbers("first")?, s.required_numbers("last")?),
    };
    let needless = if matches!(ends, SplineEnds::Clamped(..)) && s.text("ends")? == Some("clamped")
    {
        None
    } else {
        ["first", "last"].into_iter().find(|key| s.has(key))
    };
    if let Some(key) = needless {
        let message = format!("`{key}` means nothing here");
        return Err(s.error(key, message, "velocities at the ends go with ends = \"clamped\""));
    }
    made(s, CubicTrajectory::new(CubicKind::Spline(ends), times, q))
}

fn read_trapezoid(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let (speed, acceleration) = (s.required_numbers("speed")?, s.required_numbers("acceleration")?);
    let synchronised = s.flag("synchronised")?.unwrap_or(true);
    let dwell = s.number("dwell")?.unwrap_or(0.0);
    let q = s.required_rows("q")?;
    made(s, TrapezoidTrajectory::new(q, speed, acceleration, synchronised, dwell))
}

fn read_recorded(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    fn slices(rows: &[Vec<f64>]) -> Vec<&[f64]> {
        rows.iter().map(Vec::as_slice).collect()
    }
    let (times, q) = (s.required_numbers("times")?, s.required_rows("q")?);
    let (qd, qdd) = (s.rows("qd")?, s.rows("qdd")?);
    let (qd, qdd) = (qd.as_deref().map(slices), qdd.as_deref().map(slices));
    made(s, RecordedTrajectory::new(&times, &slices(&q), qd.as_deref(), qdd.as_deref()))
}

fn read_beside(s: &TomlTable, robot: Option<&Robot>) -> Result<AnyTrajectory> {
    let mut parts = Vec::new();
    let sections = s.tables("part", "part")?;
    if sections.is_empty() {
        return Err(s.missing("part", "an array of tables: [[part]]"));
    }
    for section in sections {
        if section.text("kind")? == Some("beside") {
            let message = "a part cannot have parts of its own";
            return Err(section.error("kind", message, "list all parts in the outer table"));
        }
        parts.push(any(&section, robot)?);
    }
    made(s, Beside::new(parts))
}
