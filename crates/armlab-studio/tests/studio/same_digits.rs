//! What the studio finds is what the library finds for the same input, to the last digit.

use crate::client::Lab;
use armlab::identification::Identification;
use armlab::robot::Robot;
use armlab::simulate::read_experiment;
use serde_json::{Value, json};

/// Without times, which no two runs share, and trust, which is tested with the command line.
fn without_seconds(mut document: Value) -> Value {
    document.as_object_mut().unwrap().remove("trust");
    for method in document["methods"].as_array_mut().unwrap() {
        method.as_object_mut().unwrap().remove("seconds");
    }
    document
}

#[test]
fn an_identification_has_the_librarys_digits() {
    let lab = Lab::new();
    lab.project("scara");
    let simulate = json!({ "kind": "simulate", "options": { "experiment": {
        "rate": 100, "seed": 7,
        "effect": [{ "kind": "white-noise", "sigma": { "q": 1e-5, "tau": 1e-2 } }],
    } } });
    lab.run("scara", &simulate);
    let request = json!({ "kind": "identify", "options": { "logs": ["runs/1/log.csv"], "methods": ["wls", "physical"] } });
    let view = lab.run("scara", &request);
    assert_eq!(view["card"]["state"], "done", "{}", view["problem"]);

    let robot = Robot::builtin("scara").unwrap();
    let folder = lab.folder.join("scara/runs/1");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let mut load = |name: &str| Ok(text(name));
    let experiment = text("experiment.toml");
    let experiment = read_experiment(&experiment, "experiment.toml", &robot, &mut load).unwrap();
    let found = Identification::new(&robot).log(folder.join("log.csv")).unwrap();
    let found = found.methods("wls,physical".parse().unwrap()).experiment(experiment).run();
    let expected = serde_json::to_value(found.unwrap().report()).unwrap();
    let expected: Value = serde_json::from_str(&expected.to_string()).unwrap();
    assert_eq!(without_seconds(view["result"].clone()), without_seconds(expected));
}
