//! Nothing that is sent makes the server panic, leave its folder or lose what it has.

use crate::client::Lab;
use serde_json::json;

#[test]
fn no_path_leaves_the_project() {
    let lab = Lab::new();
    lab.project("scara");
    std::fs::write(lab.folder.join("secret.txt"), "secret").unwrap();
    std::fs::write(lab.folder.join("scara/logs/a.csv"), "t,q1\n0,1\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../../secret.txt", lab.folder.join("scara/logs/link.csv")).unwrap();
    lab.get("/projects/scara/files/logs/a.csv").expect(200);
    for path in [
        "logs/../../secret.txt",
        "logs/%2e%2e/%2e%2e/secret.txt",
        "logs/..%2f..%2fsecret.txt",
        "%2fetc%2fpasswd",
        "logs%2f%00a.csv",
        "logs/link.csv",
        "project.toml",
        "logs%5c..%5c..%5csecret.txt",
    ] {
        let answer = lab.get(&format!("/projects/scara/files/{path}"));
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("secret\n") && answer.text() != "secret");
    }
    for id in ["..", "%2e%2e", ".trash", "a%2fb", "%00", "scara%00", "none"] {
        let status = lab.get(&format!("/projects/{id}")).status;
        assert!((400..500).contains(&status), "{id}: {status}");
    }
    for source in ["../secret.txt", "/etc/passwd", "logs/../../secret.txt", "project.toml", ""] {
        let status = lab.get(&format!("/projects/scara/log?source={source}")).status;
        assert!((400..500).contains(&status), "{source}: {status}");
    }
}

#[test]
fn a_body_of_a_gigabyte_is_refused_by_its_announcement_and_by_its_length() {
    let lab = Lab::new();
    lab.project("scara");
    let head = |path: &str, more: &str| {
        let (host, token) = (&lab.host, &lab.token);
        format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Type: application/json\r\n{more}\r\n"
        )
    };
    for path in ["/projects", "/projects/scara/import?name=a.csv", "/import?name=a.urdf"] {
        lab.raw(head(path, "Content-Length: 1073741824\r\n").as_bytes()).problem(413);
    }
    // Without an announcement, in parts of a megabyte.
    let mut request = head("/projects/scara/import?name=a.csv", "Transfer-Encoding: chunked\r\n");
    request.push_str("100000\r\n");
    let mut request = request.into_bytes();
    let part = [vec![b'1'; 1 << 20], b"\r\n100000\r\n".to_vec()].concat();
    (0..66).for_each(|_| request.extend_from_slice(&part));
    let answer = lab.raw(&request);
    assert!(answer.status == 413 || answer.status == 0, "{}", answer.status);
    assert!(std::fs::read_dir(lab.folder.join("scara/logs")).unwrap().next().is_none());
    lab.get("/health").expect(200);
}

#[test]
fn malformed_requests_are_answered_with_a_located_problem() {
    let lab = Lab::new();
    lab.project("scara");
    let send = |path: &str, body: &str| {
        lab.send("POST", path, "Content-Type: application/json\r\n", body.as_bytes())
    };
    let problem = send("/projects", "{\n \"builtin\": }").problem(400);
    assert_eq!(problem["line"], 2);
    send("/projects", "").problem(400);
    send("/projects", "[]").problem(422);
    send("/projects", "{\"builtin\": \"scara\", \"odd\": 1}").problem(422);
    send("/projects", "{\"builtin\": \"nothing\"}").problem(422);
    send("/projects", &"[".repeat(100_000)).problem(422);
    send("/projects", &format!("{{\"builtin\": {}", "[".repeat(100_000))).problem(422);
    lab.send("POST", "/projects", "Content-Type: text/plain\r\n", b"{}").problem(415);
    for (path, body) in [
        ("/projects/scara/poses", json!({ "q": [[1.0]] })),
        ("/projects/scara/poses", json!({ "q": vec![vec![0.0; 3]; 20_001] })),
        ("/projects/scara/ik", json!({ "target": [] })),
        ("/projects/scara/ik", json!({ "target": [1e308, 0.0], "start": [1.0] })),
        ("/projects/scara/ik", json!({ "target": [0.1, 0.1], "method": "magic" })),
        ("/projects/scara/ik", json!({ "target": [0.1], "components": ["w"] })),
        ("/projects/scara/workspace", json!({ "samples": 0 })),
        ("/projects/scara/motion/paste", json!({ "text": "a b c", "units": ["rad", "x", "m"] })),
        ("/projects/scara/runs", json!({ "kind": "identify", "options": { "logs": [] } })),
        ("/projects/scara/runs", json!({ "kind": "identify", "options": { "logs": ["x"] } })),
        ("/projects/scara/runs", json!({ "kind": "excite", "options": { "basis": "odd" } })),
        ("/projects/scara/runs", json!({ "kind": "excite", "options": { "harmonics": 100_000 } })),
        ("/projects/scara/runs", json!({ "kind": "simulate", "options": { "experiment": 3 } })),
        (
            "/projects/scara/runs",
            json!({ "kind": "simulate", "options": { "experiment": { "rate": -1 } } }),
        ),
        ("/projects/scara/runs", json!({ "kind": "dance", "options": {} })),
    ] {
        let answer = lab.post(path, &body);
        assert!(
            (400..500).contains(&answer.status),
            "{path} {body}: {} {}",
            answer.status,
            answer.text()
        );
    }
    lab.get("/projects/scara/runs/1").problem(404);
    lab.get("/projects/scara/runs/-1/series").problem(404);
    lab.get("/nowhere").problem(404);
    lab.send("DELETE", "/health", "", b"").problem(405);
}

