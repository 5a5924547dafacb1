//! Movement tables in trajectory files: cell by cell, or as pasted.

use super::located::{Result, located};
use crate::motion::movements::{
    Interpolation, JointMovements, Movement, MovementTable, Unit, parse_movements,
};
use crate::motion::{AnyTrajectory, MotionError};
use armlab_engine::robot::Robot;
use armlab_files::toml::TomlTable;

pub(super) const INTERPOLATIONS: [(&str, Interpolation); 4] = [
    ("pchip", Interpolation::Pchip),
    ("quintic", Interpolation::Quintic),
    ("trapezoid", Interpolation::Trapezoid),
    ("linear", Interpolation::Linear),
];

pub fn read_movements(s: &TomlTable, _: Option<&Robot>) -> Result<AnyTrajectory> {
    let interpolation = s.word("interpolation", &INTERPOLATIONS)?.unwrap_or_default();
    if let Some(table) = s.text("table")? {
        s.exclusive("table", "joint")?;
        let units = s.words("units", &Unit::ALL)?;
        let units = units.ok_or_else(|| s.missing("units", "an array of strings"))?;
        let joints = parse_movements(table, &units).map_err(|error| located(s, error))?;
        let table = MovementTable { interpolation, joints };
        return table.into_trajectory().map(Into::into).map_err(|error| {
            s.error("table", error.to_string(), "correct that cell of the table")
        });
    }
    let mut joints = Vec::new();
    let sections = s.tables("joint", "joint")?;
    if sections.is_empty() {
        return Err(s.missing("joint", "an array of tables: [[joint]]"));
    }
    for section in &sections {
        section.only(&["unit", "home", "movements"])?;
        let rows = section.rows("movements")?.unwrap_or_default();
        let mut movements = Vec::with_capacity(rows.len());
        for (i, row) in rows.iter().enumerate() {
            let (value, start, end, rest) = match row[..] {
                [value, start, end] => (value, start, end, end),
                [value, start, end, rest] => (value, start, end, rest),
                _ => {
                    let problem = format!("movement {} has {} entries", i + 1, row.len());
                    let hint = "write [value, TI, TF] or [value, TI, TF, TR]";
                    return Err(section.error("movements", problem, hint));
                }
            };
            movements.push(Movement { value, start, end, rest });
        }
        let unit = section.word("unit", &Unit::ALL)?.unwrap_or_default();
        let home = section.number("home")?.unwrap_or(0.0);
        joints.push(JointMovements { unit, home, movements });
    }
    let table = MovementTable { interpolation, joints };
    table.into_trajectory().map(Into::into).map_err(|error| match &error {
        MotionError::Cell { joint, .. } => match sections.get(joint - 1) {
            Some(section) => located(section, error),
            None => located(s, error),
        },
        _ => located(s, error),
    })
}
