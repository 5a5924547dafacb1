//! Routes below `/api/v1`, one file a resource. `web/CONTRACT.md` lists them.

mod files;
mod import;
mod import_folder;
mod kinematics;
mod logs;
mod model;
mod motion;
mod picture;
pub mod projects;
mod runs;
mod series;
mod start;

use crate::contract::{Project, StudioEvent};
use crate::failure::{Answer, Failure};
use crate::project::OpenProject;
use crate::server::{guard, page};
use crate::studio::Studio;
use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use std::sync::Arc;

/// What routes share.
pub type Shared = axum::extract::State<Arc<Studio>>;

/// Everything that is answered.
pub fn router(studio: Arc<Studio>) -> Router {
    let api = Router::new()
        .merge(start::routes())
        .merge(projects::routes())
        .merge(model::routes())
        .merge(picture::routes())
        .merge(kinematics::routes())
        .merge(motion::routes())
        .merge(logs::routes())
        .merge(import::routes())
        .merge(runs::routes())
        .merge(series::routes())
        .merge(files::routes())
        .method_not_allowed_fallback(wrong_method)
        .fallback(nowhere);
    Router::new()
        .nest("/api/v1", api)
        .fallback(page::serve)
        .layer(from_fn_with_state(studio.clone(), guard::guard))
        .with_state(studio)
}

async fn nowhere(_: Request) -> Failure {
    Failure::missing("there is nothing at this address", "web/CONTRACT.md lists the routes")
}

async fn wrong_method() -> Failure {
    let hint = "web/CONTRACT.md lists the routes";
    let status = StatusCode::METHOD_NOT_ALLOWED;
    Failure::new(status, "method", "this address does not take this method", hint)
}

/// Computes away from the threads that serve connections.
pub async fn away<T: Send + 'static>(
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> Answer<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => answer,
        Err(_) => Err(Failure::internal("the computation ended unexpectedly")),
    }
}

/// Tells that a project was changed, and answers with it.
pub fn changed(studio: &Studio, project: &OpenProject, label: &str) -> Project {
    let view = project.view();
    let event = StudioEvent::Project { revision: view.revision, label: label.into() };
    studio.events.send(&project.id, event);
    view
}

/// Puts both versions into the error of a change that came too late.
pub fn both(failure: Failure, project: &OpenProject, mine: &impl serde::Serialize) -> Failure {
    let mut failure = failure;
    if failure.0.kind == "changed-meanwhile" {
        failure.0.mine = serde_json::to_value(mine).ok();
        failure.0.theirs = serde_json::to_value(project.view()).ok();
    }
    failure
}
