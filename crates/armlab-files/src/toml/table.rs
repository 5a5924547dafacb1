//! A table of a TOML file: typed access to its keys, with located errors.

use crate::error::{FileError, quoted};
use crate::nearest::nearest_name;
use crate::number::{parse_limit, parse_quantity};
use crate::source::Source;
use ::toml::Spanned;
use ::toml::de::{DeArray, DeTable, DeValue};

/// Largest count that is read.
const LARGEST_COUNT: f64 = 9e15;

type Value<'t> = Spanned<DeValue<'t>>;
type Result<T> = std::result::Result<T, FileError>;

/// A value whose type is not known beforehand.
#[derive(Clone, Debug, PartialEq)]
pub enum TomlValue<'s> {
    /// True or false.
    Flag(bool),
    /// A number, which may be infinite.
    Number(f64),
    /// A string.
    Text(&'s str),
    /// An array of numbers.
    Numbers(Vec<f64>),
    /// An array of arrays of numbers.
    Rows(Vec<Vec<f64>>),
}

/// A table of a file.
#[derive(Clone)]
pub struct TomlTable<'s> {
    source: &'s Source<'s>,
    title: String,
    table: &'s DeTable<'s>,
    at: usize,
}

impl<'s> TomlTable<'s> {
    pub(super) fn new(
        source: &'s Source<'s>,
        title: String,
        table: &'s DeTable<'s>,
        at: usize,
    ) -> Self {
        Self { source, title, table, at }
    }

    /// The same table, which errors call otherwise.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// What errors call it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The file it is in.
    pub fn source(&self) -> &'s Source<'s> {
        self.source
    }

    /// Fails at the first key that is not known.
    pub fn only(&self, known: &[&str]) -> Result<()> {
        let unknown = self.table.keys().filter(|k| !known.contains(&k.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|k| k.span().start) else { return Ok(()) };
        let message = format!("unknown key {} in {}", quoted(key.get_ref()), self.title);
        let hint = match nearest_name(key.get_ref(), known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known keys: {}", known.join(", ")),
        };
        Err(self.source.error(key.span().start, message, hint))
    }

    /// Fails when two keys that exclude each other are both there.
    pub fn exclusive(&self, a: &str, b: &str) -> Result<()> {
        if self.has(a) && self.has(b) {
            let message = format!("{} has both `{a}` and `{b}`", self.title);
            return Err(self.error(b, message, "give one of the two"));
        }
        Ok(())
    }

    /// Byte where the table begins.
    pub fn byte(&self) -> usize {
        self.at
    }

    /// Byte of the value of `key`, or of the table without it.
    pub fn byte_of(&self, key: &str) -> usize {
        self.table.get(key).map_or(self.at, |value| value.span().start)
    }

    /// An error at the value of `key`, or at the table without it.
    pub fn error(
        &self,
        key: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FileError {
        self.source.error(self.byte_of(key), message, hint)
    }

    /// The same, with the table's title before the message.
    pub fn titled_error(
        &self,
        key: &str,
        message: impl std::fmt::Display,
        hint: impl Into<String>,
    ) -> FileError {
        self.error(key, format!("{}: {message}", self.title), hint)
    }

    /// An error at an entry of the nested arrays of `key`, or as near to it as there is one.
    pub fn entry_error(
        &self,
        key: &str,
        indices: &[usize],
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FileError {
        let mut byte = self.byte_of(key);
        let mut value = self.table.get(key);
        for index in indices {
            value = value.and_then(|v| v.get_ref().as_array()?.get(*index));
            byte = value.map_or(byte, |v| v.span().start);
        }
        self.source.error(byte, message, hint)
    }

    /// The error that `key` is missing, where `wanted` should be.
    pub fn missing(&self, key: &str, wanted: &str) -> FileError {
        let message = format!("{} has no `{key}`", self.title);
        self.source.error(self.at, message, format!("add `{key}`: {wanted}"))
    }

    fn wrong_type(&self, key: &str, value: &Value, wanted: &str) -> FileError {
        let found = value.get_ref().type_str();
        let message = format!("`{key}` of {} must be {wanted}, not {found}", self.title);
        self.source.error(value.span().start, message, format!("write `{key}` as {wanted}"))
    }

    fn required(&self, key: &str, wanted: &str) -> Result<&'s Value<'s>> {
        self.table.get(key).ok_or_else(|| self.missing(key, wanted))
    }

    /// Whether there is such a key.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Whether the value of `key` is a table.
    pub fn is_table(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_table())
    }

    /// Whether the value of `key` is a string.
    pub fn is_text(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_str())
    }

    /// Whether the value of `key` is an array.
    pub fn is_array(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_array())
    }

