//! Methods of one kind, by name.

use crate::{SettingError, Settings, Value};
use armlab_files::nearest_name;
use std::str::FromStr;

/// What every method has, whatever its kind.
pub trait Method: Send + Sync {
    /// Its name, as one types it.
    fn name(&self) -> &'static str;
    /// What it does, in a sentence, and what it is best at.
    fn about(&self) -> &'static str;
    /// Its settings.
    fn settings(&self) -> &dyn Settings;
    /// Its settings, to change them.
    fn settings_mut(&mut self) -> &mut dyn Settings;
}

/// Which methods are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// Those that are taken where nobody says.
    #[default]
    Default,
    /// All.
    All,
    /// These.
    Named(Vec<String>),
}

impl FromStr for Selection {
    type Err = SettingError;
    /// `all`, `default`, or names with commas between.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        match text.trim() {
            "all" => Ok(Self::All),
            "default" => Ok(Self::Default),
            names => {
                let names: Vec<String> = names.split(',').map(|n| n.trim().to_string()).collect();
                if names.iter().any(String::is_empty) {
                    return Err(SettingError::EmptyName(text.into()));
                }
                Ok(Self::Named(names))
            }
        }
    }
}

/// Methods of one kind, with their settings.
pub struct Registry<M: Method + ?Sized> {
    kind: &'static str,
    table: &'static str,
    defaults: &'static [&'static str],
    methods: Vec<Box<M>>,
}

impl<M: Method + ?Sized> Registry<M> {
    /// No methods yet. `kind` is what errors call one of them, `table` the table of
    /// TOML files that holds their settings, `defaults` those of [`Selection::Default`].
    pub fn new(kind: &'static str, table: &'static str, defaults: &'static [&'static str]) -> Self {
        Self { kind, table, defaults, methods: Vec::new() }
    }
    /// The same with methods.
    pub fn with(mut self, methods: Vec<Box<M>>) -> Self {
        methods.into_iter().for_each(|method| self.register(method));
        self
    }
    /// Adds a method, in the place of one of the same name if there is one.
    pub fn register(&mut self, method: Box<M>) {
        match self.methods.iter().position(|m| m.name() == method.name()) {
            Some(place) => self.methods[place] = method,
            None => self.methods.push(method),
        }
    }
    /// What one of the methods is called.
    pub fn kind(&self) -> &'static str {
        self.kind
    }
    pub(crate) fn table(&self) -> &'static str {
        self.table
    }
    /// All methods, in the order in which they were registered.
    pub fn iter(&self) -> impl Iterator<Item = &M> {
        self.methods.iter().map(|m| &**m)
    }
    /// Their names.
    pub fn names(&self) -> Vec<&'static str> {
        self.iter().map(Method::name).collect()
    }
    /// Names of those that a condition holds for.
    pub fn names_where(&self, condition: impl Fn(&M) -> bool) -> Vec<&'static str> {
        self.iter().filter(|m| condition(m)).map(Method::name).collect()
    }
    /// Names of the methods that are taken where nobody says.
    pub fn defaults(&self) -> &'static [&'static str] {
        self.defaults
    }
    /// The method called `name`.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, name: &str) -> Result<&M, SettingError> {
        self.iter().find(|m| m.name() == name).ok_or_else(|| self.unknown(name))
    }
    /// The same, to change it.
    ///
    /// # Errors
    /// If there is none.
    pub fn get_mut(&mut self, name: &str) -> Result<&mut M, SettingError> {
        match self.methods.iter().position(|m| m.name() == name) {
            Some(place) => Ok(&mut *self.methods[place]),
            None => Err(self.unknown(name)),
        }
    }
    /// The method itself, out of the registry.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn take(mut self, name: &str) -> Result<Box<M>, SettingError> {
        match self.methods.iter().position(|m| m.name() == name) {
            Some(place) => Ok(self.methods.swap_remove(place)),
            None => Err(self.unknown(name)),
        }
    }
    fn unknown(&self, name: &str) -> SettingError {
        let known = self.names();
        let nearest = nearest_name(name, known.iter().copied());
        SettingError::UnknownMethod { kind: self.kind, name: name.into(), nearest, known }
    }
    /// The methods that are wanted.
    ///
    /// # Errors
    /// At the first name that no method has.
    pub fn select(&self, selection: &Selection) -> Result<Vec<&M>, SettingError> {
        match selection {
            Selection::All => Ok(self.iter().collect()),
            Selection::Default => self.defaults.iter().map(|name| self.get(name)).collect(),
            Selection::Named(names) => names.iter().map(|name| self.get(name)).collect(),
        }
    }
    /// Sets one setting: `set("ekf.process_noise", "1e-4")`.
    ///
    /// # Errors
    /// If there is no such method or setting, or the value does not suit it.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), SettingError> {
        let Some((method, setting)) = path.split_once('.') else {
            return Err(SettingError::Form(format!("{path}={value}")));
        };
        self.set_value(method.trim(), setting.trim(), &Value::from_text(value))
    }
    pub(crate) fn set_value(
        &mut self,
        method: &str,
        setting: &str,
        value: &Value,
    ) -> Result<(), SettingError> {
        let method = self.get_mut(method)?;
        let name = method.name();
        method.settings_mut().set(setting, value).map_err(|error| error.of(name))
    }
    /// Sets settings given as `METHOD.SETTING=VALUE`, in order.
    ///
    /// # Errors
    /// As [`set`](Self::set), or if a text is not of that form.
    pub fn parse_set(&mut self, all: &[String]) -> Result<(), SettingError> {
        for text in all {
            let (path, value) =
                text.split_once('=').ok_or_else(|| SettingError::Form(text.clone()))?;
            self.set(path, value).map_err(|error| match error {
                SettingError::Form(_) => SettingError::Form(text.clone()),
                other => other,
            })?;
        }
        Ok(())
    }
}
