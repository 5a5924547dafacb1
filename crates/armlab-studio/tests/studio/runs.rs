//! Runs: simulate, excite, identify, validate, stop, write back.

use crate::client::Lab;
use serde_json::{Value, json};

fn simulate(rate: f64) -> Value {
    json!({ "kind": "simulate", "options": { "experiment": {
        "rate": rate, "seed": 3,
        "effect": [{ "kind": "white-noise", "sigma": { "q": 1e-5, "tau": 1e-3 } }],
    } } })
}

#[test]
fn a_simulated_identification_goes_from_motion_to_a_better_model() {
    for robot in ["scara", "parallel3prr"] {
        let lab = Lab::new();
        let project = lab.project(robot);
        let path = |rest: &str| format!("/projects/{robot}{rest}");
        let run = lab.run(robot, &simulate(200.0));
        assert_eq!(run["card"]["state"], "done", "{robot}: {run}");
        let series = lab
            .get(&path("/runs/1/series?names=q1,tau1,kinetic&max_points=100"))
            .expect(200)
            .json();
        assert_eq!(series["values"].as_array().unwrap().len(), 3);
        assert!(series["t"].as_array().unwrap().len() <= 100);
        let poses = lab.get(&path("/runs/1/poses?max_points=20&reactions=true")).expect(200).json();
        assert_eq!(poses["poses"]["stopped"], Value::Null, "{robot}");
        assert_eq!(
            poses["poses"]["reactions"].as_array().unwrap().len(),
            poses["t"].as_array().unwrap().len()
        );

        let logs = json!(["runs/1/log.csv"]);
        let request = json!({ "kind": "identify", "options": { "logs": logs, "methods": ["ls", "wls", "rls"] } });
        let found = lab.run(robot, &request);
        assert_eq!(found["card"]["state"], "done", "{robot}: {}", found["problem"]);
        let methods = found["result"]["methods"].as_array().unwrap();
        assert!(methods.len() >= 2, "{robot}: {}", found["card"]);
        let recommended = found["result"]["recommended"].as_str().unwrap();
        let column = format!("{recommended}:tau1");
        lab.get(&path(&format!("/runs/2/series?names=tau1,{column}"))).expect(200);
        assert!(lab.get(&path("/runs/2/report.html")).expect(200).text().contains("<html"));
        assert!(
            found["command"].as_str().unwrap().starts_with("armlab identify runs/2/robot.toml")
        );

        let request = json!({ "kind": "validate", "options": { "logs": logs } });
        let judged = lab.run(robot, &request);
        assert_eq!(judged["card"]["state"], "done", "{robot}: {}", judged["problem"]);
        assert!(judged["result"]["verdict"]["pass"].is_boolean());

        let back =
            lab.change("POST", &path("/runs/2/write-back"), &project["revision"], &json!({}));
        if back.status == 200 {
            let back = back.json();
            assert_ne!(back["model"]["links"], project["model"]["links"], "{robot}");
            let undone = lab.post(&path("/undo"), &json!({})).expect(200).json();
            assert_eq!(undone["model"]["links"], project["model"]["links"], "{robot}");
        } else {
            // Plain least squares may find bodies that cannot exist.
            back.problem(422);
        }
    }
}

#[test]
fn columns_come_as_bytes_and_as_csv_with_every_digit() {
    let lab = Lab::new();
    lab.project("scara");
    lab.run("scara", &simulate(100.0));
    let path = "/projects/scara/runs/1/series";
    let json = lab.get(&format!("{path}?names=q1&max_points=100000")).expect(200).json();
    let bytes = lab.send(
        "GET",
        &format!("{path}?names=q1&max_points=100000"),
        "Accept: application/octet-stream\r\n",
        b"",
    );
    let rows = json["t"].as_array().unwrap().len();
    assert!(bytes.headers.contains(&format!("x-rows: {rows}")), "{}", bytes.headers);
    let numbers: Vec<f64> =
        bytes.body.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(numbers.len(), 2 * rows);
    assert_eq!(json!(numbers[rows..]), json["values"][0]);
    let csv = lab.get(&format!("{path}.csv?names=q1&from=0.1&to=0.2")).expect(200).text();
    assert!(csv.starts_with("t,q1\n") && csv.lines().count() == 12, "{csv}");
}

