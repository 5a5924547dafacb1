//! A table of an experiment file: typed access to its keys, with located complaints.

use super::source::{Source, shown};
use crate::motion::FormatError;
use crate::simulate::record::MEASURED;
use crate::simulate::sizes::{PerJoint, Sizes};
use armlab_engine::robot::nearest_name;
use armlab_log::Quantity;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Largest magnitude that is read.
const LARGEST: f64 = 1e60;

type Value<'t> = Spanned<DeValue<'t>>;
type Result<T> = std::result::Result<T, FormatError>;

/// A table of the file.
pub struct Section<'s> {
    source: &'s Source<'s>,
    /// What errors call it.
    title: String,
    table: &'s DeTable<'s>,
    at: usize,
}

impl<'s> Section<'s> {
    pub(super) fn new(
        source: &'s Source<'s>,
        title: impl Into<String>,
        table: &'s DeTable<'s>,
        at: usize,
    ) -> Self {
        Self { source, title: title.into(), table, at }
    }

    /// Fails at the first key that is not known.
    pub fn only(&self, known: &[&str]) -> Result<()> {
        let strange = self.table.keys().filter(|k| !known.contains(&k.get_ref().as_ref()));
        let Some(key) = strange.min_by_key(|k| k.span().start) else { return Ok(()) };
        let message = format!("unknown key {} in {}", shown(key.get_ref()), self.title);
        let hint = match nearest_name(key.get_ref(), known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known keys: {}", known.join(", ")),
        };
        Err(self.source.error(key.span().start, message, hint))
    }

    /// An error at the value of `key`, or at the table without it.
    pub fn error(
        &self,
        key: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FormatError {
        let at = self.table.get(key).map_or(self.at, |value| value.span().start);
        self.source.error(at, format!("{}: {}", self.title, message.into()), hint)
    }
    /// An error at the name of `key`, or at the table without it.
    pub(super) fn error_at_key(
        &self,
        key: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> FormatError {
        let named = self.table.keys().find(|k| k.get_ref() == key);
        self.source.error(named.map_or(self.at, |k| k.span().start), message, hint)
    }
    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn wrong_type(&self, key: &str, value: &Value, wanted: &str) -> FormatError {
        let found = value.get_ref().type_str();
        let message = format!("{}: `{key}` must be {wanted}, not {found}", self.title);
        self.source.error(value.span().start, message, format!("write `{key}` as {wanted}"))
    }
    /// The complaint that a key is missing.
    pub fn missing(&self, key: &str, wanted: &str) -> FormatError {
        let message = format!("{} has no `{key}`", self.title);
        self.source.error(self.at, message, format!("add `{key}`: {wanted}"))
    }

    /// A string.
    pub fn text(&self, key: &str) -> Result<Option<&'s str>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let text = value.get_ref().as_str();
        text.map(Some).ok_or_else(|| self.wrong_type(key, value, "a string"))
    }
    /// True or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Boolean(flag) => Ok(Some(*flag)),
            _ => Err(self.wrong_type(key, value, "true or false")),
        }
    }
    /// One of a few words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let message = format!("`{key}` cannot be {}", shown(text));
                Err(self.error(key, message, format!("it is one of: {}", known.join(", "))))
            }
        }
    }

    fn parsed(&self, key: &str, value: &Value) -> Result<f64> {
        let number = match value.get_ref() {
            DeValue::Float(float) => float.as_str().parse().ok(),
            DeValue::Integer(int) => match int.radix() {
                10 => int.as_str().parse().ok(),
                radix => i64::from_str_radix(int.as_str(), radix).ok().map(|whole| whole as f64),
            },
            _ => return Err(self.wrong_type(key, value, "a number")),
        };
        match number {
            Some(number) if f64::abs(number) <= LARGEST => Ok(number),
            _ => {
                let message = format!("{}: `{key}` is not a usable number", self.title);
                let hint = "write a finite number in SI units";
                Err(self.source.error(value.span().start, message, hint))
            }
        }
    }
    /// A number.
    pub fn number(&self, key: &str) -> Result<Option<f64>> {
        self.table.get(key).map(|value| self.parsed(key, value)).transpose()
    }
    /// A number that must be there.
    pub fn required_number(&self, key: &str) -> Result<f64> {
        self.number(key)?.ok_or_else(|| self.missing(key, "a number"))
    }
    /// A count.
    pub fn whole(&self, key: &str) -> Result<Option<u64>> {
        let Some(number) = self.number(key)? else { return Ok(None) };
        if (0.0..=9e15).contains(&number) && number.fract() == 0.0 {
            return Ok(Some(number as u64));
        }
        Err(self.error(key, format!("`{key}` must be a count"), "write 0, 1, 2, …"))
    }
    fn list(&self, key: &str, value: &'s Value<'s>) -> Result<Vec<f64>> {
        let array = value.get_ref().as_array();
        let array = array.ok_or_else(|| self.wrong_type(key, value, "an array of numbers"))?;
        array.iter().map(|entry| self.parsed(key, entry)).collect()
    }
    /// A list of numbers.
    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>> {
        self.table.get(key).map(|value| self.list(key, value)).transpose()
    }
    /// A list of lists of numbers.
    pub fn rows(&self, key: &str) -> Result<Option<Vec<Vec<f64>>>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let array = value.get_ref().as_array();
        let array = array.ok_or_else(|| self.wrong_type(key, value, "an array of arrays"))?;
        array.iter().map(|row| self.list(key, row)).collect::<Result<_>>().map(Some)
    }
    /// A number for all joints, or a list of one per joint.
    pub fn per_joint(&self, key: &str) -> Result<Option<PerJoint>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Array(_) => Ok(Some(PerJoint::Each(self.list(key, value)?))),
            DeValue::Float(_) | DeValue::Integer(_) => {
                Ok(Some(PerJoint::All(self.parsed(key, value)?)))
            }
            _ => Err(self.wrong_type(key, value, "a number, or an array with one per joint")),
        }
    }
    /// The same for several quantities: a table with some of `q`, `qd`, `qdd`, `tau`.
    pub fn sizes(&self, key: &str) -> Result<Option<Sizes>> {
        let Some(table) = self.table(key, &format!("`{key}` of {}", self.title))? else {
            return Ok(None);
        };
        table.only(&MEASURED.map(Quantity::stem))?;
        let mut sizes = Sizes::default();
        for quantity in MEASURED {
            if let Some(size) = table.per_joint(quantity.stem())? {
                sizes.set(quantity, size);
            }
        }
        Ok(Some(sizes))
    }
    /// A table inside this one.
    pub fn table(&self, key: &str, title: &str) -> Result<Option<Section<'s>>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref().as_table() {
            Some(table) => Ok(Some(Section::new(self.source, title, table, value.span().start))),
            None => Err(self.wrong_type(key, value, "a table")),
        }
    }
    /// The tables of an array of tables; none where there is no such key.
    pub fn tables(&self, key: &str) -> Result<Vec<Section<'s>>> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let wrong = |value| self.wrong_type(key, value, "an array of tables");
        let array = value.get_ref().as_array().ok_or_else(|| wrong(value))?;
        let table = |(i, entry): (usize, &'s Value<'s>)| {
            let table = entry.get_ref().as_table().ok_or_else(|| wrong(entry))?;
            let title = format!("{key} {}", i + 1);
            Ok(Section::new(self.source, title, table, entry.span().start))
        };
        array.iter().enumerate().map(table).collect()
    }
}
