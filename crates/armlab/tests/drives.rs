//! Friction of geared drives in simulated logs: given back where it is asked for, chosen where
//! it is, and not where it is not.

mod simulated_arm;

use armlab::friction::FrictionTerm;
use armlab::identification::{Identification, Identified};
use armlab::log::{Log, Quantity};
use armlab::prelude::FrictionModel;
use armlab::robot::describe::{ReadOptions, read_toml, write_toml};
use armlab::robot::{MotorCoupling, Robot};
use armlab::simulate::effects::friction_drift::FrictionDrift;
use simulated_arm::{PLAIN, arm, chosen, experiment, identified, log, recorded};

const LOADED: &str =
    "[{ law = \"coulomb-viscous\", viscous = 4, coulomb = 2 }, { law = \"load\", share = 0.15 }]";
const BY_DIRECTION: &str = "{ law = \"asymmetric\", coulomb_forward = 2, coulomb_backward = 3, \
                            viscous_forward = 3, viscous_backward = 6 }";
const YIELDING: &str = "[{ law = \"coulomb-viscous\", viscous = 4, coulomb = 0 }, \
                        { law = \"hysteresis\", force_1 = 2, force_2 = 1, force_3 = 0.5 }]";

#[test]
fn laws_that_are_asked_for_are_given_back_within_their_intervals() {
    let truth = [
        ("joint2.fl", 0.15),
        ("joint2.fv+", 4.0),
        ("joint2.fv-", 4.0),
        ("joint2.fc+", 2.0),
        ("joint2.fc-", 2.0),
        ("joint3.fv+", 3.0),
        ("joint3.fv-", 6.0),
        ("joint3.fc+", 2.0),
        ("joint3.fc-", 3.0),
        ("joint3.fl", 0.0),
    ];
    let (robot, described) = (arm([PLAIN, LOADED, BY_DIRECTION]), arm([PLAIN; 3]));
    let (mut covered, mut all) = (0, 0);
    for seed in 1..=3 {
        let found = identified(&described, log(&robot, seed), Some("load+asymmetric"));
        let best = found.best();
        for (name, value) in truth {
            let p = best.parameters().iter().find(|p| p.name == name).unwrap();
            let [low, high] = p.interval.unwrap();
            println!("{seed} {name}: {value} in {low:.4}..{high:.4}");
            all += 1;
            covered += usize::from((low..=high).contains(&value));
            assert!((p.value - value).abs() < 0.05 * (1.0 + value), "{name}: {}", p.value);
        }
        let words = found.problem().choice.reasons.join("\n");
        assert!(words.contains("agree after"), "{words}");
    }
    println!("{covered} of {all} intervals hold the truth");
    assert!(covered >= all * 8 / 10, "{covered} of {all}");
}

#[test]
fn friction_before_sliding_is_given_back() {
    let (robot, described) = (arm([YIELDING; 3]), arm([PLAIN; 3]));
    let found = identified(&described, log(&robot, 5), Some("none+viscous+hysteresis"));
    let mut total = 0.0;
    for (name, value) in [("fv", 4.0), ("fh1", 2.0), ("fh2", 1.0), ("fh3", 0.5)] {
        let name = format!("joint3.{name}");
        let p = found.best().parameters().iter().find(|p| p.name == name).unwrap();
        println!("{name}: {} ± {:?}", p.value, p.deviation);
        total += p.value;
        if name.ends_with("fv") {
            assert!((p.value - value).abs() < 0.1, "{name}: {}", p.value);
        }
    }
    // Elements are alike; what they hold together shows.
    assert!((total - 7.5).abs() < 0.15, "{total}");
}

#[test]
fn each_joint_gets_the_law_that_it_has() {
    let (robot, described) = (arm([PLAIN, LOADED, BY_DIRECTION]), arm([PLAIN; 3]));
    let shape = chosen(&described, &log(&robot, 11));
    println!("{}", shape.friction);
    let has = |joint: usize, law: &str| shape.friction.of(joint).has(law);
    assert!(has(1, "load") && !has(0, "load") && !has(2, "load"), "{}", shape.friction);
    assert!(has(2, "asymmetric") && !has(0, "asymmetric"), "{}", shape.friction);
    assert!(shape.couplings.is_empty());
}

