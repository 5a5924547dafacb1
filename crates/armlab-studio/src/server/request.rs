//! Bodies, queries and revisions of requests, bounded and with located complaints.

use super::connections::BODY_TIMEOUT;
use crate::failure::{Answer, Failure};
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;

/// Largest JSON body, bytes.
pub const LARGEST_JSON: usize = 1 << 20;
/// Largest file, bytes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// A JSON body.
pub struct Given<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Failure;
    async fn from_request(request: Request, _: &S) -> Answer<Self> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok());
        let json = |k: &str| k.split(';').next().is_some_and(|k| k.trim().ends_with("json"));
        if !kind.is_some_and(json) {
            let hint = "send JSON with Content-Type: application/json";
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Failure::new(status, "not-json", "the request's body is not JSON", hint));
        }
        let bytes = collected(request, LARGEST_JSON).await?;
        let hint = "web/CONTRACT.md lists what each request takes";
        let value = serde_json::from_slice(&bytes).map_err(|e| {
            let mut failure = match e.classify() {
                serde_json::error::Category::Data => Failure::wrong(&e, hint),
                _ => Failure::malformed(format_args!("the body is not JSON: {e}"), hint),
            };
            (failure.0.line, failure.0.column) = (Some(e.line()), Some(e.column()));
            failure
        })?;
        Ok(Self(value))
    }
}

/// The whole of a body that is not large.
async fn collected(request: Request, most: usize) -> Answer<Vec<u8>> {
    announced(request.headers(), most as u64)?;
    let mut body = request.into_body();
    let mut bytes = Vec::new();
    while let Some(part) = next_part(&mut body).await? {
        if bytes.len() + part.len() > most {
            return Err(too_large(most as u64));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// Refuses a body that says itself that it is too large.
pub fn announced(headers: &HeaderMap, most: u64) -> Answer<()> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok());
    match length.and_then(|text| text.parse::<u64>().ok()) {
        Some(length) if length > most => Err(too_large(most)),
        _ => Ok(()),
    }
}

/// The next part of a body, in bearable time.
pub async fn next_part(body: &mut Body) -> Answer<Option<axum::body::Bytes>> {
    loop {
        let slow = |_| {
            let hint = "send the body without pauses";
            let status = StatusCode::REQUEST_TIMEOUT;
            Failure::new(status, "slow", "the request's body did not arrive in time", hint)
        };
        let broken = |e| Failure::malformed(format_args!("the body ended early: {e}"), "try again");
        match tokio::time::timeout(BODY_TIMEOUT, body.frame()).await.map_err(slow)? {
            None => return Ok(None),
            Some(frame) => {
                if let Ok(data) = frame.map_err(broken)?.into_data() {
                    return Ok(Some(data));
                }
            }
        }
    }
}

/// The complaint about a body that is too large.
pub fn too_large(most: u64) -> Failure {
    let detail = format!("the body is larger than {} MiB", most >> 20);
    let hint = "long logs: use `armlab identify` on the command line, or cut the log";
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail, hint)
}

/// The query of a URL.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Answer<Self> {
        match Query::<T>::try_from_uri(&parts.uri) {
            Ok(Query(value)) => Ok(Self(value)),
            Err(e) => Err(Failure::malformed(e.body_text(), "see web/CONTRACT.md for the query")),
        }
    }
}

/// The revision in `If-Match`, if there is one.
pub fn revision(headers: &HeaderMap) -> Answer<Option<u32>> {
    let Some(value) = headers.get(header::IF_MATCH) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim().trim_matches('"');
    match text.parse() {
        Ok(revision) => Ok(Some(revision)),
        Err(_) => Err(Failure::malformed("If-Match is not a revision", "send If-Match: \"7\"")),
    }
}

/// The revision in `If-Match`, which must be there.
pub fn needed_revision(headers: &HeaderMap) -> Answer<u32> {
    revision(headers)?.ok_or_else(|| {
        let hint = "send the revision that the change is based on, as If-Match: \"7\"";
        let status = StatusCode::PRECONDITION_REQUIRED;
        Failure::new(status, "no-revision", "a change needs If-Match", hint)
    })
}
