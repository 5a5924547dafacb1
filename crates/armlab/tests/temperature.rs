//! Friction that changes with the logged temperature of drives: given back within its intervals,
//! chosen where it is and the log has temperatures, and not where it is not.

mod simulated_arm;

use armlab::friction::FrictionTerm;
use armlab::identification::Identification;
use armlab::log::{Log, Quantity};
use armlab::prelude::FrictionModel;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read_toml};
use armlab::simulate::PerJoint;
use armlab::simulate::effects::temperature::Temperature;
use simulated_arm::{PLAIN, arm, chosen, experiment, identified, log, recorded};

/// A drive whose friction falls as it warms up.
const THINNING: &str = "[{ law = \"coulomb-viscous\", viscous = 4, coulomb = 3 }, \
                        { law = \"temperature\", coulomb_per_kelvin = -0.03, \
                          viscous_per_kelvin = -0.08, reference = 30 }]";

/// A log of drives that warm up from one temperature to another.
fn warming(robot: &Robot, seed: u64, from: f64, to: f64) -> Log {
    let (from, to) = (PerJoint::All(from), PerJoint::All(to));
    recorded(experiment(robot, seed).effect(Temperature { from, to, time_constant: 15.0 }))
}

#[test]
fn friction_by_temperature_is_given_back_within_its_intervals() {
    let (robot, described) = (arm([PLAIN, THINNING, THINNING]), arm([PLAIN; 3]));
    let draws: u64 = std::env::var("ARMLAB_DRAWS").map_or(4, |n| n.parse().unwrap());
    let (mut covered, mut all) = (0, 0);
    for seed in 0..draws {
        let log = warming(&robot, 200 + seed, 22.0, 44.0);
        let found = identified(&described, log, Some("temperature:30"));
        for (symbol, values) in [("fct", [0.0, -0.03, -0.03]), ("fvt", [0.0, -0.08, -0.08])] {
            for (j, value) in values.into_iter().enumerate() {
                let name = format!("joint{}.{symbol}", j + 1);
                let p = found.best().parameters().iter().find(|p| p.name == name).unwrap();
                let [low, high] = p.interval.unwrap();
                println!("{seed} {name}: {value} in {low:.4}..{high:.4}");
                all += 1;
                covered += usize::from((low..=high).contains(&value));
                assert!((p.value - value).abs() < 0.03, "{name}: {}", p.value);
            }
        }
        if seed == 0 {
            // The TOML file has it with its reference, and says the same.
            let export = found.best().robot();
            let toml = export.files.iter().find(|f| f.name.ends_with("toml")).unwrap();
            let again = read_toml(&toml.text, &toml.name, &ReadOptions::default()).unwrap().robot;
            let friction = &again.joints()[1].friction;
            assert_eq!(friction.total("reference"), 30.0);
            assert!((friction.total("viscous_per_kelvin") + 0.08).abs() < 0.03);
            let written = &export.report.files[1];
            assert!(written.efforts.unwrap() < 0.1 && written.friction < 1e-9);
        }
    }
    println!("{covered} of {all} intervals hold the truth");
    assert!(10 * covered >= 8 * all, "{covered} of {all}");
}

#[test]
fn it_is_chosen_where_it_is_and_predicts_a_log_at_another_temperature() {
    let (robot, described) = (arm([PLAIN, THINNING, THINNING]), arm([PLAIN; 3]));
    let other = warming(&robot, 302, 40.0, 50.0);
    let judged = |friction: Option<&str>| {
        let asked = Identification::new(&described).log(warming(&robot, 301, 22.0, 44.0)).unwrap();
        let asked = asked.validate(other.clone()).unwrap();
        let asked = match friction {
            Some(text) => asked.friction(text.parse::<FrictionModel>().unwrap()),
            None => asked,
        };
        asked.method("wls").bootstrap(0).run().unwrap()
    };
    let (found, plain) = (judged(None), judged(Some("coulomb-viscous")));
    let friction = &found.problem().choice.shape.friction;
    let has: Vec<bool> = (0..3).map(|j| friction.of(j).has("temperature")).collect();
    assert_eq!(has, [false, true, true], "{friction}");
    // A whole degree near the mean of the log that was learnt from.
    let reference = friction.of(1).value("temperature", "reference").unwrap();
    assert!(reference == reference.round() && (34.0..40.0).contains(&reference), "{reference}");
    for j in 1..3 {
        let [own, usual] =
            [&found, &plain].map(|f| f.best().validation().unwrap().joints[j].relative);
        println!("joint{}: {own} {usual}", j + 1);
        assert!(own < 0.6 * usual, "{own} {usual}");
    }
}

