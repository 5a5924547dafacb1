//! Compiled code against the engine.

use crate::driver::{Program, SANITIZED, STRICT, call, has};
use crate::robots;
use crate::support::claim::Claim;
use armlab_codegen::vectors::{TestCase, random_cases};
use armlab_codegen::{Generated, Settings};
use armlab_engine::robot::Robot;

fn generated(robot: &Robot) -> Generated<'_> {
    let settings = Settings { regressor: true, ..Settings::default() };
    Generated::new(robot, settings, Vec::new()).unwrap_or_else(|e| panic!("{}: {e}", robot.name()))
}

/// The engine's results at some states that were not used for the self-test.
fn cases(generated: &Generated, states: usize) -> Vec<TestCase> {
    random_cases(&generated.program, &generated.settings, 0xbeef, states).expect("cases")
}

fn compare(generated: &Generated, program: &Program, cases: &[TestCase], what: &str) {
    let input: String = cases.iter().map(|c| call(generated, c.function, &c.inputs)).collect();
    let results = program.run(&format!("-1\n{input}"));
    let name = generated.program.robot.name();
    assert_eq!(results[0].0, 0, "{name}, {what}: self-test");
    assert_eq!(results.len(), cases.len() + 1);
    let mut claim = Claim::new("generated = engine", 1e-12);
    for (case, (code, values)) in cases.iter().zip(&results[1..]) {
        assert_eq!(*code, 0, "{name}, {what}: {} at {:?}", case.function, case.inputs);
        let size = case.outputs.iter().fold(1e-12_f64, |a, x| a.max(x.abs()));
        claim.check_scaled(
            values,
            &case.outputs,
            size,
            format!("{name}, {what}, {}", case.function),
        );
    }
}

#[test]
fn c_is_the_engine_for_every_kind_of_robot() {
    if !has("cc") {
        return;
    }
    for robot in robots() {
        let generated = generated(&robot);
        compare(&generated, &Program::c(&generated, STRICT), &cases(&generated, 20), "cc -O3");
    }
}

#[test]
fn c_reads_and_writes_nothing_it_should_not() {
    if !has("cc") {
        return;
    }
    let count = if crate::everything() { 100 } else { 2 };
    for robot in robots().into_iter().take(count) {
        let generated = generated(&robot);
        compare(
            &generated,
            &Program::c(&generated, SANITIZED),
            &cases(&generated, 5),
            "sanitizers",
        );
    }
}

#[test]
fn rust_without_the_standard_library_is_the_engine() {
    if !has("rustc") {
        return;
    }
    let count = if crate::everything() { 100 } else { 2 };
    for robot in robots().into_iter().take(count) {
        let generated = generated(&robot);
        compare(&generated, &Program::rust(&generated), &cases(&generated, 20), "rustc");
    }
}
