//! The studio as one thing: its projects, events and runs.

use crate::clock::now;
use crate::contract::{ProjectCard, StudioEvent};
use crate::events::Events;
use crate::failure::{Answer, Failure};
use crate::model::Loaded;
use crate::page::Page;
use crate::project::{Index, OpenProject, ProjectDocument, slug};
use crate::runs::Queue;
use crate::token;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, UNIX_EPOCH};

/// Largest robot of which a card tells more than its name, bytes.
const LARGEST_ROBOT: usize = 1 << 20;

/// Most codes that wait to be used.
const MOST_CODES: usize = 8;

/// Everything that requests share.
pub struct Studio {
    /// Folder of the projects.
    pub folder: PathBuf,
    /// The secret.
    pub token: String,
    /// What the printed address carries: each opens the studio in one browser, once.
    codes: Mutex<Vec<String>>,
    /// The port.
    pub port: u16,
    /// Changes with every start.
    pub start: String,
    /// When it began.
    pub began: Instant,
    /// Where the page comes from.
    pub page: Page,
    /// Events for pages.
    pub events: Arc<Events>,
    /// Runs.
    pub queue: Queue,
    /// The project that was named on the command line.
    pub first: Mutex<Option<String>>,
    open: Mutex<HashMap<String, Arc<OpenProject>>>,
}

impl Studio {
    /// A studio without open projects.
    pub fn new(folder: &Path, port: u16, token: String, start: String) -> Self {
        armlab_files::remove_unfinished(folder, armlab_files::ABANDONED);
        let events = Arc::new(Events::new(start.clone()));
        Self {
            folder: folder.into(),
            token,
            codes: Mutex::new(Vec::new()),
            port,
            start,
            began: Instant::now(),
            page: Page::from_environment(),
            queue: Queue::new(events.clone()),
            events,
            first: Mutex::new(None),
            open: Mutex::new(HashMap::new()),
        }
    }

    /// An address that opens the studio in one browser, once.
    pub fn address(&self) -> io::Result<String> {
        let code = token::random()?;
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        if codes.len() == MOST_CODES {
            codes.remove(0);
        }
        codes.push(code.clone());
        Ok(format!("{}/?code={code}", self.origin()))
    }
    /// Whether this is a code that was not used before.
    pub fn redeem(&self, code: &str) -> bool {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let found = codes.iter().position(|c| token::same(code, c));
        found.map(|i| codes.remove(i)).is_some()
    }

    /// `http://127.0.0.1:PORT`
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// True for `127.0.0.1:PORT` and `localhost:PORT`.
    pub fn is_host(&self, host: &str) -> bool {
        let port = self.port.to_string();
        let name = host.strip_suffix(&port).and_then(|h| h.strip_suffix(':'));
        name.is_some_and(|n| n == "127.0.0.1" || n.eq_ignore_ascii_case("localhost"))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenProject>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of a project, whether or not it exists.
    fn place(&self, id: &str) -> Answer<PathBuf> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let sound = !id.is_empty() && id.len() <= 80 && !id.starts_with('.');
        if sound && id.chars().all(plain) { Ok(self.folder.join(id)) } else { Err(missing()) }
    }

    /// An open project; it is opened if need be.
    pub fn project(&self, id: &str) -> Answer<Arc<OpenProject>> {
        let folder = self.place(id)?;
        let mut open = self.lock();
        if let Some(project) = open.get(id) {
            return Ok(project.clone());
        }
        let real = folder.canonicalize().map_err(|_| missing())?;
        let home = self.folder.canonicalize()?;
        if real.parent() != Some(&home) || !real.join("project.toml").is_file() {
            return Err(missing());
        }
        let project = Arc::new(OpenProject::open(&folder)?);
        open.insert(id.into(), project.clone());
        Ok(project)
    }

    /// Makes a project.
    pub fn create(&self, document: ProjectDocument) -> Answer<Arc<OpenProject>> {
        let mut open = self.lock();
        let id = self.free_id(&slug(&document.name))?;
        let project = Arc::new(OpenProject::create(&self.folder.join(&id), document)?);
        open.insert(id.clone(), project.clone());
        drop(open);
        let event = StudioEvent::Project { revision: 1, label: "created".into() };
        self.events.send(&id, event);
        Ok(project)
    }