/// `ARMLAB_DRAWS` logs, or a few; `make choices` has a hundred.
#[test]
fn laws_that_are_absent_are_chosen_in_no_more_than_a_twentieth_of_logs() {
    let draws: u64 = std::env::var("ARMLAB_DRAWS").map_or(3, |n| n.parse().unwrap());
    let robot = arm([PLAIN; 3]);
    let mut wrong = 0;
    for seed in 0..draws {
        let shape = chosen(&robot, &log(&robot, 100 + seed));
        let usual = |t: &FrictionTerm| ["coulomb-viscous", "offset"].contains(&t.law().name());
        let plain = (0..3).all(|j| shape.friction.of(j).terms().iter().all(usual));
        if !(plain && shape.couplings.is_empty()) {
            println!("log {seed}: {} {:?}", shape.friction, shape.couplings);
            wrong += 1;
        }
    }
    println!("an absent law or coupling was chosen in {wrong} of {draws} logs");
    assert!(20 * wrong <= draws, "{wrong} of {draws}");
}

#[test]
fn coupled_motors_are_found_exported_and_read_again() {
    let described = arm([PLAIN; 3]);
    let coupling = MotorCoupling {
        joints: ["joint2".into(), "joint3".into()],
        opposed: false,
        inertia: 0.03,
        viscous: 1.5,
        coulomb: 2.5,
        width: 0.01,
    };
    let robot = described.clone().with_couplings(vec![coupling.clone()]).unwrap();
    let found = identified(&described, log(&robot, 21), None);
    let shape = &found.problem().choice.shape;
    assert_eq!(shape.couplings.len(), 1, "{:?}", shape.couplings);
    // Joints 2 and 3 are parallel: the motor's inertia cannot be told from the links'.
    for (symbol, value) in [("fvm", coupling.viscous), ("fcm", coupling.coulomb)] {
        let name = format!("joint2+joint3.{symbol}");
        let p = found.best().parameters().iter().find(|p| p.name == name).unwrap();
        println!("{name}: {value} in {:?}", p.interval);
        assert!((p.value - value).abs() < 0.05 * value, "{name}: {}", p.value);
    }
    let export = found.best().robot();
    let toml = export.files.iter().find(|f| f.name.ends_with("toml")).unwrap();
    let again = read_toml(&toml.text, &toml.name, &ReadOptions::default()).unwrap().robot;
    assert_eq!(again.couplings().len(), 1);
    let error = export.report.files.last().unwrap().error.unwrap();
    let own = found.best().result().fit.relative;
    assert!(error < own + 0.1, "{error} {own}");
    // A description that says so needs no choice.
    let asked = Identification::new(&again)
        .log(log(&robot, 22))
        .unwrap()
        .friction("coulomb-viscous".parse::<FrictionModel>().unwrap());
    let second = asked.method("wls").bootstrap(0).run().unwrap();
    assert_eq!(second.problem().choice.shape.couplings.len(), 1);
}

#[test]
fn friction_that_changes_over_a_log_or_from_log_to_log_is_told() {
    let robot = arm([PLAIN; 3]);
    let told = |logs: Vec<Log>| {
        let asked = Identification::new(&robot)
            .friction("coulomb-viscous".parse::<FrictionModel>().unwrap());
        let asked = logs.into_iter().fold(asked, |asked, log| asked.log(log).unwrap());
        let found = asked.method("wls").bootstrap(0).run().unwrap();
        let notes = found.report().notes.iter().filter(|n| n.contains("the friction of"));
        notes.cloned().collect::<Vec<_>>()
    };
    assert_eq!(told(vec![log(&robot, 31), log(&robot, 32)]), [""; 0]);
    let warming = FrictionDrift { to: 0.6, time_constant: 20.0 };
    let falling = told(vec![recorded(experiment(&robot, 33).effect(warming))]);
    assert_eq!(falling.len(), 3, "{falling:?}");
    assert!(falling.iter().all(|n| n.contains("falls by")), "{falling:?}");
    assert!(falling[0].contains("--friction coulomb-viscous+offset+warm-up"), "{falling:?}");
    let warm = arm(["{ viscous = 3.2, coulomb = 2.4 }"; 3]);
    let apart = told(vec![log(&robot, 34), log(&warm, 35)]);
    assert_eq!(apart.len(), 3, "{apart:?}");
    assert!(apart.iter().all(|n| n.contains("larger than in")), "{apart:?}");
    assert!(apart[1].contains("Log it as `temp_joint2`"), "{apart:?}");
}

