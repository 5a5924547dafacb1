//! Paths of the tool in trajectory files.

use super::located::{Result, count, located, made};
use crate::motion::cartesian::{CartesianPath, Held, Shape, TimeLaw};
use crate::motion::{AnyTrajectory, MotionError};
use armlab_engine::robot::Robot;
use armlab_files::toml::TomlTable;

pub(super) const HELD: [(&str, Held); 3] =
    [("planar", Held::Planar), ("position", Held::Position), ("pose", Held::Pose)];
pub(super) const LAWS: [(&str, TimeLaw); 2] =
    [("quintic", TimeLaw::Quintic), ("even", TimeLaw::Even)];

pub fn read_polyline(s: &TomlTable, robot: Option<&Robot>) -> Result<AnyTrajectory> {
    let rows = s.required_rows("points")?;
    let mut points = Vec::with_capacity(rows.len());
    for row in &rows {
        let checked = MotionError::check_length("points", row.len(), 3, "x, y, z in each row");
        checked.map_err(|error| located(s, error))?;
        points.push([row[0], row[1], row[2]]);
    }
    path(s, Shape::Polyline { points }, robot)
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