#[test]
fn logs_without_temperatures_are_told_the_column_and_not_offered_the_law() {
    let (robot, described) = (arm([PLAIN, THINNING, THINNING]), arm([PLAIN; 3]));
    let asked = |own: Log, judged: Log, friction: Option<&str>| {
        let asked = Identification::new(&described).log(own).unwrap().validate(judged).unwrap();
        let asked = match friction {
            Some(text) => asked.friction(text.parse::<FrictionModel>().unwrap()),
            None => asked,
        };
        asked.method("wls").bootstrap(0).run()
    };
    let (with, without) = (warming(&robot, 311, 22.0, 44.0), log(&robot, 312));
    assert!(without.channel(Quantity::Temperature, 0).is_none());
    for (own, judged) in [(&without, &with), (&with, &without)] {
        let error = asked(own.clone(), judged.clone(), Some("temperature")).err().unwrap();
        assert!(error.to_string().contains("`temp_joint"), "{error}");
    }
    let found = asked(with, without, None).unwrap();
    let friction = &found.problem().choice.shape.friction;
    assert!((0..3).all(|j| !friction.of(j).has("temperature")), "{friction}");
}

#[test]
fn logs_of_one_session_at_other_temperatures_are_told_with_the_law_that_models_it() {
    let (robot, described) = (arm([PLAIN, PLAIN, THINNING]), arm([PLAIN; 3]));
    let told = |friction: &str| -> Vec<String> {
        let asked =
            Identification::new(&described).friction(friction.parse::<FrictionModel>().unwrap());
        let logs = [warming(&robot, 321, 24.0, 26.0), warming(&robot, 322, 40.0, 42.0)];
        let asked = logs.into_iter().fold(asked, |asked, log| asked.log(log).unwrap());
        let found = asked.method("wls").bootstrap(0).run().unwrap();
        let notes = found.report().notes.iter().filter(|n| n.contains("the friction of"));
        notes.cloned().collect()
    };
    let apart = told("coulomb-viscous");
    assert_eq!(apart.len(), 1, "{apart:?}");
    let proposed = "`--friction coulomb-viscous+offset+temperature`";
    assert!(apart[0].contains("`joint3`") && apart[0].contains(proposed), "{apart:?}");
    assert_eq!(told("coulomb-viscous+offset+temperature"), [""; 0]);
}

/// `ARMLAB_DRAWS` logs, or a few; `make choices` has a hundred.
#[test]
fn temperatures_that_matter_nothing_are_chosen_in_no_more_than_a_twentieth_of_logs() {
    let draws: u64 = std::env::var("ARMLAB_DRAWS").map_or(3, |n| n.parse().unwrap());
    let robot = arm([PLAIN; 3]);
    let mut wrong = 0;
    for seed in 0..draws {
        let shape = chosen(&robot, &warming(&robot, 400 + seed, 22.0, 44.0));
        let by_temperature = |t: &FrictionTerm| t.law().needs_temperature();
        if (0..3).any(|j| shape.friction.of(j).terms().iter().any(by_temperature)) {
            println!("log {seed}: {}", shape.friction);
            wrong += 1;
        }
    }
    println!("friction by temperature was chosen in {wrong} of {draws} logs without it");
    assert!(20 * wrong <= draws, "{wrong} of {draws}");
}