/// A drive that warms up: what it has beyond its warm friction falls within half a minute.
const WARMING: &str = "[{ law = \"coulomb-viscous\", viscous = 4, coulomb = 2 }, \
                       { law = \"warm-up\", coulomb_cold = 1, viscous_cold = 2, time = 30 }]";

#[test]
fn friction_of_a_cold_drive_is_given_back_within_its_intervals() {
    let (robot, described) = (arm([PLAIN, WARMING, WARMING]), arm([PLAIN; 3]));
    let (mut covered, mut all) = (0, 0);
    for seed in 41..=44 {
        let found = identified(&described, log(&robot, seed), Some("warm-up:30"));
        for (symbol, values) in [("fcw", [0.0, 1.0, 1.0]), ("fvw", [0.0, 2.0, 2.0])] {
            for (j, value) in values.into_iter().enumerate() {
                let name = format!("joint{}.{symbol}", j + 1);
                let p = found.best().parameters().iter().find(|p| p.name == name).unwrap();
                let [low, high] = p.interval.unwrap();
                println!("{seed} {name}: {value} in {low:.3}..{high:.3}");
                all += 1;
                covered += usize::from((low..=high).contains(&value));
                assert!((p.value - value).abs() < 0.4, "{name}: {}", p.value);
            }
        }
        if seed == 41 {
            // The TOML file has it and says the same.
            let export = found.best().robot();
            let toml = export.files.iter().find(|f| f.name.ends_with("toml")).unwrap();
            let again = read_toml(&toml.text, &toml.name, &ReadOptions::default()).unwrap().robot;
            let second = again.joints()[1].friction.total("viscous_cold");
            assert!((second - 2.0).abs() < 0.4, "{second}");
            assert!(export.report.files[1].efforts.unwrap() < 0.1);
        }
    }
    println!("{covered} of {all} intervals hold the truth");
    assert!(covered >= all * 8 / 10, "{covered} of {all}");
}

#[test]
fn warm_up_without_a_time_is_taken_at_joints_that_warm_up() {
    let described = arm([PLAIN; 3]);
    let warms = |robot: &Robot, seed: u64| -> Vec<bool> {
        let found = identified(&described, log(robot, seed), Some("warm-up"));
        let friction = &found.problem().choice.shape.friction;
        (0..3).map(|j| friction.of(j).has("warm-up")).collect()
    };
    let warming = arm([PLAIN, WARMING, WARMING]);
    assert_eq!(warms(&warming, 51), [false, true, true]);
    let wrong: usize =
        (52..62).map(|seed| usize::from(warms(&described, seed).contains(&true))).sum();
    assert_eq!(wrong, 0, "{wrong} of 10");
}

/// The same log with waves in the efforts of a joint.
fn wavy(log: &Log, joint: usize, [sine, cosine, order]: [f64; 3]) -> Log {
    let mut wavy = Log::new(log.time().to_vec());
    for j in 0..3 {
        for quantity in [Quantity::Position, Quantity::Velocity, Quantity::Effort] {
            let Some(column) = log.channel(quantity, j) else { continue };
            let mut column = column.to_vec();
            if quantity == Quantity::Effort && j == joint {
                let q = log.channel(Quantity::Position, j).unwrap();
                let wave = |q: &f64| {
                    let (s, c) = (order * q).sin_cos();
                    sine * s + cosine * c
                };
                column.iter_mut().zip(q).for_each(|(effort, q)| *effort += wave(q));
            }
            wavy.push_channel(quantity, j, column);
        }
    }
    wavy
}