    /// All keys, in the order of the file.
    pub fn keys(&self) -> Vec<&'s str> {
        let mut keys: Vec<_> = self.table.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter().map(|key| key.get_ref().as_ref()).collect()
    }

    /// A flag, number, string, or array of numbers or of arrays of numbers.
    pub fn value(&self, key: &str) -> Result<Option<TomlValue<'s>>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        Ok(Some(match value.get_ref() {
            DeValue::Boolean(flag) => TomlValue::Flag(*flag),
            DeValue::String(text) => TomlValue::Text(text.as_ref()),
            DeValue::Array(array) if array.iter().any(|entry| entry.get_ref().is_array()) => {
                TomlValue::Rows(self.required_rows(key)?)
            }
            DeValue::Array(_) => TomlValue::Numbers(self.list(key, value)?),
            _ => TomlValue::Number(self.parsed(key, value, parse_limit)?),
        }))
    }

    /// A string.
    pub fn text(&self, key: &str) -> Result<Option<&'s str>> {
        self.table.get(key).map(|value| self.string(key, value)).transpose()
    }

    /// A string that must be there.
    pub fn required_text(&self, key: &str) -> Result<&'s str> {
        self.string(key, self.required(key, "a string")?)
    }

    /// An array of strings; empty where there is no such key.
    pub fn texts(&self, key: &str) -> Result<Vec<&'s str>> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        self.array(key, value)?.iter().map(|entry| self.string(key, entry)).collect()
    }

    fn string(&self, key: &str, value: &'s Value<'s>) -> Result<&'s str> {
        value.get_ref().as_str().ok_or_else(|| self.wrong_type(key, value, "a string"))
    }

    /// One of a few words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>> {
        self.table.get(key).map(|value| self.meaning(key, value, words)).transpose()
    }

    /// An array of a few words.
    pub fn words<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<Vec<T>>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let entries = self.array(key, value)?.iter();
        entries.map(|entry| self.meaning(key, entry, words)).collect::<Result<_>>().map(Some)
    }

    fn meaning<T: Copy>(&self, key: &str, value: &'s Value<'s>, words: &[(&str, T)]) -> Result<T> {
        let text = self.string(key, value)?;
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(*meaning);
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("`{key}` of {} cannot be {}", self.title, quoted(text));
        let hint = format!("it is one of: {}", known.join(", "));
        Err(self.source.error(value.span().start, message, hint))
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Boolean(flag) => Ok(Some(*flag)),
            _ => Err(self.wrong_type(key, value, "true or false")),
        }
    }

    fn parsed(
        &self,
        key: &str,
        value: &Value,
        parse: fn(&str) -> std::result::Result<f64, String>,
    ) -> Result<f64> {
        let result = match value.get_ref() {
            DeValue::Float(float) => parse(float.as_str()),
            DeValue::Integer(int) if int.radix() == 10 => parse(int.as_str()),
            DeValue::Integer(int) => match i64::from_str_radix(int.as_str(), int.radix()) {
                Ok(whole) => Ok(whole as f64),
                Err(_) => Err(format!("{} is not a usable number", quoted(int.as_str()))),
            },
            _ => return Err(self.wrong_type(key, value, "a number")),
        };
        result.map_err(|problem| {
            let message = format!("`{key}` of {}: {problem}", self.title);
            self.source.error(value.span().start, message, "write a finite number in SI units")
        })
    }

    /// A finite number.
    pub fn number(&self, key: &str) -> Result<Option<f64>> {
        self.table.get(key).map(|value| self.parsed(key, value, parse_quantity)).transpose()
    }

    /// A finite number that must be there.
    pub fn required_number(&self, key: &str) -> Result<f64> {
        self.parsed(key, self.required(key, "a number")?, parse_quantity)
    }

    /// A number that may be infinite.
    pub fn limit(&self, key: &str) -> Result<Option<f64>> {
        self.table.get(key).map(|value| self.parsed(key, value, parse_limit)).transpose()
    }

    /// A count.
    pub fn count(&self, key: &str) -> Result<Option<u64>> {
        let Some(number) = self.number(key)? else { return Ok(None) };
        if (0.0..=LARGEST_COUNT).contains(&number) && number.fract() == 0.0 {
            return Ok(Some(number as u64));
        }
        let message = format!("`{key}` of {} must be a count", self.title);
        Err(self.error(key, message, "write 0, 1, 2, …"))
    }

    /// A count that must be there.
    pub fn required_count(&self, key: &str) -> Result<u64> {
        self.count(key)?.ok_or_else(|| self.missing(key, "a count"))
    }

    fn array(&self, key: &str, value: &'s Value<'s>) -> Result<&'s DeArray<'s>> {
        value.get_ref().as_array().ok_or_else(|| self.wrong_type(key, value, "an array"))
    }

    fn list(&self, key: &str, value: &'s Value<'s>) -> Result<Vec<f64>> {
        let entries = self.array(key, value)?.iter();
        entries.map(|entry| self.parsed(key, entry, parse_quantity)).collect()
    }

    /// An array of numbers.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>> {
        self.table.get(key).map(|value| self.list(key, value)).transpose()
    }

    /// An array of numbers that must be there.
    pub fn required_numbers(&self, key: &str) -> Result<Vec<f64>> {
        self.list(key, self.required(key, "an array of numbers")?)
    }

    /// An array of `N` numbers.
    pub fn vector<const N: usize>(&self, key: &str) -> Result<Option<[f64; N]>> {
        self.numbers(key)?.map(|numbers| self.exactly(key, numbers)).transpose()
    }

    /// An array of `N` numbers that may be infinite.
    pub fn limits<const N: usize>(&self, key: &str) -> Result<Option<[f64; N]>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let entries = self.array(key, value)?.iter();
        let numbers = entries.map(|entry| self.parsed(key, entry, parse_limit));
        self.exactly(key, numbers.collect::<Result<_>>()?).map(Some)
    }

    fn exactly<const N: usize>(&self, key: &str, numbers: Vec<f64>) -> Result<[f64; N]> {
        numbers.as_slice().try_into().map_err(|_| {
            let found = numbers.len();
            let message = format!("`{key}` of {} has {found} entries instead of {N}", self.title);
            self.error(key, message, format!("give {N}"))
        })
    }

    /// An array of `N` numbers that must be there.
    pub fn required_vector<const N: usize>(&self, key: &str) -> Result<[f64; N]> {
        self.vector(key)?.ok_or_else(|| self.missing(key, &format!("{N} numbers")))
    }

    /// An array of arrays of numbers.
    pub fn rows(&self, key: &str) -> Result<Option<Vec<Vec<f64>>>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let rows = self.array(key, value)?.iter().map(|row| self.list(key, row));
        rows.collect::<Result<_>>().map(Some)
    }

    /// An array of arrays of numbers that must be there.
    pub fn required_rows(&self, key: &str) -> Result<Vec<Vec<f64>>> {
        self.rows(key)?.ok_or_else(|| self.missing(key, "an array of arrays of numbers"))
    }

    /// Names and numbers of a table that must be there, in the order of the file.
    pub fn factors(&self, key: &str) -> Result<Vec<(String, f64)>> {
        let wanted = "a table of names and factors";
        let value = self.required(key, wanted)?;
        let table = value.get_ref().as_table();
        let table = table.ok_or_else(|| self.wrong_type(key, value, wanted))?;
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let factor = |(name, value): (&Spanned<_>, _)| {
            let name: &std::borrow::Cow<str> = name.get_ref();
            Ok((name.to_string(), self.parsed(name, value, parse_quantity)?))
        };
        entries.into_iter().map(factor).collect()
    }

    /// A table inside this one, which errors call `title`.
    pub fn table(&self, key: &str, title: impl Into<String>) -> Result<Option<Self>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref().as_table() {
            Some(table) => {
                Ok(Some(Self::new(self.source, title.into(), table, value.span().start)))
            }
            None => Err(self.wrong_type(key, value, "a table")),
        }
    }

    /// The tables of an array of tables, called `title` and their number from 1; empty where
    /// there is no such key.
    pub fn tables(&self, key: &str, title: &str) -> Result<Vec<Self>> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let wrong = |value| self.wrong_type(key, value, &format!("an array of tables: [[{key}]]"));
        let array = value.get_ref().as_array().ok_or_else(|| wrong(value))?;
        let table = |(i, entry): (usize, &'s Value<'s>)| match entry.get_ref().as_table() {
            Some(table) => {
                let title = format!("{title} {}", i + 1);
                Ok(Self::new(self.source, title, table, entry.span().start))
            }
            None => Err(wrong(entry)),
        };
        array.iter().enumerate().map(table).collect()
    }
}
