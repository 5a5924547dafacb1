//! Single precision, rounded-off friction, and what cannot be generated.

use crate::driver::{Program, STRICT, call, has};
use crate::{built_in, support::claim::Claim};
use armlab_codegen::vectors::random_cases;
use armlab_codegen::{CodegenError, Generated, Language, Settings};
use armlab_engine::friction::{Dissipation, Friction, FrictionLaw, FrictionParameter};
use armlab_engine::friction::{FrictionTerm, Sliding, Slopes};

#[test]
fn single_precision_is_the_engine_to_single_precision() {
    if !(has("cc") && has("rustc")) {
        return;
    }
    for name in ["ur5", "parallel3prr"] {
        let robot = built_in(name);
        let settings = Settings { single: true, ..Settings::default() };
        let generated = Generated::new(&robot, settings.clone(), Vec::new()).expect("generated");
        let cases = random_cases(&generated.program, &settings, 11, 10).expect("cases");
        let input: String = cases.iter().map(|c| call(&generated, c.function, &c.inputs)).collect();
        let strict = [STRICT, &["-Wdouble-promotion", "-Wconversion"]].concat();
        for program in [Program::c(&generated, &strict), Program::rust(&generated)] {
            let results = program.run(&format!("-1\n{input}"));
            assert_eq!(results[0].0, 0, "{name}: self-test");
            let mut claim = Claim::new("single = engine", 1e-4);
            for (case, (code, values)) in cases.iter().zip(&results[1..]) {
                assert_eq!(*code, 0, "{name}: {}", case.function);
                let size = case.outputs.iter().fold(1e-3_f64, |a, x| a.max(x.abs()));
                claim.check_scaled(values, &case.outputs, size, case.function);
            }
        }
    }
}

/// One joint of every law.
fn with_every_law() -> armlab_engine::robot::Robot {
    let robot = built_in("panda");
    let laws: [(&str, &[(&str, f64)]); 7] = [
        ("coulomb-viscous", &[("viscous", 2.0), ("coulomb", 1.5)]),
        (
            "stribeck",
            &[
                ("static", 2.0),
                ("coulomb", 1.0),
                ("viscous", 0.5),
                ("stribeck_speed", 0.2),
                ("exponent", 1.3),
            ],
        ),
        (
            "asymmetric",
            &[
                ("coulomb_forward", 1.0),
                ("coulomb_backward", 2.0),
                ("viscous_forward", 0.3),
                ("viscous_backward", 0.4),
            ],
        ),
        ("polynomial", &[("viscous", 1.0), ("quadratic", -0.2), ("cubic", 0.1)]),
        (
            "lugre",
            &[
                ("stiffness", 1e4),
                ("static", 2.0),
                ("coulomb", 1.0),
                ("viscous", 0.5),
                ("stribeck_speed", 0.2),
            ],
        ),
        (
            "bearing",
            &[
                ("mu_s", 0.02),
                ("mu_c", 0.01),
                ("viscous", 0.5),
                ("stribeck_speed", 0.1),
                ("width", 0.05),
            ],
        ),
        ("coulomb", &[("coulomb", 1.0), ("width", 0.1)]),
    ];
    let named: Vec<(String, Friction)> = robot
        .moving_joints()
        .zip(laws)
        .map(|(joint, (law, values))| {
            let mut friction = Friction::of(law, values).expect("a good law");
            friction.terms.push(FrictionTerm::new("offset", &[("offset", 0.3)]).expect("good"));
            friction.terms.push(FrictionTerm::new("load", &[("share", 0.1)]).expect("good"));
            friction.terms.push(FrictionTerm::new("spring", &[("stiffness", 2.0)]).expect("good"));
            (joint.name.clone(), friction)
        })
        .collect();
    robot.with_friction(&named).expect("joints of the robot")
}

