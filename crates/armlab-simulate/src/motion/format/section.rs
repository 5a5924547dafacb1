//! A table of a trajectory file: typed access to its keys, with located complaints.

use super::source::{FormatError, Source, shown};
use crate::motion::error::MotionError;
use armlab_engine::robot::nearest_name;
use armlab_signal::SignalError;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Largest magnitude that is read.
const LARGEST: f64 = 1e60;

type Value<'t> = Spanned<DeValue<'t>>;
type Result<T> = std::result::Result<T, FormatError>;

/// A table whose keys are all known.
pub struct Section<'s> {
    pub source: &'s Source<'s>,
    /// What errors call it.
    title: String,
    table: &'s DeTable<'s>,
    at: usize,
}

impl<'s> Section<'s> {
    pub fn new(
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
    pub fn error(&self, key: &str, message: impl Into<String>, hint: &str) -> FormatError {
        self.source.error(self.place(key), message, hint)
    }

    fn place(&self, key: &str) -> usize {
        self.table.get(key).map_or(self.at, |value| value.span().start)
    }

    /// A complaint of a trajectory, located: at its key, and at the entry if it names one.
    pub fn located(&self, error: MotionError) -> FormatError {
        let message = format!("{}: {error}", self.title);
        let (key, entry) = match &error {
            MotionError::Dimension { what, .. } | MotionError::Setting { what, .. } => {
                (*what, None)
            }
            MotionError::Signal(SignalError::NotIncreasing { index, .. }) => {
                ("times", Some(*index))
            }
            MotionError::Signal(_) => ("times", None),
            MotionError::Cell { movement, cell, .. } => {
                let column = ["value", "TI", "TF", "TR"].iter().position(|c| c == cell);
                return self.cell("movements", movement - 1, column.unwrap_or(0), message);
            }
            MotionError::Paste { .. } => ("table", None),
            _ => ("kind", None),
        };
        let entry = entry.and_then(|i| self.table.get(key)?.get_ref().as_array()?.get(i));
        let byte = entry.map_or_else(|| self.place(key), |entry| entry.span().start);
        self.source.error(byte, message, "docs/motion.md describes every kind of trajectory")
    }

    /// An error at an entry of a list of lists.
    fn cell(&self, key: &str, row: usize, column: usize, message: String) -> FormatError {
        let row = self.table.get(key).and_then(|v| v.get_ref().as_array()?.get(row));
        let entry = row.and_then(|r| r.get_ref().as_array()?.get(column));
        let byte = entry.or(row).map_or_else(|| self.place(key), |entry| entry.span().start);
        self.source.error(byte, message, "a movement is [value, TI, TF, TR], times in seconds")
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    fn wrong_type(&self, key: &str, value: &Value, wanted: &str) -> FormatError {
        let found = value.get_ref().type_str();
        let message = format!("`{key}` of {} must be {wanted}, not {found}", self.title);
        self.source.error(value.span().start, message, format!("write `{key}` as {wanted}"))
    }

    fn required(&self, key: &str, wanted: &str) -> Result<&'s Value<'s>> {
        self.table.get(key).ok_or_else(|| {
            let message = format!("{} has no `{key}`", self.title);
            self.source.error(self.at, message, format!("add `{key}` as {wanted}"))
        })
    }

    pub fn text(&self, key: &str) -> Result<Option<&'s str>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref().as_str() {
            Some(text) => Ok(Some(text)),
            None => Err(self.wrong_type(key, value, "a string")),
        }
    }

