//! `sensor_msgs/msg/JointState` as it stands in a message: common data representation.
//!
//! Object Management Group, Interoperable DDS Wire Protocol 2.5, section 9.4.2, and DDS-XTypes
//! 1.3, section 7.4: four bytes of encapsulation, then fields, each aligned to its size (to four
//! at most in version 2) counted from behind the encapsulation.

/// Most joints of a message.
const MOST_JOINTS: usize = 1024;

/// A message. Lists that the robot does not report are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointState {
    /// Time stamp, ns; 0 if it was not set.
    pub stamp: i64,
    pub names: Vec<String>,
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
    pub effort: Vec<f64>,
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
    fn word(&mut self) -> Option<u32> {
        let bytes: [u8; 4] = self.take(4, 1)?.try_into().ok()?;
        Some(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }
    fn text(&mut self) -> Option<&'a [u8]> {
        let n = self.word()? as usize;
        let bytes = self.take(1, n)?;
        Some(bytes.strip_suffix(&[0]).unwrap_or(bytes))
    }
    fn doubles(&mut self, into: &mut Vec<f64>) -> Option<()> {
        into.clear();
        let n = self.word()? as usize;
        if n == 0 {
            return Some(());
        }
        let bytes = self.take(8, (n <= MOST_JOINTS).then_some(n)?)?;
        into.extend(bytes.chunks_exact(8).map(|chunk| {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            if self.big_endian { f64::from_be_bytes(word) } else { f64::from_le_bytes(word) }
        }));
        Some(())
    }
}

impl JointState {
    /// Reads a message into the memory of the one before; none if it is not well formed.
    pub fn read(&mut self, message: &[u8]) -> Option<()> {
        let (head, body) = message.split_at_checked(4)?;
        let (big_endian, widest) = match head {
            [0, 0, ..] => (true, 8),
            [0, 1, ..] => (false, 8),
            [0, 6, ..] => (true, 4),
            [0, 7, ..] => (false, 4),
            _ => return None,
        };
        let mut cursor = Cursor { body, at: 0, big_endian, widest };
        let seconds = i64::from(cursor.word()? as i32);
        self.stamp = seconds * 1_000_000_000 + i64::from(cursor.word()?);
        cursor.text()?;
        let count = cursor.word()? as usize;
        if count > MOST_JOINTS {
            return None;
        }
        self.names.resize_with(count, String::new);
        for name in &mut self.names {
            let text = String::from_utf8_lossy(cursor.text()?);
            // Names hardly ever change: comparing spares the memory.
            if name.as_str() != text {
                *name = text.into_owned();
            }
        }
        cursor.doubles(&mut self.position)?;
        cursor.doubles(&mut self.velocity)?;
        cursor.doubles(&mut self.effort)
    }
}