#[test]
fn gear_ratios_say_where_ripple_is_looked_for() {
    let robot = arm([PLAIN; 3]);
    let log = wavy(&log(&robot, 75), 1, [0.3, -0.25, 200.0]);
    let found = |ratios: &[f64]| {
        let asked = Identification::new(&robot).log(log.clone()).unwrap();
        let asked = asked.friction("ripple".parse::<FrictionModel>().unwrap()).gear_ratios(ratios);
        asked.method("wls").bootstrap(0).run()
    };
    let order = |ratios: &[f64]| {
        let found = found(ratios).unwrap_or_else(|e| panic!("{e}"));
        found.problem().choice.shape.friction.of(1).value("ripple", "order")
    };
    assert!(order(&[0.0, 100.0, 0.0]).is_some_and(|order| (order - 200.0).abs() < 0.5));
    assert_eq!(order(&[0.0, 123.0, 0.0]), None);
    // The description's, unless others are given.
    let described = |ratio: f64| {
        let text = write_toml(&robot);
        let text = text.replacen(
            "name = \"joint2\"\n",
            &format!("name = \"joint2\"\ngear_ratio = {ratio}\n"),
            1,
        );
        read_toml(&text, "arm.toml", &ReadOptions::default()).unwrap().robot
    };
    for (ratio, given, is_found) in
        [(100.0, None, true), (123.0, None, false), (123.0, Some([0.0, 100.0, 0.0]), true)]
    {
        let robot = described(ratio);
        let asked = Identification::new(&robot).log(log.clone()).unwrap();
        let asked = asked.friction("ripple".parse::<FrictionModel>().unwrap());
        let asked = match given {
            Some(ratios) => asked.gear_ratios(ratios),
            None => asked,
        };
        let found = asked.method("wls").bootstrap(0).run().unwrap();
        let has = found.problem().choice.shape.friction.of(1).has("ripple");
        assert_eq!(has, is_found, "{ratio} {given:?}");
    }
    for wrong in [&[100.0][..], &[0.0, -1.0, 0.0], &[0.0, f64::NAN, 0.0]] {
        assert!(found(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn ripple_is_found_by_its_order_given_back_and_predicts_another_log() {
    let robot = arm([PLAIN; 3]);
    let truth = [0.3, -0.25, 200.0];
    let (mut covered, mut all) = (0, 0);
    for seed in 71..=74 {
        let logs = [seed, seed + 10].map(|s| wavy(&log(&robot, s), 1, truth));
        let judged = |friction: Option<&str>| {
            let [own, other] = logs.clone();
            let asked = Identification::new(&robot).log(own).unwrap().validate(other).unwrap();
            let asked = match friction {
                Some(text) => asked.friction(text.parse::<FrictionModel>().unwrap()),
                None => asked,
            };
            asked.method("wls").bootstrap(0).run().unwrap()
        };
        let (found, plain) = (judged(Some("ripple")), judged(Some("coulomb-viscous")));
        let friction = &found.problem().choice.shape.friction;
        let order = friction.of(1).value("ripple", "order").unwrap_or(0.0);
        assert_eq!(order, 200.0, "{friction}");
        assert!(!friction.of(0).has("ripple") && !friction.of(2).has("ripple"), "{friction}");
        for (symbol, value) in [("rs", truth[0]), ("rc", truth[1])] {
            let name = format!("joint2.{symbol}");
            let p = found.best().parameters().iter().find(|p| p.name == name).unwrap();
            let [low, high] = p.interval.unwrap();
            println!("{seed} {name}: {value} in {low:.4}..{high:.4}");
            all += 1;
            covered += usize::from((low..=high).contains(&value));
            assert!((p.value - value).abs() < 0.03, "{name}: {}", p.value);
        }
        let error = |f: &Identified| f.best().validation().unwrap().joints[1].relative;
        assert!(error(&found) < 0.8 * error(&plain), "{} {}", error(&found), error(&plain));
        // It is told where it is not asked for.
        let told = judged(None).problem().choice.reasons.join("\n");
        assert!(told.contains("ripple of joint2: 200 waves a turn"), "{told}");
    }
    println!("{covered} of {all} intervals hold the truth");
    assert!(covered >= all * 7 / 10, "{covered} of {all}");
}
