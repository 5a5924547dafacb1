//! Files that are dropped on the page: robots, logs, meshes, trajectories.
//!
//! The body goes to the disk as it comes, so that a large log needs no memory; nothing of the
//! project changes before the whole file was read and understood.

use super::{Shared, away, changed, import_folder};
use crate::compute::log::Source;
use crate::compute::shapes::mesh_name;
use crate::contract::{FindingView, ImportReport, MotionSpec, StudioEvent};
use crate::failure::{Answer, Failure};
use crate::model::{Aside, Loaded, finding, is_rewritten};
use crate::motion::build;
use crate::project::{OpenProject, ProjectDocument, slug, write};
use crate::routes::picture::picture;
use crate::routes::projects::{from_text, is_urdf};
use crate::server::request::{Asked, LARGEST_FILE, announced, next_part, too_large};
use crate::studio::Studio;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::AsyncWriteExt;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/import", post(anywhere))
        .route("/projects/{id}/import", post(into_project))
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

/// A file on the disk that is deleted unless it is moved away.
struct Arrived(PathBuf);

impl Drop for Arrived {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Writes the body to a file.
async fn arrived(studio: &Studio, headers: &HeaderMap, mut body: Body) -> Answer<Arrived> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    announced(headers, LARGEST_FILE)?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!(".upload-{}-{number}.part", std::process::id());
    let arrived = Arrived(studio.folder.join(name));
    let mut file = tokio::fs::File::create(&arrived.0).await?;
    let mut size = 0;
    while let Some(part) = next_part(&mut body).await? {
        size += part.len() as u64;
        if size > LARGEST_FILE {
            return Err(too_large(LARGEST_FILE));
        }
        file.write_all(&part).await?;
    }
    file.sync_data().await?;
    Ok(arrived)
}

/// The last part of a name, and its ending.
fn parts(name: &str) -> (String, String) {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).take(120).collect();
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, e)| e.to_lowercase());
    (name, ending)
}

fn text(arrived: &Arrived) -> Answer<String> {
    let bytes = std::fs::read(&arrived.0)?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::wrong(format_args!("byte {at} is not UTF-8 text"), "save the file in UTF-8")
    })
}

fn refused(kind: &str, file: &str, failure: Failure) -> ImportReport {
    ImportReport {
        ok: false,
        kind: kind.into(),
        file: file.into(),
        warnings: Vec::new(),
        missing: Vec::new(),
        problem: Some(failure.problem()),
        project: None,
        log: None,
    }
}

fn note(message: &str) -> FindingView {
    FindingView {
        severity: "info".into(),
        subject: String::new(),
        code: "reader".into(),
        message: message.into(),
        why: String::new(),
        fix: String::new(),
    }
}

async fn anywhere(
    State(studio): Shared,
    Asked(Name { name }): Asked<Name>,
    headers: HeaderMap,
    body: Body,
) -> Answer<Json<ImportReport>> {
    let arrived = arrived(&studio, &headers, body).await?;
    let answer = away(move || {
        let (name, ending) = parts(&name);
        if ending == "tar" {
            return Ok(archived(&studio, &name, &arrived)
                .unwrap_or_else(|failure| refused("project", &name, failure)));
        }
        if !["urdf", "xml", "toml", "xacro", "sdf", "mjcf"].contains(&ending.as_str()) {
            let hint = "open or make a project first, then drop the log or mesh on it";
            let what = "a robot (.urdf, .xacro, .sdf, .xml of MuJoCo, .toml) makes a project";
            return Ok(refused("log", &name, Failure::wrong(what, hint)));
        }
        match new_project(&studio, &name, &ending, &arrived) {
            Err(failure) => Ok(refused("robot", &name, failure)),
            Ok((project, notes)) => {
                let mut report = robot_report(&studio, &project, "imported");
                report.warnings.extend(notes.iter().map(|n| note(n)));
                Ok(report)
            }
        }
    });
    answer.await.map(Json)
}