#[test]
fn an_excitation_becomes_the_motion() {
    let lab = Lab::new();
    let project = lab.project("scara");
    let options =
        json!({ "harmonics": 2, "duration": 4.0, "starts": 1, "iterations": 15, "rate": 50.0 });
    let run = lab.run("scara", &json!({ "kind": "excite", "options": options }));
    assert_eq!(run["card"]["state"], "done", "{}", run["problem"]);
    assert!(run["result"]["quality"]["condition"].as_f64().unwrap() > 1.0);
    lab.get("/projects/scara/runs/1/series?names=q1,qdd3").expect(200);
    let motion = json!({ "motion": { "kind": "recorded", "source": "runs/1/trajectory.toml" } });
    let changed = lab.change("PUT", "/projects/scara/motion", &project["revision"], &motion);
    changed.expect(200);
    let preview = lab.post("/projects/scara/motion/preview", &json!({})).expect(200).json();
    assert_eq!(preview["duration"], 4.0);
}

#[test]
fn a_run_can_be_stopped_and_says_so_and_another_deleted() {
    let lab = Lab::new();
    lab.project("scara");
    let long = json!({ "kind": "excite", "options": { "starts": 50, "iterations": 50_000 } });
    let card = lab.post("/projects/scara/runs", &long).expect(202).json();
    std::thread::sleep(std::time::Duration::from_millis(300));
    lab.send("DELETE", "/projects/scara/runs/1", "", b"").expect(200);
    let view = lab.wait("scara", &card["run"]);
    assert_eq!(view["card"]["state"], "cancelled");
    lab.send("DELETE", "/projects/scara/runs/1", "", b"").expect(204);
    lab.get("/projects/scara/runs/1").problem(404);
}

#[test]
fn a_stopped_run_is_told_before_what_it_has_is_saved() {
    let lab = Lab::new();
    lab.project("scara");
    let start = lab.events(None, |_| true)[0]["id"].as_u64();
    let mut long = simulate(1000.0);
    long["options"]["experiment"]["duration"] = json!(3000.0);
    let card = lab.post("/projects/scara/runs", &long).expect(202).json();
    // It is at work when it tells how far it is.
    lab.events(start, |t| t["event"]["card"]["progress"].as_f64().is_some_and(|p| p > 0.0));
    lab.post("/projects/scara/runs/1/cancel", &json!({})).expect(200);
    let saved = |card: &Value| card["state"] == "cancelled" && card["seconds"] != 0.0;
    let told = lab.events(start, |t| saved(&t["event"]["card"]));
    let cards: Vec<&Value> = told.iter().map(|t| &t["event"]["card"]).collect();
    let stopped = cards.iter().position(|c| c["state"] == "cancelled").unwrap();
    assert_eq!(cards[stopped]["seconds"], 0.0, "{}", cards[stopped]);
    assert_eq!(cards[stopped..].iter().filter(|c| c["state"] != "cancelled").count(), 0);
    let view = lab.get(&format!("/projects/scara/runs/{}", card["run"])).expect(200).json();
    assert!(!view["series"].as_array().unwrap().is_empty(), "what it has is kept");
    // A run that waits need not wait for the others to be stopped.
    for _ in 0..3 {
        lab.post("/projects/scara/runs", &long).expect(202);
    }
    let last = lab.post("/projects/scara/runs/4/cancel", &json!({})).expect(200).json();
    assert_eq!(last["state"], "cancelled", "{last}");
    for run in 2..=3 {
        lab.post(&format!("/projects/scara/runs/{run}/cancel"), &json!({}));
    }
}

