//! What a ROS 2 message holds, by its definition in text (`ros2msg`).
//!
//! A field is a line `type name`; definitions of other messages follow behind lines of `=`, each
//! headed by `MSG: package/Type`. <https://docs.ros.org/en/rolling/Concepts/Basic/About-Interfaces.html>

use super::known;
use std::collections::BTreeMap;

/// Most messages and fields of a definition.
const MOST_MESSAGES: usize = 512;
const MOST_FIELDS: usize = 4096;

/// What one value of a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number: kind as NumPy writes it, and bytes.
    Number(u8, usize),
    Text,
    /// Another message, by its index in the definition.
    Message(usize),
}

/// How many values a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    One,
    Fixed(usize),
    /// Their number stands in the message.
    Many,
}

/// A field of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub kind: Kind,
    pub arity: Arity,
}

/// A message and all that it is made of; the first is the message itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    pub messages: Vec<Vec<Field>>,
}

impl Definition {
    /// Reads a definition; the complaint is a text.
    pub fn parse(type_name: &str, text: &str) -> Result<Self, String> {
        let sections = sections(&short(type_name), text);
        let mut parser = Parser { sections, ..Parser::default() };
        parser.message(&short(type_name))?;
        let messages = parser.messages.into_iter().map(Option::unwrap_or_default).collect();
        Ok(Self { messages })
    }
}

/// `package/Type` of `package/msg/Type`.
pub fn short(name: &str) -> String {
    name.replace("/msg/", "/")
}

/// Texts by the type that they define.
fn sections(root: &str, text: &str) -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    let mut name = root.to_string();
    let mut body = String::new();
    for line in text.lines() {
        let bare = line.trim();
        if bare.len() >= 10 && bare.bytes().all(|b| b == b'=') {
            continue;
        }
        if let Some(next) = bare.strip_prefix("MSG: ") {
            sections.entry(std::mem::replace(&mut name, short(next.trim()))).or_insert(body);
            body = String::new();
            continue;
        }
        body.push_str(line);
        body.push('\n');
    }
    sections.entry(name).or_insert(body);
    sections
}

#[derive(Default)]
struct Parser {
    sections: BTreeMap<String, String>,
    indices: BTreeMap<String, usize>,
    messages: Vec<Option<Vec<Field>>>,
    fields: usize,
}

impl Parser {
    fn message(&mut self, name: &str) -> Result<usize, String> {
        if let Some(&index) = self.indices.get(name) {
            return match self.messages.get(index) {
                Some(Some(_)) => Ok(index),
                _ => Err(format!("the message {name} contains itself")),
            };
        }
        let index = self.messages.len();
        if index >= MOST_MESSAGES {
            return Err("its definition has too many messages".into());
        }
        self.indices.insert(name.into(), index);
        self.messages.push(None);
        let text = match self.sections.get(name) {
            Some(text) => text.clone(),
            None => known::text(name)
                .ok_or_else(|| format!("the definition of {name} is not in it"))?
                .to_string(),
        };
        let package = name.split('/').next().unwrap_or_default().to_string();
        let mut fields = Vec::new();
        for line in text.lines() {
            fields.extend(self.field(&package, line)?);
        }
        if fields.is_empty() {
            // A message without fields has a byte, since C has no empty structures.
            let name = "structure_needs_at_least_one_member".into();
            fields.push(Field { name, kind: Kind::Number(b'u', 1), arity: Arity::One });
        }
        if let Some(place) = self.messages.get_mut(index) {
            *place = Some(fields);
        }
        Ok(index)
    }

    /// The field in a line; none in comments, empty lines and constants.
    fn field(&mut self, package: &str, line: &str) -> Result<Option<Field>, String> {
        let line = line.split('#').next().unwrap_or_default().trim();
        let Some((kind, rest)) = line.split_once(char::is_whitespace) else { return Ok(None) };
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        if name.is_empty() || behind.trim_start().starts_with('=') {
            return Ok(None);
        }
        self.fields += 1;
        if self.fields > MOST_FIELDS {
            return Err("its definition has too many fields".into());
        }
        let (kind, arity) = match kind.strip_suffix(']').and_then(|k| k.rsplit_once('[')) {
            None => (kind, Arity::One),
            Some((kind, size)) => match size.parse() {
                Ok(size) => (kind, Arity::Fixed(size)),
                Err(_) if size.is_empty() || size.starts_with("<=") => (kind, Arity::Many),
                Err(_) => return Err(format!("`{size}` is not the size of a list")),
            },
        };
        let kind = self.kind(package, kind)?;
        Ok(Some(Field { name: name.into(), kind, arity }))
    }

    fn kind(&mut self, package: &str, name: &str) -> Result<Kind, String> {
        let name = name.split("<=").next().unwrap_or_default();
        Ok(match name {
            "bool" | "byte" | "char" | "uint8" => Kind::Number(b'u', 1),
            "int8" => Kind::Number(b'i', 1),
            "int16" => Kind::Number(b'i', 2),
            "uint16" => Kind::Number(b'u', 2),
            "int32" => Kind::Number(b'i', 4),
            "uint32" => Kind::Number(b'u', 4),
            "int64" => Kind::Number(b'i', 8),
            "uint64" => Kind::Number(b'u', 8),
            "float32" => Kind::Number(b'f', 4),
            "float64" => Kind::Number(b'f', 8),
            "string" => Kind::Text,
            "wstring" => return Err("it holds wide strings".into()),
            "time" | "duration" => Kind::Message(self.message("builtin_interfaces/Time")?),
            "Header" => Kind::Message(self.message("std_msgs/Header")?),
            other if other.contains('/') => Kind::Message(self.message(&short(other))?),
            other => Kind::Message(self.message(&format!("{package}/{other}"))?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_constants_lists_and_other_messages_are_told_apart() {
        let text = "# a comment\nuint8 MODE=3\nstd_msgs/Header header\nstring<=10[] names # here\n\
                    float32[7] q\nOther[<=3] others\nbool ok true\n\
                    ================================================================================\n\
                    MSG: my/Other\nint8 x\n";
        let definition = Definition::parse("my/msg/State", text).unwrap();
        let fields: Vec<(&str, Kind, Arity)> =
            definition.messages[0].iter().map(|f| (f.name.as_str(), f.kind, f.arity)).collect();
        assert_eq!(
            fields,
            [
                ("header", Kind::Message(1), Arity::One),
                ("names", Kind::Text, Arity::Many),
                ("q", Kind::Number(b'f', 4), Arity::Fixed(7)),
                ("others", Kind::Message(3), Arity::Many),
                ("ok", Kind::Number(b'u', 1), Arity::One),
            ]
        );
    }

    #[test]
    fn definitions_that_end_nowhere_are_refused() {
        assert!(Definition::parse("my/A", "my/A again").unwrap_err().contains("itself"));
        assert!(Definition::parse("my/A", "my/B b").unwrap_err().contains("my/B"));
        assert!(Definition::parse("my/A", "float64[x] b").is_err());
    }
}