#[test]
fn every_law_of_friction_is_the_engines_in_both_languages() {
    if !(has("cc") && has("rustc")) {
        return;
    }
    let robot = with_every_law();
    let generated = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
    let cases = random_cases(&generated.program, &generated.settings, 3, 50).expect("cases");
    let cases: Vec<_> = cases.into_iter().filter(|c| c.function == "friction").collect();
    let input: String = cases.iter().map(|c| call(&generated, c.function, &c.inputs)).collect();
    for program in [Program::c(&generated, STRICT), Program::rust(&generated)] {
        let mut claim = Claim::new("friction = engine", 1e-13);
        for (case, (code, values)) in cases.iter().zip(program.run(&input)) {
            assert_eq!(code, 0);
            for (k, (got, want)) in values.iter().zip(&case.outputs).enumerate() {
                claim.check_scaled(&[*got], &[*want], want.abs().max(0.1), format!("joint {k}"));
            }
        }
    }
}

#[test]
fn rounded_off_friction_passes_zero_without_a_jump() {
    let robot = with_every_law();
    let settings = Settings { smooth: Some(0.01), ..Settings::default() };
    let generated = Generated::new(&robot, settings, Vec::new()).expect("generated");
    let function = generated.program.function("friction").expect("recorded");
    let at = |speed: f64| {
        let inputs = [vec![0.1; 7], vec![speed; 7], vec![0.0; 7]].concat();
        function.evaluate(&inputs)
    };
    let (below, above, fast) = (at(-1e-7), at(1e-7), at(1.0));
    for k in 0..7 {
        assert!((above[k] - below[k]).abs() < 1e-3, "joint {k}: {} {}", below[k], above[k]);
        assert!(fast[k] > 0.5, "joint {k}");
    }
    let sharp = Generated::new(&robot, Settings::default(), Vec::new()).expect("generated");
    let inputs = [vec![0.1; 7], vec![1.0; 7], vec![0.0; 7]].concat();
    let sharp = sharp.program.function("friction").expect("recorded").evaluate(&inputs);
    (0..7).for_each(|k| assert!((sharp[k] - fast[k]).abs() < 1e-12, "joint {k}"));
}

#[derive(Debug)]
struct Unwritten;

impl FrictionLaw for Unwritten {
    fn name(&self) -> &'static str {
        "unwritten"
    }
    fn about(&self) -> &'static str {
        "a law without a formula"
    }
    fn equation(&self) -> &'static str {
        "?"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        &[]
    }
    fn effort(&self, _: &[f64], _: Sliding, _: Option<&mut Slopes>) -> f64 {
        0.0
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
}

#[test]
fn what_cannot_be_generated_is_named() {
    let robot = built_in("ur5");
    let joint = robot.moving_joints().next().expect("a joint").name.clone();
    let term = FrictionTerm::with_values(&Unwritten, Vec::new()).expect("no values");
    let friction = Friction { terms: vec![term], ..Friction::default() };
    let odd = robot.with_friction(&[(joint.clone(), friction)]).expect("a joint of the robot");
    match Generated::new(&odd, Settings::default(), Vec::new()).err() {
        Some(CodegenError::Law { joint: named, law }) => {
            assert_eq!((named, law), (joint, "unwritten".to_string()));
        }
        other => panic!("{other:?}"),
    }
    for width in [0.0, -1.0, f64::NAN] {
        let settings = Settings { smooth: Some(width), ..Settings::default() };
        assert!(matches!(
            Generated::new(&robot, settings, Vec::new()).err(),
            Some(CodegenError::Setting { .. })
        ));
    }
}

#[test]
fn provenance_cannot_leave_its_comment() {
    let robot = built_in("scara");
    let hostile = vec!["*/ int x; /*".to_string(), "line\nfn x() {}".to_string()];
    let generated = Generated::new(&robot, Settings::default(), hostile).expect("generated");
    if has("cc") {
        Program::c(&generated, STRICT);
    }
    if has("rustc") {
        Program::rust(&generated);
    }
    let files = generated.files(Language::C);
    assert!(files[0].content.contains("* / int x; / *"));
}
