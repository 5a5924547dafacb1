//! Numbers that are none, and poses that do not exist.

use crate::built_in;
use crate::driver::{Program, SANITIZED, call, has};
use armlab_codegen::{Generated, Settings};

const NOT_FINITE: i32 = 1;
const NOT_CLOSED: i32 = 3;

#[test]
fn states_that_are_not_finite_are_error_codes_in_every_function_and_place() {
    if !has("cc") {
        return;
    }
    for name in ["ur5", "parallel3prr"] {
        let robot = built_in(name);
        let settings = Settings { regressor: true, ..Settings::default() };
        let generated = Generated::new(&robot, settings, Vec::new()).expect("generated");
        let mut input = String::new();
        let mut calls = Vec::new();
        for function in &generated.program.public {
            let count: usize = function.inputs.iter().map(|a| a.len()).sum();
            let case =
                generated.cases.iter().find(|c| c.function == function.name).expect("a case");
            for k in 0..count {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let mut inputs = case.inputs.clone();
                    inputs[k] = bad;
                    input += &call(&generated, function.name, &inputs);
                    calls.push(format!("{name}, {} with {bad} at {k}", function.name));
                }
            }
            let mut far = case.inputs.clone();
            far[0] = 1e9;
            input += &call(&generated, function.name, &far);
            calls.push(format!("{name}, {} far away", function.name));
        }
        let results = Program::c(&generated, SANITIZED).run(&input);
        assert_eq!(results.len(), calls.len());
        for ((code, _), what) in results.iter().zip(&calls) {
            assert_eq!(*code, NOT_FINITE, "{what}");
        }
    }
}

#[test]
fn results_that_overflow_are_an_error_code() {
    if !has("cc") {
        return;
    }
    let robot = built_in("ur5");
    let generated = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
    let mut inputs = vec![0.5; 18];
    inputs[6..12].fill(1e200);
    let input = call(&generated, "inverse_dynamics", &inputs);
    assert_eq!(Program::c(&generated, SANITIZED).run(&input)[0].0, NOT_FINITE);
}

#[test]
fn poses_out_of_reach_are_an_error_code_in_both_languages() {
    if !(has("cc") && has("rustc")) {
        return;
    }
    let robot = built_in("parallel3prr");
    let generated = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
    let mut inputs = generated.cases[0].inputs.clone();
    inputs[0] -= 5.0;
    let input = call(&generated, "inverse_dynamics", &inputs);
    for program in [Program::c(&generated, SANITIZED), Program::rust(&generated)] {
        assert_eq!(program.run(&input)[0].0, NOT_CLOSED);
    }
}
