//! Inverse kinematics and workspaces.

use super::{Shared, away};
use crate::compute::{ik, workspace};
use crate::contract::{IkAnswer, IkRequest, Workspace, WorkspaceRequest};
use crate::failure::Answer;
use crate::server::request::Given;
use crate::studio::Studio;
use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/ik", post(solve))
        .route("/projects/{id}/workspace", post(reach))
}

async fn solve(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<IkRequest>,
) -> Answer<Json<IkAnswer>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let file = project.lock().document.robot_file.clone();
        ik::answer(&project.loaded().robot, &file, &asked)
    });
    answer.await.map(Json)
}

async fn reach(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<WorkspaceRequest>,
) -> Answer<Json<Workspace>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let file = project.lock().document.robot_file.clone();
        workspace::answer(&project.loaded().robot, &file, &asked)
    });
    answer.await.map(Json)
}
