//! A table of a TOML file: typed access to its keys, with located complaints.

use crate::robot::describe::MOST_PARTS;
use crate::robot::describe::error::DescribeError;
use crate::robot::describe::number::{limit, quantity, shown};
use crate::robot::describe::source::Source;
use crate::robot::nearest_name;
use crate::spatial::{Mat3, Transform, Vec3};
use ::toml::Spanned;
use ::toml::de::{DeArray, DeTable, DeValue};

/// How far a rotation matrix may be from orthonormal.
const ROTATION_TOLERANCE: f64 = 1e-9;

type Value<'t> = Spanned<DeValue<'t>>;

/// A table whose keys are all known.
pub struct Section<'s> {
    pub source: &'s Source<'s>,
    /// What errors call it.
    title: String,
    table: &'s DeTable<'s>,
    /// Where it begins in the file.
    pub at: usize,
}

impl<'s> Section<'s> {
    /// A table in which only `known` keys make sense.
    pub fn new(
        source: &'s Source<'s>,
        title: impl Into<String>,
        table: &'s DeTable<'s>,
        at: usize,
        known: &[&str],
    ) -> Result<Self, DescribeError> {
        let section = Self { source, title: title.into(), table, at };
        let strange = table.keys().filter(|k| !known.contains(&k.get_ref().as_ref()));
        match strange.min_by_key(|k| k.span().start) {
            None => Ok(section),
            Some(key) => {
                let message = format!("unknown key {} in {}", shown(key.get_ref()), section.title);
                let hint = match nearest_name(key.get_ref(), known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known keys: {}", known.join(", ")),
                };
                Err(source.error(key.span().start, message, hint))
            }
        }
    }

    /// An error at the value of `key`, or at the table without it.
    pub fn error(
        &self,
        key: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> DescribeError {
        self.source.error(self.place(key), message, hint)
    }

    /// Byte of the value of `key`, or of the table without it.
    pub fn place(&self, key: &str) -> usize {
        self.table.get(key).map_or(self.at, |value| value.span().start)
    }

    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    pub fn is_table(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_table())
    }

    /// A table inside this one, unchecked, and the byte where it begins.
    pub fn table(&self, key: &str) -> Result<(&'s DeTable<'s>, usize), DescribeError> {
        let Some(value) = self.table.get(key) else {
            return Err(self.missing(key, "a table"));
        };
        match value.get_ref().as_table() {
            Some(table) => Ok((table, value.span().start)),
            None => Err(self.wrong_type(key, value, "a table")),
        }
    }

    /// Fails when two keys that exclude each other are both there.
    pub fn one_of(&self, a: &str, b: &str) -> Result<(), DescribeError> {
        if self.has(a) && self.has(b) {
            let message = format!("{} has both `{a}` and `{b}`", self.title);
            return Err(self.error(b, message, "give one of the two"));
        }
        Ok(())
    }

    fn wrong_type(&self, key: &str, value: &Value, wanted: &str) -> DescribeError {
        let found = value.get_ref().type_str();
        let message = format!("`{key}` of {} must be {wanted}, not {found}", self.title);
        self.source.error(value.span().start, message, format!("write `{key}` as {wanted}"))
    }

    fn missing(&self, key: &str, wanted: &str) -> DescribeError {
        let message = format!("{} has no `{key}`", self.title);
        self.source.error(self.at, message, format!("add `{key}` as {wanted}"))
    }

