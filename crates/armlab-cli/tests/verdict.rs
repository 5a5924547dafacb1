//! Limits of a verdict, residuals of every row, tables, mounting and joints that are not in a log.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use support::{armlab, file, scratch};

fn vectors(name: &str) -> String {
    format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder of its own, empty.
fn folder(name: &str) -> String {
    let path = scratch().join(name);
    let _ = std::fs::remove_dir_all(&path);
    path.to_str().unwrap().into()
}

/// The recommended method's entry.
fn best(document: &Value) -> &Value {
    let methods = document["methods"].as_array().unwrap();
    methods.iter().find(|m| m["method"] == document["recommended"]).unwrap()
}

/// Columns of a table of residuals; NaN where a cell is empty.
fn columns(path: &str) -> BTreeMap<String, Vec<f64>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut all: BTreeMap<String, Vec<f64>> =
        names.iter().map(|n| (n.to_string(), Vec::new())).collect();
    for line in lines {
        for (name, cell) in names.iter().zip(line.split(',')) {
            all.get_mut(*name).unwrap().push(cell.parse().unwrap_or(f64::NAN));
        }
    }
    all
}

/// Errors of joints and of all, as anybody would compute them from the table.
fn errors(columns: &BTreeMap<String, Vec<f64>>, joints: &[&str]) -> (Vec<f64>, f64) {
    let sums = joints.iter().map(|joint| {
        let of = |kind: &str| &columns[&format!("{kind}_{joint}")];
        let pairs = of("measured").iter().zip(of("predicted"));
        let pairs = pairs.filter(|(m, p)| m.is_finite() && p.is_finite());
        pairs.fold((0.0, 0.0), |(e, a), (m, p)| (e + (m - p) * (m - p), a + m * m))
    });
    let sums: Vec<(f64, f64)> = sums.collect();
    let whole = sums.iter().fold((0.0, 0.0), |(e, a), s| (e + s.0, a + s.1));
    let percent = |(e, a): (f64, f64)| 100.0 * (e / a).sqrt();
    (sums.iter().map(|s| percent(*s)).collect(), percent(whole))
}

/// The first log with some rows spoilt: stamps repeated, values missing.
fn with_bad_rows() -> String {
    let text = std::fs::read_to_string(vectors("scara_noisy.csv")).unwrap();
    let mut out = String::new();
    for (k, line) in text.lines().enumerate() {
        let mut cells: Vec<&str> = line.split(',').collect();
        if k % 97 == 50 {
            cells[2] = "";
        }
        let line = cells.join(",");
        let _ = writeln!(out, "{line}");
        if k % 131 == 60 {
            let _ = writeln!(out, "{line}");
        }
    }
    file("verdict-bad-rows.csv", out.as_bytes())
}

