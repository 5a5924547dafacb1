//! `armlab studio` as a process: its address, its end, what a kill leaves, and that it finds
//! what the command line finds.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Lab {
    process: Child,
    host: String,
    token: String,
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("armlab-studio-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

impl Lab {
    fn start(folder: &Path, more: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_armlab"));
        command.args(["studio", "--json", "--no-open", "--dir"]).arg(folder).args(more);
        Self::started(&mut command)
    }

    fn started(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut printed = BufReader::new(process.stdout.take().unwrap());
        let mut text = String::new();
        while serde_json::from_str::<Value>(&text).is_err() {
            assert!(printed.read_line(&mut text).unwrap() > 0, "{text}");
        }
        let address: Value = serde_json::from_str(&text).unwrap();
        let part = |name: &str| address[name].as_str().unwrap().to_string();
        let host = part("origin").strip_prefix("http://").unwrap().into();
        Self { process, host, token: part("token") }
    }

    fn send(&self, method: &str, path: &str, more: &str, body: &Value) -> (u16, Value) {
        let Self { host, token, .. } = self;
        let body = body.to_string();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Type: application/json\r\n{more}\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// The answer to a browser's first request, without a token.
    fn page(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.host);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn run(&self, project: &str, request: &Value) -> Value {
        let (status, card) = self.send("POST", &format!("/projects/{project}/runs"), "", request);
        assert_eq!(status, 202, "{card}");
        let path = format!("/projects/{project}/runs/{}", card["run"]);
        let last = Instant::now() + Duration::from_secs(300);
        loop {
            let (_, view) = self.send("GET", &path, "", &json!({}));
            if !["queued", "running"].contains(&view["card"]["state"].as_str().unwrap()) {
                assert_eq!(view["card"]["state"], "done", "{view}");
                return view;
            }
            assert!(Instant::now() < last, "{view}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_killed_server_has_lost_nothing_that_it_answered() {
    let folder = folder("killed");
    let mut lab = Lab::start(&folder, &["scara"]);
    let (_, project) = lab.send("GET", "/projects/scara", "", &json!({}));
    let link = project["model"]["links"][0]["name"].as_str().unwrap();
    let mut revision = project["revision"].clone();
    for k in 1..=20 {
        let patch = json!({ "links": { link: { "mass": 1.0 + f64::from(k) / 16.0 } } });
        let matched = format!("If-Match: \"{revision}\"\r\n");
        let (status, changed) = lab.send("PATCH", "/projects/scara/model", &matched, &patch);
        assert_eq!(status, 200, "{changed}");
        revision = changed["revision"].clone();
    }
    lab.process.kill().unwrap();
    lab.process.wait().unwrap();
    let again = Lab::start(&folder, &[]);
    assert_eq!(again.token, lab.token);
    let (_, project) = again.send("GET", "/projects/scara", "", &json!({}));
    assert_eq!(project["revision"], revision);
    assert_eq!(project["model"]["links"][0]["mass"]["value"], 2.25);
    let (_, undone) = again.send("POST", "/projects/scara/undo", "", &json!({}));
    assert_eq!(undone["model"]["links"][0]["mass"]["value"], 2.1875);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
#[cfg(unix)]
fn an_interrupt_and_a_request_to_end_are_a_normal_end() {
    for signal in ["-INT", "-TERM"] {
        let folder = folder(&signal[1..]);
        let mut lab = Lab::start(&folder, &["--port", "0"]);
        assert_eq!(lab.send("GET", "/health", "", &json!({})).0, 200);
        lab.signal(signal);
        assert_eq!(lab.process.wait().unwrap().code(), Some(0), "{signal}");
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// Without times and places, which differ from run to run.
/// The browser is a program whose arguments every user of the machine can list.
#[test]
#[cfg(unix)]
fn the_browser_gets_an_address_that_opens_once_and_never_the_token() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("browser");
    std::fs::create_dir_all(&folder).unwrap();
    let opened = folder.join("opened");
    for name in ["xdg-open", "open"] {
        let program = folder.join(name);
        let script =
            format!("#!/bin/sh\necho \"$@\" > {0}.new\nmv {0}.new {0}\n", opened.display());
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.display());
    let projects = folder.join("data/projects");
    let start = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_armlab"));
        command.args(["studio", "--json", "--port", "0", "--dir"]).arg(&projects).args(more);
        Lab::started(command.env("PATH", &path).env("DISPLAY", ":0"))
    };
    let mut lab = start(&["scara"]);
    let last = Instant::now() + Duration::from_secs(60);
    while !opened.exists() {
        assert!(Instant::now() < last, "no browser was opened");
        std::thread::sleep(Duration::from_millis(10));
    }
    let address = std::fs::read_to_string(&opened).unwrap();
    assert!(!address.contains(&lab.token), "{address}");
    let place = address.trim().strip_prefix(&format!("http://{}", lab.host)).unwrap();
    assert!(lab.page(place).contains(&lab.token), "the first visit gets the cookie");
    assert!(!lab.page(place).contains(&lab.token), "the second does not");
    // Another start has another code, and the old one opens nothing.
    lab.signal("-TERM");
    lab.process.wait().unwrap();
    let again = start(&["--no-open"]);
    assert!(!again.page(place).contains(&again.token));
    for private in [&projects, &projects.join("scara")] {
        let mode = std::fs::metadata(private).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", private.display());
    }
    drop(again);
    let _ = std::fs::remove_dir_all(folder);
}

fn comparable(value: &Value) -> Value {
    match value {
        Value::Object(o) => o
            .iter()
            .filter(|(key, _)| !["seconds", "log", "figure"].contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), comparable(value)))
            .collect(),
        Value::Array(a) => a.iter().map(comparable).collect(),
        other => other.clone(),
    }
}

#[test]
fn the_command_of_a_run_prints_the_same_document_to_the_last_digit() {
    let folder = folder("same");
    let lab = Lab::start(&folder, &["scara"]);
    let noise = json!([{ "kind": "white-noise", "sigma": { "q": 1e-5, "tau": 1e-2 } }]);
    let experiment = json!({ "rate": 200, "seed": 4, "effect": noise });
    let logs = json!(["runs/1/log.csv"]);
    for request in [
        json!({ "kind": "simulate", "options": { "experiment": experiment } }),
        json!({ "kind": "identify", "options": { "logs": logs, "methods": ["wls", "physical"] } }),
        json!({ "kind": "validate", "options": { "logs": logs } }),
    ] {
        let view = lab.run("scara", &request);
        let command = view["command"].as_str().unwrap();
        let words = command.split(' ').skip(1);
        let output = Command::new(env!("CARGO_BIN_EXE_armlab"))
            .args(words)
            .current_dir(folder.join("scara"))
            .output()
            .unwrap();
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(comparable(&printed), comparable(&view["result"]), "{command}");
    }
    let _ = std::fs::remove_dir_all(folder);
}
