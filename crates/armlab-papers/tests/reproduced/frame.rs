//! What holds for every paper.

use crate::support::{SEED, files, run};
use armlab_papers::reproduce::{Files, Item, Outcome, ReproduceError, Settings};
use armlab_papers::{PAPERS, paper};
use std::path::Path;

/// Texts of all Rust files below a folder.
fn sources(folder: &Path, out: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            *out += &std::fs::read_to_string(&path).unwrap();
        }
    }
}

#[test]
fn every_erratum_names_a_test_that_exists() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = String::new();
    for name in [
        "armlab",
        "armlab-engine",
        "armlab-identify",
        "armlab-online",
        "armlab-optimize",
        "armlab-papers",
        "armlab-simulate",
    ] {
        for part in ["tests", "src"] {
            let folder = crates.join(name).join(part);
            if folder.is_dir() {
                sources(&folder, &mut all);
            }
        }
    }
    for paper in PAPERS {
        let errata = (paper.errata)();
        assert!(errata.len() >= 10, "{}", paper.id);
        for erratum in errata {
            for test in erratum.test.split([',', ' ']).filter(|t| !t.is_empty()) {
                let name = test.rsplit("::").next().unwrap();
                assert!(
                    all.contains(&format!("fn {name}(")),
                    "{} {}: {name}",
                    paper.id,
                    erratum.number
                );
            }
            for text in [erratum.place, erratum.printed, erratum.correct] {
                assert!(!text.is_empty(), "{} {}", paper.id, erratum.number);
            }
        }
    }
}

#[test]
fn errata_are_numbered_once() {
    for paper in PAPERS {
        let numbers: Vec<&str> = (paper.errata)().iter().map(|e| e.number).collect();
        let mut unique = numbers.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), numbers.len(), "{}", paper.id);
    }
}

/// The papers of these tests; the others have their own.
const OURS: [&str; 3] = ["batista2020", "urrea2020", "rosyid2020"];

#[test]
fn files_are_the_same_for_any_number_of_threads() {
    for id in ["batista2020", "urrea2020"] {
        let (one, three) = (files(id, 1), files(id, 3));
        assert_eq!(one.len(), three.len());
        for (a, b) in one.iter().zip(&three) {
            assert!(a == b, "{id}: {} differs", a.0);
        }
    }
}

#[test]
fn rows_with_a_published_number_are_judged_and_every_row_has_its_reason() {
    for id in OURS {
        let run = run(id);
        for item in run.sections.iter().flat_map(|s| &s.items) {
            let Item::Table(table) = item else { continue };
            for row in &table.rows {
                let judged = row.outcome != Outcome::Ours;
                assert!(judged || row.published.is_none(), "{id}, {}: {row:?}", table.name);
                assert!(row.reason.len() > 5, "{id}, {}: {row:?}", table.name);
            }
        }
    }
}

#[test]
fn a_folder_has_a_small_report_tables_figures_and_no_time_in_its_json() {
    for id in OURS {
        let run = run(id);
        let files = Files::of(paper(id).unwrap(), SEED, &run).files;
        let of = |name: &str| &files.iter().find(|f| f.name == name).unwrap().content;
        let report = of("report.html");
        assert!(report.len() < 2_000_000, "{id}: {}", report.len());
        assert_eq!(report.matches("<script").count(), 1, "{id}: our own");
        assert!(!report.contains("src=") && !report.contains("<link"), "{id}: nothing is fetched");
        assert!(of("errata.html").contains("proved by the test"));
        for file in files.iter().filter(|f| f.name.ends_with(".json")) {
            serde_json::from_str::<serde_json::Value>(&file.content).unwrap();
            assert!(!file.content.contains("\"seconds\""), "{id}: {}", file.name);
        }
        for file in files.iter().filter(|f| f.name.ends_with(".svg")) {
            assert!(
                report.contains(file.content.trim_end()),
                "{id}: {} is in the report",
                file.name
            );
        }
        let mut names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), files.len(), "{id}: every file has its own name");
        assert!(of("times.csv").lines().count() > 3);
    }
}

#[test]
fn a_run_stops_when_it_is_told_to() {
    for paper in PAPERS {
        let token = armlab::progress::CancelToken::new();
        token.cancel();
        let progress = armlab::progress::Progress::new(&armlab::progress::Silent, token);
        let settings = Settings { seed: SEED, progress };
        let stopped = (paper.run)(&settings);
        assert!(matches!(stopped, Err(ReproduceError::Cancelled)), "{}", paper.id);
    }
}
