//! Which column is which, matched by name.
//!
//! Columns of one quantity that differ only in their number form a family. A
//! family whose names say nothing else is taken before one with words of unknown
//! meaning; two families with equal right to a quantity are not chosen between.

use super::instructions::Target;
use super::vocabulary::DRIVES;
use super::words::{Reading, What, read};
use crate::expectation::Expectation;
use crate::quantity::Quantity;
use crate::source::Column;
use crate::unit::Unit;
use std::collections::BTreeMap;

/// What the guess says of one column.
#[derive(Clone, Debug, Default)]
pub(super) struct Guess {
    pub target: Option<Target>,
    /// A unit at the end of the name.
    pub unit: Option<Unit>,
    /// Why it was taken or left.
    pub why: String,
}

/// Two or more columns that could be the same thing.
pub(super) struct Ambiguity {
    pub target: String,
    pub columns: Vec<usize>,
}

/// All guesses, and the joints' names where the columns gave them.
pub(super) struct Guesses {
    pub columns: Vec<Guess>,
    pub joint_names: Vec<String>,
}

/// Guesses; columns with `free[i]` false are not looked at, and targets that
/// `taken` says are known are not guessed.
pub(super) fn guess(
    columns: &[Column],
    free: &[bool],
    taken: &dyn Fn(&Target) -> bool,
    expectation: &Expectation,
) -> Result<Guesses, Ambiguity> {
    let readings = readings(columns);
    let mut guesses: Vec<Guess> =
        readings.iter().map(|r| Guess { unit: r.unit, ..Guess::default() }).collect();
    let is_free = |i: usize| free.get(i).copied().unwrap_or(false);
    time(&readings, columns, &is_free, taken, &mut guesses)?;
    named(&readings, columns, &is_free, expectation, &mut guesses);
    let joint_names = families(&readings, &is_free, taken, expectation, &mut guesses)?;
    temperatures(&readings, &is_free, taken, &mut guesses);
    unique(&guesses, taken)?;
    Ok(Guesses { columns: guesses, joint_names })
}

/// What the names say. Where a file states quantities and joints, and a joint is called like a
/// quantity (`theta1_effort`), the file is right and joints are known by their names.
fn readings(columns: &[Column]) -> Vec<Reading> {
    let mut readings: Vec<Reading> = columns.iter().map(|c| read(&c.name)).collect();
    let stated = |c: &Column| c.stated.as_ref().map(|s| What::Joint(s.0));
    let differs = |(c, r): (&Column, &Reading)| stated(c).is_some_and(|what| what != r.what);
    if columns.iter().zip(&readings).any(differs) {
        for (column, reading) in columns.iter().zip(&mut readings) {
            if let Some((quantity, joint)) = &column.stated {
                let (what, extra) = (What::Joint(*quantity), joint.clone());
                *reading = Reading { what, index: None, extra, unit: None, sliding: false };
            }
        }
    }
    readings
}

fn time(
    readings: &[Reading],
    columns: &[Column],
    is_free: &dyn Fn(usize) -> bool,
    taken: &dyn Fn(&Target) -> bool,
    guesses: &mut [Guess],
) -> Result<(), Ambiguity> {
    if taken(&Target::Time) {
        return Ok(());
    }
    let times: Vec<usize> =
        (0..columns.len()).filter(|&i| is_free(i) && readings[i].what == What::Time).collect();
    // `time` before `header_stamp`: the one with the fewest words besides.
    let rank = |i: usize| (readings[i].extra.len(), columns[i].name.len());
    let Some(&best) = times.iter().min_by_key(|&&i| rank(i)) else { return Ok(()) };
    let equals: Vec<usize> = times.iter().copied().filter(|&i| rank(i) == rank(best)).collect();
    if equals.len() > 1 {
        return Err(Ambiguity { target: "t".into(), columns: equals });
    }
    guesses[best].target = Some(Target::Time);
    guesses[best].why = "matched by name".into();
    for i in times.into_iter().filter(|&i| i != best) {
        guesses[i].why = "another time column is used".into();
    }
    Ok(())
}