/// A project with a robot that arrived, and what is to be said of it.
fn new_project(
    studio: &Studio,
    name: &str,
    ending: &str,
    arrived: &Arrived,
) -> Answer<(Arc<OpenProject>, Vec<String>)> {
    let text = text(arrived)?;
    if !is_rewritten(ending, &text) {
        return Ok((from_text(studio, name, &text, None)?, Vec::new()));
    }
    let found = import_folder::single(studio, name, text.as_bytes())?;
    let stem = name.split('.').next().unwrap_or_default().to_string();
    let project = from_text(studio, "robot.toml", &found.text, Some(stem))?;
    write(project.folder.join("visual.urdf"), found.visual.as_bytes())?;
    Ok((project, found.notes))
}

/// A project from its archive, or from an archive of a robot's files.
fn archived(studio: &Studio, name: &str, arrived: &Arrived) -> Answer<ImportReport> {
    let bytes = std::fs::read(&arrived.0)?;
    let files = crate::project::archive::entries(&bytes)?;
    if !crate::project::archive::holds_project(&files) {
        let (project, notes) = import_folder::project_of(studio, &files)?;
        let mut report = robot_report(studio, &project, "imported");
        report.warnings.extend(notes.iter().map(|n| note(n)));
        return Ok(report);
    }
    let files = crate::project::archive::read(&bytes)?;
    let project = studio.take_in(name.trim_end_matches(".tar"), &files)?;
    let report = robot_report(studio, &project, "imported");
    Ok(ImportReport { kind: "project".into(), ..report })
}

/// What to say of a robot that is in the project now.
fn robot_report(studio: &Studio, project: &OpenProject, label: &str) -> ImportReport {
    let loaded = project.loaded();
    let notes = loaded.notes.iter().map(|n| note(n));
    let missing = picture(project).map(|g| g.missing).unwrap_or_default();
    // A lock within the answer would last until the end of it.
    let file = project.lock().document.robot_file.clone();
    ImportReport {
        ok: true,
        kind: "robot".into(),
        file,
        warnings: loaded.findings.iter().map(finding).chain(notes).collect(),
        missing,
        problem: None,
        project: Some(changed(studio, project, label)),
        log: None,
    }
}

async fn into_project(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(Name { name }): Asked<Name>,
    headers: HeaderMap,
    body: Body,
) -> Answer<Json<ImportReport>> {
    let known = studio.clone();
    let project = away(move || known.project(&id)).await?;
    let arrived = arrived(&studio, &headers, body).await?;
    let answer = away(move || {
        let (name, ending) = parts(&name);
        let (kind, done) = match ending.as_str() {
            "urdf" | "xml" | "xacro" | "sdf" | "mjcf" => {
                ("robot", robot(&studio, &project, &name, &ending, &arrived))
            }
            "toml" => match text(&arrived) {
                Ok(text) if is_motion(&text) => ("motion", motion(&studio, &project, &text)),
                _ => ("robot", robot(&studio, &project, &name, &ending, &arrived)),
            },
            mesh_ending if import_folder::MESHES.contains(&mesh_ending) => {
                ("mesh", mesh(&studio, &project, &name, &arrived))
            }
            _ => ("log", log(&studio, &project, &name, &ending, &arrived)),
        };
        Ok(done.unwrap_or_else(|failure| refused(kind, &name, failure)))
    });
    answer.await.map(Json)
}

/// True for the text of a trajectory file: it says its `kind` before any table.
fn is_motion(text: &str) -> bool {
    let top = text.lines().take_while(|l| !l.trim_start().starts_with('['));
    top.into_iter().any(|l| l.trim_start().starts_with("kind"))
}

fn robot(
    studio: &Studio,
    project: &OpenProject,
    name: &str,
    ending: &str,
    arrived: &Arrived,
) -> Answer<ImportReport> {
    let mut text = text(arrived)?;
    let (mut notes, mut visual) = (Vec::new(), None);
    if is_rewritten(ending, &text) {
        let found = import_folder::single(studio, name, text.as_bytes())?;
        (text, notes, visual) = (found.text, found.notes, Some(found.visual));
    }
    let urdf = visual.is_none() && is_urdf(name, &text);
    Loaded::read(if visual.is_some() { "robot.toml" } else { name }, &text)?;
    let label = format!("import {name}");
    project.change(None, &label, |document, _| {
        Ok(ProjectDocument {
            robot_file: if urdf { "robot.urdf".into() } else { "robot.toml".into() },
            robot: text.clone(),
            aside: Aside::default(),
            ..document.clone()
        })
    })?;
    if let Some(visual) = visual.or_else(|| urdf.then(|| text.clone())) {
        write(project.folder.join("visual.urdf"), visual.as_bytes())?;
    }
    let mut report = robot_report(studio, project, &label);
    report.warnings.extend(notes.iter().map(|n| note(n)));
    Ok(report)
}

