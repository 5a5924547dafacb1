//! A studio in a folder of its own, and the smallest HTTP client that serves.

use armlab_studio::{Options, Running, start};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A studio that ends, with its folder, when dropped.
pub struct Lab {
    pub running: Option<Running>,
    pub folder: PathBuf,
    pub token: String,
    pub host: String,
}

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
    /// The answer, which must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }
    /// A problem with its parts, which must have this status.
    #[track_caller]
    pub fn problem(self, status: u16) -> Value {
        let answer = self.expect(status);
        assert!(answer.headers.contains("application/problem+json"), "{}", answer.headers);
        let problem = answer.json();
        for part in ["type", "title", "detail", "hint"] {
            assert!(problem[part].as_str().is_some_and(|p| !p.is_empty()), "{part}: {problem}");
        }
        problem
    }
}

impl Lab {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("armlab-lab-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self::at(folder)
    }
    pub fn at(folder: PathBuf) -> Self {
        let options = Options { folder: Some(folder.clone()), port: Some(0), path: None };
        let running = start(&options).unwrap();
        let host = running.origin.strip_prefix("http://").unwrap().to_string();
        let token = running.token.clone();
        Self { running: Some(running), folder, token, host }
    }
    /// Ends the server and keeps the folder.
    pub fn stop(&mut self) {
        self.running.take().unwrap().stop();
    }

    /// The address that was printed.
    pub fn url(&self) -> &str {
        &self.running.as_ref().unwrap().url
    }

    /// A request exactly as given.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        // A server that refuses early may close before everything is written.
        let _ = stream.write_all(request);
        read(stream)
    }

    pub fn send(&self, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
        let Self { host, token, .. } = self;
        let length = body.len();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Length: {length}\r\n{more}\r\n"
        );
        self.raw(&[head.as_bytes(), body].concat())
    }
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", b"")
    }
    pub fn with_json(&self, method: &str, path: &str, more: &str, body: &Value) -> Answer {
        let more = format!("Content-Type: application/json\r\n{more}");
        self.send(method, path, &more, body.to_string().as_bytes())
    }
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.with_json("POST", path, "", body)
    }
    /// A change for a revision.
    pub fn change(&self, method: &str, path: &str, revision: &Value, body: &Value) -> Answer {
        self.with_json(method, path, &format!("If-Match: \"{revision}\"\r\n"), body)
    }
    pub fn import(&self, path: &str, name: &str, bytes: &[u8]) -> Answer {
        self.send("POST", &format!("{path}?name={name}"), "", bytes)
    }

    /// A new project with a built-in robot.
    pub fn project(&self, robot: &str) -> Value {
        self.post("/projects", &serde_json::json!({ "builtin": robot })).expect(201).json()
    }

    /// Asks for a run and waits for its end.
    #[track_caller]
    pub fn run(&self, project: &str, request: &Value) -> Value {
        let card = self.post(&format!("/projects/{project}/runs"), request).expect(202).json();
        self.wait(project, &card["run"])
    }
    #[track_caller]
    pub fn wait(&self, project: &str, run: &Value) -> Value {
        let last = Instant::now() + Duration::from_secs(300);
        loop {
            let view = self.get(&format!("/projects/{project}/runs/{run}")).expect(200).json();
            let state = view["card"]["state"].as_str().unwrap();
            if state != "queued" && state != "running" {
                return view;
            }
            assert!(Instant::now() < last, "{view}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Events until `enough` says so.
    pub fn events(&self, last: Option<u64>, enough: impl Fn(&Value) -> bool) -> Vec<Value> {
        let Self { host, token, .. } = self;
        let last = last.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = format!(
            "GET /api/v1/events HTTP/1.1\r\nHost: {host}\r\nCookie: armlab-{}={token}\r\n{last}\r\n",
            host.rsplit(':').next().unwrap()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut told = Vec::new();
        for line in BufReader::new(stream).lines() {
            if let Some(data) = line.unwrap().strip_prefix("data: ") {
                told.push(serde_json::from_str(data).unwrap());
                if enough(told.last().unwrap()) {
                    break;
                }
            }
        }
        told
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Reads an answer of a connection that closes after it, or of known length.
pub fn read(stream: TcpStream) -> Answer {
    let mut reader = BufReader::new(stream);
    let mut headers = String::new();
    loop {
        let mut line = String::new();
        match reader.read_line(&mut line) {
            Ok(n) if n > 0 && line != "\r\n" => headers.push_str(&line),
            _ => break,
        }
    }
    let status = headers.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let lower = headers.to_lowercase();
    let length =
        lower.split("content-length: ").nth(1).and_then(|l| l.lines().next()?.parse().ok());
    let mut body = Vec::new();
    match length {
        Some(length) => {
            body.resize(length, 0);
            let _ = reader.read_exact(&mut body);
        }
        None => {
            let mut all = Vec::new();
            let _ = reader.read_to_end(&mut all);
            body = if lower.contains("chunked") { unchunked(&all) } else { all };
        }
    }
    Answer { status, headers: lower, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16).unwrap_or(0);
        if size == 0 || bytes.len() < end + 2 + size {
            break;
        }
        all.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    all
}