    /// Moves a project to `.trash`; the answer names it there.
    pub fn remove(&self, id: &str) -> Answer<String> {
        let project = self.project(id)?;
        self.queue.cancel_project(id);
        let trash = self.folder.join(".trash");
        armlab_files::create_private_folder(&trash)?;
        let mut open = self.lock();
        let deleted = format!("{id}-{:.0}", now() * 1e3);
        std::fs::rename(&project.folder, trash.join(&deleted))?;
        open.remove(id);
        Ok(deleted)
    }

    /// Brings a project back from `.trash`, under its old name if that is free.
    pub fn restore(&self, deleted: &str) -> Answer<Arc<OpenProject>> {
        let gone =
            || Failure::missing("there is no such deleted project", "it may be back already");
        self.place(deleted).map_err(|_| gone())?;
        let from = self.folder.join(".trash").join(deleted);
        if !from.join("project.toml").is_file() {
            return Err(gone());
        }
        let old = deleted.rsplit_once('-').map_or(deleted, |(id, _)| id);
        let id = {
            let _open = self.lock();
            let id = self.free_id(old)?;
            std::fs::rename(&from, self.folder.join(&id))?;
            id
        };
        self.project(&id)
    }

    fn free_id(&self, base: &str) -> Answer<String> {
        let name = |k: usize| if k == 1 { base.to_string() } else { format!("{base}-{k}") };
        let free = (1..10_000).map(name).find(|id| !self.folder.join(id).exists());
        free.ok_or_else(|| Failure::internal("there are too many projects of this name"))
    }

    /// Takes in a project from the files of an archive.
    pub fn take_in(&self, name: &str, files: &[(String, Vec<u8>)]) -> Answer<Arc<OpenProject>> {
        let id = {
            let _open = self.lock();
            let id = self.free_id(&slug(name))?;
            let folder = self.folder.join(&id);
            armlab_files::create_private_folder(&folder)?;
            for (path, bytes) in files {
                let path = folder.join(path);
                if let Some(parent) = path.parent() {
                    armlab_files::create_private_folder(parent)?;
                }
                armlab_files::write(&path, bytes)?;
            }
            id
        };
        self.project(&id).inspect_err(|_| {
            let _ = std::fs::remove_dir_all(self.folder.join(&id));
        })
    }

    /// All projects, the newest first.
    pub fn projects(&self) -> Answer<Vec<ProjectCard>> {
        let mut cards = Vec::new();
        for entry in std::fs::read_dir(&self.folder)?.flatten() {
            let (path, id) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let Ok(data) = std::fs::metadata(path.join("project.toml")) else { continue };
            if self.place(&id).is_err() {
                continue;
            }
            let changed = data.modified().ok().and_then(|m| m.duration_since(UNIX_EPOCH).ok());
            let changed = changed.unwrap_or_default().as_secs_f64();
            let broken = |why: String| ProjectCard {
                id: id.clone(),
                name: id.clone(),
                robot: String::new(),
                joints: None,
                logs: count(&path.join("logs")),
                runs: count(&path.join("runs")),
                changed,
                broken: Some(why),
            };
            cards.push(match Index::read(&path) {
                Err(failure) => broken(failure.0.detail),
                Ok(index) => {
                    let robot = armlab_files::read_text(path.join(&index.robot), LARGEST_ROBOT)
                        .ok()
                        .and_then(|text| Loaded::read(&index.robot, &text).ok());
                    ProjectCard {
                        name: index.name,
                        robot: robot.as_ref().map_or("", |l| l.robot.name()).into(),
                        joints: robot.map(|l| l.robot.driven_joints().count()),
                        broken: None,
                        ..broken(String::new())
                    }
                }
            });
        }
        cards.sort_by(|a, b| b.changed.total_cmp(&a.changed));
        Ok(cards)
    }
}

/// Entries of a folder that are not hidden.
fn count(folder: &Path) -> usize {
    let shown = |e: &std::fs::DirEntry| !e.file_name().to_string_lossy().starts_with('.');
    std::fs::read_dir(folder).into_iter().flatten().flatten().filter(shown).count()
}

fn missing() -> Failure {
    Failure::missing("there is no such project", "the start page lists the projects")
}
