//! Projects: list, make, open, put away.

use super::{Shared, away};
use crate::contract::{CreateProject, MotionSpec, Project, ProjectCard};
use crate::failure::{Answer, Failure};
use crate::project::{OpenProject, ProjectDocument, write};
use crate::server::request::Given;
use crate::studio::Studio;
use armlab::robot::library;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects", get(list).post(create))
        .route("/projects/{id}", get(open).delete(remove))
}

async fn list(State(studio): Shared) -> Answer<Json<Vec<ProjectCard>>> {
    away(move || studio.projects()).await.map(Json)
}

async fn create(
    State(studio): Shared,
    Given(asked): Given<CreateProject>,
) -> Answer<(StatusCode, Json<Project>)> {
    let made = away(move || {
        let project = match (&asked.builtin, &asked.text) {
            (Some(name), None) => builtin(&studio, name, asked.name.clone())?,
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

async fn remove(State(studio): Shared, Path(id): Path<String>) -> Answer<StatusCode> {
    away(move || studio.remove(&id)).await.map(|()| StatusCode::NO_CONTENT)
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
        blanks: BTreeMap::new(),
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
        blanks: BTreeMap::new(),
        robot: text.into(),
        motion: MotionSpec::Usual,
    })?;
    if urdf {
        write(project.folder.join("visual.urdf"), text.as_bytes())?;
    }
    Ok(project)
}
