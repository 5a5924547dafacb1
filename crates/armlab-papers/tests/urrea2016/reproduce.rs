//! The whole reproduction.

use armlab_papers::paper;
use armlab_papers::reproduce::{Files, Reproduction, Settings};

/// All files that must be the same twice.
fn files(settings: &Settings, threads: usize) -> (Reproduction, Vec<(String, String)>) {
    let paper = paper("urrea2016").unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let done = pool.install(|| (paper.run)(settings)).unwrap();
    let files = Files::of(paper, settings.seed, &done).files.into_iter();
    // The report shows measured times, and so does the list of them.
    let files = files.filter(|f| f.name != "report.html" && f.name != "times.csv");
    (done, files.map(|f| (f.name, f.content)).collect())
}

#[test]
fn files_are_the_same_twice_and_for_any_number_of_threads() {
    let short = Settings { redraws: 3, ..Settings::quiet(3) };
    let (_, first) = files(&short, 1);
    assert!(first.iter().any(|(name, _)| name == "tables.json"));
    for threads in [1, 2] {
        let (_, again) = files(&short, threads);
        for (a, b) in first.iter().zip(&again) {
            assert!(a == b, "{} differs with {threads} threads", a.0);
        }
        assert_eq!(first.len(), again.len());
    }
}

#[test]
fn every_table_and_figure_of_the_paper_is_there_and_judged() {
    let (done, files) = files(&Settings { redraws: 3, ..Settings::quiet(0) }, 2);
    for number in 4..=8 {
        assert!(files.iter().any(|(name, _)| *name == format!("table_{number}.csv")), "{number}");
    }
    for name in ["5", "7", "8", "9", "10_1", "10_2", "10_3"] {
        assert!(files.iter().any(|(file, _)| *file == format!("figure_{name}.svg")), "{name}");
    }
    for row in done.compared().flat_map(|t| &t.rows) {
        assert!(row.published.is_some(), "{row:?}");
        assert!(row.reason().len() > 5, "{row:?}");
    }
    // Times are measured, beside the published ones. That no other file has them is shown above: files with them
    // would differ from run to run.
    assert_eq!(done.times.len(), 5);
    assert!(done.times.iter().all(|t| t.published.is_some() && t.seconds > 0.0));
}
