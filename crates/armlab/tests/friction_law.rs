//! A friction law of a program's own, registered once, works everywhere: nothing
//! but the law itself is written for it.

use armlab::excite::{FrictionColumns, Unknowns};
use armlab::friction::{
    Dimension, Dissipation, FrictionChoice, FrictionLaw, FrictionModel, FrictionParameter, Sliding,
    Slopes, laws, register,
};
use armlab::identification::Identification;
use armlab::identify::online::kalman::{
    FilterKind, Guess, KalmanEstimator, KalmanSettings, NoiseLevels, run,
};
use armlab::identify::{Decided, Model, RawRecording, choose};
use armlab::log::Log;
use armlab::motion::{AnyTrajectory, FourierForm, fourier};
use armlab::progress::Progress;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read_toml, read_urdf, write_toml, write_urdf};
use armlab::simulate::controller::ComputedTorque;
use armlab::simulate::{End, Experiment, Settings};
use std::ops::ControlFlow;
use std::sync::Once;

/// Viscous friction that levels off with speed and varies with the position, as an
/// eccentric seal does: `seal·(1 + ½ cos q)·v/(1 + |v|/knee)`.
#[derive(Debug)]
struct Seal;

impl FrictionLaw for Seal {
    fn name(&self) -> &'static str {
        "seal"
    }
    fn about(&self) -> &'static str {
        "an eccentric seal"
    }
    fn equation(&self) -> &'static str {
        "seal·(1 + cos(q)/2)·v/(1 + |v|/knee)"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("seal", "fe", Dimension::EffortPerSpeed),
                FrictionParameter::shape("knee", "vk", Dimension::Speed, &[0.2, 0.4]),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let (around, bend) = (1.0 + 0.5 * at.position.cos(), 1.0 + at.speed.abs() / p[1]);
        let column = around * at.speed / bend;
        if let Some(slopes) = slopes {
            slopes.position -= p[0] * 0.5 * at.position.sin() * at.speed / bend;
            slopes.speed += p[0] * around / (bend * bend);
            slopes.parameters[0] += column;
            slopes.parameters[1] += p[0] * column / bend * at.speed.abs() / (p[1] * p[1]);
        }
        p[0] * column
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn is_selectable(&self) -> bool {
        true
    }
}

fn registered() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| register(&Seal).unwrap());
}

/// Two joints about horizontal axes, described in TOML with the law.
fn arm(friction: &str) -> Robot {
    let link = |name: &str, parent: &str, origin: &str| {
        format!(
            r#"
[[joint]]
name = "{name}"
kind = "revolute"
axis = [0, 1, 0]
{parent}
origin = {{ xyz = {origin} }}
limits = {{ lower = -3, upper = 3, velocity = 4, effort = 100 }}
{friction}
[joint.link]
name = "{name}_link"
mass = 2
center = [0.25, 0, 0.02]
inertia = {{ xx = 0.003, yy = 0.04, zz = 0.04 }}
"#
        )
    };
    let text = format!(
        "name = \"arm\"\ngravity = [0, 0, -9.81]\n{}{}",
        link("shoulder", "", "[0, 0, 0.3]"),
        link("elbow", "parent = \"shoulder_link\"", "[0.5, 0, 0]")
    );
    read_toml(&text, "arm.toml", &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}")).robot
}

const SEALED: &str = "friction = { law = \"seal\", seal = 3, knee = 0.4 }";

fn motion() -> AnyTrajectory {
    let cosines = [vec![0.3, -0.2, 0.15], vec![-0.2, 0.3, 0.1]];
    let sines = [vec![0.2, 0.25, -0.1], vec![0.3, -0.1, 0.2]];
    fourier(FourierForm::Series, 0.3, 7.0, &[0.4, -0.3], &cosines, &sines).unwrap().into()
}

/// The log of a simulated experiment with the law.
fn simulated(robot: &Robot) -> Log {
    let trajectory = motion();
    let settings = Settings { rate: 200.0, ..Settings::default() };
    let law = ComputedTorque::default();
    let experiment =
        Experiment { robot, model: robot, trajectory: &trajectory, law: &law, settings: &settings };
    let done = experiment.run().unwrap();
    assert!(matches!(done.end, End::Finished), "{:?}", done.end);
    done.log
}

fn recorded(robot: &Robot) -> RawRecording {
    RawRecording::of(&simulated(robot), "simulated", 2, None).unwrap()
}

#[test]
fn descriptions_read_and_write_it() {
    registered();
    let robot = arm(SEALED);
    let again = read_toml(&write_toml(&robot), "again", &ReadOptions::default()).unwrap().robot;
    assert!(write_toml(&robot).contains("law = \"seal\""), "{}", write_toml(&robot));
    let urdf = read_urdf(&write_urdf(&robot), "again", &ReadOptions::default()).unwrap().robot;
    for other in [&again, &urdf] {
        for (a, b) in robot.joints().iter().zip(other.joints()) {
            assert_eq!(a.friction, b.friction);
        }
    }
}

