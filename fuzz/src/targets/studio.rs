//! Requests to the studio and projects that others made: an answer that is no internal error, and nothing
//! outside of the folder.

use super::scratch;
use armlab_studio::InProcess;
use std::cell::RefCell;
use std::path::PathBuf;

/// Requests before the projects are made anew.
const REQUESTS: usize = 400;

struct Lab {
    studio: InProcess,
    folder: PathBuf,
    revision: String,
    answered: usize,
}

impl Lab {
    fn new(name: &str) -> Self {
        let folder = scratch::folder(name);
        let _ = std::fs::remove_dir_all(&folder);
        let studio = InProcess::new(folder.join("projects")).expect("a studio");
        let mut lab = Self { studio, folder, revision: "1".into(), answered: 0 };
        let (status, _) = lab.ask("POST", "/projects", b"{\"builtin\": \"scara\"}".to_vec());
        assert_eq!(status, 201);
        let log = "t,q1,q2,q3,tau1,tau2,tau3\n0,0,0,0,0,0,0\n0.01,0.1,0,0,1,0,0\n";
        lab.ask("POST", "/projects/scara/import?name=a.csv", log.into());
        lab
    }

    fn ask(&mut self, method: &str, path: &str, body: Vec<u8>) -> (u16, Vec<u8>) {
        self.answered += 1;
        let revision = format!("\"{}\"", self.revision);
        let headers = [("content-type", "application/json"), ("if-match", revision.as_str())];
        let (status, body) = self.studio.answer(method, path, &headers, body);
        if (200..300).contains(&status) && method != "GET" {
            let found = serde_json::from_slice::<serde_json::Value>(&body).ok();
            if let Some(revision) = found.and_then(|v| v["revision"].as_u64()) {
                self.revision = revision.to_string();
            }
        }
        (status, body)
    }
}

thread_local! {
    static REQUESTED: RefCell<Option<Lab>> = const { RefCell::new(None) };
    static IMPORTED: RefCell<Option<Lab>> = const { RefCell::new(None) };
}

fn with(lab: &RefCell<Option<Lab>>, name: &str, run: impl FnOnce(&mut Lab)) {
    let mut lab = lab.borrow_mut();
    if lab.as_ref().is_some_and(|lab| lab.answered > REQUESTS) {
        *lab = None;
    }
    run(lab.get_or_insert_with(|| Lab::new(name)));
}

/// A line `METHOD PATH`, then the body.
pub fn request(data: &[u8]) {
    let cut = data.iter().position(|b| *b == b'\n').unwrap_or(data.len());
    let line = String::from_utf8_lossy(&data[..cut]).into_owned();
    let Some((method, path)) = line.trim().split_once(' ') else { return };
    let body = data.get(cut + 1..).unwrap_or_default();
    // Runs go on in the background, and take longer than a request.
    if method == "POST" && path.contains("/runs") || !path.starts_with('/') {
        let _ = serde_json::from_slice::<armlab_studio::contract::RunRequest>(body);
        return;
    }
    REQUESTED.with(|lab| {
        with(lab, "studio-request", |lab| {
            let (status, body) = lab.ask(method, path, body.to_vec());
            assert_ne!(status, 500, "{line}: {}", String::from_utf8_lossy(&body));
        });
    });
}

/// A project's files in sections `== PATH`, packed as an archive; or an archive as it is.
pub fn project(data: &[u8]) {
    let archive = match data.starts_with(b"== ") {
        true => {
            let text = String::from_utf8_lossy(data);
            let files = scratch::sections(&text);
            packed(files.iter().map(|(name, content)| (*name, content.as_bytes())))
        }
        false => data.to_vec(),
    };
    IMPORTED.with(|lab| {
        with(lab, "studio-project", |lab| {
            let (status, body) = lab.ask("POST", "/import?name=p.tar", archive);
            assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
            let report: serde_json::Value = serde_json::from_slice(&body).expect("a report");
            if let Some(id) = report["project"]["id"].as_str() {
                for path in ["", "/geometry", "/motion.toml", "/runs", "/runs/1", "/runs/1/series"]
                {
                    let (status, body) =
                        lab.ask("GET", &format!("/projects/{id}{path}"), Vec::new());
                    assert_ne!(status, 500, "{path}: {}", String::from_utf8_lossy(&body));
                }
                lab.ask("POST", &format!("/projects/{id}/undo"), Vec::new());
                let (status, _) = lab.ask("DELETE", &format!("/projects/{id}"), Vec::new());
                assert_eq!(status, 200);
            }
            // Only the folder of projects is there: nothing was written beside it.
            let beside = std::fs::read_dir(&lab.folder).expect("the folder").count();
            assert_eq!(beside, 1, "a project wrote outside of the folder of projects");
        });
    });
}

/// An archive of files in one folder.
fn packed<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, content) in files {
        let mut block = [0_u8; 512];
        let path = format!("p/{}", name.trim());
        let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
        put(0, &path.as_bytes()[..path.len().min(99)]);
        put(100, b"0000600\0");
        put(124, format!("{:011o}\0", content.len()).as_bytes());
        put(156, b"0");
        put(257, b"ustar\x0000");
        archive.extend(block);
        archive.extend(content);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}
