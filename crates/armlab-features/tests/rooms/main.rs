//! Holds the code to ARCHITECTURE.md: a room uses rooms above it in the table, never below, and modules
//! beside each other in a folder do not use each other in a circle.

mod source;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use uses::{Module, Use, Workspace};

/// Folders in which there still are circles. Only ever shorter.
const KNOWN_CYCLES: &[&str] = &["armlab_identify", "armlab_identify::uncertainty"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn workspace() -> Workspace {
    Workspace::read(&repository().join("crates")).expect("sources that can be read")
}

/// The rooms of ARCHITECTURE.md's table, top to bottom: paths such as `armlab_engine::robot`.
fn rooms() -> Vec<String> {
    let text =
        std::fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let table = text.lines().skip_while(|line| !line.starts_with("| room |")).skip(2);
    let cells = table.take_while(|line| line.starts_with('|'));
    cells.filter_map(|line| line.split('`').nth(1)).map(str::to_owned).collect()
}

/// The row of the table a module belongs to: the longest path that leads to it.
fn room_of(rooms: &[String], module: &Module) -> Option<usize> {
    let path = module.to_string();
    let leads = |room: &&String| path == **room || path.starts_with(&format!("{room}::"));
    let room = rooms.iter().filter(leads).max_by_key(|room| room.len())?;
    rooms.iter().position(|other| other == room)
}

fn upward(rooms: &[String], uses: &BTreeSet<Use>) -> Vec<String> {
    let mut found = Vec::new();
    for Use { from, to } in uses {
        if let (Some(above), Some(below)) = (room_of(rooms, to), room_of(rooms, from))
            && above > below
        {
            found.push(format!("{from} uses {to}, but {} is below {}", rooms[above], rooms[below]));
        }
    }
    found
}

/// Circles among modules beside each other: the folder, and the steps.
fn cycles(uses: &BTreeSet<Use>) -> Vec<(String, String)> {
    let mut folders: BTreeMap<Module, BTreeMap<String, BTreeMap<String, Use>>> = BTreeMap::new();
    for used in uses {
        let Some((folder, from, to)) = used.beside_each_other() else { continue };
        let steps = folders.entry(folder).or_default().entry(from).or_default();
        steps.entry(to).or_insert_with(|| used.clone());
    }
    let all = folders.iter().flat_map(|(folder, steps)| {
        let circles = steps.keys().filter_map(|start| circle(steps, start));
        circles.map(|circle| (folder.to_string(), circle))
    });
    all.collect()
}

/// The shortest way from `start` back to it, listed once: from the first name of the circle.
fn circle(steps: &BTreeMap<String, BTreeMap<String, Use>>, start: &str) -> Option<String> {
    let mut before: BTreeMap<&str, &Use> = BTreeMap::new();
    let mut next = std::collections::VecDeque::from([start]);
    while let Some(at) = next.pop_front() {
        for (to, used) in steps.get(at).into_iter().flatten() {
            if before.contains_key(to.as_str()) || (to != start && to.as_str() < start) {
                continue;
            }
            before.insert(to, used);
            next.push_back(to);
        }
    }
    let mut listed = Vec::new();
    let mut at = *before.get(start)?;
    loop {
        listed.push(format!("{} uses {}", at.from, at.to));
        let (_, from, _) = at.beside_each_other()?;
        if from == start {
            break;
        }
        at = before[from.as_str()];
    }
    listed.reverse();
    Some(listed.join("; "))
}

#[test]
fn no_room_uses_one_below_it() {
    let found = upward(&rooms(), &workspace().uses());
    assert!(found.is_empty(), "{} uses of rooms below:\n{}", found.len(), found.join("\n"));
}

#[test]
fn modules_beside_each_other_form_no_circle() {
    let found = cycles(&workspace().uses());
    let known = |folder: &str| KNOWN_CYCLES.contains(&folder);
    let new: Vec<&str> =
        found.iter().filter(|(f, _)| !known(f)).map(|(_, circle)| circle.as_str()).collect();
    assert!(new.is_empty(), "{} circles:\n{}", new.len(), new.join("\n"));
    let gone: Vec<_> =
        KNOWN_CYCLES.iter().filter(|k| !found.iter().any(|(f, _)| f == *k)).collect();
    assert!(gone.is_empty(), "no longer there, drop from the list: {gone:?}");
}

#[test]
fn every_module_has_a_room_and_every_room_is_there() {
    let (rooms, workspace) = (rooms(), workspace());
    assert!(rooms.len() > 10, "the table of ARCHITECTURE.md is not found");
    // The root of a crate whose modules are rooms only lists them.
    let lists_rooms = |m: &Module| {
        m.path.is_empty() && rooms.iter().any(|room| room.starts_with(&format!("{m}::")))
    };
    let homeless: Vec<String> = workspace
        .modules()
        .filter(|m| room_of(&rooms, m).is_none() && !lists_rooms(m))
        .map(|m| m.to_string())
        .collect();
    assert!(homeless.is_empty(), "not in the table: {homeless:?}");
    let modules: BTreeSet<String> = workspace.modules().map(|m| m.to_string()).collect();
    let empty: Vec<_> = rooms.iter().filter(|room| !modules.contains(*room)).collect();
    assert!(empty.is_empty(), "in the table, but not in the code: {empty:?}");
}

/// The checks themselves, on a small workspace with one fault of each kind.
#[test]
fn uses_are_found_in_imports_paths_and_re_exports() {
    let sources = [
        ("low", "lib.rs", "pub mod a; pub mod b; pub use b::Thing;"),
        ("low", "a.rs", "fn f() { let x = \"crate::b::no\"; crate::b::yes() } // crate::b::no"),
        ("low", "b/mod.rs", "pub mod inner; pub use inner::Deep; pub struct Thing;"),
        ("low", "b/inner.rs", "pub struct Deep; #[cfg(test)] mod tests { use crate::a::f; }"),
        ("high", "lib.rs", "mod c;"),
        ("high", "c.rs", "use low::{Thing, b::{self, Deep as D}};"),
    ];
    let uses = Workspace::of_sources(sources).uses();
    let listed: Vec<String> = uses.iter().map(|u| format!("{} {}", u.from, u.to)).collect();
    let wanted = [
        "high::c low::b",
        "high::c low::b::inner",
        "low low::b",
        "low::a low::b",
        "low::b low::b::inner",
    ];
    assert_eq!(listed, wanted);
    let rooms = ["low::b", "low::a", "high", "low"].map(str::to_owned);
    assert_eq!(upward(&rooms, &uses), [] as [&str; 0]);
    let rooms = ["low::a", "low::b", "low", "high"].map(str::to_owned);
    assert_eq!(upward(&rooms, &uses), ["low::a uses low::b, but low::b is below low::a"]);
}

#[test]
fn a_circle_is_found_once_and_through_re_exports() {
    let sources = [
        ("x", "lib.rs", "mod a; mod b; mod c; mod d; pub use c::C;"),
        ("x", "a.rs", "use crate::b::B;"),
        ("x", "b.rs", "use super::C; pub struct B;"),
        ("x", "c.rs", "use crate::a; pub struct C;"),
        ("x", "d.rs", "use crate::a; use crate::b;"),
    ];
    let found = cycles(&Workspace::of_sources(sources).uses());
    let circle = "x::a uses x::b; x::b uses x::c; x::c uses x::a";
    assert_eq!(found, [("x".to_owned(), circle.to_owned())]);
}
