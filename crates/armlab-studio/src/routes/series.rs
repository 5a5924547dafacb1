//! Columns of runs and logs: as JSON, as bytes, as CSV, and as poses.

use super::{Shared, away};
use crate::compute::poses::{MOST_ROWS, poses};
use crate::compute::table::{Part, Table};
use crate::contract::{PosesRequest, TimedPoses};
use crate::failure::{Answer, Failure};
use crate::project::{OpenProject, run_folder};
use crate::server::request::Asked;
use crate::studio::Studio;
use armlab::robot::Robot;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;

/// Largest `series.csv` that is read, bytes.
const LARGEST: u64 = 1 << 30;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/runs/{run}/series", get(series))
        .route("/projects/{id}/runs/{run}/series.csv", get(csv))
        .route("/projects/{id}/runs/{run}/poses", get(of_run))
}

/// How columns are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// As JSON.
    Json,
    /// As doubles.
    Bytes,
    /// As text.
    Csv,
}

impl Wanted {
    /// As the request says.
    pub fn of(headers: &HeaderMap, csv: bool) -> Self {
        let accept = headers.get(header::ACCEPT).and_then(|v| v.to_str().ok()).unwrap_or_default();
        match accept.contains("application/octet-stream") {
            _ if csv => Self::Csv,
            true => Self::Bytes,
            false => Self::Json,
        }
    }
}

/// Columns, as they are wanted.
pub fn columns(table: &Table, part: &Part, wanted: Wanted) -> Answer<Response> {
    if wanted == Wanted::Csv {
        let headers = [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"series.csv\""),
        ];
        return Ok((headers, table.csv(part)?).into_response());
    }
    let series = table.series(part)?;
    if wanted == Wanted::Json {
        return Ok(Json(series).into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_string()),
        (HeaderName::from_static("x-columns"), (1 + series.values.len()).to_string()),
        (HeaderName::from_static("x-rows"), series.t.len().to_string()),
    ];
    Ok((headers, series.bytes()).into_response())
}

/// Where everything is along the columns `q1 …`, with reactions if they are wanted.
pub fn timed_poses(
    robot: &Robot,
    table: &Table,
    part: &Part,
    reactions: bool,
) -> Answer<TimedPoses> {
    let n = robot.driven_joints().count();
    let find = |stem: &str| -> Option<Vec<&Vec<f64>>> {
        let one = |j: usize| {
            let name = format!("{stem}{}", j + 1);
            table.columns.iter().find(|(info, _)| info.name == name).map(|(_, values)| values)
        };
        (0..n).map(one).collect()
    };
    let Some(q) = find("q") else {
        let hint = "runs of simulate and excite move; choose one of them, or a log";
        return Err(Failure::wrong("there are no positions of all driven joints", hint));
    };
    let from = part.from.filter(|x| x.is_finite()).unwrap_or(f64::NEG_INFINITY);
    let to = part.to.filter(|x| x.is_finite()).unwrap_or(f64::INFINITY);
    let whole = |k: &usize| {
        (from..=to).contains(&table.t[*k]) && q.iter().all(|column| column[*k].is_finite())
    };
    let rows: Vec<usize> = (0..table.t.len()).filter(whole).collect();
    let most = part.max_points.unwrap_or(500).clamp(2, MOST_ROWS);
    let stride = rows.len().div_ceil(most).max(1);
    let mut kept: Vec<usize> = rows.iter().copied().step_by(stride).collect();
    if let (Some(last), true) = (rows.last(), kept.len() < most)
        && kept.last() != Some(last)
    {
        kept.push(*last);
    }
    let pick = |columns: &[&Vec<f64>]| -> Vec<Vec<f64>> {
        kept.iter().map(|&k| columns.iter().map(|c| c[k]).collect()).collect()
    };
    let rates = if reactions { find("qd").zip(find("qdd")) } else { None };
    let (qd, qdd) = match &rates {
        Some((qd, qdd)) => (Some(pick(qd)), Some(pick(qdd))),
        None => (None, None),
    };
    let poses = poses(robot, &PosesRequest { q: pick(&q), qd, qdd })?;
    Ok(TimedPoses { t: kept.iter().map(|&k| table.t[k]).collect(), poses })
}

/// The series of a run.
pub fn table(project: &OpenProject, run: &str) -> Answer<Table> {
    let (number, infos) = {
        let state = project.lock();
        let record = run.parse().ok().and_then(|n: u32| state.runs.get(&n));
        let record = record.ok_or_else(super::runs::missing)?;
        (record.card.run, record.series.clone())
    };
    let path = run_folder(&project.folder, number).join("series.csv");
    let none = |_| Failure::missing("this run has no series yet", "wait until it is done");
    if std::fs::metadata(&path).map_err(none)?.len() > LARGEST {
        return Err(Failure::wrong("the series is too large", "run it with fewer samples"));
    }
    Table::read_csv(&std::fs::read_to_string(path)?, &infos)
}

async fn series(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
    headers: HeaderMap,
    Asked(part): Asked<Part>,
) -> Answer<Response> {
    let wanted = Wanted::of(&headers, false);
    away(move || columns(&table(&*studio.project(&id)?, &run)?, &part, wanted)).await
}

async fn csv(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
    Asked(part): Asked<Part>,
) -> Answer<Response> {
    away(move || columns(&table(&*studio.project(&id)?, &run)?, &part, Wanted::Csv)).await
}

#[derive(Deserialize)]
struct With {
    #[serde(default)]
    reactions: bool,
}

async fn of_run(
    State(studio): Shared,
    Path((id, run)): Path<(String, String)>,
    Asked(With { reactions }): Asked<With>,
    Asked(part): Asked<Part>,
) -> Answer<Json<TimedPoses>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let table = table(&project, &run)?;
        timed_poses(&project.loaded().robot, &table, &part, reactions)
    });
    answer.await.map(Json)
}
