//! `$(arg …)`, `$(find …)` and their like, and functions of xacro that open files.

use super::evaluate::Evaluated;
use super::expand::Xacro;
use super::functions;
use super::value::Value;
use super::yaml;
use std::path::{Path, PathBuf};

impl Xacro<'_> {
    /// What `$(command …)` stands for.
    pub fn substituted(&mut self, inner: &str, table: usize) -> Result<String, String> {
        let inner = inner.trim();
        let (command, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let rest = rest.trim();
        match command {
            "arg" => match self.arguments.get(rest) {
                Some(value) => Ok(value.clone()),
                None => Err(format!(
                    "the argument `{rest}` has no value; give it with --arg {rest}=VALUE"
                )),
            },
            "find" => {
                let found =
                    self.files.package(rest).map_err(|m| format!("{}; {}", m.message, m.hint))?;
                Ok(found.display().to_string())
            }
            "dirname" | "cwd" => Ok(self.folder().display().to_string()),
            "env" => std::env::var(rest).map_err(|_| format!("the environment has no `{rest}`")),
            "optenv" => {
                let (name, default) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Ok(std::env::var(name).unwrap_or_else(|_| default.trim().to_string()))
            }
            "eval" => Ok(self.expression(rest, table)?.to_text()),
            "anon" => Ok(rest.to_string()),
            other => Err(format!("`$({other} …)` is not understood")),
        }
    }

    /// Calls a function by its full name.
    pub fn call(&mut self, name: &str, arguments: &[Value]) -> Evaluated {
        let text = |i: usize| arguments.get(i).map(Value::to_text).unwrap_or_default();
        match name.strip_prefix("xacro.").unwrap_or(name) {
            "load_yaml" => self.load_yaml(&text(0)),
            "abs_filename" => Ok(Value::text(self.path(&text(0)).display().to_string())),
            "arg" => self.substituted(&format!("arg {}", text(0)), 0).map(Value::text),
            "find" => self.substituted(&format!("find {}", text(0)), 0).map(Value::text),
            "dotify" => Ok(arguments.first().cloned().unwrap_or(Value::None)),
            "tokenize" => {
                let text = text(0);
                let parts = text.split([' ', ',', ';', '\t', '\n']).filter(|p| !p.is_empty());
                Ok(Value::list(parts.map(Value::text).collect()))
            }
            "message" | "warning" | "error" | "print_location" => Ok(Value::text("")),
            "fatal" => Err(arguments.iter().map(Value::to_text).collect::<Vec<_>>().join(" ")),
            _ => functions::call(name, arguments),
        }
    }

    fn load_yaml(&mut self, file: &str) -> Evaluated {
        let path = self.path(file);
        if self.files.folder.is_none() {
            return Err(format!("{file} is another file, and only a text was given"));
        }
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if text.len() > crate::robot::describe::LARGEST_FILE {
            return Err(format!("{} is too large", path.display()));
        }
        let mut evaluate = |text: &str| {
            let value = self.expression(text, 0)?;
            value.number().ok_or_else(|| format!("`{text}` is not a number"))
        };
        yaml::parse(&text, &mut evaluate).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// A path relative to the file that is being expanded.
    pub fn path(&self, name: &str) -> PathBuf {
        match name.strip_prefix("file://") {
            Some(path) => PathBuf::from(path),
            None => match self.files.resolve(name) {
                Ok(path) if name.starts_with("package://") => path,
                _ => self.folder().join(name),
            },
        }
    }

    fn folder(&self) -> PathBuf {
        let file = self.stack.last().map(String::as_str).unwrap_or_default();
        Path::new(file).parent().map(Path::to_path_buf).unwrap_or_default()
    }
}