#[test]
fn lists_show_it_and_words_name_it() {
    registered();
    assert!(laws().iter().any(|law| law.name() == "seal"));
    assert!(FrictionChoice::names().iter().any(|(name, _)| name == "seal:0.2"));
    let model: FrictionModel = "seal:0.4+coulomb".parse().unwrap();
    assert_eq!(model.to_string(), "seal:0.4+coulomb");
    let word: FrictionModel = "seal:0.4".parse().unwrap();
    assert_eq!(word.to_string(), "seal:0.4+offset");
    let tried: Vec<String> = FrictionModel::candidates().iter().map(|m| m.to_string()).collect();
    assert!(tried.contains(&"coulomb-viscous+seal:0.4+offset".to_string()), "{tried:?}");
    assert!(register(&Seal).is_err(), "a name is taken once");
}

#[test]
fn its_slopes_are_those_of_its_effort() {
    let h = 1e-6;
    for (q, v) in [(0.3, 0.7), (-1.0, -0.2)] {
        let effort =
            |q: f64, v: f64, p: [f64; 2]| Seal.effort(&p, Sliding::at(v).from_position(q), None);
        let p = [2.0, 0.4];
        let mut slopes = Slopes::default();
        Seal.effort(&p, Sliding::at(v).from_position(q), Some(&mut slopes));
        let pairs = [
            (effort(q + h, v, p) - effort(q - h, v, p), slopes.position),
            (effort(q, v + h, p) - effort(q, v - h, p), slopes.speed),
            (effort(q, v, [2.0 + h, 0.4]) - effort(q, v, [2.0 - h, 0.4]), slopes.parameters[0]),
            (effort(q, v, [2.0, 0.4 + h]) - effort(q, v, [2.0, 0.4 - h]), slopes.parameters[1]),
        ];
        for (difference, slope) in pairs {
            assert!((difference / (2.0 * h) - slope).abs() < 1e-7, "{difference} {slope}");
        }
    }
}

#[test]
fn a_simulated_log_gives_it_back_and_its_description_is_read_again() {
    registered();
    let (robot, described) = (arm(SEALED), arm(""));
    let found = Identification::new(&described)
        .log(simulated(&robot))
        .unwrap()
        .method("wls")
        .friction("seal:0.4".parse::<FrictionModel>().unwrap())
        .run()
        .unwrap();
    let best = found.best();
    for joint in ["shoulder", "elbow"] {
        let name = format!("{joint}.fe");
        let found = best.parameters().iter().find(|p| p.name == name).unwrap();
        // Accelerations are not in the log: what its filter rounds off is left.
        assert!((found.value / 3.0 - 1.0).abs() < 5e-3, "{name} {}", found.value);
        assert_eq!(found.unit, "N m s/rad");
    }
    let model = &found.problem().model;
    assert_eq!(model.values_of(&robot).unwrap().len(), model.unknowns());
    let written = best.robot();
    assert_eq!(written.report.refused, None);
    assert!(written.files.iter().all(|f| f.text.contains("seal")));
    for file in &written.report.files {
        assert!(file.efforts.unwrap() < 1e-2, "{}: {:?} %", file.file, file.efforts);
    }
}

#[test]
fn selection_finds_it_in_a_log() {
    registered();
    let raw = [recorded(&arm(SEALED))];
    let described = arm("");
    let base = armlab::base::base_parameters(&described).unwrap();
    let (choice, _) =
        choose(&described, &base, &[], &raw, Decided::default(), &Progress::none()).unwrap();
    let chosen = &choice.shape.friction;
    assert!((0..2).any(|j| chosen.of(j).has("seal")), "{chosen}");
    assert!(choice.reasons.iter().any(|r| r.contains("seal")), "{:?}", choice.reasons);
}

#[test]
fn excitations_are_designed_for_it() {
    registered();
    let robot = arm(SEALED);
    let each: FrictionColumns = "seal:0.4".parse().unwrap();
    let unknowns = Unknowns::of(&robot, &each, &[0, 1], &[4.0, 4.0]).unwrap();
    let of = |name: &str| {
        let at = unknowns.names.iter().position(|n| n == name).unwrap();
        (unknowns.values[at], unknowns.units[at].as_str())
    };
    assert_eq!(of("elbow.fe"), (3.0, "N m s/rad"));
    assert_eq!(of("elbow.fo"), (0.0, "N m"));
    let shared: FrictionColumns = "shared:none+seal:0.4".parse().unwrap();
    let unknowns = Unknowns::of(&robot, &shared, &[0, 1], &[4.0, 4.0]).unwrap();
    assert_eq!(unknowns.names.last().map(String::as_str), Some("fe"));
}

#[test]
fn filters_estimate_it() {
    registered();
    let robot = arm(SEALED);
    let recording = recorded(&robot).condition(None).unwrap();
    let described = arm("");
    let model = Model::new(&described, "none+seal:0.4".parse().unwrap(), &[]).unwrap();
    let level = |x: f64| vec![x; 2];
    let noise = NoiseLevels { position: level(1e-5), speed: level(1e-4), effort: level(1e-2) };
    for kind in [FilterKind::Ekf, FilterKind::Ukf] {
        let guess = Guess::described(&model, std::slice::from_ref(&recording)).unwrap();
        let settings = KalmanSettings::recommended(kind, noise.clone(), guess);
        let mut estimator = KalmanEstimator::new(&model, settings).unwrap();
        let recordings = std::slice::from_ref(&recording);
        let found = run(&mut estimator, recordings, &mut |_| ControlFlow::Continue(())).unwrap();
        let values = &found.values[model.base().len()..];
        for value in values {
            assert!((value - 3.0).abs() < 0.05, "{}: {values:?}", kind.name());
        }
    }
}
