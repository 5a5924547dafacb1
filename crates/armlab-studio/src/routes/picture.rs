//! What the picture shows: shapes, meshes, poses.

use super::{Shared, away};
use crate::compute::{geometry, poses};
use crate::contract::{Geometry, Poses, PosesRequest};
use crate::failure::Answer;
use crate::inside::inside;
use crate::page::content_type;
use crate::project::OpenProject;
use crate::server::request::Given;
use crate::studio::Studio;
use armlab::mesh::{Mesh, read_mesh};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::collections::HashSet;
use std::sync::Arc;

/// Largest URDF whose shapes are looked at, bytes.
const LARGEST: u64 = 32 << 20;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/geometry", get(shapes))
        .route("/projects/{id}/meshes/{name}", get(mesh))
        .route("/projects/{id}/poses", post(along))
}

async fn shapes(State(studio): Shared, Path(id): Path<String>) -> Answer<Json<Geometry>> {
    away(move || picture(&*studio.project(&id)?)).await.map(Json)
}

/// Everything that is drawn of a project.
pub fn picture(project: &OpenProject) -> Answer<Geometry> {
    let (loaded, revision) = {
        let state = project.lock();
        (state.loaded.clone(), state.index.revision)
    };
    let urdf = inside(&project.folder, "visual.urdf")
        .ok()
        .filter(|path| std::fs::metadata(path).is_ok_and(|m| m.len() <= LARGEST))
        .and_then(|path| std::fs::read_to_string(path).ok());
    let entries = std::fs::read_dir(project.folder.join("meshes")).into_iter().flatten();
    let there: HashSet<String> =
        entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    let url =
        |name: &str| format!("/api/v1/projects/{}/meshes/{}", project.id, name.replace(' ', "%20"));
    geometry::geometry(&loaded.robot, revision, urdf.as_deref(), &there, url)
}

async fn mesh(State(studio): Shared, Path((id, name)): Path<(String, String)>) -> Answer<Response> {
    let bytes = away(move || {
        let project = studio.project(&id)?;
        let path = inside(&project.folder, &format!("meshes/{name}"))?;
        if name.to_ascii_lowercase().ends_with(".stl") {
            return Ok((std::fs::read(path)?, name));
        }
        // Every other format that is read is drawn, too: as triangles.
        Ok((binary_stl(&read_mesh(&path)?), format!("{name}.stl")))
    });
    let (bytes, name) = bytes.await?;
    Ok(([(header::CONTENT_TYPE, content_type(&name))], bytes).into_response())
}

/// A mesh as binary STL, in the units of its file.
fn binary_stl(mesh: &Mesh) -> Vec<u8> {
    let mut out = vec![0; 80];
    out.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in &mesh.triangles {
        let corners = mesh.corners(*triangle);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let length = normal.norm();
        let normal = if length > 0.0 { normal.scale(1.0 / length) } else { normal };
        for vector in std::iter::once(normal).chain(corners) {
            for x in vector.to_array() {
                out.extend((x as f32).to_le_bytes());
            }
        }
        out.extend([0, 0]);
    }
    out
}

async fn along(
    State(studio): Shared,
    Path(id): Path<String>,
    Given(asked): Given<PosesRequest>,
) -> Answer<Json<Poses>> {
    away(move || poses::poses(&studio.project(&id)?.loaded().robot, &asked)).await.map(Json)
}
