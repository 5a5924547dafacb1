//! `armlab reproduce` as its users meet it.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use support::{armlab, command, scratch};

const PAPERS: [&str; 5] = ["batista2020", "urrea2022", "urrea2016", "urrea2020", "rosyid2020"];

fn folder(name: &str) -> PathBuf {
    let path = scratch().join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Standard output of a run with so many threads.
fn printed(paper: &str, folder: &Path, threads: &str) -> String {
    let arguments = ["reproduce", paper, "--json", "--out", folder.to_str().unwrap()];
    let output = command(&arguments).env("RAYON_NUM_THREADS", threads).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_paper_is_a_folder_and_the_same_document_on_any_number_of_threads() {
    let [one, three] = ["reproduce-1", "reproduce-3"].map(folder);
    let (first, again) = (printed("batista2020", &one, "1"), printed("batista2020", &three, "3"));
    assert_eq!(first, again);
    let document: serde_json::Value = serde_json::from_str(&first).unwrap();
    let paper = &document["papers"][0];
    assert_eq!((&document["seed"], &paper["paper"]), (&0.into(), &"batista2020".into()));
    let counts = paper["counts"].as_object().unwrap();
    // Rows with tuned settings are among the others.
    let kinds = counts.iter().filter(|(kind, _)| *kind != "tuned");
    let rows: u64 = kinds.map(|(_, n)| n.as_u64().unwrap()).sum();
    let tables = paper["tables"].as_array().unwrap();
    let listed = tables.iter().map(|t| t["rows"].as_array().unwrap().len());
    assert_eq!(rows as usize, listed.sum::<usize>());
    for name in ["report.html", "errata.html", "tables.json", "table-3.csv", "figure-16-swarm.svg"]
    {
        let [a, b] =
            [&one, &three].map(|f| std::fs::read(f.join("batista2020").join(name)).unwrap());
        // Times differ, and only the report has them.
        assert!(name == "report.html" || a == b, "{name}");
        assert!(!a.is_empty());
    }
}

#[test]
fn an_unknown_paper_is_refused_with_the_known_ones() {
    let refused = armlab(&["reproduce", "einstein1905"]).exits(2);
    for known in PAPERS.into_iter().chain(["all"]) {
        assert!(refused.stderr.contains(known), "{}", refused.stderr);
    }
    armlab(&["reproduce", "einstein1905"]).complains("is not one of the reproduced papers");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_papers_that_are_finished() {
    let out = folder("reproduce-interrupted");
    let arguments = ["reproduce", "all", "--json", "--out", out.to_str().unwrap()];
    let mut child = command(&arguments);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The list of times is the last file of a paper.
    let finished = out.join(PAPERS[0]).join("times.csv");
    for _ in 0..1200 {
        if finished.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let signal =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{words}");
    assert!(words.contains("finished papers are kept"), "{words}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let papers = document["papers"].as_array().unwrap();
    assert!(!papers.is_empty() && papers.len() < PAPERS.len(), "{}", papers.len());
    assert_eq!(papers[0]["paper"], PAPERS[0]);
}
