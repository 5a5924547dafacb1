//! `armlab campaign` as its users meet it.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use support::{armlab, scratch};

fn folder(name: &str) -> String {
    let path = scratch().join(name);
    let _ = std::fs::remove_dir_all(&path);
    path.to_str().unwrap().into()
}

const PLAN: [&str; 8] =
    ["campaign", "scara", "--levels", "0,1", "--seeds", "3", "--method", "ls,iv,physical"];

/// The tasks of a folder without times, which differ from run to run.
fn tasks(folder: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "jsonl"));
    for file in files {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let mut task: serde_json::Value = serde_json::from_str(line).unwrap();
            for method in task["methods"].as_array_mut().unwrap() {
                method["seconds"] = 0.into();
            }
            lines.push(task.to_string());
        }
    }
    lines
}

fn campaign(more: &[&str]) -> support::Run {
    armlab(&[&PLAN[..], more].concat())
}

#[test]
fn shards_merge_to_what_one_run_gives() {
    let [whole, a, b, all] = ["whole", "a", "b", "all"].map(|n| folder(&format!("campaign-{n}")));
    campaign(&["--out", &whole]).exits(0);
    campaign(&["--shard", "1/2", "--out", &a]).exits(0);
    campaign(&["--shard", "2/2", "--out", &b]).exits(0);
    let merged = campaign(&["--merge", &format!("{a},{b}"), "--out", &all, "--json"]).exits(0);
    assert_eq!(tasks(&whole).len(), 6);
    assert_eq!(tasks(&a).len(), 3);
    assert_eq!(tasks(&whole), tasks(&all));
    let summary = merged.json()["summary"].clone();
    assert_eq!((summary["done"].as_u64(), summary["tasks"].as_u64()), (Some(6), Some(6)));
    // Without noise every method finds the truth, although it was told otherwise.
    for method in &summary["methods"].as_array().unwrap()[..3] {
        assert_eq!(method["level"], 0.0);
        for parameter in method["parameters"].as_array().unwrap() {
            assert!(parameter["rms"].as_f64().unwrap() < 0.05, "{method}");
        }
    }
    let page = std::fs::read_to_string(format!("{all}/report.html")).unwrap();
    assert!(page.contains("<svg") && page.len() < 2_000_000 && !page.contains("http://localhost"));
}

#[test]
fn a_campaign_that_was_stopped_goes_on_where_it_was() {
    let [whole, part] = ["uncut", "cut"].map(|n| folder(&format!("campaign-{n}")));
    campaign(&["--out", &whole]).exits(0);
    campaign(&["--out", &part]).exits(0);
    // As if it had been killed within the third task.
    let file = format!("{part}/tasks-1-of-1.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let cut = format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..lines[2].len() / 2]);
    std::fs::write(&file, cut).unwrap();
    let again = campaign(&["--out", &part]).exits(0);
    assert!(again.stderr.contains("2 tasks are finished; 4 to do"), "{}", again.stderr);
    assert_eq!(tasks(&whole), tasks(&part));
}

#[test]
fn folders_and_plans_that_do_not_fit_are_refused() {
    let out = folder("campaign-fit");
    campaign(&["--out", &out, "--shard", "1/6"]).exits(0);
    let other = ["campaign", "scara", "--seeds", "4", "--out", &out];
    armlab(&other).complains("holds another campaign");
    campaign(&["--merge", &folder("campaign-nothing")]).complains("holds no campaign");
    campaign(&["--shard", "3/2"]).complains("`3/2` is no shard");
    armlab(&["campaign", "scara", "--levels", "1,x"]).complains("`x` is no noise level");
    armlab(&["campaign", "scara", "--seeds", "0"]).complains("0 tasks");
}
