//! What the studio finds is what the library finds for the same input, to the last digit.

use crate::client::Lab;
use armlab::documents::identification::Document;
use armlab::identify::RawRecording;
use armlab::identify::estimators::method;
use armlab::log::{Expectation, Input, Log, ReadOptions};
use armlab::progress::Progress;
use armlab::robot::library;
use armlab::study::{Decisions, Study, TrustSettings, recommended};
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

    let robot = library::load("scara").unwrap().unwrap().robot;
    let joints: Vec<_> = robot.driven_joints().collect();
    let expectation = Expectation {
        joint_names: joints.iter().map(|j| j.name.clone()).collect(),
        prismatic: joints.iter().map(|j| !j.kind.turns()).collect(),
        ..Expectation::default()
    };
    let options = ReadOptions { expectation, ..ReadOptions::default() };
    let log = Log::read(&Input::path(lab.folder.join("scara/runs/1/log.csv")), &options).unwrap();
    let raw = [RawRecording::of(&log, "log.csv", joints.len(), None).unwrap()];
    let decisions = Decisions::default();
    let study = Study::prepare(&robot, &raw, &[], decisions, &Progress::none()).unwrap();
    let methods = ["wls", "physical"].map(|name| method(name).unwrap());
    let results = study.run(&methods, None, &Progress::none(), &|_| {}).unwrap();
    let best = recommended(&results.judged).unwrap();
    let asked = TrustSettings { resamples: 200, ranges: None };
    let trust = study.trust(&results.judged[best].estimate, &raw, &asked, &Progress::none());
    // The log is a run's, so its controller is known.
    let document = Document::of(&study, &results.judged, best).trusted(
        &study,
        &results.judged,
        best,
        &trust,
        true,
    );
    let expected = serde_json::to_value(&document).unwrap();
    let expected: Value = serde_json::from_str(&expected.to_string()).unwrap();
    assert_eq!(without_seconds(view["result"].clone()), without_seconds(expected));
}
