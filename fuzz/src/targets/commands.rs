//! What the command line reads itself: tables of states and targets, and the words that are typed.

use super::scratch;
use armlab::robot::{Robot, library};
use armlab_cli::request::{Request, count_states, count_targets};
use std::ffi::OsString;
use std::sync::LazyLock;

static SCARA: LazyLock<Robot> =
    LazyLock::new(|| library::load("scara").expect("built in").expect("sound").robot);

/// Any bytes as a CSV file of states.
pub fn states(data: &[u8]) {
    let path = scratch::file("states.csv", data);
    if let Err(failure) = count_states(&path.display().to_string(), &SCARA) {
        assert!(failure.code() == 2 && failure.hint().is_some(), "{failure:?}");
    }
}

/// Any bytes as a CSV file of targets.
pub fn targets(data: &[u8]) {
    let path = scratch::file("targets.csv", data);
    if let Err(failure) = count_targets(&path.display().to_string()) {
        assert!(failure.code() == 2 && failure.hint().is_some(), "{failure:?}");
    }
}

/// Any words as a command; it is parsed, not run. Where it names a motion or targets for a built-in robot by options
/// alone, they are read.
pub fn arguments(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let words: Vec<OsString> =
        text.split([' ', '\n']).filter(|w| !w.is_empty()).map(OsString::from).collect();
    match Request::parse(words, Vec::new()) {
        Err(failure) => assert!(failure.code() == 2, "{failure:?}"),
        Ok(request) => {
            let _ = request.changed(SCARA.clone());
        }
    }
}