#[test]
fn hostile_files_are_refused_and_the_model_stays() {
    let lab = Lab::new();
    lab.project("scara");
    let before = lab.get("/projects/scara/model").expect(200).json();
    let deep = "<a>".repeat(50_000);
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><robot name=\"&b;\"/>";
    let files: [(&str, Vec<u8>); 9] = [
        ("a.urdf", b"<robot name='x'>\n  <link nme='a'/>\n</robot>".to_vec()),
        ("a.urdf", deep.into_bytes()),
        ("a.urdf", bomb.into()),
        ("a.toml", b"name = \"x\"\n[[joint]]\n".to_vec()),
        ("a.toml", vec![0xff, 0xfe, 0x00]),
        ("a.csv", b"t,q1,q2,q3,tau1,tau2,tau3\n0,1,2\n0.1,a,b,c,d,e,f\n".to_vec()),
        ("a.csv", vec![0; 1000]),
        ("a.parquet", b"PAR1 this is not parquet PAR1".to_vec()),
        ("a.exe", b"MZ".to_vec()),
    ];
    for (name, bytes) in files {
        let report = lab.import("/projects/scara/import", name, &bytes).expect(200).json();
        assert_eq!(report["ok"], false, "{name}: {report}");
        assert!(report["problem"]["hint"].as_str().is_some_and(|h| !h.is_empty()), "{report}");
    }
    let report =
        lab.import("/projects/scara/import", "x.urdf", b"<robot name='x'>\n <oops\n").json();
    assert!(report["problem"]["line"].as_u64().is_some_and(|l| l >= 2), "{report}");
    assert_eq!(lab.get("/projects/scara/model").json(), before);
    assert!(std::fs::read_dir(lab.folder.join("scara/logs")).unwrap().next().is_none());
    // Nothing of the uploads is left.
    let left = std::fs::read_dir(&lab.folder).unwrap().flatten();
    assert!(left.map(|e| e.file_name()).all(|n| !n.to_string_lossy().contains("upload")));
}

/// An archive of a project's files.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, content) in files {
        let mut block = [0_u8; 512];
        let path = format!("p/{name}");
        let size = format!("{:011o}\0", content.len());
        block[..path.len()].copy_from_slice(path.as_bytes());
        block[124..136].copy_from_slice(size.as_bytes());
        block[156] = b'0';
        block[257..265].copy_from_slice(b"ustar\x0000");
        bytes.extend(block);
        bytes.extend(content.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

#[test]
fn a_project_that_somebody_else_made_names_no_file_outside_of_it() {
    let lab = Lab::new();
    let robot = armlab::robot::library::source("scara").unwrap();
    let index = |robot_file: &str, revision: u32| {
        format!(
            "name = \"p\"\nrobot = \"{robot_file}\"\nrevision = {revision}\nposition = 0\nnext_step = 2\n\
             [[history]]\nfile = 1\nlabel = \"x\"\n"
        )
    };
    let step = |robot_file: &str| {
        format!("name = \"p\"\nrobot_file = \"{robot_file}\"\nrobot = '''\n{robot}'''\n")
    };
    let import = |index: &str, step: &str| {
        let files = [("project.toml", index), ("history/000001.toml", step), ("robot.toml", robot)];
        lab.import("/import", "p.tar", &archive(&files)).expect(200).json()
    };
    assert_eq!(import(&index("robot.toml", 1), &step("robot.toml"))["ok"], true);
    let outside = lab.folder.join("outside.toml");
    let absolute = outside.display().to_string();
    for name in ["../outside.toml", "../../outside.toml", absolute.as_str(), "logs/x.toml", ""] {
        for (index, step) in
            [(index(name, 1), step("robot.toml")), (index("robot.toml", 1), step(name))]
        {
            let report = import(&index, &step);
            assert_eq!(report["ok"], false, "{name}: {report}");
        }
        assert!(!outside.exists(), "{name}");
    }
    // Numbers that a change would count beyond their end.
    let report = import(&index("robot.toml", u32::MAX), &step("robot.toml"));
    assert_eq!(report["ok"], false, "{report}");
}
