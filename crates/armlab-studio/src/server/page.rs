//! Everything outside the API: the files of the page, or a note on how to get it.

use crate::failure::{Answer, Failure};
use crate::page::content_type;
use crate::studio::Studio;
use crate::token;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// What is shown where the page was not built.
const ABSENT: &str = include_str!("absent.html");

/// Everything outside the API.
pub async fn serve(State(studio): State<Arc<Studio>>, request: Request) -> Answer<Response> {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let hint = "the API is below /api/v1";
        let status = StatusCode::METHOD_NOT_ALLOWED;
        return Err(Failure::new(status, "method", "pages can only be read", hint));
    }
    if let Some(redirect) = entered(&studio, &request) {
        return Ok(redirect);
    }
    let name = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    match studio.page.file(name) {
        Some((bytes, tag)) => {
            // The page is compressed when it is built.
            let small = packs(request.headers()).then(|| studio.page.file(&format!("{name}.gz")));
            let (bytes, tag, packed) = match small.flatten() {
                Some((small, tag)) => (small, tag, true),
                None => (bytes, tag, false),
            };
            Ok(file(name, bytes, tag, packed, request.headers()))
        }
        None if name == "index.html" => {
            let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
            Ok((kind, ABSENT).into_response())
        }
        None => Err(Failure::missing("there is no such page", "begin at /")),
    }
}

/// The printed URL: its code is exchanged for the token, as a cookie, and leaves the address.
/// A code that was used before changes nothing.
fn entered(studio: &Studio, request: &Request) -> Option<Response> {
    let query = request.uri().query()?;
    let given = query.split('&').find_map(|pair| pair.strip_prefix("code="))?;
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("code=")).collect();
    let place = if rest.is_empty() { "/".into() } else { format!("/?{}", rest.join("&")) };
    let place = (header::LOCATION, place);
    let uncached = (header::CACHE_CONTROL, "no-store".into());
    if request.method() != Method::GET || !studio.redeem(given) {
        return Some((StatusCode::SEE_OTHER, [place, uncached]).into_response());
    }
    let (name, token) = (token::cookie_name(studio.port), &studio.token);
    // A month: the cookie outlives the browser, as the token outlives the server.
    let cookie = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
    let headers = [place, (header::SET_COOKIE, cookie), uncached];
    Some((StatusCode::SEE_OTHER, headers).into_response())
}

/// Whether a browser takes gzip.
fn packs(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok());
    accepted.is_some_and(|list| list.split(',').any(|e| e.trim().starts_with("gzip")))
}

fn file(name: &str, bytes: Bytes, tag: u64, packed: bool, headers: &HeaderMap) -> Response {
    let tag = format!("\"{tag:016x}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let common = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".into()),
        (header::VARY, "accept-encoding".into()),
    ];
    if known.is_some_and(|known| known.split(',').any(|k| k.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, content_type(name))];
    match packed {
        true => (common, kind, [(header::CONTENT_ENCODING, "gzip")], bytes).into_response(),
        false => (common, kind, bytes).into_response(),
    }
}
