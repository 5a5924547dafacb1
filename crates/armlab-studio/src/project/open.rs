//! A project that is open: its state in memory, equal to what is on the disk.

use super::document::ProjectDocument;
use super::index::{Index, LogEntry, text};
use super::run_folder::RunRecord;
use crate::contract::{LogCard, MotionSpec, Project};
use crate::failure::{Answer, Failure};
use crate::model::{self, Aside, Loaded};
use axum::http::StatusCode;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A project.
pub struct OpenProject {
    /// Name of its folder.
    pub id: String,
    /// Its folder.
    pub folder: PathBuf,
    state: Mutex<State>,
}

/// What may change.
pub struct State {
    /// `project.toml`.
    pub index: Index,
    /// The document at its position.
    pub document: ProjectDocument,
    /// The robot in it.
    pub loaded: Arc<Loaded>,
    /// Runs by number.
    pub runs: BTreeMap<u32, RunRecord>,
}

impl OpenProject {
    /// Makes a new project in a folder that does not exist yet.
    pub fn create(folder: &Path, document: ProjectDocument) -> Answer<Self> {
        let loaded = Arc::new(Loaded::read(&document.robot_file, &document.robot)?);
        armlab_files::create_private_folder(folder.join("logs"))?;
        let (name, robot) = (document.name.clone(), document.robot_file.clone());
        let (logs, history) = (Vec::new(), Vec::new());
        let empty = Index { name, robot, revision: 0, position: 0, next_step: 1, logs, history };
        let index = empty.stepped(folder, &document, "created")?;
        put_files(folder, &document, &loaded)?;
        index.write(folder)?;
        Ok(Self::with(folder, State { index, document, loaded, runs: BTreeMap::new() }))
    }

    /// Opens a project's folder. A robot that was edited by hand becomes a step of its own; a
    /// step that was cut off before it was answered is taken back.
    pub fn open(folder: &Path) -> Answer<Self> {
        for folder in [folder, &folder.join("history")] {
            armlab_files::remove_unfinished(folder, armlab_files::ABANDONED);
        }
        let index = Index::read(folder)?;
        let document = index.document(folder, index.position)?;
        let loaded = Arc::new(Loaded::read(&document.robot_file, &document.robot)?);
        let runs = RunRecord::all(folder).into_iter().map(|r| (r.card.run, r)).collect();
        let project = Self::with(folder, State { index, document, loaded, runs });
        project.settle_robot_file()?;
        Ok(project)
    }

    fn with(folder: &Path, state: State) -> Self {
        let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { id, folder: folder.into(), state: Mutex::new(state) }
    }

    fn settle_robot_file(&self) -> Answer<()> {
        let state = self.lock();
        let found = text(&self.folder.join(&state.document.robot_file)).unwrap_or_default();
        if found == state.document.robot {
            return Ok(());
        }
        let position = state.index.position;
        let neighbours = [position.checked_sub(1), Some(position + 1)].into_iter().flatten();
        let cut_off = neighbours
            .filter_map(|p| state.index.document(&self.folder, p).ok())
            .any(|d| d.robot == found);
        let by_hand =
            ProjectDocument { robot: found, aside: Aside::default(), ..state.document.clone() };
        let readable = Loaded::read(&by_hand.robot_file, &by_hand.robot).is_ok();
        // The file of a step that was cut off before `project.toml` was written.
        let unfinished = state.index.document_of_file(&self.folder, state.index.next_step);
        let unfinished = unfinished.is_some_and(|d| d.robot == by_hand.robot);
        if cut_off || unfinished || !readable {
            return put_files(&self.folder, &state.document, &state.loaded);
        }
        drop(state);
        self.change(None, "edited outside the studio", |_, _| Ok(by_hand)).map(|_| ())
    }

    /// The state, for as long as the answer is held.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The robot as it is now.
    pub fn loaded(&self) -> Arc<Loaded> {
        self.lock().loaded.clone()
    }

    /// Changes the document. `based_on` is the revision that the writer saw.
    pub fn change(
        &self,
        based_on: Option<u32>,
        label: &str,
        change: impl FnOnce(&ProjectDocument, &Loaded) -> Answer<ProjectDocument>,
    ) -> Answer<u32> {
        let mut state = self.lock();
        state.check(based_on)?;
        let document = change(&state.document, &state.loaded)?;
        if document == state.document {
            return Ok(state.index.revision);
        }
        let loaded = if document.robot == state.document.robot {
            state.loaded.clone()
        } else {
            Arc::new(Loaded::read(&document.robot_file, &document.robot)?)
        };
        let mut index = state.index.stepped(&self.folder, &document, label)?;
        (index.name, index.robot) = (document.name.clone(), document.robot_file.clone());
        self.settle(&mut state, index, document, loaded)
    }