#[test]
fn a_campaign_that_was_stopped_goes_on_from_its_finished_experiments() {
    let lab = Lab::new();
    lab.project("scara");
    let request = |seeds: u64, continues: Value| {
        json!({ "kind": "campaign", "options": { "methods": ["ls"], "levels": [1.0], "seeds": seeds,
            "experiment": { "rate": 50.0 }, "continues": continues } })
    };
    let whole = lab.run("scara", &request(4, Value::Null));
    assert_eq!(whole["card"]["state"], "done", "{}", whole["problem"]);
    assert_eq!(whole["result"]["summary"]["done"], 4);
    // Finished tasks are taken over, not computed again.
    let again = lab.run("scara", &request(4, json!(1)));
    assert_eq!(again["result"], whole["result"], "times included");
    let other = lab.run("scara", &request(5, json!(1)));
    assert_eq!(other["card"]["state"], "failed", "another campaign is not continued");
    lab.post("/projects/scara/runs", &request(4, json!(9))).problem(422);
    lab.post("/projects/scara/runs", &request(0, Value::Null)).problem(422);
}

#[test]
fn the_queue_is_bounded() {
    let lab = Lab::new();
    lab.project("scara");
    let long = json!({ "kind": "excite", "options": { "starts": 50, "iterations": 50_000 } });
    let statuses: Vec<u16> =
        (0..20).map(|_| lab.post("/projects/scara/runs", &long).status).collect();
    assert_eq!(statuses[0], 202);
    assert!(statuses.iter().filter(|s| **s == 429).count() >= 2, "{statuses:?}");
    for run in 1..=20 {
        lab.post(&format!("/projects/scara/runs/{run}/cancel"), &json!({}));
    }
}

#[test]
fn events_tell_a_run_and_are_replayed_after_a_break() {
    let lab = Lab::new();
    lab.project("scara");
    let card = lab.post("/projects/scara/runs", &simulate(100.0)).expect(202).json();
    lab.wait("scara", &card["run"]);
    // Everything was told before this page came; it asks from the first event on.
    let hello = lab.events(None, |_| true);
    assert_eq!(hello[0]["event"]["kind"], "hello");
    let newest = hello[0]["id"].as_u64().unwrap();
    let is_done = |told: &Value| told["event"]["card"]["state"] == "done";
    let earlier = (1..200).map(|k| newest - k);
    let oldest = earlier
        .take_while(|last| lab.events(Some(*last), |_| true)[0]["event"]["lost"] == false)
        .last();
    let replayed = lab.events(oldest, is_done);
    let ids: Vec<u64> = replayed.iter().map(|t| t["id"].as_u64().unwrap()).collect();
    assert!(ids.is_sorted() && ids.len() >= 3, "{ids:?}");
    let states: Vec<&str> =
        replayed.iter().filter_map(|t| t["event"]["card"]["state"].as_str()).collect();
    assert_eq!((states[0], *states.last().unwrap()), ("queued", "done"), "{states:?}");
    let lost = lab.events(Some(5), |_| true);
    assert_eq!(lost[0]["event"]["lost"], true);
}

#[test]
fn methods_are_told_one_by_one_with_their_ways() {
    let lab = Lab::new();
    lab.project("scara");
    lab.run("scara", &simulate(100.0));
    let start = lab.events(None, |_| true)[0]["id"].as_u64();
    let request = json!({ "kind": "identify", "options": {
        "logs": ["runs/1/log.csv"], "methods": ["wls", "rls"], "friction": "coulomb-viscous" } });
    let view = lab.run("scara", &request);
    assert_eq!(view["card"]["state"], "done", "{}", view["problem"]);
    let is_done =
        |t: &Value| t["event"]["card"]["run"] == 2 && t["event"]["card"]["state"] == "done";
    let told = lab.events(start, is_done);
    let of = |kind: &str| told.iter().filter(|t| t["event"]["kind"] == kind).count();
    assert!(of("method") >= 4 && of("estimate") >= 1, "{told:?}");
    let trace = &view["traces"][0];
    assert_eq!(trace["names"].as_array().unwrap().len(), trace["values"].as_array().unwrap().len());
}
