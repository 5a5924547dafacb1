//! `[[loop]]`: two frames held together.

use crate::robot::Direction;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

pub(super) const KEYS: [&str; 5] = ["name", "kind", "directions", "first", "second"];
pub(super) const END_KEYS: [&str; 4] = ["link", "xyz", "rpy", "rotation"];

const KINDS: [(&str, &[Direction]); 3] =
    [("pin", &Direction::PIN), ("point", &Direction::POINT), ("full", &Direction::ALL)];
const DIRECTIONS: [(&str, Direction); 6] = [
    ("x", Direction::X),
    ("y", Direction::Y),
    ("z", Direction::Z),
    ("rx", Direction::TurnX),
    ("ry", Direction::TurnY),
    ("rz", Direction::TurnZ),
];

/// What a loop holds: the directions of its kind, or those it lists.
pub(super) fn directions(section: &TomlTable) -> Result<Vec<Direction>, FileError> {
    section.exclusive("kind", "directions")?;
    if let Some(listed) = section.words("directions", &DIRECTIONS)? {
        return Ok(listed);
    }
    match section.word("kind", &KINDS)? {
        Some(kind) => Ok(kind.to_vec()),
        None => Err(section.error(
            "kind",
            "the loop has neither `kind` nor `directions`",
            "add `kind` (pin about z, point or full) or `directions` (some of x, y, z, rx, ry, rz)",
        )),
    }
}
