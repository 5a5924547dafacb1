//! Runs, each done once, and rows by name.

use armlab_papers::paper;
use armlab_papers::reproduce::{
    ComparedRow, ComparedTable, Files, Item, PlainTable, Reproduction, Settings,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// The seed of all runs.
pub const SEED: u64 = 0;

/// A paper's run with the usual seed, done once for all tests.
pub fn run(id: &'static str) -> Arc<Reproduction> {
    static DONE: Mutex<BTreeMap<&str, Arc<OnceLock<Arc<Reproduction>>>>> =
        Mutex::new(BTreeMap::new());
    let slot = DONE.lock().unwrap().entry(id).or_default().clone();
    let all = || Arc::new((paper(id).unwrap().run)(&Settings::quiet(SEED)).unwrap());
    slot.get_or_init(all).clone()
}

/// Settings with so few redraws that a run is short; verdicts need more.
pub fn short(seed: u64) -> Settings<'static> {
    Settings { redraws: 3, ..Settings::quiet(seed) }
}

/// All files but those with measured times, from a short run with so many threads.
pub fn files(id: &str, threads: usize) -> Vec<(String, String)> {
    let paper = paper(id).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let done = pool.install(|| (paper.run)(&short(SEED))).unwrap();
    let files = Files::of(paper, SEED, &done).files.into_iter();
    let files = files.filter(|f| f.name != "report.html" && f.name != "times.csv");
    files.map(|f| (f.name, f.content)).collect()
}

/// A compared table.
pub fn table<'a>(run: &'a Reproduction, name: &str) -> &'a ComparedTable {
    let items = run.sections.iter().flat_map(|s| &s.items);
    let mut tables = items.filter_map(|item| match item {
        Item::Table(table) => Some(table),
        _ => None,
    });
    tables.find(|t| t.name == name).unwrap_or_else(|| panic!("no table {name}"))
}

/// A plain table.
pub fn plain<'a>(run: &'a Reproduction, name: &str) -> &'a PlainTable {
    let items = run.sections.iter().flat_map(|s| &s.items);
    let mut tables = items.filter_map(|item| match item {
        Item::Plain(table) => Some(table),
        _ => None,
    });
    tables.find(|t| t.name == name).unwrap_or_else(|| panic!("no table {name}"))
}

/// The row of a group whose quantity contains a text.
pub fn row<'a>(run: &'a Reproduction, name: &str, group: &str, quantity: &str) -> &'a ComparedRow {
    let rows = &table(run, name).rows;
    let mut found = rows.iter().filter(|r| r.group == group && r.quantity.contains(quantity));
    found.next().unwrap_or_else(|| panic!("{name}: no row {group}, {quantity}"))
}

/// Asserts a number, naming it.
#[track_caller]
pub fn near(what: &str, got: Option<f64>, want: f64, band: f64) {
    let got = got.unwrap_or_else(|| panic!("{what} is missing"));
    assert!((got - want).abs() <= band, "{what}: {got} is not {want} ± {band}");
}

/// A cell as a number.
#[track_caller]
pub fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("`{cell}` is no number"))
}
