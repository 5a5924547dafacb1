//! The project's motion.

use super::{Shared, away, both, changed};
use crate::compute::motion_preview::{pasted, preview};
use crate::contract::{MotionPreview, PasteMovements, Pasted, PreviewMotion, Project, SetMotion};
use crate::failure::Answer;
use crate::motion::build;
use crate::project::ProjectDocument;
use crate::server::request::{Given, needed_revision};
use crate::studio::Studio;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/motion", put(set))
        .route("/projects/{id}/motion/preview", post(look))
        .route("/projects/{id}/motion/paste", post(paste))
        .route("/projects/{id}/motion.toml", get(file))
}

async fn set(
    State(studio): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Given(asked): Given<SetMotion>,
) -> Answer<Json<Project>> {
    let revision = needed_revision(&headers)?;
    let answer = away(move || {
        let project = studio.project(&id)?;
        let label = asked.label.clone().unwrap_or_else(|| "change the motion".into());
        project
            .change(Some(revision), &label, |document, loaded| {
                build(&asked.motion, &loaded.robot, &project.folder)?;
                Ok(ProjectDocument { motion: asked.motion.clone(), ..document.clone() })
            })
            .map_err(|failure| both(failure, &project, &asked))?;
        Ok(changed(&studio, &project, &label))
    });
    answer.await.map(Json)
}

async fn look(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<PreviewMotion>,
) -> Answer<Json<MotionPreview>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let (loaded, own) = {
            let state = project.lock();
            (state.loaded.clone(), state.document.motion.clone())
        };
        let spec = asked.motion.unwrap_or(own);
        Ok(preview(&spec, &loaded.robot, &project.folder, asked.samples.unwrap_or(801)))
    });
    answer.await.map(Json)
}

async fn paste(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<PasteMovements>,
) -> Answer<Json<Pasted>> {
    let answer = away(move || {
        studio.project(&id)?;
        pasted(&asked)
    });
    answer.await.map(Json)
}

async fn file(State(studio): Shared, Path(id): Path<String>) -> Answer<Response> {
    let text = away(move || {
        let project = studio.project(&id)?;
        let (loaded, motion) = {
            let state = project.lock();
            (state.loaded.clone(), state.document.motion.clone())
        };
        Ok(build(&motion, &loaded.robot, &project.folder)?.file)
    });
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"motion.toml\""),
    ];
    Ok((headers, text.await?).into_response())
}
