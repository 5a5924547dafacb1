//! The studio without a network: requests go to the routes directly, past the connections.

use crate::routes::router;
use crate::studio::Studio;
use crate::token;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Runtime;
use tower_service::Service;

/// Port in the addresses; nothing listens there.
const PORT: u16 = 1;

/// A studio that answers in process.
pub struct InProcess {
    studio: Arc<Studio>,
    router: Router,
    runtime: Runtime,
}

impl InProcess {
    /// A studio on a folder of projects, which is made if need be.
    pub fn new(folder: impl AsRef<Path>) -> io::Result<Self> {
        let folder = folder.as_ref();
        armlab_files::create_private_folder(folder)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let folder = folder.canonicalize()?;
        let studio = Arc::new(Studio::new(&folder, PORT, token::random()?, token::random()?));
        Ok(Self { router: router(studio.clone()), studio, runtime })
    }

    /// Answers a request of a program that has the token; `path` is below `/api/v1`. The stream of
    /// events is not read.
    pub fn answer(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> (u16, Vec<u8>) {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::HOST, format!("127.0.0.1:{PORT}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.studio.token));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        // What is no request at all never gets past a connection.
        let Ok(request) = request.body(Body::from(body)) else {
            return (StatusCode::BAD_REQUEST.as_u16(), Vec::new());
        };
        self.runtime.block_on(async {
            let Ok(answer) = self.router.clone().call(request).await;
            let status = answer.status().as_u16();
            let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|k| k.to_str().ok());
            if kind.is_some_and(|k| k.starts_with("text/event-stream")) {
                return (status, Vec::new());
            }
            let body = answer.into_body().collect().await;
            (status, body.map(|b| b.to_bytes().to_vec()).unwrap_or_default())
        })
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        self.studio.events.close();
        self.studio.queue.close();
    }
}
