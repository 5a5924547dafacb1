//! Runs: ask for one, look at it, stop it, use what it found.

use super::{Shared, away, both, changed};
use crate::compute::corrected::compare;
use crate::contract::{
    Cancel, CorrectedView, Project, RunCard, RunRequest, RunState, RunView, WriteBack,
};
use crate::failure::{Answer, Failure};
use crate::model::{Aside, Loaded};
use crate::project::{OpenProject, ProjectDocument, RunRecord, run_folder};
use crate::runs::corrected;
use crate::server::request::{Asked, Given, needed_revision};
use crate::studio::Studio;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/runs", get(list).post(begin))
        .route("/projects/{id}/runs/{run}", get(look).delete(remove))
        .route("/projects/{id}/runs/{run}/cancel", post(cancel))
        .route("/projects/{id}/runs/{run}/write-back", post(write_back))
        .route("/projects/{id}/runs/{run}/corrected", get(look_at_corrected))
}

/// The complaint about a run that is not there.
pub fn missing() -> Failure {
    Failure::missing("there is no such run", "the project lists its runs")
}

fn number(project: &OpenProject, run: &str) -> Answer<RunRecord> {
    let number: u32 = run.parse().map_err(|_| missing())?;
    project.lock().runs.get(&number).cloned().ok_or_else(missing)
}

async fn list(State(studio): Shared, Path(id): Path<String>) -> Answer<Json<Vec<RunCard>>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let state = project.lock();
        Ok(state.runs.values().map(|r| r.card.clone()).collect())
    });
    answer.await.map(Json)
}

async fn begin(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<RunRequest>,
) -> Answer<(StatusCode, Json<RunCard>)> {
    let card = away(move || studio.queue.submit(&studio.project(&id)?, &asked)).await?;
    Ok((StatusCode::ACCEPTED, Json(card)))
}

async fn look(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
) -> Answer<Json<RunView>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let record = number(&project, &run)?;
        let (folder, number) = (&project.folder, record.card.run);
        Ok(RunView {
            result: RunRecord::json(folder, number, "result.json"),
            traces: RunRecord::traces(folder, number),
            files: RunRecord::files(folder, number),
            card: record.card,
            request: record.request,
            series: record.series,
            methods: record.methods,
            problem: record.problem,
            command: record.command,
        })
    });
    answer.await.map(Json)
}

async fn cancel(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
    Given(asked): Given<Cancel>,
) -> Answer<Json<RunCard>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let number_of = number(&project, &run)?.card.run;
        studio.queue.cancel(&id, number_of, asked.method.as_deref());
        Ok(number(&project, &run)?.card)
    });
    answer.await.map(Json)
}

async fn remove(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
) -> Answer<Response> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let record = number(&project, &run)?;
        let number_of = record.card.run;
        let busy = matches!(record.card.state, RunState::Queued | RunState::Running);
        if busy && studio.queue.cancel(&id, number_of, None) {
            return Ok(Json(number(&project, &run)?.card).into_response());
        }
        studio.queue.wait_until_saved(&id, number_of);
        let mut state = project.lock();
        std::fs::remove_dir_all(run_folder(&project.folder, number_of))?;
        state.runs.remove(&number_of);
        drop(state);
        studio.events.send(&id, crate::contract::StudioEvent::Files);
        Ok(StatusCode::NO_CONTENT.into_response())
    });
    answer.await
}

async fn look_at_corrected(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
    Asked(asked): Asked<WriteBack>,
) -> Answer<Json<CorrectedView>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let number = number(&project, &run)?.card.run;
        let (method, text) = corrected(&project, number, asked.method.as_deref())?;
        let new = Loaded::read("robot.toml", &text)?;
        Ok(compare(&method, &project.loaded(), &new))
    });
    answer.await.map(Json)
}

async fn write_back(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
    headers: HeaderMap,
    Given(asked): Given<WriteBack>,
) -> Answer<Json<Project>> {
    let revision = needed_revision(&headers)?;
    let answer = away(move || {
        let project = studio.project(&id)?;
        let number = number(&project, &run)?.card.run;
        let (method, text) = corrected(&project, number, asked.method.as_deref())?;
        let label = format!("parameters of run {number} by {method}");
        project
            .change(Some(revision), &label, |document, _| {
                Ok(ProjectDocument {
                    robot: text,
                    robot_file: "robot.toml".into(),
                    aside: Aside {
                        blanks: BTreeMap::new(),
                        centres: BTreeMap::new(),
                        ..document.aside.clone()
                    },
                    ..document.clone()
                })
            })
            .map_err(|failure| both(failure, &project, &asked))?;
        Ok(changed(&studio, &project, &label))
    });
    answer.await.map(Json)
}
