//! Which module uses which, from the paths in their sources.

use crate::source::{without_tests, words};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

/// A module of a crate; an empty path is the crate's root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Module {
    pub krate: String,
    pub path: Vec<String>,
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.krate)?;
        self.path.iter().try_for_each(|name| write!(f, "::{name}"))
    }
}

/// Code in `from` names something defined in `to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub from: Module,
    pub to: Module,
}

impl Use {
    /// The folder in which both stand, and which of its modules use which.
    pub fn beside_each_other(&self) -> Option<(Module, String, String)> {
        let (from, to) = (&self.from.path, &self.to.path);
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        let (a, b) = (from.get(shared)?, to.get(shared)?);
        if self.from.krate != self.to.krate {
            return None;
        }
        let folder = Module { krate: self.from.krate.clone(), path: from[..shared].to_vec() };
        Some((folder, a.clone(), b.clone()))
    }
}

/// What one file says.
#[derive(Default)]
struct File {
    /// Names that `use` brings in, with their full path as written.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths that end in `*`.
    globs: Vec<Vec<String>>,
    /// Every path, as written.
    paths: BTreeSet<Vec<String>>,
    /// Names the file defines.
    defined: BTreeSet<String>,
}

/// The sources of all crates.
pub struct Workspace {
    files: BTreeMap<Module, File>,
    crates: BTreeSet<String>,
}

impl Workspace {
    pub fn read(crates: &Path) -> std::io::Result<Self> {
        let mut sources = Vec::new();
        for entry in std::fs::read_dir(crates)? {
            let folder = entry?.path();
            let name = folder.file_name().unwrap_or_default().to_string_lossy().replace('-', "_");
            if folder.join("src").is_dir() {
                collect(&folder.join("src"), "", &mut |path, text| {
                    sources.push((name.clone(), path, text))
                })?;
            }
        }
        Ok(Self::of(sources))
    }

    #[cfg(test)]
    pub fn of_sources<const N: usize>(sources: [(&str, &str, &str); N]) -> Self {
        Self::of(sources.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned())).into())
    }

    fn of(sources: Vec<(String, String, String)>) -> Self {
        let mut files = BTreeMap::new();
        let mut tests = Vec::new();
        for (krate, path, text) in sources {
            let mut names: Vec<String> =
                path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                names.pop();
            }
            let module = Module { krate, path: names };
            let (kept, test_modules) = without_tests(words(&text));
            tests.extend(test_modules.into_iter().map(|name| child(&module, &name)));
            files.insert(module, File::of(&kept));
        }
        files.retain(|m: &Module, _| {
            !tests.iter().any(|t| t.krate == m.krate && m.path.starts_with(&t.path))
        });
        let crates = files.keys().map(|m| m.krate.clone()).collect();
        Self { files, crates }
    }

    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.files.keys()
    }

    /// Every use of a module by another.
    pub fn uses(&self) -> BTreeSet<Use> {
        let mut found = BTreeSet::new();
        for (module, file) in &self.files {
            for path in &file.paths {
                if let Some(to) = self.resolve(module, path, 0)
                    && to != *module
                {
                    found.insert(Use { from: module.clone(), to });
                }
            }
        }
        found
    }

    /// The module that defines what a path in `module` names; none for other people's crates.
    fn resolve(&self, module: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let root = Module { krate: module.krate.clone(), path: Vec::new() };
        match first.as_str() {
            "crate" => self.walk(root, rest, depth),
            "self" => self.walk(module.clone(), rest, depth),
            "super" => {
                let mut parent = module.clone();
                parent.path.pop()?;
                match rest.first().map(String::as_str) {
                    Some("super") => self.resolve(&parent, rest, depth),
                    _ => self.walk(parent, rest, depth),
                }
            }
            name if self.files.contains_key(&child(module, name)) => {
                self.walk(module.clone(), path, depth)
            }
            name if self.files[module].imports.contains_key(name) && rest.len() + depth < 8 => {
                let import = &self.files[module].imports[name];
                if import.first() == Some(first) && import.len() == 1 {
                    return None;
                }
                let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
                self.resolve(module, &whole, depth + 1)
            }
            name if self.crates.contains(name) => {
                let krate = name.to_owned();
                self.walk(Module { krate, path: Vec::new() }, rest, depth)
            }
            _ => None,
        }
    }

    fn walk(&self, mut at: Module, path: &[String], depth: usize) -> Option<Module> {
        for (k, name) in path.iter().enumerate() {
            let inner = child(&at, name);
            if self.files.contains_key(&inner) {
                at = inner;
                continue;
            }
            let file = self.files.get(&at)?;
            if !file.defined.contains(name) && depth < 8 {
                if let Some(import) = file.imports.get(name) {
                    let whole: Vec<String> = import.iter().chain(&path[k + 1..]).cloned().collect();
                    return self.resolve(&at, &whole, depth + 1);
                }
                let found = file.globs.iter().find_map(|glob| {
                    let from = self.resolve(&at, glob, depth + 1)?;
                    self.files.get(&from)?.defined.contains(name).then_some(from)
                });
                if found.is_some() {
                    return found;
                }
            }
            break;
        }
        Some(at)
    }
}

fn child(module: &Module, name: &str) -> Module {
    let mut path = module.path.clone();
    path.push(name.to_owned());
    Module { krate: module.krate.clone(), path }
}

fn collect(
    folder: &Path,
    prefix: &str,
    found: &mut impl FnMut(String, String),
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), found)?;
        } else if name.ends_with(".rs") {
            found(format!("{prefix}{name}"), std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

impl File {
    fn of(words: &[String]) -> Self {
        let mut file = Self::default();
        let mut at = 0;
        while at < words.len() {
            let word = words[at].as_str();
            let next = words.get(at + 1).map_or("", String::as_str);
            if word == "use" {
                at = file.tree(words, at + 1, &[]);
                continue;
            }
            if matches!(
                word,
                "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "macro_rules"
            ) {
                file.defined.insert(next.to_owned());
            }
            let after = at.checked_sub(1).map_or("", |k| words[k].as_str());
            // `$crate` in a macro is the code that it is used in.
            if is_name(word) && next == "::" && !matches!(after, "::" | "." | "$") {
                let mut path = vec![word.to_owned()];
                while words.get(at + 1).is_some_and(|w| w == "::")
                    && words.get(at + 2).is_some_and(|w| is_name(w))
                {
                    path.push(words[at + 2].clone());
                    at += 2;
                }
                file.paths.insert(path);
            }
            at += 1;
        }
        file
    }

    /// One branch of a `use` tree; returns the place after it.
    fn tree(&mut self, words: &[String], mut at: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        while let Some(word) = words.get(at) {
            match word.as_str() {
                "::" => at += 1,
                "*" => {
                    self.globs.push(path.clone());
                    self.paths.insert(path);
                    return at + 1;
                }
                "{" => {
                    at += 1;
                    while words.get(at).is_some_and(|w| w != "}") {
                        at = self.tree(words, at, &path);
                        if words.get(at).is_some_and(|w| w == ",") {
                            at += 1;
                        }
                    }
                    return at + 1;
                }
                "self" if !path.is_empty() => at += 1,
                "as" => {
                    self.bring(words[at + 1].clone(), path);
                    return at + 2;
                }
                name if is_name(name) => {
                    path.push(name.to_owned());
                    at += 1;
                }
                _ => break,
            }
        }
        if let Some(name) = path.last().cloned() {
            self.bring(name, path);
        }
        at
    }

    fn bring(&mut self, name: String, path: Vec<String>) {
        self.paths.insert(path.clone());
        self.imports.insert(name, path);
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