/// Columns that carry a joint's name: `elbow_position`, `position.elbow`, `elbow`.
fn named(
    readings: &[Reading],
    columns: &[Column],
    is_free: &dyn Fn(usize) -> bool,
    expectation: &Expectation,
    guesses: &mut [Guess],
) {
    for (i, column) in columns.iter().enumerate() {
        if !is_free(i) || guesses[i].target.is_some() {
            continue;
        }
        // The longest name wins: `arm_joint_1` before `joint_1`.
        let joints = expectation.joint_names.iter().enumerate();
        let inside = joints.filter_map(|(j, name)| Some((j, name, rest(&column.name, name)?)));
        let Some((joint, name, rest)) = inside.max_by_key(|(_, name, _)| name.len()) else {
            continue;
        };
        let reading = read(&rest);
        let quantity = match reading.what {
            What::Joint(q)
                if reading.index.is_none() && (reading.extra.is_empty() || of_drive(&reading)) =>
            {
                q
            }
            // A bare name, unless it is more than a name (`q1` is read with the others).
            _ if rest.trim_matches(|c: char| !c.is_alphanumeric()).is_empty()
                && readings[i].what == What::Unknown =>
            {
                Quantity::Position
            }
            _ => continue,
        };
        guesses[i].target = Some(Target::Joint(quantity, joint));
        guesses[i].unit = guesses[i].unit.or(reading.unit);
        guesses[i].why = format!("matched by joint name `{name}`");
    }
}

/// The column's name without the joint's, if it is in it as whole words.
fn rest(column: &str, joint: &str) -> Option<String> {
    let at = column.rfind(joint)?;
    let (before, after) = (column.get(..at)?, column.get(at + joint.len()..)?);
    let open = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let whole = open(before.chars().next_back()) && open(after.chars().next());
    (whole && !joint.is_empty()).then(|| format!("{before}_{after}"))
}

/// Numbered columns, then columns that name joints that are not known.
fn families(
    readings: &[Reading],
    is_free: &dyn Fn(usize) -> bool,
    taken: &dyn Fn(&Target) -> bool,
    expectation: &Expectation,
    guesses: &mut [Guess],
) -> Result<Vec<String>, Ambiguity> {
    let mut numbered: BTreeMap<Quantity, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
    let mut by_name: Vec<(usize, Quantity, &str)> = Vec::new();
    for (i, reading) in readings.iter().enumerate() {
        let What::Joint(quantity) = reading.what else { continue };
        // Those without a joint's name come later.
        if quantity == Quantity::Temperature && (reading.index.is_some() || bare(reading)) {
            continue;
        }
        if !is_free(i) || guesses[i].target.is_some() {
            continue;
        }
        match reading.index {
            Some(_) => {
                numbered.entry(quantity).or_default().entry(&reading.extra).or_default().push(i);
            }
            None => by_name.push((i, quantity, &reading.extra)),
        }
    }
    for (quantity, families) in &numbered {
        let plain = families.get_key_value("");
        let family = match (plain, families.len()) {
            (Some((_, family)), _) => family,
            (None, 1) => families.values().next().map_or(&[][..], Vec::as_slice),
            (None, _) => {
                let columns = families.values().filter_map(|f| f.first().copied()).collect();
                return Err(Ambiguity { target: quantity.name().into(), columns });
            }
        };
        // Counted from 0 if any is 0, else from 1. With another sliding-joint family
        // mixed in (`q1, q2, d3`), the base is the family's as a whole.
        let first = u32::from(family.iter().all(|&i| readings[i].index != Some(0)));
        for &i in family {
            let joint = readings[i].index.unwrap_or(first).saturating_sub(first) as usize;
            let slides = expectation.slides(joint).unwrap_or(true);
            if readings[i].sliding && !slides {
                guesses[i].why = "a name of prismatic joints, but this joint is revolute".into();
                continue;
            }
            guesses[i].target = Some(Target::Joint(*quantity, joint));
            guesses[i].why = "matched by name".into();
        }
    }
    Ok(unnumbered(&by_name, taken, expectation, guesses))
}

