//! What a page asks first: health, robots, names, events.

use super::Shared;
use crate::compute::catalogue;
use crate::contract::{Address, Catalogue, Health, RobotCard};
use crate::failure::{Answer, Failure};
use crate::studio::Studio;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::pin::Pin;
use std::sync::{Arc, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Interval;

pub fn routes() -> Router<Arc<Studio>> {
    Router::new()
        .route("/health", get(health))
        .route("/robots", get(robots))
        .route("/catalogue", get(names))
        .route("/events", get(events))
        .route("/address", post(address))
}

/// A new address for another browser.
async fn address(State(studio): Shared) -> Answer<Json<Address>> {
    let url = studio.address().map_err(Failure::internal)?;
    Ok(Json(Address { url }))
}

async fn health(State(studio): Shared) -> Json<Health> {
    Json(Health {
        name: "armlab".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        seconds: studio.began.elapsed().as_secs_f64(),
        start: studio.start.clone(),
        busy: studio.queue.busy(),
        open: studio.first.lock().unwrap_or_else(PoisonError::into_inner).clone(),
    })
}

async fn robots() -> Answer<Json<Vec<RobotCard>>> {
    static ROBOTS: OnceLock<Vec<RobotCard>> = OnceLock::new();
    super::away(|| Ok(ROBOTS.get_or_init(catalogue::robots).clone())).await.map(Json)
}

async fn names() -> Json<Catalogue> {
    Json(catalogue::catalogue())
}

async fn events(State(studio): Shared, headers: HeaderMap) -> Response {
    let last = headers.get("last-event-id").and_then(|v| v.to_str().ok()?.trim().parse().ok());
    let mut pulse = tokio::time::interval(Duration::from_secs(15));
    pulse.reset();
    let stream = Stream { heard: studio.events.listen(last), pulse };
    let kind = [(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")];
    (kind, axum::body::Body::from_stream(stream)).into_response()
}

/// Events as text, and a comment now and then so that a dead connection is noticed.
struct Stream {
    heard: crate::events::EventStream,
    pulse: Interval,
}

impl futures_core::Stream for Stream {
    type Item = Result<String, std::convert::Infallible>;
    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        match Pin::new(&mut self.heard).poll_next(context) {
            Poll::Ready(Some(message)) => {
                let data = serde_json::to_string(&*message).unwrap_or_default();
                return Poll::Ready(Some(Ok(format!("id: {}\ndata: {data}\n\n", message.id))));
            }
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Pending => {}
        }
        match self.pulse.poll_tick(context) {
            Poll::Ready(_) => Poll::Ready(Some(Ok(": still here\n\n".into()))),
            Poll::Pending => Poll::Pending,
        }
    }
}
