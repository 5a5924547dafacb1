//! The whole reproduction.

use armlab_papers::paper;
use armlab_papers::reproduce::{Counts, Files, Item, Outcome, Reproduction, Settings};
use armlab_papers::scara::TRUTH;

/// All files that must be the same twice.
fn files(seed: u64, threads: usize) -> (Reproduction, Vec<(String, String)>) {
    let paper = paper("urrea2022").unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let done = pool.install(|| (paper.run)(&Settings::quiet(seed))).unwrap();
    let files = Files::of(paper, seed, &done).files.into_iter();
    // The report shows measured times, and so does the list of them.
    let files = files.filter(|f| f.name != "report.html" && f.name != "times.csv");
    (done, files.map(|f| (f.name, f.content)).collect())
}

#[test]
fn files_are_the_same_twice_and_for_any_number_of_threads() {
    let (_, first) = files(3, 1);
    assert!(first.iter().any(|(name, _)| name == "tables.json"));
    for threads in [1, 2] {
        let (_, again) = files(3, threads);
        for (a, b) in first.iter().zip(&again) {
            assert!(a == b, "{} differs with {threads} threads", a.0);
        }
        assert_eq!(first.len(), again.len());
    }
}

#[test]
fn every_table_and_figure_of_the_paper_is_there_and_judged() {
    let (done, files) = files(0, 2);
    for number in 3..=10 {
        assert!(files.iter().any(|(name, _)| *name == format!("table_{number}.csv")), "{number}");
    }
    for number in 7..=15 {
        assert!(files.iter().any(|(name, _)| *name == format!("figure_{number}.svg")), "{number}");
    }
    for item in done.sections.iter().flat_map(|s| &s.items) {
        let Item::Table(table) = item else { continue };
        for row in &table.rows {
            assert!(row.published.is_some() && row.outcome != Outcome::Ours, "{row:?}");
            assert!(row.reason.len() > 10, "{row:?}");
        }
    }
}

#[test]
fn conclusions_do_not_depend_on_the_draw() {
    for seed in [0, 1, 2] {
        let (done, _) = files(seed, 2);
        let counts = Counts::of(&done);
        println!("seed {seed}: {counts:?}");
        let rows = |name: &str| {
            let found = done.sections.iter().flat_map(|s| &s.items).find_map(|item| match item {
                Item::Table(table) if table.name == name => Some(table.rows.clone()),
                _ => None,
            });
            found.unwrap_or_else(|| panic!("{name}"))
        };
        // Least squares are met, the filters are not, and corrected filters are right.
        assert!(rows("table_5").iter().all(|r| r.outcome == Outcome::Reproduced), "seed {seed}");
        let met = |r: &armlab_papers::reproduce::ComparedRow| r.outcome == Outcome::Reproduced;
        assert!(!rows("table_6").iter().any(met), "seed {seed}");
        for name in ["table_4", "table_6"] {
            for (k, name_of) in ["IZZ1", "IZZ2", "m_r", "m3"].iter().enumerate() {
                let rows = rows(name);
                let row = rows.iter().find(|r| r.quantity == *name_of).unwrap();
                let off = row.corrected.unwrap() / TRUTH[k] - 1.0;
                assert!(off.abs() < 0.025, "seed {seed}, {name}, {name_of}: {off}");
            }
        }
    }
}

#[test]
fn every_erratum_s_test_exists() {
    for id in ["urrea2022", "urrea2016"] {
        let errata = (paper(id).unwrap().errata)();
        let mut numbers: Vec<&str> = errata.iter().map(|e| e.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), errata.len(), "numbers are unique");
        for erratum in errata.iter().filter(|e| !e.test.is_empty()) {
            let (file, test) = erratum.test.split_once("::").expect("file::test");
            let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
            let claim = format!("#[test]\nfn {test}()");
            assert!(text.contains(&claim), "{}: no test `{test}` in {file}", erratum.number);
        }
    }
}
