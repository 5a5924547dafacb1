//! A gas spring whose geometry the description states: its force is given back within its interval.

mod simulated_arm;

use armlab::friction::{Sliding, law};
use armlab::identification::Identification;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read_toml};
use simulated_arm::{PLAIN, arm, chosen, identified, log};

/// The arm with a gas spring at its second joint.
fn balanced(force: f64, stiffness: f64) -> Robot {
    let spring = format!(
        "[{{ law = \"coulomb-viscous\", viscous = 4, coulomb = 3 }}, {{ law = \"gas-spring\", \
         force = {force}, stiffness = {stiffness}, anchor = 0.35, lever = 0.2, aligned = -2.2, \
         length = 0.3 }}]"
    );
    arm([PLAIN, &spring, PLAIN])
}

#[test]
fn what_it_takes_it_gives_back() {
    let (law, p) = (law("gas-spring").unwrap(), [900.0, 400.0, 0.35, 0.2, -2.2, 0.3]);
    let steps = 20_000;
    let work = |from: f64, to: f64| -> f64 {
        let step = (to - from) / f64::from(steps);
        let at = |k: i32| Sliding::at(1.0).from_position(from + (f64::from(k) + 0.5) * step);
        (0..steps).map(|k| step * law.effort(&p, at(k), None)).sum()
    };
    assert!((work(-1.0, 1.5) + work(1.5, -1.0)).abs() < 1e-9);
    // By the energy that its length tells.
    let energy = |q: f64| {
        let length = (0.35_f64.powi(2) + 0.04 - 0.14 * (q + 2.2).cos()).sqrt();
        -900.0 * length + 200.0 * (length - 0.3).powi(2)
    };
    assert!((work(-1.0, 1.5) - (energy(1.5) - energy(-1.0))).abs() < 1e-4);
}

#[test]
fn its_force_is_given_back_within_its_interval_and_exported() {
    let (robot, described) = (balanced(900.0, 0.0), balanced(500.0, 0.0));
    let draws: u64 = std::env::var("ARMLAB_DRAWS").map_or(4, |n| n.parse().unwrap());
    let mut covered = 0;
    for seed in 0..draws {
        // Also where friction is chosen: it stays.
        let friction = (seed % 2 == 0).then_some("coulomb-viscous");
        let found = identified(&described, log(&robot, 600 + seed), friction);
        let p = found.best().parameters().iter().find(|p| p.name == "joint2.gf").unwrap();
        let [low, high] = p.interval.unwrap();
        println!("{seed} joint2.gf: 900 in {low:.1}..{high:.1} {}", p.unit);
        covered += u64::from((low..=high).contains(&900.0));
        assert!((p.value - 900.0).abs() < 30.0, "{}", p.value);
        assert!(found.best().parameters().iter().all(|p| !p.name.ends_with(".gk")));
        let export = found.best().robot();
        let toml = export.files.iter().find(|f| f.name.ends_with("toml")).unwrap();
        let again = read_toml(&toml.text, &toml.name, &ReadOptions::default()).unwrap().robot;
        assert!((again.joints()[1].friction.total("force") - 900.0).abs() < 30.0);
    }
    println!("{covered} of {draws} intervals hold the truth");
    assert!(10 * covered >= 7 * draws, "{covered} of {draws}");
}

#[test]
fn a_stiffness_that_weights_look_like_is_told_and_predicts_all_the_same() {
    let (robot, described) = (balanced(900.0, 400.0), balanced(500.0, 100.0));
    let shape = chosen(&described, &log(&robot, 620));
    assert!(shape.friction.of(1).has("gas-spring"), "{}", shape.friction);
    let asked = Identification::new(&described).log(log(&robot, 621)).unwrap();
    let asked = asked.validate(log(&robot, 622)).unwrap();
    let found = asked.method("wls").bootstrap(0).run().unwrap();
    let p = found.best().parameters().iter().find(|p| p.name == "joint2.gk").unwrap();
    assert!(p.interval.is_none(), "{:?}", p.interval);
    let error = found.best().validation().unwrap().relative;
    assert!(error < 2.0, "{error}");
}