#[test]
fn residuals_of_every_row_give_the_errors_of_the_document() {
    let (noisy, clean, out) = (with_bad_rows(), vectors("scara_clean.csv"), folder("residuals"));
    let run = ["identify", "scara", "--log", &noisy, "--validate", &clean, "--friction", "none"];
    let more = ["--method", "wls", "--bootstrap", "0", "--out", &out, "--json"];
    let document = armlab(&[&run[..], &more].concat()).json();
    let joints = ["theta1", "theta2", "d3"];
    let names = armlab(&["robots", "scara", "--json"]).json();
    let names: Vec<&str> =
        names["joints"].as_array().unwrap().iter().map(|j| j["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), joints.len());
    for (file, log, key) in [
        ("residuals-verdict-bad-rows.csv", &noisy, "fit"),
        ("residuals-scara_clean.csv", &clean, "validation"),
    ] {
        let columns = columns(&format!("{out}/{file}"));
        let rows = std::fs::read_to_string(log).unwrap().lines().count() - 1;
        assert_eq!(columns["t"].len(), rows, "every row of {file}");
        let (each, whole) = errors(&columns, &names);
        let scores = &best(&document)[key];
        assert!((scores["relative"].as_f64().unwrap() - whole).abs() < 1e-9, "{file}");
        for (joint, error) in scores["joints"].as_array().unwrap().iter().zip(each) {
            assert!((joint["relative"].as_f64().unwrap() - error).abs() < 1e-9, "{file}");
        }
        // Ends are there and flagged; so are rows that cannot be used.
        let used = &columns["used"];
        assert!(used[0] == 0.0 && used[rows - 1] == 0.0 && used[rows / 2] == 1.0);
        assert!(columns[&format!("predicted_{}", names[0])][0].is_finite());
        assert!(used.iter().filter(|u| **u == 0.0).count() < rows / 5);
    }
    // A validation writes the same.
    let out = folder("residuals-validate");
    let document = armlab(&["validate", "scara", "--log", &clean, "--out", &out, "--json"]).json();
    let (_, whole) = errors(&columns(&format!("{out}/residuals-scara_clean.csv")), &names);
    assert!((document["validation"]["relative"].as_f64().unwrap() - whole).abs() < 1e-9);
}

#[test]
fn limits_and_what_is_accepted_decide_the_exit_code() {
    let noisy = vectors("scara_noisy.csv");
    let run = |more: &[&str]| {
        let words = ["identify", "scara", "--log", &noisy, "--friction", "none", "--method", "wls"];
        armlab(&[&words[..], &["--bootstrap", "0", "--json"], more].concat())
    };
    let plain = run(&[]).exits(0).json();
    let error = best(&plain)["fit"]["relative"].as_f64().unwrap();
    assert_eq!(best(&plain)["verdict"]["status"], "pass", "{}", best(&plain)["verdict"]);
    let (above, below) = (format!("{}", 1.5 * error), format!("{}", 0.5 * error));
    let within = run(&["--max-error", &above]).exits(0).json();
    assert!(best(&within)["verdict"]["limits"]["overall"].is_number());
    let beyond = run(&["--max-error", &below]).exits(1).json();
    assert_eq!(best(&beyond)["verdict"]["status"], "fail");
    let joint = best(&plain)["verdict"]["joints"][0]["joint"].as_str().unwrap().to_string();
    let limit = format!("{joint}={below}");
    let beyond = run(&["--max-error", "90", "--max-error", &limit]).json();
    assert_eq!(best(&beyond)["verdict"]["joints"][0]["status"], "fail", "{beyond}");
    run(&["--max-error", "elbow=3"]).complains("no driven joint");
    run(&["--max-error", "much"]).complains("not a limit");
    // A description without friction is limited where the log has friction.
    let rough = scratch().join("verdict-friction.csv");
    let text = std::fs::read_to_string(vectors("scara_clean.csv")).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let at = |name: &str| header.split(',').position(|h| h == name).unwrap();
    let (speed, effort) = (at("qd1"), at("tau1"));
    let mut out = header.to_string() + "\n";
    for line in lines {
        let mut cells: Vec<f64> = line.split(',').map(|c| c.parse().unwrap()).collect();
        cells[effort] += 2.0 * cells[speed];
        let cells: Vec<String> = cells.iter().map(|c| format!("{c:?}")).collect();
        out += &(cells.join(",") + "\n");
    }
    std::fs::write(&rough, out).unwrap();
    let rough = rough.to_str().unwrap();
    let run = armlab(&["validate", "scara", "--log", rough, "--json"]).exits(0);
    assert_eq!(run.json()["verdict"]["status"], "limited");
    assert_eq!(run.json()["verdict"]["pass"], false);
    armlab(&["validate", "scara", "--log", rough, "--accept", "pass"]).exits(1);
    armlab(&["validate", "scara", "--log", rough, "--accept", "limited"]).exits(0);
}

#[test]
fn tables_are_printed_or_written() {
    let noisy = vectors("scara_noisy.csv");
    let words = ["identify", "scara", "--log", &noisy, "--friction", "none", "--bootstrap", "0"];
    let printed = armlab(&[&words[..], &["--table", "md"]].concat()).exits(0).stdout;
    assert!(printed.contains("| parameter | value | 95 % interval |"), "{printed}");
    assert!(printed.contains("| all |"), "{printed}");
    let out = folder("tables");
    let run = armlab(&[&words[..], &["--table", "tex", "--out", &out]].concat()).exits(0);
    assert!(run.stdout.is_empty());
    let tex = std::fs::read_to_string(format!("{out}/tables.tex")).unwrap();
    assert!(tex.contains("\\begin{tabular}{lrrlrrl}"), "{tex}");
    assert_eq!(tex.matches("\\begin{table}").count(), tex.matches("\\end{table}").count());
}

#[test]
fn friction_that_depends_on_reactions_is_judged_validated_and_read_again() {
    let (log, other, out) =
        (vectors("3prr_clean.csv"), vectors("3prr_noisy.csv"), folder("load-friction"));
    let words = ["identify", "parallel3prr", "--friction", "load", "--log", &log, "--out", &out];
    let run = armlab(&[&words[..], &["--validate", &other, "--json"]].concat());
    let document = run.json();
    let verdict = &document["verdict"];
    assert!(["pass", "limited"].contains(&verdict["status"].as_str().unwrap()), "{verdict}");
    assert_eq!(verdict["joints"].as_array().unwrap().len(), 3);
    assert!(document["fit"]["relative"].as_f64().unwrap() < 5.0, "{}", document["fit"]);
    // No number has more digits than a double has.
    let longest = document["methods"].to_string();
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    assert!(longest.split([',', ':', '"', '[', ']', ' ']).all(|word| digits(word) < 25));
    // The file is the robot: it is read again, checked and validated.
    let toml = format!("{out}/{}", document["file"]["file"].as_str().unwrap());
    armlab(&["robots", &toml, "--json"]).exits(0);
    let again = armlab(&["validate", &toml, "--log", &log, "--json"]).json();
    assert_ne!(again["verdict"]["status"], "fail", "{}", again["verdict"]);
    let (fit, again) = (&document["fit"]["relative"], &again["validation"]["relative"]);
    assert!((fit.as_f64().unwrap() - again.as_f64().unwrap()).abs() < 1e-6, "{fit} {again}");
    // A limit that it does not keep fails it.
    armlab(&[&words[..6], &["--max-error", "1e-6"]].concat()).exits(1);
}

/// A mobile manipulator: two wheels, a lift, a head, and an arm of three joints.
fn mobile(upper: f64) -> String {
    let body = |name: &str, mass: f64, z: f64| {
        format!(
            "  <link name=\"{name}\">\n    <!-- {name} -->\n    <inertial>\n      <origin xyz=\"0.01 0 {z}\"/>\n      \
             <mass value=\"{mass}\"/>\n      <inertia ixx=\"{i}\" ixy=\"0\" ixz=\"0\" iyy=\"{i}\" iyz=\"0\" \
             izz=\"{k}\"/>\n    </inertial>\n  </link>\n",
            i = 0.02 * mass,
            k = 0.008 * mass
        )
    };
    let joint = |name: &str, kind: &str, parent: &str, child: &str, xyz: &str, axis: &str| {
        format!(
            "  <joint name=\"{name}\" type=\"{kind}\">\n    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n    \
             <origin xyz=\"{xyz}\"/>\n    <axis xyz=\"{axis}\"/>\n    <limit lower=\"-2.5\" upper=\"2.5\" \
             velocity=\"10\" effort=\"500\"/>\n  </joint>\n"
        )
    };
    [
        "<robot name=\"mobile\">\n  <link name=\"base\"/>\n".to_string(),
        body("wheel_l", 3.0, 0.0),
        body("wheel_r", 3.0, 0.0),
        body("lift", 9.0, 0.2),
        body("head", 1.5, 0.05),
        body("upper", upper, 0.15),
        body("fore", 2.0, 0.12),
        body("hand", 0.8, 0.05),
        joint("wheel_l_joint", "continuous", "base", "wheel_l", "0 0.2 0", "0 1 0"),
        joint("wheel_r_joint", "continuous", "base", "wheel_r", "0 -0.2 0", "0 1 0"),
        joint("lift_joint", "prismatic", "base", "lift", "0 0 0.3", "0 0 1"),
        joint("head_joint", "revolute", "lift", "head", "0 0 0.5", "0 0 1"),
        joint("shoulder", "revolute", "lift", "upper", "0.1 0 0.4", "0 1 0"),
        joint("elbow", "revolute", "upper", "fore", "0 0 0.35", "0 1 0"),
        joint("wrist", "revolute", "fore", "hand", "0 0 0.3", "1 0 0"),
        "</robot>\n".to_string(),
    ]
    .concat()
}

/// Motion and efforts of the arm while the rest stands still, under armlab's own dynamics.
fn log_of_the_arm(gravity: &str) -> String {
    let truth = file("verdict-mobile-true.urdf", mobile(5.0).as_bytes());
    let rows = 1500;
    let wave = |t: f64, j: usize, d: usize| -> f64 {
        (1..4)
            .map(|k| {
                let (k, w) = (f64::from(k), (0.8 + 0.6 * f64::from(k)) * (1.0 + 0.2 * j as f64));
                let (phase, size) = (w * t + k + j as f64, 0.5 / k);
                match d {
                    0 => size * phase.sin(),
                    1 => size * w * phase.cos(),
                    _ => -size * w * w * phase.sin(),
                }
            })
            .sum()
    };
    let names = ["shoulder", "elbow", "wrist"];
    let mut states = String::new();
    let head = |stem: &str| names.map(|n| format!("{stem}.{n}")).join(",");
    let _ = writeln!(states, "{},{},{}", head("q"), head("qd"), head("qdd"));
    let at = |t: f64, d: usize| [0, 1, 2].map(|j| format!("{:?}", wave(t, j, d))).join(",");
    for i in 0..rows {
        let t = 0.01 * f64::from(i);
        let _ = writeln!(states, "{},{},{}", at(t, 0), at(t, 1), at(t, 2));
    }
    let states = file("verdict-mobile-states.csv", states.as_bytes());
    let locks = ["wheel_l_joint", "wheel_r_joint", "lift_joint", "head_joint"];
    let locks = locks.map(|j| ["--lock".to_string(), format!("{j}=0")]).concat();
    let mut words = vec!["dynamics", &truth, "--states", &states, "--json", "--no-regressor"];
    words.extend(locks.iter().map(String::as_str));
    words.extend(["--gravity", gravity]);
    let found = armlab(&words).exits(0).json();
    let column = |what: &str| names.map(|n| format!("{n}_{what}")).join(",");
    let mut text =
        format!("t,{},{},{}\n", column("position"), column("velocity"), column("effort"));
    for (i, state) in found["states"].as_array().unwrap().iter().enumerate() {
        let t = 0.01 * i as f64;
        let numbers = |key: &str| {
            let list = state[key].as_array().unwrap().iter().map(|x| x.as_f64().unwrap());
            list.map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",")
        };
        let _ = writeln!(text, "{t:?},{},{},{}", numbers("q"), numbers("qd"), numbers("effort"));
    }
    text
}

#[test]
fn the_arm_of_a_mobile_manipulator_is_identified_and_the_rest_stays_as_it_was() {
    let log = file("verdict-arm.csv", log_of_the_arm("0,0,-9.81").as_bytes());
    let robot = file("verdict-mobile.urdf", mobile(6.0).as_bytes());
    let out = folder("mobile");
    let words = ["identify", &robot, "--log", &log, "--gravity", "0,0,-9.81", "--friction", "none"];
    let run = armlab(&[&words[..], &["--bootstrap", "0", "--out", &out, "--json"]].concat());
    assert!(run.stderr.contains("not in the log are held still"), "{}", run.stderr);
    let document = run.exits(0).json();
    assert_eq!(document["locked"].as_array().unwrap().len(), 4);
    assert!(best(&document)["fit"]["relative"].as_f64().unwrap() < 0.5, "{}", best(&document));
    // The file has all joints, and other links than those of the arm are the same to the byte.
    let written = std::fs::read_to_string(format!("{out}/mobile-identified.urdf")).unwrap();
    let original = std::fs::read_to_string(&robot).unwrap();
    let link = |text: &str, name: &str| {
        let start = text.find(&format!("<link name=\"{name}\">")).unwrap();
        text[start..start + text[start..].find("</link>").unwrap()].to_string()
    };
    for name in ["wheel_l", "wheel_r", "lift", "head"] {
        assert_eq!(link(&written, name), link(&original, name));
    }
    assert_ne!(link(&written, "upper"), link(&original, "upper"));
    let judged = ["validate", &format!("{out}/mobile-identified.urdf"), "--log", &log];
    let judged = armlab(&[&judged[..], &["--gravity", "0,0,-9.81", "--json"]].concat());
    assert!(judged.json()["validation"]["relative"].as_f64().unwrap() < 0.6);
    // By number nobody knows which joints these are.
    let numbered = log_of_the_arm("0,0,-9.81").replace("shoulder_position", "q1");
    let numbered = numbered.replace("elbow_position", "q2").replace("wrist_position", "q3");
    let numbered = file("verdict-numbered.csv", numbered.as_bytes());
    armlab(&["identify", &robot, "--log", &numbered]).complains("q4");
    armlab(&["identify", &robot, "--log", &log, "--lock", "tail=0"]).complains("tail");
}

#[test]
fn an_unknown_direction_of_gravity_is_identified() {
    let log = file("verdict-tilted.csv", log_of_the_arm("3.2,-1.5,-9.15").as_bytes());
    let robot = file("verdict-tilted.urdf", mobile(5.0).as_bytes());
    let words = ["identify", &robot, "--log", &log, "--gravity", "unknown", "--friction", "none"];
    let document = armlab(&[&words[..], &["--bootstrap", "0", "--json"]].concat()).json();
    let gravity = &document["gravity"];
    let [mut found, truth] = [[0.0; 3], [3.2, -1.5, -9.15]];
    let size = f64::sqrt(truth.iter().map(|x: &f64| x * x).sum());
    for k in 0..3 {
        found[k] = gravity["vector"][k].as_f64().unwrap();
        assert!(gravity["lower"][k].as_f64() <= gravity["upper"][k].as_f64());
        // The size of gravity is the description's.
        let expected = truth[k] / size * 9.80665;
        assert!((found[k] - expected).abs() < 0.05, "{gravity}");
    }
    assert!((gravity["angle"].as_f64().unwrap() - 21.1).abs() < 0.5, "{gravity}");
    armlab(&["validate", &robot, "--log", &log, "--gravity", "unknown"]).complains("must be known");
    armlab(&["validate", &robot, "--log", &log, "--mount", "floor"]).complains("not a mounting");
}

#[test]
fn copies_among_logs_that_are_read_in_parts_are_found() {
    let (log, other) = (vectors("scara_noisy.csv"), vectors("scara_clean.csv"));
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let part = [&lines[..1], &lines[300..900]].concat().join("\n");
    let part = file("part-of-a-log.csv", part.as_bytes());
    let reasons = |more: &[&str]| {
        let run = ["identify", "scara", "--long", "--method", "wls", "--bootstrap", "0", "--json"];
        let document = armlab(&[&run[..], more].concat()).exits(0).json();
        let reasons = best(&document)["verdict"]["reasons"].to_string();
        (reasons, best(&document)["base"].clone())
    };
    let (alone, once) = reasons(&["--log", &log, "--validate", &other]);
    assert!(!alone.contains("has the same"), "{alone}");
    let (twice, again) = reasons(&["--log", &part, "--log", &log, "--validate", &other]);
    assert!(twice.contains("`part-of-a-log.csv` has the same rows as `scara_noisy.csv`"));
    assert_eq!(once, again);
    let (seen, _) = reasons(&["--log", &log, "--validate", &part]);
    assert!(seen.contains("has the same motion as `scara_noisy.csv` and is not counted"), "{seen}");
    assert!(seen.contains("no validation log"), "{seen}");
}

/// Where in a page headings and captions stand, in the order of the page.
fn places(html: &str, parts: &[&str]) -> Vec<usize> {
    let place = |part: &&str| html.find(*part).unwrap_or_else(|| panic!("no `{part}`"));
    parts.iter().map(place).collect()
}

/// The cells of the table whose caption begins with these words, row by row.
fn table(html: &str, caption: &str) -> Vec<Vec<String>> {
    let from = html.find(&format!("<caption>{caption}")).unwrap_or_else(|| panic!("`{caption}`"));
    let table = html[from..].split("</table>").next().unwrap();
    let text = |cell: &str| {
        let cell = cell.split_once('>').unwrap().1.split("</td>").next().unwrap();
        cell.split('<').map(|p| p.rsplit('>').next().unwrap()).collect::<String>()
    };
    let rows = table.split("<tr>").filter(|row| row.contains("<td"));
    rows.map(|row| row.split("<td").skip(1).map(text).collect()).collect()
}

#[test]
fn the_report_shows_parameters_first_then_friction_residuals_and_rows() {
    let (log, out) = (vectors("scara_noisy.csv"), folder("report-content"));
    let run = ["identify", "scara", "--log", &log, "--method", "wls", "--bootstrap", "0"];
    let document = armlab(&[&run[..], &["--json", "--out", &out]].concat()).exits(0).json();
    let html = std::fs::read_to_string(format!("{out}/report.html")).unwrap();
    let order = places(
        &html,
        &[
            "<h2>Parameters</h2>",
            "<h2>Verdict</h2>",
            "<h2>Friction</h2>",
            "Dots: rows of the evaluated logs.",
            "What is left between them.",
            "A residual that is noise falls into the band at once.",
            "<h2>Joint by joint</h2>",
            "<h2>Rows used</h2>",
            "<h2>Methods</h2>",
        ],
    );
    assert!(order.is_sorted(), "{order:?}");
    // Value, interval, unit, description, change and status of every unknown.
    let rows = table(&html, "Base parameters and friction");
    let base = best(&document)["base"].as_array().unwrap();
    assert_eq!(rows.len(), base.len());
    for (row, entry) in rows.iter().zip(base) {
        assert_eq!(row[0], entry["name"].as_str().unwrap());
        let number = |key: &str| entry[key].as_f64().unwrap();
        let [value, lower, upper] = ["value", "lower", "upper"].map(number);
        assert!(lower <= value && value <= upper, "{row:?}");
        let shown = |text: &str| text.trim().replace('−', "-").parse::<f64>().unwrap();
        let near = |shown: f64, exact: f64| (shown - exact).abs() <= 1e-3 * exact.abs() + 1e-9;
        assert!(near(shown(&row[1]), value), "{row:?}");
        let (from, to) = row[2].split_once('…').unwrap();
        assert!(near(shown(from), lower) && near(shown(to), upper), "{row:?}: {lower} {upper}");
        assert_eq!(row[6], entry["status"].as_str().unwrap().replace('_', " "), "{row:?}");
    }
    let used = table(&html, "Rows of each log");
    let share: f64 = used[0][4].parse().unwrap();
    let [all, some] = [2, 3].map(|k| used[0][k].parse::<f64>().unwrap());
    assert!((share - 100.0 * some / all).abs() < 0.1 && share > 50.0, "{used:?}");
    // One picture of friction against speed for each joint, with data.
    let friction = &html[order[2]..order[4]];
    for joint in ["theta1", "theta2", "d3"] {
        assert!(friction.contains(joint), "{joint}");
    }
}

#[test]
fn the_report_of_a_log_with_a_fault_names_it_with_its_fix() {
    let text = std::fs::read_to_string(vectors("scara_noisy.csv")).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let negated = header.split(',').position(|name| name == "tau1").unwrap();
    let row = |line: &str| {
        let mut cells: Vec<String> = line.split(',').map(String::from).collect();
        cells[negated] = (-cells[negated].parse::<f64>().unwrap()).to_string();
        cells.join(",")
    };
    let rows: Vec<String> = rows.lines().map(row).collect();
    let log = file("report-fault.csv", format!("{header}\n{}\n", rows.join("\n")).as_bytes());
    let out = folder("report-fault");
    let run = ["identify", "scara", "--log", &log, "--method", "wls", "--bootstrap", "0"];
    let document = armlab(&[&run[..], &["--json", "--out", &out]].concat()).exits(1).json();
    let first = &best(&document)["verdict"]["diagnosis"][0];
    assert_eq!((&first["kind"], &first["joint"]), (&"effort_sign".into(), &"theta1".into()));
    let html = std::fs::read_to_string(format!("{out}/report.html")).unwrap();
    let rows = table(&html, "Diagnosis: faults of log or description");
    assert!(rows[0][0].contains("efforts of joint `theta1` have the opposite sign"), "{rows:?}");
    assert!(rows[0][1].parse::<f64>().unwrap() > 50.0, "{rows:?}");
    assert!(rows[0][2].contains("tau1"), "{rows:?}");
}
