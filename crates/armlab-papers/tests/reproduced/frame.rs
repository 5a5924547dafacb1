//! What holds for every paper.

use crate::support::{SEED, files, run};
use armlab::progress::{CancelToken, Progress, Silent};
use armlab_papers::reproduce::{Counts, Files, Outcome, ReproduceError, Settings, summary_files};
use armlab_papers::{PAPERS, paper};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Texts of all Rust files below a folder, by their paths within it.
fn sources(folder: &Path, out: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            out.push((path, text));
        }
    }
}

#[test]
fn every_erratum_names_a_test_that_exists() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    for paper in PAPERS {
        let errata = (paper.errata)();
        assert!(errata.len() >= 10, "{}", paper.id);
        for erratum in errata {
            let what = format!("{} {}", paper.id, erratum.number);
            let (file, test) = erratum.test.split_once("::").unwrap_or_else(|| panic!("{what}"));
            let path = match file.starts_with("crates/") {
                true => own.join("../..").join(file),
                false => own.join("tests").join(file),
            };
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{what}: {e}"));
            assert!(text.contains(&format!("#[test]\nfn {test}()")), "{what}: {test} in {file}");
            for text in [erratum.place, erratum.printed, erratum.correct] {
                assert!(!text.is_empty(), "{what}");
            }
        }
    }
}

#[test]
fn no_paper_types_a_verdict() {
    // Verdicts are made by the rule from numbers. Whoever wants to type one has to name an outcome, and no paper does.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    sources(&folder, &mut all);
    assert!(all.len() > 80);
    for (path, text) in &all {
        let within = path.strip_prefix(&folder).unwrap();
        let named = text.contains("Outcome::") || text.contains("Verdict {");
        let allowed = ["verdict.rs", "compared.rs", "counts.rs", "summary.rs"];
        let name = within.file_name().unwrap().to_str().unwrap();
        let shown = within.starts_with("reproduce") && allowed.contains(&name);
        assert!(!named || shown, "{} names an outcome", within.display());
    }
    // Those that show outcomes make none: only the rule does, and a row without a published number is ours.
    let text = |name: &str| {
        let found = all.iter().find(|(path, _)| path.ends_with(Path::new("reproduce").join(name)));
        found.unwrap().1.clone()
    };
    assert_eq!(text("compared.rs").matches("Verdict { outcome").count(), 1);
    assert!(text("compared.rs").contains("None => Verdict { outcome: Outcome::Ours"));
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
fn rows_are_judged_by_enough_redraws_and_have_their_reasons() {
    for id in OURS {
        let run = run(id);
        for table in run.compared() {
            for row in &table.rows {
                let what = format!("{id}, {}: {row:?}", table.name);
                assert_eq!(row.outcome() == Outcome::Ours, row.published.is_none(), "{what}");
                assert!(row.reason().len() > 5, "{what}");
                let draws = row.held.as_ref().map_or(1, |h| h.values.len());
                assert!(draws == 1 || draws >= 30, "{what}");
                let judged = row.basis.counts() && row.published.is_some();
                assert!(!judged || row.held.is_some(), "{what}");
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
        let token = CancelToken::new();
        token.cancel();
        let progress = Progress::new(&Silent, token);
        let stopped = (paper.run)(&Settings { progress, ..Settings::quiet(SEED) });
        assert!(matches!(stopped, Err(ReproduceError::Cancelled)), "{}", paper.id);
    }
}

#[test]
fn a_run_stops_within_a_second_whenever_it_is_told_to() {
    // On a machine that does nothing else; a busy one gets three. In a pool of its own, since a thread that waits in a shared one
    // takes over other runs' work.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for (paper, after) in PAPERS.iter().zip([700, 300, 500, 900, 1500]) {
        let token = CancelToken::new();
        let canceller = token.clone();
        let told = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(after));
            canceller.cancel();
            Instant::now()
        });
        let progress = Progress::new(&Silent, token);
        let settings = Settings { progress, ..Settings::quiet(SEED) };
        let stopped = pool.install(|| (paper.run)(&settings));
        let late = told.join().unwrap().elapsed();
        assert!(matches!(stopped, Err(ReproduceError::Cancelled)), "{}", paper.id);
        println!("{}: {:.2} s after it was told to stop", paper.id, late.as_secs_f64());
        assert!(late < Duration::from_secs(3), "{}: {late:?}", paper.id);
    }
}

#[test]
fn counts_in_the_document_are_those_of_the_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers.md");
    let document = std::fs::read_to_string(path).unwrap();
    for id in OURS {
        let c = Counts::of(&run(id));
        let numbers = [
            c.reproduced,
            c.in_trend,
            c.not_reproduced,
            c.cannot_tell,
            c.tuned,
            c.given_back,
            c.not_given_back,
            c.not_counted,
            c.ours,
        ];
        let cells: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let row = format!("| {id} | {} |", cells.join(" | "));
        assert!(document.contains(&row), "docs/papers.md lacks {row}");
    }
}

#[test]
fn one_page_shows_all_papers_that_it_is_given() {
    let runs = OURS.map(run);
    let papers: Vec<_> = OURS.iter().zip(&runs).map(|(id, r)| (paper(id).unwrap(), &**r)).collect();
    let files = summary_files(SEED, &papers);
    let page = &files.iter().find(|f| f.name == "summary.html").unwrap().content;
    for (paper, run) in papers {
        assert!(page.contains(paper.id) && run.findings.len() >= 2, "{}", paper.id);
        let counts = Counts::of(run);
        assert!(page.contains(&format!("<td class=\"n\">{}</td>", counts.reproduced)));
    }
    assert!(!page.contains("src=") && !page.contains("<link"), "nothing is fetched");
}
