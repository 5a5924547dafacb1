//! Which values of a message are columns: by joint where the message names its joints, else by
//! their place.

use super::Topic;
use super::cdr::{Decoder, Slot};
use crate::error::{LogError, Place, shown};
use crate::formats::MOST_COLUMNS;
use crate::input::Input;
use crate::quantity::Quantity;

/// Fields that name joints.
const NAMES: [&str; 4] = ["name", "names", "joint_names", "joint_name"];

/// Where a column's value is.
#[derive(Clone, Copy, Debug)]
enum Where {
    /// Entry of a joint, by its index in the first message.
    Joint { slot: usize, joint: usize },
    /// Entry of a list, or 0 of a single value.
    Entry { slot: usize, index: usize },
    /// An interface of a joint (`control_msgs/DynamicJointState`).
    Interface { interface: usize, joint: usize },
}

/// A column.
pub struct MessageColumn {
    pub name: String,
    /// Quantity and joint, where the message states them.
    pub stated: Option<(Quantity, String)>,
    place: Where,
}

/// Interfaces of joints: a list of names and values per joint.
struct Interfaces {
    names: usize,
    values: usize,
    known: Vec<String>,
}

/// The columns of a topic.
pub struct Layout {
    pub topic: Topic,
    pub columns: Vec<MessageColumn>,
    /// True if messages carry stamps.
    pub stamped: bool,
    /// Slots of seconds and nanoseconds.
    stamp: Option<(usize, usize)>,
    /// Slot of names, and the names in the first message.
    names: Option<usize>,
    joints: Vec<String>,
    interfaces: Option<Interfaces>,
}