fn motion(studio: &Studio, project: &OpenProject, text: &str) -> Answer<ImportReport> {
    let motion = MotionSpec::File { text: text.into(), platform: false };
    project.change(None, "import a motion", |document, loaded| {
        build(&motion, &loaded.robot, &project.folder)?;
        Ok(ProjectDocument { motion: motion.clone(), ..document.clone() })
    })?;
    Ok(ImportReport {
        kind: "motion".into(),
        file: "motion.toml".into(),
        warnings: Vec::new(),
        missing: Vec::new(),
        ..robot_report(studio, project, "import a motion")
    })
}

fn mesh(
    studio: &Studio,
    project: &OpenProject,
    name: &str,
    arrived: &Arrived,
) -> Answer<ImportReport> {
    let Some(name) = mesh_name(name) else {
        let hint = "use letters, digits, dots, dashes and spaces";
        return Err(Failure::wrong("the mesh has an odd name", hint));
    };
    let folder = project.folder.join("meshes");
    armlab_files::create_private_folder(&folder)?;
    std::fs::rename(&arrived.0, folder.join(&name))?;
    let file = format!("meshes/{name}");
    let report = robot_report(studio, project, "add a mesh");
    Ok(ImportReport { kind: "mesh".into(), file, warnings: Vec::new(), ..report })
}

fn log(
    studio: &Studio,
    project: &OpenProject,
    name: &str,
    ending: &str,
    arrived: &Arrived,
) -> Answer<ImportReport> {
    let known = ["csv", "txt", "gz", "parquet", "npz", "mcap", "tsv", "dat", "zst"];
    if !known.contains(&ending) {
        let hint = "logs are .csv, .csv.gz, .parquet, .npz, .mcap; robots .urdf, .toml";
        return Err(Failure::wrong("it is neither a log, a robot, a motion nor a mesh", hint));
    }
    let stem = name.strip_suffix(&format!(".{ending}")).unwrap_or(name);
    let (stem, inner) = match stem.rsplit_once('.') {
        Some((stem, inner)) if ending == "gz" || ending == "zst" => (stem, format!("{inner}.")),
        _ => (stem, String::new()),
    };
    let inner: String =
        inner.to_lowercase().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    let base = slug(stem);
    let place = |k: usize| {
        let number = if k == 1 { String::new() } else { format!("-{k}") };
        format!("logs/{base}{number}.{inner}{ending}")
    };
    armlab_files::create_private_folder(project.folder.join("logs"))?;
    let free = (1..10_000).map(place).find(|p| !project.folder.join(p).exists());
    let Some(source) = free else {
        return Err(Failure::internal("there are too many logs of this name"));
    };
    let path = project.folder.join(&source);
    std::fs::rename(&arrived.0, &path)?;
    let loaded = project.loaded();
    let file = project.lock().document.robot_file.clone();
    let preview = Source::find(project, &source)
        .and_then(|found| found.preview_or_columns(&loaded.robot, &file));
    let preview = match preview {
        Ok(preview) => preview,
        Err(mut failure) => {
            let _ = std::fs::remove_file(&path);
            failure.0.detail = failure.0.detail.replace(&source, name);
            failure.0.file = Some(name.into());
            return Err(failure);
        }
    };
    studio.events.send(&project.id, StudioEvent::Files);
    Ok(ImportReport {
        ok: true,
        kind: "log".into(),
        file: source,
        warnings: preview.findings.clone(),
        missing: Vec::new(),
        problem: None,
        project: Some(project.view()),
        log: Some(preview),
    })
}
