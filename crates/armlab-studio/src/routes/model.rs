//! The robot: read, changed, undone, taken away as a file.

use super::{Shared, away, both, changed};
use crate::contract::{Model, ModelPatch, Project};
use crate::failure::Answer;
use crate::model::Loaded;
use crate::model::edit;
use crate::project::ProjectDocument;
use crate::server::request::{Given, needed_revision, revision};
use crate::studio::Studio;
use armlab::documents::file_name;
use armlab::robot::describe::{write_toml, write_urdf};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/model", get(read).patch(patch))
        .route("/projects/{id}/undo", post(undo))
        .route("/projects/{id}/redo", post(redo))
        .route("/projects/{id}/model.urdf", get(urdf))
        .route("/projects/{id}/model.toml", get(toml))
}

async fn read(State(studio): Shared, Path(id): Path<String>) -> Answer<Json<Model>> {
    away(move || Ok(studio.project(&id)?.view().model)).await.map(Json)
}

async fn patch(
    State(studio): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Given(patch): Given<ModelPatch>,
) -> Answer<Json<Project>> {
    let revision = needed_revision(&headers)?;
    let answer = away(move || {
        let project = studio.project(&id)?;
        let label = label(&patch);
        let change = |document: &ProjectDocument, loaded: &Loaded| {
            let mut next = document.clone();
            if let Some(name) = &patch.project_name {
                next.name = name.chars().filter(|c| !c.is_control()).take(80).collect();
            }
            if patch.changes_robot() {
                let (robot, aside) = edit(&loaded.robot, &document.aside, &patch)?;
                next.robot = write_toml(&robot);
                (next.aside, next.robot_file) = (aside, "robot.toml".into());
            }
            Ok(next)
        };
        project
            .change(Some(revision), &label, change)
            .map_err(|failure| both(failure, &project, &patch))?;
        Ok(changed(&studio, &project, &label))
    });
    answer.await.map(Json)
}

/// What undo calls a change.
fn label(patch: &ModelPatch) -> String {
    if let Some(label) = &patch.label {
        return label.clone();
    }
    let names = patch.links.keys().chain(patch.joints.keys());
    let names: Vec<&str> = names.take(3).map(String::as_str).collect();
    match names.is_empty() {
        false => format!("change {}", names.join(", ")),
        true if patch.gravity.is_some() => "change gravity".into(),
        true => "rename".into(),
    }
}

async fn step(
    studio: Arc<Studio>,
    id: String,
    headers: HeaderMap,
    back: bool,
) -> Answer<Json<Project>> {
    let revision = revision(&headers)?;
    let answer = away(move || {
        let project = studio.project(&id)?;
        let word = if back { "undo" } else { "redo" };
        project.step(revision, back).map_err(|failure| both(failure, &project, &word))?;
        Ok(changed(&studio, &project, word))
    });
    answer.await.map(Json)
}

async fn undo(
    State(studio): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Project>> {
    step(studio, id, headers, true).await
}

async fn redo(
    State(studio): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Json<Project>> {
    step(studio, id, headers, false).await
}

fn download(name: &str, ending: &str, kind: &'static str, text: String) -> Response {
    let name = format!("attachment; filename=\"{}.{ending}\"", file_name(name));
    let headers = [(header::CONTENT_TYPE, kind.to_string()), (header::CONTENT_DISPOSITION, name)];
    (headers, text).into_response()
}

async fn urdf(State(studio): Shared, Path(id): Path<String>) -> Answer<Response> {
    let loaded = away(move || Ok(studio.project(&id)?.loaded())).await?;
    let text = write_urdf(&loaded.robot);
    Ok(download(loaded.robot.name(), "urdf", "application/xml", text))
}

async fn toml(State(studio): Shared, Path(id): Path<String>) -> Answer<Response> {
    let loaded = away(move || Ok(studio.project(&id)?.loaded())).await?;
    let text = write_toml(&loaded.robot);
    Ok(download(loaded.robot.name(), "toml", "text/plain; charset=utf-8", text))
}