/// The slot of joints' names in a message's definition.
pub fn names_slot(decoder: &Decoder) -> Option<usize> {
    let is_names = |s: &Slot| NAMES.contains(&last(&s.path)) && s.list;
    decoder.find(|s| is_names(s) && !s.path.contains('.')).or_else(|| decoder.find(is_names))
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// The quantity that a field of a known name holds.
fn quantity(path: &str) -> Option<Quantity> {
    let (side, field) = path.rsplit_once('.').unwrap_or(("", path));
    let measured = match field {
        "position" | "positions" => Quantity::Position,
        "velocity" | "velocities" => Quantity::Velocity,
        "acceleration" | "accelerations" => Quantity::Acceleration,
        "effort" | "efforts" => Quantity::Effort,
        _ => return None,
    };
    match side {
        "" | "actual" | "feedback" => Some(measured),
        "desired" | "reference" => Some(measured.reference()),
        _ => None,
    }
}

fn stamp_slots(decoder: &Decoder) -> Option<(usize, usize)> {
    let seconds = decoder.find(|s| s.path.ends_with("stamp.sec") && !s.list)?;
    let path = decoder.slots.get(seconds)?.path.replace("stamp.sec", "stamp.nanosec");
    Some((seconds, decoder.find(|s| s.path == path)?))
}

impl Layout {
    /// Lays out the columns by the first message, which has been read.
    pub fn new(
        input: &Input,
        decoder: &mut Decoder,
        topic: &Topic,
        notes: &mut Vec<String>,
    ) -> Result<Self, LogError> {
        let stamp = stamp_slots(decoder);
        let names = names_slot(decoder)
            .filter(|&i| decoder.slots.get(i).is_some_and(|s| !s.texts.is_empty()));
        let joints = names.and_then(|i| decoder.slots.get(i)).map(|s| s.texts.clone());
        let mut layout = Self {
            topic: topic.clone(),
            columns: Vec::new(),
            stamped: false,
            stamp,
            names,
            joints: joints.unwrap_or_default(),
            interfaces: None,
        };
        layout.add_interfaces(decoder);
        for (slot, values) in decoder.slots.iter().enumerate() {
            layout.add_slot(slot, values, notes);
        }
        let complaint = |message: String, hint: &str| {
            Err(LogError::new(input.name(), Place::Part(topic.name.clone()), message, hint))
        };
        if layout.columns.len() >= MOST_COLUMNS {
            let message = format!("there are more than {MOST_COLUMNS} columns");
            return complaint(message, "record only the joints of the robot");
        }
        if layout.columns.is_empty() {
            let message = format!("there are no numbers in its messages ({})", shown(&topic.kind));
            return complaint(message, "choose the topic of joint states");
        }
        layout.want_only_used(decoder);
        Ok(layout)
    }

    fn add_slot(&mut self, slot: usize, values: &Slot, notes: &mut Vec<String>) {
        let is_stamp = self.stamp.is_some_and(|(s, ns)| slot == s || slot == ns);
        let count = values.numbers.len();
        if count == 0 || is_stamp || !values.ends.is_empty() {
            return;
        }
        // What a controller puts out is neither measured nor commanded to a joint.
        let path = values.path.as_str();
        let foreign = path.starts_with("output.") || path.starts_with("multi_dof_");
        if self.joints.is_empty() {
            for index in 0..count {
                let name = if values.list { format!("{path}[{index}]") } else { path.to_string() };
                self.push(name, None, Where::Entry { slot, index });
            }
        } else if count == self.joints.len() && values.list && !foreign {
            let words = path.replace("feedback.", "actual.").replace('.', "_");
            for joint in 0..count {
                let of = self.joints.get(joint).cloned().unwrap_or_default();
                let name = format!("{of}_{words}");
                let stated = quantity(path).map(|quantity| (quantity, of));
                self.push(name, stated, Where::Joint { slot, joint });
            }
        } else if values.list && notes.len() < 100 {
            notes.push(format!("`{}` of the messages was left out", shown(path)));
        }
    }

    fn push(&mut self, name: String, stated: Option<(Quantity, String)>, place: Where) {
        if self.columns.len() < MOST_COLUMNS {
            self.columns.push(MessageColumn { name, stated, place });
        }
    }

    fn add_interfaces(&mut self, decoder: &Decoder) {
        let Some(names) = decoder.find(|s| last(&s.path) == "interface_names") else { return };
        let Some(slot) = decoder.slots.get(names) else { return };
        let path = slot.path.replace("interface_names", "values");
        let Some(values) = decoder.find(|s| s.path == path) else { return };
        let mut known: Vec<String> = Vec::new();
        for joint in 0..self.joints.len() {
            for name in slot.texts.get(entry(slot, joint)).unwrap_or_default() {
                let interface = known.iter().position(|k| k == name).unwrap_or_else(|| {
                    known.push(name.clone());
                    known.len() - 1
                });
                let of = self.joints.get(joint).cloned().unwrap_or_default();
                let stated = quantity(name).map(|quantity| (quantity, of.clone()));
                self.push(format!("{of}_{name}"), stated, Where::Interface { interface, joint });
            }
        }
        self.interfaces = Some(Interfaces { names, values, known });
    }

    /// Values that are in no column need not be read.
    fn want_only_used(&self, decoder: &mut Decoder) {
        let mut used = vec![false; decoder.slots.len()];
        let interfaces = self.interfaces.iter().flat_map(|i| [i.names, i.values]);
        let slots = self.columns.iter().filter_map(|c| match c.place {
            Where::Joint { slot, .. } | Where::Entry { slot, .. } => Some(slot),
            Where::Interface { .. } => None,
        });
        let stamp = self.stamp.iter().flat_map(|(s, ns)| [*s, *ns]);
        for slot in slots.chain(interfaces).chain(stamp).chain(self.names) {
            if let Some(used) = used.get_mut(slot) {
                *used = true;
            }
        }
        for (slot, used) in decoder.slots.iter_mut().zip(used) {
            slot.wanted &= used;
        }
    }

    /// The stamp of the message that was read, ns since 1970; none if messages have none.
    pub fn stamp(&self, decoder: &Decoder) -> Option<i64> {
        let value = |slot: usize| decoder.slots.get(slot)?.numbers.first().map(|x| *x as i64);
        let (seconds, nanoseconds) = self.stamp?;
        value(seconds)?.checked_mul(1_000_000_000)?.checked_add(value(nanoseconds)?)
    }

    /// For each joint of the first message, its index in the message that was read.
    pub fn order(&self, decoder: &Decoder) -> Vec<Option<usize>> {
        let names = self.names.and_then(|i| decoder.slots.get(i)).map_or(&[][..], |s| &s.texts);
        let place = |(guess, joint): (usize, &String)| {
            // Joints usually keep their place in the message.
            if names.get(guess) == Some(joint) {
                return Some(guess);
            }
            names.iter().position(|n| n == joint)
        };
        self.joints.iter().enumerate().map(place).collect()
    }

    /// The value of a column in the message that was read; none if it is not in it.
    pub fn value(&self, decoder: &Decoder, order: &[Option<usize>], column: usize) -> Option<f64> {
        match self.columns.get(column)?.place {
            Where::Joint { slot, joint } => {
                decoder.slots.get(slot)?.numbers.get((*order.get(joint)?)?).copied()
            }
            Where::Entry { slot, index } => decoder.slots.get(slot)?.numbers.get(index).copied(),
            Where::Interface { interface, joint } => {
                let interfaces = self.interfaces.as_ref()?;
                let joint = (*order.get(joint)?)?;
                let names = decoder.slots.get(interfaces.names)?;
                let wanted = interfaces.known.get(interface)?;
                let mine = names.texts.get(entry(names, joint))?;
                let at = mine.iter().position(|n| n == wanted)?;
                let values = decoder.slots.get(interfaces.values)?;
                values.numbers.get(entry(values, joint))?.get(at).copied()
            }
        }
    }
}

/// The values of one entry of a list of messages.
fn entry(slot: &Slot, index: usize) -> std::ops::Range<usize> {
    let end = |i: usize| slot.ends.get(i).copied();
    let start = index.checked_sub(1).map_or(Some(0), end);
    start.zip(end(index)).map_or(0..0, |(start, end)| start..end.max(start))
}
