//! Every command that the README and the guides show is run, in the order in
//! which a reader would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents whose commands a reader can type as they stand.
const DOCUMENTS: [&str; 3] = ["docs/guide.md", "README.md", "docs/estimators.md"];

/// Commands that other tests run, and which.
const ELSEWHERE: [(&str, &str); 2] = [
    ("armlab studio", "crates/armlab-studio/tests, web/e2e: it does not end by itself"),
    ("armlab reproduce all", "make reports-test"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Commands of a document: lines that begin with one, indented or between "```sh" and "```".
fn commands(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut open, mut fenced) = (false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = line == "```sh";
        }
        let indented = line.strip_prefix("    ");
        let Some(line) = (if fenced { Some(line) } else { indented }) else {
            open = false;
            continue;
        };
        let line = line.trim();
        let command = line.split("   #").next().unwrap_or(line).split("  #").next().unwrap().trim();
        let plain = command.strip_prefix("target/release/").unwrap_or(command);
        if open {
            let last = found.last_mut().unwrap();
            *last = format!("{} {plain}", last.trim_end_matches('\\').trim_end());
        } else if plain.starts_with("armlab ") || plain.starts_with("cp ") {
            found.push(plain.to_string());
        } else {
            continue;
        }
        open = found.last().unwrap().ends_with('\\');
    }
    found
}

/// A pattern for the reader to fill in.
fn is_template(command: &str) -> bool {
    let placeholder = |w: &str| w.len() > 2 && w.chars().all(|c| c.is_ascii_uppercase());
    command.contains('…') || command.contains('[') || command.split_whitespace().any(placeholder)
}

#[test]
fn commands_of_the_documents_run() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(place.join("tests")).unwrap();
    let vectors = root().join("tests/vectors");
    fs::create_dir_all(place.join("tests/vectors")).unwrap();
    for name in ["scara_noisy.csv", "scara_clean.csv"] {
        fs::copy(vectors.join(name), place.join("tests/vectors").join(name)).unwrap();
    }
    fs::write(place.join("states.csv"), "q1,q2,q3,q4,q5,q6\n0,0.1,0.2,0.3,0.4,0.5\n").unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_armlab")).parent().unwrap().to_path_buf();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut ran = 0;
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document)).unwrap();
        for command in commands(&text) {
            let elsewhere = ELSEWHERE.iter().any(|(start, _)| command.starts_with(start));
            if is_template(&command) || elsewhere {
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(&place)
                .env("PATH", &path)
                .output()
                .unwrap();
            // A check that fails is an answer, too.
            let code = output.status.code();
            assert!(
                matches!(code, Some(0 | 1)),
                "{document}: `{command}` exits with {code:?}:\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
            ran += 1;
        }
    }
    assert!(ran > 20, "{ran} commands were found");
}

#[test]
fn commands_are_found_as_a_reader_would() {
    let text =
        "Say:\n\n    armlab robots   # all\n    armlab ik x \\\n      --all\n\ntext\n    other\n";
    assert_eq!(commands(text), ["armlab robots", "armlab ik x --all"]);
    let text = "```sh\narmlab robots   # all\n```\narmlab no\n```rust\narmlab no\n```\n";
    assert_eq!(commands(text), ["armlab robots"]);
    assert!(is_template("armlab identify ROBOT --log a") && is_template("armlab x …"));
    assert!(!is_template("armlab identify scara --log a.csv"));
}
