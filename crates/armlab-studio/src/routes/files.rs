//! Files of a project, to look at or to take away.

use super::series::timed_poses;
use super::{Shared, away};
use crate::compute::log::Source;
use crate::compute::table::Part;
use crate::compute::{log_series, share};
use crate::failure::{Answer, Failure};
use crate::inside::inside;
use crate::page::content_type;
use crate::server::guard::REPORT_POLICY;
use crate::studio::Studio;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/runs/{run}/report.html", get(report))
        .route("/projects/{id}/runs/{run}/share.html", get(share))
        .route("/projects/{id}/files/{*path}", get(file))
}

async fn report(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
) -> Answer<Response> {
    let page = away(move || {
        let project = studio.project(&id)?;
        let run: u32 = run.parse().map_err(|_| super::runs::missing())?;
        let path = inside(&project.folder, &format!("runs/{run}/report.html")).map_err(|_| {
            let hint = "identify and validate leave reports when they are done";
            Failure::missing("this run has no report", hint)
        })?;
        Ok(std::fs::read(path)?)
    });
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok((headers, page.await?).into_response())
}

/// Rows of a replay.
const FRAMES: usize = 400;

/// The run as one read-only page.
async fn share(State(studio): Shared, Path((id, run)): Path<(String, String)>) -> Answer<Response> {
    let page = away(move || {
        let project = studio.project(&id)?;
        let number: u32 = run.parse().map_err(|_| super::runs::missing())?;
        let (title, request) = {
            let state = project.lock();
            let record = state.runs.get(&number).ok_or_else(super::runs::missing)?;
            (record.card.title.clone(), record.request.clone())
        };
        let report = inside(&project.folder, &format!("runs/{number}/report.html"));
        let report = report.ok().and_then(|path| std::fs::read_to_string(path).ok());
        let robot = &project.loaded().robot;
        let part = Part { max_points: Some(FRAMES), ..Part::default() };
        // A simulation moves by itself; an identification by the first of its logs.
        let motion = super::series::table(&project, &run)
            .and_then(|table| timed_poses(robot, &table, &part, false))
            .or_else(|_| {
                let log = request["options"]["logs"][0].as_str().unwrap_or_default();
                let log = Source::find(&project, log)?.read(robot)?;
                timed_poses(robot, &log_series::table(&log, robot), &part, false)
            });
        let replay = motion.ok().and_then(|motion| share::replay(robot, &motion));
        if report.is_none() && replay.is_none() {
            let hint = "share a finished simulation or identification";
            return Err(Failure::missing("this run has neither report nor motion", hint));
        }
        Ok(share::page(&title, report, replay))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok((headers, page.await?).into_response())
}

async fn file(State(studio): Shared, Path((id, path)): Path<(String, String)>) -> Answer<Response> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        if !(path.starts_with("logs/") || path.starts_with("runs/")) {
            let hint = "files below logs/ and runs/ can be taken away";
            return Err(Failure::missing("there is no such file", hint));
        }
        Ok((std::fs::read(inside(&project.folder, &path)?)?, path))
    });
    let (bytes, path) = answer.await?;
    let name = path.rsplit('/').next().unwrap_or("file");
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect();
    let headers = [
        (header::CONTENT_TYPE, content_type(name).to_string()),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{plain}\"")),
    ];
    Ok((headers, bytes).into_response())
}
