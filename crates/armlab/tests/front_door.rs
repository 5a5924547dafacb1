//! The library's front door: from files to a corrected robot in a few lines. One test
//! in a process of its own, since it works in a folder of its own.

use armlab::identify::Recording;
use armlab::prelude::*;
use armlab::validation::predict_described;
use std::fmt::Write;

/// A motion of all joints and the efforts that it takes, as CSV.
fn log(robot: &Robot, seconds: f64, shift: f64) -> String {
    let joints = robot.dofs();
    let step = 0.01;
    let time: Vec<f64> = (0..(seconds / step) as usize).map(|i| i as f64 * step).collect();
    let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![Vec::new(); joints]);
    for j in 0..joints {
        let middle: f64 = if robot.joints()[j].kind.turns() { 0.0 } else { 0.15 };
        let size = if middle == 0.0 { 0.8 } else { 0.05 };
        for t in &time {
            let (mut sum, mut first, mut second) = (middle, 0.0, 0.0);
            for k in 1..=3 {
                let w = (1.1 + 0.7 * k as f64) * (1.0 + 0.3 * j as f64);
                let phase = shift + (j * k) as f64;
                sum += size / k as f64 * (w * t + phase).sin();
                first += size / k as f64 * w * (w * t + phase).cos();
                second -= size / k as f64 * w * w * (w * t + phase).sin();
            }
            q[j].push(sum);
            qd[j].push(first);
            qdd[j].push(second);
        }
    }
    let mut recording = Recording {
        name: "made".into(),
        step,
        start: 0.0,
        time,
        q,
        qd,
        qdd,
        effort: Vec::new(),
        temperature: Vec::new(),
        cutoff: None,
        notes: Vec::new(),
    };
    recording.effort = predict_described(robot, &recording).unwrap();
    let mut text = String::from("t");
    for name in ["q", "qd", "qdd", "tau"] {
        (1..=joints).for_each(|j| write!(text, ",{name}{j}").unwrap());
    }
    for i in 0..recording.samples() {
        write!(text, "\n{}", recording.time[i]).unwrap();
        for columns in [&recording.q, &recording.qd, &recording.qdd, &recording.effort] {
            columns.iter().for_each(|c| write!(text, ",{}", c[i]).unwrap());
        }
    }
    text + "\n"
}

#[test]
fn a_robot_and_two_logs_give_a_corrected_robot_that_validates() -> armlab::Result<()> {
    let folder = std::env::temp_dir().join(format!("armlab-front-door-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::env::set_current_dir(&folder).unwrap();
    let truth = Robot::builtin("scara")?;
    std::fs::write("run.csv", log(&truth, 12.0, 0.0)).unwrap();
    std::fs::write("other.csv", log(&truth, 8.0, 0.7)).unwrap();
    let wrong: Vec<f64> = truth.parameter_values().iter().map(|v| 1.2 * v).collect();
    truth.with_parameter_values(&wrong).unwrap().save("arm.urdf")?;

    let robot = Robot::from_file("arm.urdf")?;
    let found = Identification::new(&robot).log("run.csv")?.validate("other.csv")?.run()?;
    println!("{}", found.summary());
    for p in found.best().parameters() {
        println!("{p}");
    }
    found.best().robot().save("arm-identified.urdf")?;

    assert!(found.verdict().pass, "{found}");
    assert!(found.summary().contains("physically consistent: yes"), "{}", found.summary());
    let error = found.best().validation().unwrap().relative;
    assert!(error < 0.1, "{error}");
    let corrected = Robot::from_file("arm-identified.urdf")?;
    let checked = Validation::new(&corrected).log("other.csv")?.run()?;
    assert!(checked.verdict().pass && checked.report().validation.relative < 0.1, "{checked}");
    let before = Validation::new(&robot).log("other.csv")?.run()?;
    assert!(before.report().validation.relative > 5.0, "{before}");

    // The document is complete whether or not it is written.
    let printed = serde_json::to_string_pretty(found.report()).unwrap();
    let paths = found.save("out")?;
    let saved = std::fs::read_to_string("out/estimate.json").unwrap();
    assert_eq!(saved.trim_end(), printed);
    assert!(printed.contains("\"export\""));
    assert!(paths.len() >= 5 && paths.iter().all(|p| p.exists()), "{paths:?}");

    // A log in memory is a log.
    let memory = Identification::new(&robot).log(Log::read("run.csv")?)?.method("wls").run()?;
    let fit = found.method("wls").unwrap().fit().relative;
    assert_eq!(memory.best().fit().relative, fit);

    // Errors say what to do, as data.
    let missing = Identification::new(&robot).log("none.csv").err().unwrap();
    assert!(missing.message().contains("none.csv"), "{missing}");
    let none = Identification::new(&robot).run().err().unwrap();
    assert_eq!(none.get_hint(), Some(&Hint::GiveLog));

    // Cancelled at once, there is no result; cancelled by name, one method has none.
    let token = CancelToken::new();
    token.cancel();
    let cancelled = Identification::new(&robot).log("run.csv")?;
    assert!(cancelled.run_with_observer(&|_: &Event| {}, token).err().unwrap().is_cancelled());
    struct NoPhysical;
    impl Observer for NoPhysical {
        fn event(&self, _: &Event) {}
        fn cancels(&self, task: &str) -> bool {
            task == "physical"
        }
    }
    let found = cancelled.run_with_observer(&NoPhysical, CancelToken::new())?;
    assert_eq!(found.methods().map(|m| m.name()).collect::<Vec<_>>(), ["wls"]);
    assert_eq!(found.failed()[0].to_string(), "physical was cancelled");
    std::env::set_current_dir("/").unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    Ok(())
}
