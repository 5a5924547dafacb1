//! Projects: list, make, open, put away.

use super::{Shared, away};
use crate::contract::{
    CreateProject, DeletedProject, ModelPatch, MotionSpec, Project, ProjectCard,
};
use crate::failure::{Answer, Failure};
use crate::model::{Aside, Blank, edit};
use crate::project::{OpenProject, ProjectDocument, write};
use crate::server::request::Given;
use crate::studio::Studio;
use armlab::documents::file_name;
use armlab::robot::describe::write_toml;
use armlab::robot::library;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects", get(list).post(create))
        .route("/projects/{id}", get(open).delete(remove))
        .route("/trash/{deleted}/restore", post(restore))
        .route("/projects/{id}/archive.tar", get(archive))
}

async fn list(State(studio): Shared) -> Answer<Json<Vec<ProjectCard>>> {
    away(move || studio.projects()).await.map(Json)
}

async fn create(
    State(studio): Shared,
    Given(asked): Given<CreateProject>,
) -> Answer<(StatusCode, Json<Project>)> {
    let made = away(move || {
        let name = asked.name.clone();
        let project = match (&asked.builtin, &asked.text) {
            (None, None) if asked.new == Some(true) => new_robot(&studio, name)?,
            (None, None) if asked.copy_of.is_some() => {
                copy(&studio, asked.copy_of.as_deref().unwrap_or_default(), name)?
            }
            (Some(builtin_name), None) => builtin(&studio, builtin_name, name)?,
            (None, Some(text)) => {
                let file = asked.file_name.clone().unwrap_or_else(|| "robot".into());
                from_text(&studio, &file, text, asked.name.clone())?
            }
            _ => {
                let detail = "either `builtin` or `text` must be given";
                return Err(Failure::field("builtin", detail, "name a built-in robot"));
            }
        };
        Ok(project.view())
    });
    Ok((StatusCode::CREATED, Json(made.await?)))
}

async fn open(State(studio): Shared, Path(id): Path<String>) -> Answer<Json<Project>> {
    away(move || Ok(studio.project(&id)?.view())).await.map(Json)
}

async fn remove(State(studio): Shared, Path(id): Path<String>) -> Answer<Json<DeletedProject>> {
    away(move || studio.remove(&id)).await.map(|deleted| Json(DeletedProject { deleted }))
}

async fn restore(State(studio): Shared, Path(deleted): Path<String>) -> Answer<Json<Project>> {
    away(move || Ok(studio.restore(&deleted)?.view())).await.map(Json)
}

/// The whole project as one file.
async fn archive(State(studio): Shared, Path(id): Path<String>) -> Answer<Response> {
    let (name, bytes) = away(move || {
        let project = studio.project(&id)?;
        // Nothing is written meanwhile.
        let _held = project.lock();
        Ok((project.id.clone(), crate::project::archive::write(&project.folder, &project.id)?))
    })
    .await?;
    let name = format!("attachment; filename=\"{}.tar\"", file_name(&name));
    let headers = [
        (header::CONTENT_TYPE, "application/x-tar".to_string()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, bytes).into_response())
}

/// A project with a robot of one joint, to be built in the page.
fn new_robot(studio: &Studio, name: Option<String>) -> Answer<Arc<OpenProject>> {
    let loaded = crate::model::Loaded::read("robot.toml", NEW_ROBOT)?;
    let blank = Blank { mass: true, centre: true, inertia: true };
    let aside = Aside { blanks: [("link1".to_string(), blank)].into(), ..Aside::default() };
    // Fills the blank fields in.
    let patch = ModelPatch { robot_name: Some("robot".into()), ..ModelPatch::default() };
    let (robot, aside) = edit(&loaded.robot, &aside, &patch)?;
    studio.create(ProjectDocument {
        name: named(name, "new robot"),
        robot_file: "robot.toml".into(),
        aside,
        robot: write_toml(&robot),
        motion: MotionSpec::Usual,
    })
}

/// A robot that is begun with.
const NEW_ROBOT: &str = "name = \"robot\"
tool = { name = \"tool\", link = \"link1\", xyz = [0.3, 0, 0] }
[[joint]]
name = \"joint1\"
kind = \"revolute\"
limits = { lower = -3.141592653589793, upper = 3.141592653589793 }
[joint.link]
name = \"link1\"
";

/// A copy of a project with its logs, without its runs and steps.
fn copy(studio: &Studio, id: &str, name: Option<String>) -> Answer<Arc<OpenProject>> {
    let old = studio.project(id)?;
    let document = old.lock().document.clone();
    let usual = format!("{} copy", document.name);
    let new = studio.create(ProjectDocument { name: named(name, &usual), ..document })?;
    let entries = old.lock().index.logs.clone();
    for folder in ["logs", "meshes"] {
        let Ok(files) = std::fs::read_dir(old.folder.join(folder)) else { continue };
        armlab_files::create_private_folder(new.folder.join(folder))?;
        for file in files.flatten().filter(|f| f.path().is_file()) {
            std::fs::copy(file.path(), new.folder.join(folder).join(file.file_name()))?;
        }
    }
    let visual = old.folder.join("visual.urdf");
    if visual.is_file() {
        std::fs::copy(visual, new.folder.join("visual.urdf"))?;
    }
    for entry in entries.into_iter().filter(|e| e.source.starts_with("logs/")) {
        let source = entry.source.clone();
        new.set_log(&source, Some(entry))?;
    }
    Ok(new)
}

fn named(name: Option<String>, usual: &str) -> String {
    let name = name.unwrap_or_else(|| usual.into());
    let clean: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
    if clean.trim().is_empty() { usual.chars().take(80).collect() } else { clean.trim().into() }
}

/// A project with a built-in robot.
pub fn builtin(studio: &Studio, robot: &str, name: Option<String>) -> Answer<Arc<OpenProject>> {
    let Some(text) = library::source(robot) else {
        let names: Vec<&str> = library::names().collect();
        let hint = format!("built-in robots are {}", names.join(", "));
        return Err(Failure::field("builtin", "there is no such robot", hint));
    };
    studio.create(ProjectDocument {
        name: named(name, robot),
        robot_file: "robot.toml".into(),
        aside: Aside { builtin: Some(robot.into()), ..Aside::default() },
        robot: text.into(),
        motion: MotionSpec::Usual,
    })
}

/// True if a description is XML.
pub fn is_urdf(file: &str, text: &str) -> bool {
    match file.rsplit('.').next().unwrap_or_default().to_lowercase().as_str() {
        "urdf" | "xml" => true,
        "toml" => false,
        _ => text.trim_start().starts_with('<'),
    }
}

/// A project with a robot that somebody sent.
pub fn from_text(
    studio: &Studio,
    file: &str,
    text: &str,
    name: Option<String>,
) -> Answer<Arc<OpenProject>> {
    let urdf = is_urdf(file, text);
    // Complaints name the file as its owner does.
    crate::model::Loaded::read(file, text)?;
    let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let project = studio.create(ProjectDocument {
        name: named(name, stem),
        robot_file: if urdf { "robot.urdf".into() } else { "robot.toml".into() },
        aside: Aside::default(),
        robot: text.into(),
        motion: MotionSpec::Usual,
    })?;
    if urdf {
        write(project.folder.join("visual.urdf"), text.as_bytes())?;
    }
    Ok(project)
}
