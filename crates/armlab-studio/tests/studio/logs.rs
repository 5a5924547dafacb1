//! Logs that are dropped on the page.

use crate::client::Lab;
use serde_json::json;

/// A log in degrees, with other headings and a gap.
fn odd_log() -> String {
    let mut text = String::from("time [s],theta_1 [deg],theta_2 [deg],lift [mm],m1,m2,f3\n");
    for k in 0..2000 {
        let t = f64::from(k) * 0.005 + if k > 1200 { 0.4 } else { 0.0 };
        let (a, b, c) =
            (30.0 * (1.1 * t).sin(), 20.0 * (1.7 * t).cos(), 20.0 + 15.0 * (0.9 * t).sin());
        text.push_str(&format!("{t},{a},{b},{c},{},{},{}\n", 0.1 * a, 0.05 * b, 0.2 * c));
    }
    text
}

#[test]
fn a_dropped_log_is_examined_mapped_and_filtered() {
    let lab = Lab::new();
    lab.project("scara");
    let report = lab
        .import("/projects/scara/import", "My%20Log.csv", odd_log().as_bytes())
        .expect(200)
        .json();
    assert_eq!(report["ok"], true, "{report}");
    let source = report["file"].as_str().unwrap();
    assert_eq!(source, "logs/my-log.csv");
    let path = |rest: &str| format!("/projects/scara/log{rest}?source={source}");
    let preview = lab.get(&path("")).expect(200).json();
    assert_eq!(
        (&preview["ok"], &preview["findings"][0]["code"]),
        (&json!(false), &json!("mapping"))
    );
    assert_eq!(preview["columns"].as_array().unwrap().len(), 7);
    let map = json!({ "map": [
        "t=time [s], q1=theta_1 [deg], q2=theta_2 [deg], q3=lift [mm], tau1=m1, tau2=m2, tau3=f3" ] });
    let mapped = lab.with_json("PUT", &path(""), "", &map);
    if mapped.status != 200 {
        panic!("{}", mapped.text());
    }
    let mapped = mapped.json();
    assert_eq!((&mapped["joints"], &mapped["rows"]), (&json!(3), &json!(2000.0)));
    assert!(mapped["columns"].as_array().unwrap().iter().all(|c| c["target"].is_string()));
    let series = lab.get(&format!("{}&names=q1,tau3", path("/series"))).expect(200).json();
    let q1: Vec<f64> = serde_json::from_value(series["values"][0].clone()).unwrap();
    assert!(q1.iter().all(|q| q.abs() <= 30_f64.to_radians() + 1e-12), "degrees became radians");
    let filtered = lab.get(&format!("{}&max_points=200", path("/filtered"))).expect(200).json();
    assert!(filtered["cutoff"].as_f64().unwrap() > 0.0);
    assert!(filtered["filtered"]["columns"].as_array().unwrap().len() >= 12);
    lab.get(&format!("{}&cutoff=-1", path("/filtered"))).problem(422);
    let poses = lab.get(&format!("{}&max_points=50", path("/poses"))).expect(200).json();
    assert!(poses["t"].as_array().unwrap().len() <= 50);
    // The mapping is kept.
    let project = lab.get("/projects/scara").json();
    assert_eq!(project["logs"][0]["map"], map["map"]);
    let bad = json!({ "map": ["q1=nowhere"] });
    let status = lab.with_json("PUT", &path(""), "", &bad).status;
    assert_eq!(status, 422);
    lab.send("DELETE", &path(""), "", b"").expect(204);
    assert_eq!(lab.get("/projects/scara").json()["logs"], json!([]));
}