    /// Goes a step back or forth.
    pub fn step(&self, based_on: Option<u32>, back: bool) -> Answer<u32> {
        let mut state = self.lock();
        state.check(based_on)?;
        let position = state.index.position;
        let to = if back { position.checked_sub(1) } else { Some(position + 1) };
        let Some(to) = to.filter(|&p| p < state.index.history.len()) else {
            let word = if back { "undo" } else { "redo" };
            let detail = format!("there is nothing to {word}");
            return Err(Failure::new(StatusCode::CONFLICT, "nothing-there", detail, "go on"));
        };
        let document = state.index.document(&self.folder, to)?;
        let loaded = Arc::new(Loaded::read(&document.robot_file, &document.robot)?);
        let mut index = state.index.clone();
        (index.position, index.revision) = (to, index.revision + 1);
        (index.name, index.robot) = (document.name.clone(), document.robot_file.clone());
        self.settle(&mut state, index, document, loaded)
    }

    fn settle(
        &self,
        state: &mut State,
        index: Index,
        document: ProjectDocument,
        loaded: Arc<Loaded>,
    ) -> Answer<u32> {
        put_files(&self.folder, &document, &loaded)?;
        index.write(&self.folder)?;
        index.forget(&self.folder, &state.index);
        if state.document.robot_file != document.robot_file {
            let _ = std::fs::remove_file(self.folder.join(&state.document.robot_file));
        }
        let revision = index.revision;
        (state.index, state.document, state.loaded) = (index, document, loaded);
        Ok(revision)
    }

    /// Says how a log is read from now on; `None` forgets it.
    pub fn set_log(&self, source: &str, entry: Option<LogEntry>) -> Answer<()> {
        let mut state = self.lock();
        let mut index = state.index.clone();
        index.logs.retain(|l| l.source != source);
        index.logs.extend(entry);
        index.write(&self.folder)?;
        state.index = index;
        Ok(())
    }

    /// The whole project.
    pub fn view(&self) -> Project {
        let state = self.lock();
        let State { index, document, loaded, runs } = &*state;
        let step = |p: usize| index.history.get(p).map(|s| s.label.clone());
        Project {
            id: self.id.clone(),
            name: document.name.clone(),
            folder: self.folder.display().to_string(),
            revision: index.revision,
            undo: step(index.position).filter(|_| index.position > 0),
            redo: step(index.position + 1),
            model: model::view(loaded, &document.aside, index.revision),
            motion: document.motion.clone(),
            logs: self.logs(index),
            runs: runs.values().map(|r| r.card.clone()).collect(),
        }
    }

    fn logs(&self, index: &Index) -> Vec<LogCard> {
        let mut logs = Vec::new();
        let mut add = |source: String| {
            let Ok(data) = std::fs::metadata(self.folder.join(&source)) else { return };
            let LogEntry { source, map, rate } = index.log(&source);
            logs.push(LogCard { source, size: data.len() as f64, map, rate });
        };
        let entries = std::fs::read_dir(self.folder.join("logs")).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        for name in names.iter().filter(|n| !n.starts_with('.')) {
            add(format!("logs/{name}"));
        }
        let runs = std::fs::read_dir(self.folder.join("runs")).into_iter().flatten().flatten();
        let mut numbers: Vec<u32> =
            runs.filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
        numbers.sort_unstable();
        numbers.into_iter().for_each(|n| add(format!("runs/{n}/log.csv")));
        logs
    }
}

impl State {
    fn check(&self, based_on: Option<u32>) -> Answer<()> {
        match based_on {
            Some(seen) if seen != self.index.revision => {
                let now = self.index.revision;
                let detail = format!("the project is at revision {now}, the change is for {seen}");
                let hint = "look at what was changed meanwhile, then change it again";
                Err(Failure::new(StatusCode::CONFLICT, "changed-meanwhile", detail, hint))
            }
            _ => Ok(()),
        }
    }
}

/// The files that a person reads: robot and motion.
fn put_files(folder: &Path, document: &ProjectDocument, loaded: &Loaded) -> Answer<()> {
    armlab_files::write(folder.join(&document.robot_file), document.robot.as_bytes())?;
    let motion = folder.join("motion.toml");
    match &document.motion {
        MotionSpec::Usual => {
            let _ = std::fs::remove_file(motion);
        }
        spec => {
            // A motion that no longer fits the robot stays in the document, and is refused
            // where it is used.
            if let Ok(built) = crate::motion::build(spec, &loaded.robot, folder) {
                armlab_files::write(&motion, built.file.as_bytes())?;
            }
        }
    }
    Ok(())
}