/// `shoulder_position, elbow_position`: joints in the order they appear. A name with
/// no words besides belongs to the only joint, if there is only one.
fn unnumbered(
    by_name: &[(usize, Quantity, &str)],
    taken: &dyn Fn(&Target) -> bool,
    expectation: &Expectation,
    guesses: &mut [Guess],
) -> Vec<String> {
    let mapped = guesses.iter().filter_map(|g| match g.target {
        Some(Target::Joint(_, joint)) => Some(joint),
        _ => None,
    });
    let known = mapped.max().map(|j| j + 1);
    let single = known.or(expectation.joints()).unwrap_or(1) == 1
        && by_name.iter().filter(|b| b.1 == Quantity::Position).count() <= 1;
    if single {
        for &(i, quantity, extra) in by_name {
            if extra.is_empty() && !taken(&Target::Joint(quantity, 0)) {
                guesses[i].target = Some(Target::Joint(quantity, 0));
                guesses[i].why = "matched by name (the only joint)".into();
            }
        }
        return Vec::new();
    }
    if known.is_some() || !expectation.joint_names.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    for &(i, quantity, extra) in by_name.iter().filter(|b| !b.2.is_empty()) {
        // Joints are those that have a position.
        let positioned = by_name.iter().any(|b| b.2 == extra && b.1 == Quantity::Position);
        if !positioned {
            guesses[i].why = format!("no position column for `{extra}`");
            continue;
        }
        let joint = names.iter().position(|n| n == extra).unwrap_or_else(|| {
            names.push(extra.to_string());
            names.len() - 1
        });
        guesses[i].target = Some(Target::Joint(quantity, joint));
        guesses[i].why = format!("matched by name: joint `{extra}`, in the order of the file");
    }
    names
}

/// Whether a name has no words but those of a drive's temperature.
fn bare(reading: &Reading) -> bool {
    reading.extra.is_empty() || of_drive(reading)
}

/// Whether a name says that it is a drive's temperature, as `motor_temperature`.
fn of_drive(reading: &Reading) -> bool {
    reading.what == What::Joint(Quantity::Temperature) && DRIVES.contains(&reading.extra.as_str())
}

/// Temperatures of drives by number, and one that stands for all. No log needs them: columns
/// between which names do not decide are left.
fn temperatures(
    readings: &[Reading],
    is_free: &dyn Fn(usize) -> bool,
    taken: &dyn Fn(&Target) -> bool,
    guesses: &mut [Guess],
) {
    let is = |i: &usize| {
        readings[*i].what == What::Joint(Quantity::Temperature)
            && is_free(*i)
            && guesses[*i].target.is_none()
            && bare(&readings[*i])
    };
    let found: Vec<usize> = (0..readings.len()).filter(is).collect();
    let zero = found.iter().any(|&i| readings[i].index == Some(0));
    let target = |i: usize| match readings[i].index {
        None => Target::Joint(Quantity::RobotTemperature, 0),
        Some(n) => {
            Target::Joint(Quantity::Temperature, n.saturating_sub(u32::from(!zero)) as usize)
        }
    };
    let positioned = |joint: usize, guesses: &[Guess]| {
        let position = Target::Joint(Quantity::Position, joint);
        taken(&position) || guesses.iter().any(|g| g.target.as_ref() == Some(&position))
    };
    for &i in &found {
        let wanted = target(i);
        let Target::Joint(quantity, joint) = wanted else { continue };
        if quantity == Quantity::Temperature && !positioned(joint, guesses) {
            guesses[i].why = "a temperature of no joint that has positions".into();
            continue;
        }
        guesses[i].target = Some(wanted);
        guesses[i].why = "matched by name".into();
    }
    let of_temperature = |g: &Guess| match g.target {
        Some(Target::Joint(q, joint)) if q.is_temperature() => Some((q, joint)),
        _ => None,
    };
    let all: Vec<_> = guesses.iter().map(of_temperature).collect();
    for (guess, own) in guesses.iter_mut().zip(&all) {
        if own.is_some() && all.iter().filter(|other| *other == own).count() > 1 {
            guess.target = None;
            guess.why = "one of several temperatures; name the right one in the mapping".into();
        }
    }
}

/// No target twice.
fn unique(guesses: &[Guess], taken: &dyn Fn(&Target) -> bool) -> Result<(), Ambiguity> {
    let mut seen: BTreeMap<(Quantity, usize), usize> = BTreeMap::new();
    for (i, guess) in guesses.iter().enumerate() {
        let Some(Target::Joint(quantity, joint)) = guess.target else { continue };
        if taken(&Target::Joint(quantity, joint)) {
            continue;
        }
        if let Some(before) = seen.insert((quantity, joint), i) {
            let target = quantity.column(joint);
            return Err(Ambiguity { target, columns: vec![before, i] });
        }
    }
    Ok(())
}
