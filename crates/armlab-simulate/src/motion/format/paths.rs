//! Paths of the tool in trajectory files.

use super::located::{Result, count, located, made};
use crate::motion::cartesian::{CartesianPath, Held, Orientation, Shape, TimeLaw};
use crate::motion::{AnyTrajectory, MotionError};
use armlab_engine::robot::Robot;
use armlab_files::toml::TomlTable;

pub(super) const HELD: [(&str, Held); 3] =
    [("planar", Held::Planar), ("position", Held::Position), ("pose", Held::Pose)];
pub(super) const LAWS: [(&str, TimeLaw); 2] =
    [("quintic", TimeLaw::Quintic), ("even", TimeLaw::Even)];

pub fn read_polyline(s: &TomlTable, robot: Option<&Robot>) -> Result<AnyTrajectory> {
    s.required_rows("points")?;
    let points = triples(s, "points", "x, y, z in each row")?;
    path(s, Shape::Polyline { points }, robot)
}

/// Rows of three numbers; none if the key is not there.
fn triples(s: &TomlTable, key: &'static str, why: &str) -> Result<Vec<[f64; 3]>> {
    let rows = s.rows(key)?.unwrap_or_default();
    let triple = |row: &Vec<f64>| {
        let checked = MotionError::check_length(key, row.len(), 3, why);
        checked.map_err(|error| located(s, error))?;
        Ok([row[0], row[1], row[2]])
    };
    rows.iter().map(triple).collect()
}

fn orientation(s: &TomlTable) -> Result<Orientation> {
    let stated = triples(s, "rpy", "roll, pitch, yaw in each row")?;
    let word = s.word("orientation", &[("constant", 0), ("tangent", 1), ("interpolated", 2)])?;
    if word == Some(2) {
        return Ok(Orientation::Interpolated(stated));
    }
    if stated.len() > 1 {
        let got = stated.len();
        let message = format!("`rpy` has {got} rows, where one is the orientation at the start");
        let hint = "several are taken with orientation = \"interpolated\"";
        return Err(s.error("rpy", message, hint));
    }
    let one = stated.first().copied();
    Ok(if word == Some(1) { Orientation::Tangent(one) } else { Orientation::Constant(one) })
}

pub fn read_helix(s: &TomlTable, robot: Option<&Robot>) -> Result<AnyTrajectory> {
    let shape = Shape::Helix {
        centre: s.required_vector("centre")?,
        axis: s.vector("axis")?.unwrap_or([0.0, 0.0, 1.0]),
        radius: s.required_number("radius")?,
        turns: s.number("turns")?.unwrap_or(1.0),
        rise: s.number("rise")?.unwrap_or(0.0),
        phase: s.number("phase")?.unwrap_or(0.0),
    };
    path(s, shape, robot)
}

fn path(s: &TomlTable, shape: Shape, robot: Option<&Robot>) -> Result<AnyTrajectory> {
    let path = CartesianPath {
        law: s.word("law", &LAWS)?.unwrap_or_default(),
        held: s.word("held", &HELD)?.unwrap_or_default(),
        orientation: orientation(s)?,
        samples: count(s, "samples")?.unwrap_or(501),
        start: s.numbers("start")?,
        ..CartesianPath::new(shape, s.required_number("duration")?)
    };
    path.check().map_err(|error| located(s, error))?;
    match robot {
        Some(robot) => made(s, path.solve(robot)),
        None => {
            let message = "a path of the tool needs a robot to follow it";
            Err(s.error("kind", message, "name the robot, or give a trajectory of the joints"))
        }
    }
}
