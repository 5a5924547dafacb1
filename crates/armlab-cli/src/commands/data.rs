//! `armlab data`: public logs of real robots.

use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder};
use crate::table::table;
use armlab::data_sets::{DATA_SETS, DataSet};
use armlab::settings::nearest_name;
use clap::Args;
use serde::Serialize;

/// List public data sets by name and page, or show one. Nothing is downloaded.
#[derive(Args)]
#[command(after_help = "Get the files from the page, then `armlab log FILE` shows what armlab \
                        reads in them; docs/logs.md converts each kind step by step.")]
pub struct Data {
    /// A data set's name; without it, the list
    name: Option<String>,
}

#[derive(Serialize)]
struct DataReport {
    data_sets: Vec<DataSet>,
}

impl Data {
    pub fn run(self, common: &Common) -> Outcome {
        let found: Vec<DataSet> = match &self.name {
            None => DATA_SETS.to_vec(),
            Some(name) => {
                let set = DATA_SETS.iter().find(|s| s.name == name).ok_or_else(|| {
                    let near = nearest_name(name, DATA_SETS.iter().map(|s| s.name));
                    let near = near.map(|n| format!("did you mean `{n}`? ")).unwrap_or_default();
                    let message = format!("there is no data set `{name}`");
                    Failure::input(message, format_args!("{near}see `armlab data`"))
                })?;
                vec![*set]
            }
        };
        let text = match found.as_slice() {
            [one] if self.name.is_some() => described(one),
            all => listed(all),
        };
        let report = DataReport { data_sets: found };
        if let Some(out) = &common.out {
            let json = serde_json::to_string_pretty(&report).map_err(std::io::Error::from)?;
            Folder::open(out)?.write("data.json", &json)?;
        }
        if common.json { output::print_json(&report) } else { output::print(&text) }
    }
}

fn listed(all: &[DataSet]) -> String {
    let rows = all.iter().map(|s| {
        [s.name, s.robot, s.signals, s.rate, s.licence, s.page].map(String::from).to_vec()
    });
    table(&["name", "robot", "signals", "rate", "licence", "page"], rows.collect(), &[])
}

fn described(set: &DataSet) -> String {
    let lines = [
        ("robot", format!("{}, {} joints", set.robot, set.joints)),
        ("signals", format!("{}, {}", set.signals, set.rate)),
        ("page", set.page.to_string()),
        ("licence", set.licence.to_string()),
        ("publication", set.publication.to_string()),
        ("note", set.remark.to_string()),
    ];
    let lines = lines.iter().map(|(name, text)| format!("{name:<12} {text}\n"));
    format!("{}\n{}", set.name, lines.collect::<String>())
}
