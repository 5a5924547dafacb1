//! The page: files built into the binary, or read from `ARMLAB_WEB_DIR` while it is being
//! worked on, or a note on how to get it.

use crate::failure::{Answer, Failure};
use crate::server::token;
use crate::studio::Studio;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::path::PathBuf;
use std::sync::Arc;

/// Name, content, hash.
static EMBEDDED: &[(&str, &[u8], u64)] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is shown where the page was not built.
const ABSENT: &str = include_str!("absent.html");

/// Where the page comes from.
#[derive(Clone, Debug)]
pub enum Page {
    /// The binary.
    Embedded,
    /// A folder.
    Folder(PathBuf),
}

impl Page {
    /// As the environment says.
    pub fn from_environment() -> Self {
        match std::env::var_os("ARMLAB_WEB_DIR").map(PathBuf::from) {
            Some(folder) => Self::Folder(folder),
            None => Self::Embedded,
        }
    }

    fn file(&self, name: &str) -> Option<(Bytes, u64)> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let sound =
            |part: &str| !part.starts_with('.') && !part.is_empty() && part.chars().all(plain);
        if !name.split('/').all(sound) {
            return None;
        }
        match self {
            Self::Embedded => {
                let found = EMBEDDED.iter().find(|(known, ..)| *known == name)?;
                Some((Bytes::from_static(found.1), found.2))
            }
            Self::Folder(folder) => {
                let folder = folder.canonicalize().ok()?;
                let path = folder.join(name).canonicalize().ok()?;
                let bytes = path.starts_with(&folder).then(|| std::fs::read(path).ok())??;
                let tag = bytes.iter().fold(0_u64, |h, &b| h.wrapping_mul(31) ^ u64::from(b));
                Some((bytes.into(), tag))
            }
        }
    }
}

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
        Some((bytes, tag)) => Ok(file(name, bytes, tag, request.headers())),
        None if name == "index.html" => {
            let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
            Ok((kind, ABSENT).into_response())
        }
        None => Err(Failure::missing("there is no such page", "begin at /")),
    }
}

/// The printed URL: its token becomes a cookie, and leaves the address.
fn entered(studio: &Studio, request: &Request) -> Option<Response> {
    let query = request.uri().query()?;
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
    let place = if rest.is_empty() { "/".into() } else { format!("/?{}", rest.join("&")) };
    let place = (header::LOCATION, place);
    if !token::same(given, &studio.token) {
        return Some((StatusCode::SEE_OTHER, [place]).into_response());
    }
    let name = token::cookie_name(studio.port);
    // A month: the cookie outlives the browser, as the token outlives the server.
    let cookie = format!("{name}={given}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000");
    let headers = [place, (header::SET_COOKIE, cookie), (header::CACHE_CONTROL, "no-store".into())];
    Some((StatusCode::SEE_OTHER, headers).into_response())
}

fn file(name: &str, bytes: Bytes, tag: u64, headers: &HeaderMap) -> Response {
    let tag = format!("\"{tag:016x}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".into())];
    if known.is_some_and(|known| known.split(',').any(|k| k.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, content_type(name))], bytes).into_response()
}

/// The kind of a file, by its ending.
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "md" | "toml" => "text/plain; charset=utf-8",
        "urdf" | "xml" => "application/xml",
        _ => "application/octet-stream",
    }
}
