//! What the picture shows: shapes, meshes, poses.

use super::{Shared, away};
use crate::compute::{geometry, poses, solid};
use crate::contract::{Geometry, Poses, PosesRequest, SolidInertia};
use crate::failure::{Answer, Failure};
use crate::inside::inside;
use crate::page::content_type;
use crate::project::OpenProject;
use crate::server::request::{Asked, Given};
use crate::studio::Studio;
use armlab::mesh::{Mesh, read_mesh};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::Arc;

/// Largest URDF whose shapes are looked at, bytes.
const LARGEST: u64 = 32 << 20;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/projects/{id}/geometry", get(shapes))
        .route("/projects/{id}/meshes/{name}", get(mesh))
        .route("/projects/{id}/poses", post(along))
        .route("/projects/{id}/solid", get(solid))
}

async fn shapes(State(studio): Shared, Path(id): Path<String>) -> Answer<Json<Geometry>> {
    away(move || picture(&*studio.project(&id)?)).await.map(Json)
}

/// The URDF with the robot's shapes, if there is one.
fn visual(project: &OpenProject) -> Option<String> {
    inside(&project.folder, "visual.urdf")
        .ok()
        .filter(|path| std::fs::metadata(path).is_ok_and(|m| m.len() <= LARGEST))
        .and_then(|path| std::fs::read_to_string(path).ok())
}

#[derive(Deserialize)]
struct Material {
    link: String,
    density: f64,
}

/// Inertials of a link as a solid body.
async fn solid(
    State(studio): Shared,
    Path(id): Path<String>,
    Asked(Material { link, density }): Asked<Material>,
) -> Answer<Json<SolidInertia>> {
    let answer = away(move || {
        let project = studio.project(&id)?;
        let Some(visual) = visual(&project) else {
            let hint = "give its mass, centre and inertia, or make it a rod";
            return Err(Failure::field("link", "the description has no shapes", hint));
        };
        solid::solid(&visual, &project.folder.join("meshes"), &link, density)
    });
    answer.await.map(Json)
}

/// Everything that is drawn of a project.
pub fn picture(project: &OpenProject) -> Answer<Geometry> {
    let (loaded, revision) = {
        let state = project.lock();
        (state.loaded.clone(), state.index.revision)
    };
    let urdf = visual(project);
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
