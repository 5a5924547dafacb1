//! `armlab methods`: the methods, what they are best at, and their settings.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::methods::{ESTIMATORS, SOLVERS};
use crate::output::{self, Folder};
use armlab::settings::{Method, Registry, Setting, nearest_name};
use armlab::simulate::controller::CONTROLLERS;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::BTreeMap;

/// List the methods, or show one method's settings.
#[derive(Args)]
#[command(
    after_help = "Settings are changed with --set METHOD.SETTING=VALUE, or in a TOML file with a \
                  table per method, such as [methods.ekf]."
)]
pub struct Methods {
    /// A method's name; without it, the list
    name: Option<String>,
    /// Only methods of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,
}

/// What methods are for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Identification
    Estimator,
    /// Inverse kinematics
    Ik,
    /// Simulated experiments
    Controller,
}

impl Kind {
    fn title(self) -> &'static str {
        match self {
            Self::Estimator => "estimator",
            Self::Ik => "inverse-kinematics solver",
            Self::Controller => "controller",
        }
    }
}

/// Columns of the text.
const WIDTH: usize = 80;

/// Text after a lead, in lines that begin with `indent` spaces.
fn wrapped(lead: &str, text: &str, indent: usize) -> String {
    let mut out = lead.to_string();
    let mut column = lead.chars().count();
    let mut first = true;
    // Commas without spaces may be broken after, too.
    for word in text.split_inclusive([' ', ',']) {
        let length = word.trim_end().chars().count();
        if !first && column + length > WIDTH {
            out.truncate(out.trim_end().len());
            out += &format!("\n{}", " ".repeat(indent));
            column = indent;
        }
        out += word;
        column += word.chars().count();
        first = false;
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

#[derive(Serialize)]
struct MethodList {
    methods: Vec<MethodEntry>,
}

#[derive(Serialize)]
struct MethodEntry {
    name: &'static str,
    kind: Kind,
    about: &'static str,
    /// Whether it is used where none is named.
    default: bool,
    capabilities: BTreeMap<&'static str, bool>,
    settings: Vec<Setting>,
}

fn entries<M: Method + ?Sized>(
    kind: Kind,
    registry: &Registry<M>,
    capabilities: impl Fn(&M) -> Vec<(&'static str, bool)>,
) -> Vec<MethodEntry> {
    let entry = |method: &M| MethodEntry {
        name: method.name(),
        kind,
        about: method.about(),
        default: registry.defaults().contains(&method.name()),
        capabilities: capabilities(method).into_iter().collect(),
        settings: method.settings().list(),
    };
    registry.iter().map(entry).collect()
}

impl Methods {
    pub fn run(self, common: &Common) -> Outcome {
        let mut all = entries(Kind::Estimator, &ESTIMATORS, |m| m.capabilities().entries().into());
        all.extend(entries(Kind::Ik, &SOLVERS, |m| m.capabilities().entries().into()));
        let controllers =
            entries(Kind::Controller, &CONTROLLERS, |m| m.capabilities().entries().into());
        all.extend(controllers);
        all.retain(|entry| self.kind.is_none_or(|kind| kind == entry.kind));
        if let Some(name) = &self.name {
            let known: Vec<&str> = all.iter().map(|e| e.name).collect();
            if !known.contains(&name.as_str()) {
                let near = nearest_name(name, known.iter().copied());
                let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
                return Err(Failure::input(
                    format_args!("there is no method `{name}`{near}"),
                    "`armlab methods` lists them",
                ));
            }
            all.retain(|entry| entry.name == name);
        }
        let list = MethodList { methods: all };
        if let Some(out) = &common.out {
            Folder::open(out)?.write_json("methods.json", &list)?;
        }
        if common.json {
            return output::print_json(&list);
        }
        if self.name.is_some() {
            let shown: Vec<String> = list.methods.iter().map(describe).collect();
            return output::print(&shown.join("\n"));
        }
        let mut text = String::new();
        for kind in Kind::value_variants() {
            let own: Vec<&MethodEntry> = list.methods.iter().filter(|e| e.kind == *kind).collect();
            if own.is_empty() {
                continue;
            }
            text += &format!("{}s\n", kind.title());
            let width = own.iter().map(|e| e.name.len()).max().unwrap_or(0);
            for entry in own {
                let name = format!(" {:width$}  ", entry.name);
                text += &wrapped(&name, summary(entry.about), width + 3);
            }
            text += "\n";
        }
        output::print(&format!("{text}`armlab methods NAME` shows one with its settings.\n"))
    }
}

/// The first sentence.
fn summary(about: &str) -> &str {
    about.split_once(". ").map_or(about.trim_end_matches('.'), |(first, _)| first)
}

fn describe(entry: &MethodEntry) -> String {
    let mut text = format!("{} ({})\n", entry.name, entry.kind.title());
    text += &wrapped(" ", entry.about, 1);
    let holds: Vec<String> =
        entry.capabilities.iter().filter(|c| *c.1).map(|c| c.0.replace('_', " ")).collect();
    if !holds.is_empty() {
        text += &wrapped(" capabilities: ", &holds.join(", "), 3);
    }
    if entry.settings.is_empty() {
        return text + " no settings\n";
    }
    text += "\n";
    for setting in &entry.settings {
        let unit = if setting.unit.is_empty() { "" } else { &format!(" {}", setting.unit) };
        let Setting { name, default, about, .. } = setting;
        let accepts = format!("{default}{unit} ({})", setting.accepts());
        text += &wrapped(&format!(" {}.{name} = ", entry.name), &accepts, 3);
        text += &wrapped("   ", about, 3);
    }
    text
}
