//! Folders of results that are read again: a campaign's plan and tasks, an identification's covariance.

use super::scratch;
use armlab::campaign::Campaign;
use armlab::robot::{Robot, library};
use armlab::uncertain_model::UncertainModel;
use std::sync::LazyLock;

static SCARA: LazyLock<Robot> =
    LazyLock::new(|| library::load("scara").expect("built in").expect("sound").robot);

/// A plan, then tasks, with `== tasks` between.
pub fn ledger(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (plan, tasks) = text.split_once("== tasks\n").unwrap_or((&text, ""));
    let folder = scratch::folder("campaign");
    std::fs::write(folder.join("plan.json"), plan).expect("a plan");
    std::fs::write(folder.join("tasks-1-of-1.jsonl"), tasks).expect("tasks");
    match Campaign::merge([&folder]) {
        Err(error) => assert!(!error.message().is_empty()),
        Ok(result) => {
            assert!(!result.summary().is_empty());
            assert!(serde_json::to_string(result.report()).is_ok());
            assert!(!result.page(None).to_html().is_empty());
        }
    }
}

/// `uncertainty.json` of an identification.
pub fn uncertainty(data: &[u8]) {
    let path = scratch::file("uncertainty.json", data);
    if let Ok(model) = UncertainModel::read(&path) {
        let _ = model.covariance();
        let _ = model.model(&SCARA);
    }
}
