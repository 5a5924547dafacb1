//! Every example is short, has a header, and runs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Most lines of an example.
const MOST_LINES: usize = 60;

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    found.sort();
    found
}

#[test]
fn every_example_is_under_60_lines_and_begins_with_a_paragraph() {
    let sources = sources();
    let workflows = ["identify", "identify_in_memory", "validate", "online"];
    let others = ["dynamics", "batch", "inverse_kinematics", "excite", "simulate", "closed_loop"];
    for name in workflows.into_iter().chain(others) {
        assert!(sources.iter().any(|s| s.file_stem().unwrap() == name), "{name}");
    }
    for source in sources {
        let text = std::fs::read_to_string(&source).unwrap();
        let lines = text.lines().count();
        assert!(lines < MOST_LINES, "{}: {lines} lines", source.display());
        assert!(text.starts_with("//! "), "{}: no header", source.display());
    }
}

/// Cargo builds examples before it runs tests, into a folder beside them.
#[test]
fn every_example_runs() {
    let test = std::env::current_exe().unwrap();
    let built = test.parent().and_then(Path::parent).unwrap().join("examples");
    let folder = std::env::temp_dir().join(format!("armlab-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for source in sources() {
        let program = built.join(source.file_stem().unwrap());
        // `--test examples` alone does not build them; `cargo test -p armlab` does.
        assert!(program.exists(), "{} is not built", program.display());
        let output = Command::new(&program).current_dir(&folder).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", program.display());
        assert!(!output.stdout.is_empty(), "{} prints nothing", program.display());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
