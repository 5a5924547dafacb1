//! Logs: what is in them, how they are read, raw and filtered.

use super::series::{Wanted, columns, timed_poses};
use super::{Shared, away};
use crate::compute::log::Source;
use crate::compute::table::Part;
use crate::compute::{log_series, log_views};
use crate::contract::{
    DiagnoseRequest, Filtered, LogPreview, SetMapping, Spectra, SpeedEffort, StudioEvent,
    TimedPoses,
};
use crate::failure::{Answer, Failure};
use crate::project::{LogEntry, OpenProject};
use crate::server::request::{Asked, Given};
use crate::studio::Studio;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/log", get(look).put(map).delete(remove))
        .route("/projects/{id}/log/series", get(series))
        .route("/projects/{id}/log/filtered", get(filtered))
        .route("/projects/{id}/log/spectrum", get(spectrum))
        .route("/projects/{id}/log/friction", get(friction))
        .route("/projects/{id}/log/poses", get(poses))
        .route("/projects/{id}/diagnose", post(diagnose))
        .route("/projects/{id}/log/restore", post(restore))
}

#[derive(Deserialize)]
struct Which {
    source: String,
    /// Mappings to try, one a line.
    map: Option<String>,
    rate: Option<f64>,
}

impl Which {
    /// The log as it would be read with the mappings to try.
    fn find(&self, project: &OpenProject) -> Answer<Source> {
        let mut source = Source::find(project, &self.source)?;
        if let Some(map) = &self.map {
            source.entry.map = map.lines().map(String::from).collect();
        }
        source.entry.rate = self.rate.or(source.entry.rate);
        Ok(source)
    }
}

async fn look(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
) -> Answer<Json<LogPreview>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let source = which.find(&project)?;
        let file = project.lock().document.robot_file.clone();
        source.preview_or_columns(&project.loaded().robot, &file)
    });
    answer.await.map(Json)
}

async fn map(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
    Given(asked): Given<SetMapping>,
) -> Answer<Json<LogPreview>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let mut source = Source::find(&project, &which.source)?;
        if asked.map.len() > 1000 || asked.map.iter().any(|m| m.len() > 1000) {
            return Err(Failure::field("map", "it is too long", "a line per column"));
        }
        let SetMapping { map, rate } = asked;
        source.entry = LogEntry { source: which.source.clone(), map, rate };
        let file = project.lock().document.robot_file.clone();
        // Only what can be read is kept.
        let preview = source.preview(&project.loaded().robot, &file)?;
        source.entry.write_file(&project.folder)?;
        project.set_log(&which.source, Some(source.entry))?;
        studio.events.send(&project.id, StudioEvent::Files);
        Ok(preview)
    });
    answer.await.map(Json)
}

async fn remove(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
) -> Answer<StatusCode> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let source = Source::find(&project, &which.source)?;
        if !source.name.starts_with("logs/") {
            let hint = "delete the run instead";
            return Err(Failure::field("source", "this log belongs to a run", hint));
        }
        // It can be brought back by putting the file there again.
        let trash = project.folder.join(".trash");
        armlab_files::create_private_folder(&trash)?;
        let name = source.path.file_name().unwrap_or_default();
        std::fs::rename(&source.path, trash.join(name))?;
        studio.events.send(&project.id, StudioEvent::Files);
        Ok(StatusCode::NO_CONTENT)
    });
    answer.await
}

async fn series(
    State(studio): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Asked(which): Asked<Which>,
    Asked(part): Asked<Part>,
) -> Answer<Response> {
    let wanted = Wanted::of(&headers, false);
    let answer = away(move || {
        let project = studio.project(&id)?;
        let robot = &project.loaded().robot;
        let log = which.find(&project)?.read(robot)?;
        columns(&log_series::table(&log, robot), &part, wanted)
    });
    answer.await
}

#[derive(Deserialize)]
struct Cutoff {
    cutoff: Option<f64>,
}

async fn filtered(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
    Asked(Cutoff { cutoff }): Asked<Cutoff>,
    Asked(part): Asked<Part>,
) -> Answer<Json<Filtered>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let source = which.find(&project)?;
        log_series::filtered(&source, &project.loaded().robot, cutoff, &part)
    });
    answer.await.map(Json)
}

async fn spectrum(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
) -> Answer<Json<Spectra>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        log_views::spectra(&which.find(&project)?, &project.loaded().robot)
    });
    answer.await.map(Json)
}

async fn friction(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
    Asked(Cutoff { cutoff }): Asked<Cutoff>,
) -> Answer<Json<SpeedEffort>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        log_views::speed_effort(&which.find(&project)?, &project.loaded().robot, cutoff)
    });
    answer.await.map(Json)
}

async fn poses(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
    Asked(part): Asked<Part>,
) -> Answer<Json<TimedPoses>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let robot = &project.loaded().robot;
        let log = which.find(&project)?.read(robot)?;
        timed_poses(robot, &log_series::table(&log, robot), &part, false)
    });
    answer.await.map(Json)
}

async fn diagnose(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<DiagnoseRequest>,
) -> Answer<Json<serde_json::Value>> {
    let answer = away(move || crate::runs::diagnose::answer(&*studio.project(&id)?, &asked));
    answer.await.map(Json)
}

/// Brings back a log that was deleted.
async fn restore(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(which): Asked<Which>,
) -> Answer<StatusCode> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let gone = || Failure::missing("there is no such deleted log", "import the file again");
        let name = which.source.strip_prefix("logs/").ok_or_else(gone)?;
        if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', '\0']) {
            return Err(gone());
        }
        let (from, to) =
            (project.folder.join(".trash").join(name), project.folder.join(&which.source));
        if to.exists() {
            let hint = "rename or delete it first";
            return Err(Failure::wrong("there is a log of this name again", hint));
        }
        std::fs::rename(from, to).map_err(|_| gone())?;
        studio.events.send(&project.id, StudioEvent::Files);
        Ok(StatusCode::NO_CONTENT)
    });
    answer.await
}
