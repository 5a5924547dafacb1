//! What was recorded against the engine, without a compiler.

use crate::support::claim::Claim;
use crate::{built_in, random_trees, with_follower};
use armlab_codegen::vectors::random_cases;
use armlab_codegen::{Generated, Settings};
use armlab_engine::robot::{Robot, library};

fn check(robot: &Robot) {
    let settings = Settings { regressor: true, ..Settings::default() };
    let generated = Generated::new(robot, settings, Vec::new()).expect("generated");
    let cases = random_cases(&generated.program, &generated.settings, 7, 10).expect("cases");
    let mut claim = Claim::new("recorded = engine", 1e-12);
    for case in &cases {
        let function = generated.program.function(case.function).expect("recorded");
        let got = function.evaluate(&case.inputs);
        let size = case.outputs.iter().fold(1e-12_f64, |a, x| a.max(x.abs()));
        claim.check_scaled(
            &got,
            &case.outputs,
            size,
            format!("{}, {}", robot.name(), case.function),
        );
    }
}

#[test]
fn every_tree_is_recorded_as_the_engine_computes_it() {
    library::names().map(built_in).filter(|r| r.is_tree()).for_each(|r| check(&r));
    check(&with_follower());
    random_trees(40).for_each(|robot| check(&robot));
}

#[test]
fn base_parameters_are_fewer_than_link_parameters_and_zeros_cost_nothing() {
    let robot = built_in("scara");
    let generated = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
    assert!(generated.program.constants < robot.parameter_count() / 4);
    let gravity = generated.program.function("gravity").expect("recorded").operations();
    assert_eq!((gravity.multiplications, gravity.additions), (0, 0), "gravity is along its axes");
}