    /// A string.
    pub fn text(&self, key: &str) -> Result<Option<&'s str>, DescribeError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref().as_str() {
            Some(text) => Ok(Some(text)),
            None => Err(self.wrong_type(key, value, "a string")),
        }
    }

    /// A name.
    pub fn name(&self, key: &str, what: &str) -> Result<Option<String>, DescribeError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        self.source.name(self.place(key), what, text).map(Some)
    }

    /// A name that must be there.
    pub fn required_name(&self, key: &str, what: &str) -> Result<String, DescribeError> {
        self.name(key, what)?.ok_or_else(|| self.missing(key, "a string"))
    }

    /// One of a few words.
    pub fn word<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, DescribeError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(Some(*meaning));
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("`{key}` of {} cannot be {}", self.title, shown(text));
        Err(self.error(key, message, format!("it is one of: {}", known.join(", "))))
    }

    /// A list of a few words.
    pub fn words<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<Option<Vec<T>>, DescribeError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let known = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        let meaning = |entry: &Value| {
            let text = entry.get_ref().as_str().unwrap_or_default();
            let found = words.iter().find(|(word, _)| *word == text);
            found.map(|(_, meaning)| *meaning).ok_or_else(|| {
                let message = format!("`{key}` of {} cannot hold {}", self.title, shown(text));
                let hint = format!("its entries are some of: {}", known());
                self.source.error(entry.span().start, message, hint)
            })
        };
        self.array(key, value)?.iter().map(meaning).collect::<Result<_, _>>().map(Some)
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, DescribeError> {
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
        parse: fn(&str) -> Result<f64, String>,
    ) -> Result<f64, DescribeError> {
        let result = match value.get_ref() {
            DeValue::Float(float) => parse(float.as_str()),
            DeValue::Integer(int) if int.radix() == 10 => parse(int.as_str()),
            DeValue::Integer(int) => match i64::from_str_radix(int.as_str(), int.radix()) {
                Ok(whole) => Ok(whole as f64),
                Err(_) => Err(format!("{} is not a usable number", shown(int.as_str()))),
            },
            _ => return Err(self.wrong_type(key, value, "a number")),
        };
        result.map_err(|problem| {
            let message = format!("`{key}` of {}: {problem}", self.title);
            self.source.error(value.span().start, message, "write a finite number in SI units")
        })
    }

    /// A quantity.
    pub fn number(&self, key: &str) -> Result<Option<f64>, DescribeError> {
        let value = self.table.get(key);
        value.map(|value| self.parsed(key, value, quantity)).transpose()
    }

    /// A quantity that must be there.
    pub fn required_number(&self, key: &str) -> Result<f64, DescribeError> {
        self.number(key)?.ok_or_else(|| self.missing(key, "a number"))
    }

    /// A limit, which may be infinite.
    pub fn limit(&self, key: &str) -> Result<Option<f64>, DescribeError> {
        let value = self.table.get(key);
        value.map(|value| self.parsed(key, value, limit)).transpose()
    }

    fn array(&self, key: &str, value: &'s Value<'s>) -> Result<&'s DeArray<'s>, DescribeError> {
        value.get_ref().as_array().ok_or_else(|| self.wrong_type(key, value, "an array"))
    }

    fn numbers<const N: usize>(
        &self,
        key: &str,
        value: &'s Value<'s>,
    ) -> Result<[f64; N], DescribeError> {
        let array = self.array(key, value)?;
        if array.len() != N {
            let found = array.len();
            let message = format!("`{key}` of {} has {found} entries instead of {N}", self.title);
            return Err(self.source.error(value.span().start, message, format!("give {N}")));
        }
        let mut numbers = [0.0; N];
        for (number, entry) in numbers.iter_mut().zip(array.iter()) {
            *number = self.parsed(key, entry, quantity)?;
        }
        Ok(numbers)
    }

    /// Three numbers.
    pub fn vector(&self, key: &str) -> Result<Option<Vec3<f64>>, DescribeError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        Ok(Some(self.numbers::<3>(key, value)?.into()))
    }

    /// The place that `xyz` and `rpy` or `rotation` of this table describe.
    pub fn pose(&self) -> Result<Transform<f64>, DescribeError> {
        self.one_of("rpy", "rotation")?;
        let translation = self.vector("xyz")?.unwrap_or(Vec3::zero());
        let rotation = match (self.vector("rpy")?, self.table.get("rotation")) {
            (Some(rpy), _) => Mat3::from_rpy(rpy.to_array()),
            (None, Some(value)) => self.rotation(value)?,
            (None, None) => Mat3::identity(),
        };
        Ok(Transform { rotation, translation })
    }

    fn rotation(&self, value: &'s Value<'s>) -> Result<Mat3<f64>, DescribeError> {
        let array = self.array("rotation", value)?;
        let [a, b, c] = array.as_ref() else {
            let message = format!("`rotation` of {} must have three rows", self.title);
            return Err(self.source.error(value.span().start, message, "write [[…], […], […]]"));
        };
        let row = |row| self.numbers::<3>("rotation", row);
        let matrix = Mat3::from_rows([row(a)?, row(b)?, row(c)?]);
        let product = matrix.transposed() * matrix;
        let (product, one) = (product.to_rows(), Mat3::<f64>::identity().to_rows());
        let off = product.iter().flatten().zip(one.iter().flatten());
        let worst = off.fold(0.0_f64, |worst, (a, b)| worst.max((a - b).abs()));
        if worst > ROTATION_TOLERANCE || matrix.determinant() < 0.0 {
            let message = format!("`rotation` of {} is not a rotation matrix", self.title);
            let hint = "its rows must be right-handed unit vectors at right angles, written with \
                        all their digits; or give angles as `rpy`";
            return Err(self.source.error(value.span().start, message, hint));
        }
        Ok(matrix)
    }

    /// A table inside this one.
    pub fn section(
        &self,
        key: &str,
        title: impl Into<String>,
        known: &[&str],
    ) -> Result<Option<Section<'s>>, DescribeError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        match value.get_ref().as_table() {
            Some(table) => {
                Section::new(self.source, title, table, value.span().start, known).map(Some)
            }
            None => Err(self.wrong_type(key, value, "a table")),
        }
    }

    /// The tables of an array of tables, each with the byte where it begins.
    pub fn tables(&self, key: &str) -> Result<Vec<(&'s DeTable<'s>, usize)>, DescribeError> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let wanted = format!("an array of tables: [[{key}]]");
        let Some(array) = value.get_ref().as_array() else {
            return Err(self.wrong_type(key, value, &wanted));
        };
        if let Some(first_beyond) = array.get(MOST_PARTS) {
            self.source.at_most(MOST_PARTS, first_beyond.span().start, key, array.len())?;
        }
        let table = |entry: &'s Value<'s>| match entry.get_ref().as_table() {
            Some(table) => Ok((table, entry.span().start)),
            None => Err(self.wrong_type(key, entry, &wanted)),
        };
        array.iter().map(table).collect()
    }

    /// Names and factors of a table of numbers, in the order of the file.
    pub fn terms(&self, key: &str) -> Result<Vec<(String, f64)>, DescribeError> {
        let Some(value) = self.table.get(key) else {
            return Err(self.missing(key, "a table of parameters and factors"));
        };
        let Some(table) = value.get_ref().as_table() else {
            return Err(self.wrong_type(key, value, "a table of parameters and factors"));
        };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let term = |(name, value): (&'s Spanned<_>, &'s Value<'s>)| {
            let name: &std::borrow::Cow<str> = name.get_ref();
            Ok((name.to_string(), self.parsed(name, value, quantity)?))
        };
        entries.into_iter().map(term).collect()
    }
}
