//! Every command that the README and the guides show is run, in the order in
//! which a reader would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents whose commands a reader can type as they stand.
const DOCUMENTS: [&str; 3] = ["docs/guide.md", "README.md", "docs/estimators.md"];

/// Commands that other tests run, and which.
const ELSEWHERE: [(&str, &str); 3] = [
    ("armlab studio", "crates/armlab-studio/tests, web/e2e: it does not end by itself"),
    ("armlab reproduce all", "make reports-test"),
    ("armlab campaign scara --seeds 1000", "python/tests/test_slurm.py"),
];

/// What makes commands of the other documents short.
const SHORTER: [(&str, &str); 2] =
    [("armlab excite", "--starts 1 --iterations 3"), ("armlab campaign", "--seeds 1 --method ls")];

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

/// Runs the commands of a document in a folder; how many.
fn run_commands(place: &Path, document: &str, shorter: &[(&str, &str)]) -> usize {
    let binary = Path::new(env!("CARGO_BIN_EXE_armlab")).parent().unwrap().to_path_buf();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let text = fs::read_to_string(root().join(document)).unwrap();
    let mut ran = 0;
    for command in commands(&text) {
        let elsewhere = ELSEWHERE.iter().any(|(start, _)| command.starts_with(start));
        if is_template(&command) || elsewhere {
            continue;
        }
        let more = shorter.iter().filter(|(start, _)| command.starts_with(start));
        let command = more.fold(command.clone(), |all, (_, more)| format!("{all} {more}"));
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(place)
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
    ran
}

/// Compiles the C of a document in the folder of the source code that it uses.
fn compile_c(place: &Path, document: &str) {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("\n*** SKIPPED: there is no `cc`, so the C of {document} was not compiled ***\n");
        return;
    }
    let text = fs::read_to_string(root().join(document)).unwrap();
    let code = text.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    fs::write(place.join("controller.c"), code.unwrap()).unwrap();
    let flags = ["-O1", "-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "controller.c", "scara.c"];
    let output = Command::new("cc").args(flags).current_dir(place).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Documents of the book, by its table of contents.
fn pages() -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let links = text.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(')'));
    links.map(|name| format!("docs/{name}")).collect()
}

#[test]
fn the_book_has_every_document() {
    let mut found: Vec<String> = fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".md") && !name.ends_with("SUMMARY.md"))
        .collect();
    let mut listed = pages();
    found.sort();
    listed.sort();
    assert_eq!(found, listed);
}

#[test]
fn commands_of_the_other_pages_of_the_book_run() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(place.join("bag_folder")).unwrap();
    let fixtures = root().join("crates/armlab-log/tests/fixtures");
    for (from, to) in [("mcap_none.mcap", "run.mcap"), ("scipy.mat", "run.mat")] {
        fs::copy(fixtures.join(from), place.join(to)).unwrap();
    }
    for entry in fs::read_dir(fixtures.join("bag_db3")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), place.join("bag_folder").join(entry.file_name())).unwrap();
    }
    fs::copy(root().join("crates/armlab-engine/robots/scara.toml"), place.join("my-arm.toml"))
        .unwrap();
    let rows = |row: &dyn Fn(f64) -> String| {
        (0..400).map(|k| row(0.01 * f64::from(k)) + "\n").collect::<String>()
    };
    let joints =
        |t: f64| (1..8).map(|j| format!("{}", (t * f64::from(j)).sin())).collect::<Vec<_>>();
    let write = |name: &str, text: String| fs::write(place.join(name), text).unwrap();
    let header = "t,q1,q2,q3,q4,q5,q6,q7\n";
    write("first.csv", header.to_string() + &rows(&|t| format!("{t},{}", joints(t).join(","))));
    let run = rows(&|t| format!("{t},{},{}", joints(t)[..6].join(","), t.cos()));
    let header = "time,theta_1,theta_2,theta_3,theta_4,theta_5,theta_6,motor torque";
    write("run.csv", format!("{header}\n{run}"));
    write("poses.csv", "x,y,z\n0.4,0.1,0.5\n0.3,0.2,0.4\n".into());
    write("path.csv", "t,x,y,z\n0,0.4,0.1,0.5\n1,0.4,0.12,0.5\n2,0.4,0.14,0.5\n".into());
    let range = |(name, low, high)| {
        format!("[[coordinate]]\nname = \"{name}\"\nlower = {low}\nupper = {high}\n")
    };
    let ranges = [("x", -0.1, 0.1), ("y", 0.26, 0.46), ("rz", -0.3, 0.3)];
    write("limits.toml", ranges.map(range).concat());
    write(
        "path.toml",
        "kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 0.02], [0.36, 0.36], [0, 0]]\n".into(),
    );
    let listed: Vec<String> = pages();
    let others = listed.iter().filter(|page| !DOCUMENTS.contains(&page.as_str()));
    let ran: usize = others.map(|page| run_commands(&place, page, &SHORTER)).sum();
    assert!(ran > 20, "{ran} commands were found");
    compile_c(&place.join("controller/c"), "docs/controller.md");
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
    let mut ran = 0;
    for document in DOCUMENTS {
        ran += run_commands(&place, document, &[]);
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
