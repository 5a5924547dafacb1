//! What the words in a column's name mean.
//!
//! A name such as `actual_q_0`, `Joint1Pos` or `panda_joint1/velocity` is cut into
//! words and numbers. Words with a meaning tell the quantity; words without
//! (`joint`, `actual`) are passed over; what is left may name a joint.

use super::vocabulary::{Meaning, SLIDING, TIME, meaning};
use crate::quantity::Quantity;
use crate::unit::{Dimension, Unit};

/// What a name says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub what: What,
    /// The number in the name, as it is written.
    pub index: Option<u32>,
    /// Words without a known meaning, which may name a joint; joined by `_`.
    pub extra: String,
    /// A unit at the end of the name, as in `time_ms`.
    pub unit: Option<Unit>,
    /// True if only the words of sliding joints told the quantity.
    pub sliding: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Time,
    Joint(Quantity),
    /// A joint's name and nothing else, or nothing known at all.
    Unknown,
}

/// Cuts a name into lower-case words and numbers.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last: Option<char> = None;
    for c in name.chars().take(200) {
        let joined = match (last, c) {
            (Some(p), c) if p.is_ascii_digit() != c.is_ascii_digit() => false,
            // `jointPos` is two words, `QD` is one.
            (Some(p), c) if p.is_lowercase() && c.is_uppercase() => false,
            (Some(p), c) => p.is_alphanumeric() && c.is_alphanumeric(),
            (None, _) => false,
        };
        if c.is_alphanumeric() {
            let lower = match c {
                'τ' => "tau".to_string(),
                'θ' | 'ϑ' => "theta".to_string(),
                'ω' => "omega".to_string(),
                c => c.to_lowercase().collect(),
            };
            match words.last_mut().filter(|_| joined) {
                Some(word) => word.push_str(&lower),
                None => words.push(lower),
            }
        }
        last = Some(c);
    }
    words
}

/// What a name says by its words alone.
pub(super) fn read(name: &str) -> Reading {
    let mut words = words(name);
    let unit = unit_at_end(&mut words);
    let mut reading =
        Reading { what: What::Unknown, index: None, extra: String::new(), unit, sliding: false };
    let (mut reference, mut foreign, mut time) = (false, false, false);
    let mut quantity = None;
    let mut extra: Vec<&str> = Vec::new();
    let mut numbers: Vec<u32> = Vec::new();
    for word in &words {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            // Digits beyond every joint's number are a number, too: of a joint that is not there.
            numbers.push(word.parse().unwrap_or(u32::MAX));
            continue;
        }
        match meaning(word) {
            Some(Meaning::Time) => time = true,
            Some(Meaning::Is(q)) if quantity.is_none() => quantity = Some(q),
            Some(Meaning::Is(_)) => extra.push(word),
            Some(Meaning::Reference) => reference = true,
            Some(Meaning::Foreign) => foreign = true,
            Some(Meaning::Filler) => {}
            None => extra.push(word),
        }
    }
    reading.index = numbers.last().copied();
    if numbers.len() > 1 {
        // Two numbers: a robot's and a joint's, or a name such as `ur10_joint_1`.
        extra.extend(["", ""]);
    }
    if foreign {
        return reading;
    }
    if let (None, [only]) = (quantity, extra.as_slice())
        && let Some((_, q)) = SLIDING.iter().find(|s| s.0 == *only)
    {
        (quantity, reading.sliding) = (Some(*q), true);
        extra.clear();
    }
    // `q_d` is a velocity to some and a desired position to others: not guessed.
    let doubtful = quantity == Some(Quantity::Position) && extra.contains(&"d");
    reading.what = match quantity {
        Some(_) if doubtful => What::Unknown,
        Some(q) => What::Joint(if reference { q.reference() } else { q }),
        None if time && numbers.is_empty() => What::Time,
        None => What::Unknown,
    };
    reading.extra = extra.join("_");
    reading
}

/// Takes a unit off the end: `time_ms`, `q1_deg`. One letter is taken only behind time.
fn unit_at_end(words: &mut Vec<String>) -> Option<Unit> {
    // `degC` is cut in two.
    if let [.., degrees, scale] = words.as_slice()
        && degrees == "deg"
        && ["c", "f"].contains(&scale.as_str())
    {
        let joined = format!("{degrees}{scale}");
        words.truncate(words.len() - 2);
        words.push(joined);
    }
    let last = words.last()?;
    let time = words.first().is_some_and(|w| TIME.contains(&w.as_str()))
        || words.iter().rev().nth(1).is_some_and(|w| TIME.contains(&w.as_str()));
    let unit = Unit::parse(last)?;
    let clear = match unit.dimension {
        Dimension::Time => time,
        _ => last.chars().count() > 1 && meaning(last).is_none_or(|m| m == Meaning::Filler),
    };
    if words.len() < 2 || !clear {
        return None;
    }
    words.pop();
    Some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_tools_are_understood() {
        use Quantity::*;
        for (name, quantity, index) in [
            ("q1", Position, 1),
            ("pos[0]", Position, 0),
            ("position_1", Position, 1),
            ("joint3_position", Position, 3),
            ("Joint1Pos", Position, 1),
            ("actual_q_0", Position, 0),
            ("actual_qd_5", Velocity, 5),
            ("target_qd_5", VelocityReference, 5),
            ("target_moment_2", EffortReference, 2),
            ("actual_current_0", Current, 0),
            ("field.velocity4", Velocity, 4),
            ("dq_2", Velocity, 2),
            ("ddq2", Acceleration, 2),
            ("tau_J1", Effort, 1),
            ("effort.3", Effort, 3),
            ("i6", Current, 6),
            ("id6", CurrentReference, 6),
            ("td6", EffortReference, 6),
            ("qref1", PositionReference, 1),
            ("τ1", Effort, 1),
            ("joint_temperature_3", Temperature, 3),
            ("temp_2_degC", Temperature, 2),
            ("/joint_states/position[2]", Position, 2),
        ] {
            let reading = read(name);
            assert_eq!(reading.what, What::Joint(quantity), "{name}");
            assert_eq!((reading.index, reading.extra.as_str()), (Some(index), ""), "{name}");
        }
    }

    #[test]
    fn times_carry_their_unit() {
        for (name, factor) in
            [("t", None), ("time_ms", Some(1e-3)), ("timestamp_ns", Some(1e-9)), ("Time", None)]
        {
            let reading = read(name);
            assert_eq!(
                (reading.what, reading.unit.map(|u| u.factor)),
                (What::Time, factor),
                "{name}"
            );
        }
        let sliding = read("d3");
        assert_eq!((sliding.what, sliding.sliding), (What::Joint(Quantity::Position), true));
    }

    #[test]
    fn doubtful_names_are_not_guessed() {
        for name in ["q_d1", "tool_temperature_3", "tcp_position_1", "vir", "q1_error"] {
            assert_eq!(read(name).what, What::Unknown, "{name}");
        }
        assert_eq!(read("shoulder_pan_joint_position").extra, "shoulder_pan");
    }
}
