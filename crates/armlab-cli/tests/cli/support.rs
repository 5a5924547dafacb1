//! Running the binary.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run left behind.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The JSON document on standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|e| panic!("{e}\n{}\n{}", self.stdout, self.stderr))
    }
    /// Asserts the exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.stdout, self.stderr);
        self
    }
    /// Asserts bad input: exit code 2, nothing on standard output, and a
    /// complaint with a hint that contains `what`.
    #[track_caller]
    pub fn complains(self, what: &str) {
        let run = self.exits(2);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.contains(what), "`{what}` is not in:\n{}", run.stderr);
        assert!(run.stderr.contains("hint: "), "{}", run.stderr);
        assert!(!run.stderr.contains("internal error"), "{}", run.stderr);
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_armlab"));
    command.args(arguments).current_dir(scratch()).env_remove("NO_COLOR");
    command
}

/// Runs armlab with these arguments.
pub fn armlab(arguments: &[&str]) -> Run {
    armlab_reading(arguments, b"")
}

/// Runs armlab with bytes on its standard input.
pub fn armlab_reading(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A child that has found its input wrong does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder for files of tests.
pub fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Writes a file for a test and gives its path. Names must differ between tests.
pub fn file(name: &str, content: &[u8]) -> String {
    let path = scratch().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().into()
}

/// The numbers of a JSON array, however deep.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        other => vec![other.as_f64().unwrap_or_else(|| panic!("not a number: {other}"))],
    }
}

/// Asserts that two lists agree to `tolerance` of the largest entry (at least 1).
#[track_caller]
pub fn close(got: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}");
    let scale = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for (a, b) in got.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance * scale, "{what}: {a} instead of {b}");
    }
}
