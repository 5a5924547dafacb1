//! The examples run, and print results.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An example's program, which cargo builds before it runs tests.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a path of this test");
    let folder = test.parent().and_then(Path::parent).expect("a folder of built programs");
    folder.join("examples").join(name)
}

/// What an example prints.
fn output(name: &str) -> String {
    let run = Command::new(program(name)).output().expect("an example that starts");
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{name}: {errors}");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn identify_recommends_a_method_that_passes() {
    let text = output("identify");
    assert!(text.contains("recommended method") && text.contains("(pass)"), "{text}");
    assert!(text.contains("prediction error") && text.contains('±'), "{text}");
}

#[test]
fn identify_in_memory_prints_parameters_with_units() {
    let text = output("identify_in_memory");
    assert!(text.contains("recommended method") && text.contains("kg"), "{text}");
}

#[test]
fn validate_prints_an_error_for_every_joint() {
    let text = output("validate");
    assert_eq!(text.matches("% of the measured effort").count(), 3, "{text}");
}

#[test]
fn online_prints_estimates_over_time_and_at_the_end() {
    let text = output("online");
    assert!(text.matches("prediction error").count() > 2 && text.contains(" = "), "{text}");
}
