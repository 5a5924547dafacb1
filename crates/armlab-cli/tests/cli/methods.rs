//! `armlab methods`, which needs neither robot nor log.

use crate::support::armlab;

#[test]
fn the_list_names_estimators_solvers_and_controllers_with_their_settings() {
    let document = armlab(&["methods", "--json"]).exits(0).json();
    let list = document["methods"].as_array().unwrap();
    let of = |name: &str, kind: &str| {
        let found = list.iter().find(|m| m["name"] == name && m["kind"] == kind);
        found.unwrap_or_else(|| panic!("{name} {kind}"))
    };
    assert_eq!(of("wls", "estimator")["default"], true);
    assert_eq!(of("physical", "estimator")["capabilities"]["physically_consistent"], true);
    assert_eq!(of("didim", "estimator")["capabilities"]["needs_controller"], true);
    assert_eq!(of("ekf", "estimator")["capabilities"]["streams"], false);
    let rounds = &of("wls", "estimator")["settings"][0];
    assert_eq!((&rounds["name"], &rounds["default"]), (&"rounds".into(), &4.into()));
    for key in ["about", "kind", "unit", "range", "words"] {
        assert!(!rounds[key].is_null(), "{key}");
    }
    for (name, kind) in [
        ("ga-printed", "estimator"),
        ("dls", "ik"),
        ("annealing-printed", "ik"),
        ("pid", "controller"),
        ("open-loop", "controller"),
    ] {
        assert!(!of(name, kind)["about"].as_str().unwrap().is_empty());
    }
    let people = armlab(&["methods"]).exits(0).stdout;
    for method in list {
        assert!(people.contains(method["name"].as_str().unwrap()));
    }
    assert!(people.lines().all(|line| line.chars().count() <= 80), "{people}");
}

#[test]
fn one_kind_or_one_method_is_shown() {
    let solvers = armlab(&["methods", "--kind", "ik", "--json"]).exits(0).json();
    assert!(solvers["methods"].as_array().unwrap().iter().all(|m| m["kind"] == "ik"));
    // Two kinds have a method of this name.
    let both = armlab(&["methods", "annealing", "--json"]).exits(0).json();
    assert_eq!(both["methods"].as_array().unwrap().len(), 2);
    let text = armlab(&["methods", "ekf"]).exits(0).stdout;
    assert!(text.contains("ekf.process_noise = auto (≥ 0, or auto)"), "{text}");
    assert!(text.contains("online, unaffected by motion noise"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let refused = armlab(&["methods", "ekv"]).exits(2).stderr;
    assert!(refused.contains("there is no method `ekv`; did you mean `ekf`?"), "{refused}");
}
