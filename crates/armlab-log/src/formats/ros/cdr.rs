//! A message by its definition: common data representation.
//!
//! Object Management Group, Interoperable DDS Wire Protocol 2.5, section 9.4.2, and DDS-XTypes
//! 1.3, section 7.4: four bytes of encapsulation, then fields, each aligned to its size (to four
//! at most in version 2) counted from behind the encapsulation.

use super::definition::{Arity, Definition, Field, Kind};
use crate::formats::arrays::Element;

/// Deepest nesting, and most fields when all is laid out flat.
const DEEPEST: usize = 12;
const MOST_SLOTS: usize = 2048;
/// Most numbers or texts of a field; longer lists are passed over.
const MOST_VALUES: usize = 4096;
/// Most messages within a message.
const MOST_ENTRIES: usize = 1 << 16;

/// The values of one field, also in messages within.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// Names from the outermost message to the field, separated by dots.
    pub path: String,
    /// True if the field or a message it is in is a list.
    pub list: bool,
    pub texts: Vec<String>,
    pub numbers: Vec<f64>,
    /// How many texts or numbers there were at the end of each entry of a list of messages.
    pub ends: Vec<usize>,
    used: usize,
    /// False if its values are passed over.
    pub wanted: bool,
}

/// Reads messages of one type into slots, in the memory of the message before.
#[derive(Clone, Debug)]
pub struct Decoder {
    definition: Definition,
    pub slots: Vec<Slot>,
}

struct Cursor<'a> {
    body: &'a [u8],
    at: usize,
    big_endian: bool,
    widest: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, size: usize, count: usize) -> Option<&'a [u8]> {
        let align = size.min(self.widest).max(1);
        let start = self.at.checked_next_multiple_of(align)?;
        let end = start.checked_add(size.checked_mul(count)?)?;
        let bytes = self.body.get(start..end)?;
        self.at = end;
        Some(bytes)
    }
    fn word(&mut self) -> Option<usize> {
        let bytes: [u8; 4] = self.take(4, 1)?.try_into().ok()?;
        let word =
            if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
        Some(word as usize)
    }
    fn text(&mut self) -> Option<&'a [u8]> {
        let n = self.word()?;
        let bytes = self.take(1, n)?;
        Some(bytes.strip_suffix(&[0]).unwrap_or(bytes))
    }
    fn count(&mut self, arity: Arity) -> Option<usize> {
        match arity {
            Arity::One => Some(1),
            Arity::Fixed(n) => Some(n),
            Arity::Many => self.word(),
        }
    }
}

impl Decoder {
    /// A decoder; none if the message is nested too deeply or has too many fields.
    pub fn new(definition: Definition) -> Option<Self> {
        let mut slots = Vec::new();
        lay_out(&definition, 0, "", false, 0, &mut slots)?;
        Some(Self { definition, slots })
    }

    /// Reads a message; none if it does not fit the definition.
    pub fn read(&mut self, message: &[u8]) -> Option<()> {
        let (head, body) = message.split_at_checked(4)?;
        let (big_endian, widest) = match head {
            [0, 0, ..] => (true, 8),
            [0, 1, ..] => (false, 8),
            [0, 6, ..] => (true, 4),
            [0, 7, ..] => (false, 4),
            _ => return None,
        };
        for slot in &mut self.slots {
            slot.numbers.clear();
            slot.ends.clear();
            slot.used = 0;
        }
        let mut cursor = Cursor { body, at: 0, big_endian, widest };
        let (definition, mut budget) = (&self.definition, MOST_ENTRIES.min(body.len() + 16));
        read_message(definition, 0, &mut cursor, &mut self.slots, &mut budget)?;
        for slot in &mut self.slots {
            slot.texts.truncate(slot.used);
        }
        // What is left is padding.
        (body.len() - cursor.at < 8).then_some(())
    }