    pub fn flag(&self, key: &str) -> Result<Option<bool>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Boolean(flag) => Ok(Some(*flag)),
            _ => Err(self.wrong_type(key, value, "true or false")),
        }
    }

    /// One of a few words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        self.meaning(key, value, words).map(Some)
    }

    /// A list of a few words.
    pub fn words<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Vec<T>> {
        let value = self.required(key, "an array of strings")?;
        let array = self.array(key, value)?;
        array.iter().map(|entry| self.meaning(key, entry, words)).collect()
    }

    fn meaning<T: Copy>(&self, key: &str, value: &Value, words: &[(&str, T)]) -> Result<T> {
        let Some(text) = value.get_ref().as_str() else {
            return Err(self.wrong_type(key, value, "a string"));
        };
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(*meaning);
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("`{key}` of {} cannot be {}", self.title, shown(text));
        let hint = format!("it is one of: {}", known.join(", "));
        Err(self.source.error(value.span().start, message, hint))
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
                let message = format!("`{key}` of {} is not a usable number", self.title);
                let hint = "write a finite number in SI units";
                Err(self.source.error(value.span().start, message, hint))
            }
        }
    }

    pub fn number(&self, key: &str) -> Result<Option<f64>> {
        self.table.get(key).map(|value| self.parsed(key, value)).transpose()
    }

    pub fn required_number(&self, key: &str) -> Result<f64> {
        self.parsed(key, self.required(key, "a number")?)
    }

    /// A count.
    pub fn whole(&self, key: &str) -> Result<Option<usize>> {
        let Some(number) = self.number(key)? else { return Ok(None) };
        if (0.0..=1e9).contains(&number) && number.fract() == 0.0 {
            return Ok(Some(number as usize));
        }
        Err(self.error(
            key,
            format!("`{key}` of {} must be a count", self.title),
            "write 0, 1, 2, …",
        ))
    }

    pub fn required_whole(&self, key: &str) -> Result<usize> {
        self.required(key, "a count")?;
        Ok(self.whole(key)?.unwrap_or(0))
    }

    fn array(&self, key: &str, value: &'s Value<'s>) -> Result<&'s DeArray<'s>> {
        value.get_ref().as_array().ok_or_else(|| self.wrong_type(key, value, "an array"))
    }

    fn list(&self, key: &str, value: &'s Value<'s>) -> Result<Vec<f64>> {
        self.array(key, value)?.iter().map(|entry| self.parsed(key, entry)).collect()
    }

    pub fn numbers(&self, key: &str) -> Result<Option<Vec<f64>>> {
        self.table.get(key).map(|value| self.list(key, value)).transpose()
    }

    pub fn required_numbers(&self, key: &str) -> Result<Vec<f64>> {
        self.list(key, self.required(key, "an array of numbers")?)
    }

    /// A list of lists: one row per coordinate.
    pub fn rows(&self, key: &str) -> Result<Option<Vec<Vec<f64>>>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let rows = self.array(key, value)?.iter().map(|row| self.list(key, row));
        rows.collect::<Result<_>>().map(Some)
    }

    pub fn required_rows(&self, key: &str) -> Result<Vec<Vec<f64>>> {
        self.required(key, "an array of arrays of numbers, one row per coordinate")?;
        Ok(self.rows(key)?.unwrap_or_default())
    }

    /// Three numbers.
    pub fn vector(&self, key: &str) -> Result<Option<[f64; 3]>> {
        let Some(numbers) = self.numbers(key)? else { return Ok(None) };
        numbers.as_slice().try_into().map(Some).map_err(|_| {
            let message = format!("`{key}` of {} has {} entries", self.title, numbers.len());
            self.error(key, message, "give three: x, y, z in metres")
        })
    }

    pub fn required_vector(&self, key: &str) -> Result<[f64; 3]> {
        self.required(key, "three numbers")?;
        Ok(self.vector(key)?.unwrap_or_default())
    }

    /// The tables of an array of tables.
    pub fn tables(&self, key: &str, title: &str) -> Result<Vec<Section<'s>>> {
        let value = self.required(key, &format!("an array of tables: [[{key}]]"))?;
        let array = self.array(key, value)?;
        let table = |(i, entry): (usize, &'s Value<'s>)| match entry.get_ref().as_table() {
            Some(table) => {
                let title = format!("{title} {}", i + 1);
                Ok(Section::new(self.source, title, table, entry.span().start))
            }
            None => Err(self.wrong_type(key, entry, "a table")),
        };
        array.iter().enumerate().map(table).collect()
    }
}