    /// The first slot that satisfies a condition.
    pub fn find(&self, is: impl Fn(&Slot) -> bool) -> Option<usize> {
        self.slots.iter().position(is)
    }
}

/// A slot for every field that is not a message, in the order of the message.
fn lay_out(
    definition: &Definition,
    message: usize,
    path: &str,
    list: bool,
    depth: usize,
    slots: &mut Vec<Slot>,
) -> Option<()> {
    for field in definition.messages.get(message).filter(|_| depth <= DEEPEST)? {
        let dot = if path.is_empty() { "" } else { "." };
        let path = format!("{path}{dot}{}", field.name);
        let list = list || field.arity != Arity::One;
        match field.kind {
            Kind::Message(inner) => lay_out(definition, inner, &path, list, depth + 1, slots)?,
            _ => slots.push(Slot { path, list, wanted: true, ..Slot::default() }),
        }
        if slots.len() > MOST_SLOTS {
            return None;
        }
    }
    Some(())
}

/// Reads a message into its slots; gives how many these are. `budget` bounds the work for lists of
/// messages that take no bytes.
fn read_message(
    definition: &Definition,
    message: usize,
    cursor: &mut Cursor,
    slots: &mut [Slot],
    budget: &mut usize,
) -> Option<usize> {
    let mut at = 0;
    for field in definition.messages.get(message)? {
        let rest = slots.get_mut(at..)?;
        at += match field.kind {
            Kind::Message(inner) => read_inner(definition, inner, field, cursor, rest, budget)?,
            _ => {
                read_values(field, cursor, rest.first_mut()?)?;
                1
            }
        };
    }
    Some(at)
}

fn read_inner(
    definition: &Definition,
    inner: usize,
    field: &Field,
    cursor: &mut Cursor,
    slots: &mut [Slot],
    budget: &mut usize,
) -> Option<usize> {
    let width = slot_count(definition, inner);
    for _ in 0..cursor.count(field.arity)? {
        *budget = budget.checked_sub(1)?;
        read_message(definition, inner, cursor, slots, budget)?;
        if field.arity != Arity::One {
            for slot in slots.get_mut(..width)? {
                if slot.ends.len() < MOST_VALUES {
                    slot.ends.push(slot.numbers.len().max(slot.used));
                }
            }
        }
    }
    Some(width)
}

/// Slots of a message. Definitions are trees of bounded size, see [`lay_out`].
fn slot_count(definition: &Definition, message: usize) -> usize {
    let fields = definition.messages.get(message).map_or(&[][..], Vec::as_slice);
    let count = |field: &Field| match field.kind {
        Kind::Message(inner) => slot_count(definition, inner),
        _ => 1,
    };
    fields.iter().map(count).sum()
}

fn read_values(field: &Field, cursor: &mut Cursor, slot: &mut Slot) -> Option<()> {
    let count = cursor.count(field.arity)?;
    match field.kind {
        Kind::Number(kind, size) => {
            if count == 0 {
                return Some(());
            }
            let bytes = cursor.take(size, count)?;
            slot.wanted &= slot.numbers.len() + count <= MOST_VALUES;
            if slot.wanted {
                let element = Element::new(kind, size, cursor.big_endian)?;
                slot.numbers.extend(bytes.chunks_exact(size).map(|n| element.number(n)));
            }
        }
        Kind::Text => {
            for _ in 0..count {
                let text = String::from_utf8_lossy(cursor.text()?);
                slot.wanted &= slot.used < MOST_VALUES;
                if !slot.wanted {
                    continue;
                }
                // Names hardly ever change: comparing spares the memory.
                match slot.texts.get_mut(slot.used) {
                    Some(old) if old.as_str() == text => {}
                    Some(old) => *old = text.into_owned(),
                    None => slot.texts.push(text.into_owned()),
                }
                slot.used += 1;
            }
        }
        Kind::Message(_) => return None,
    }
    Some(())
}
