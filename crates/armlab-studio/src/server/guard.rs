//! Who gets in, and what every answer says.
//!
//! A page of another site may send requests here (that is how DNS rebinding and cross-site
//! forgery work), so a request must name this server in `Host`, must not come from another
//! `Origin`, and must carry the token wherever it is for the API.

use super::connections::Mark;
use crate::failure::Failure;
use crate::studio::Studio;
use crate::token;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Scripts, styles and data come from here and from nowhere else. Styles may be inline,
/// since plots position their parts by them; pictures may be made in the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self' blob:; \
     frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Reports are one file: their script and style are in it, and they load nothing.
pub const REPORT_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
     style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-downloads";

/// Lets a request in, or not.
pub async fn guard(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let answer = match admitted(&studio, &request, api) {
        Ok(()) => {
            if let Some(mark) = request.extensions().get::<Mark>().filter(|_| api) {
                mark.trust();
            }
            next.run(request).await
        }
        Err(failure) => failure.into_response(),
    };
    dressed(answer, api)
}

fn admitted(studio: &Studio, request: &Request, api: bool) -> Result<(), Failure> {
    let forbidden = |detail: &str| {
        let hint = format!("open the address that `armlab studio` printed, {}", studio.origin());
        Failure::new(StatusCode::FORBIDDEN, "foreign", detail, hint)
    };
    let headers = request.headers();
    if !one(headers, header::HOST).is_some_and(|host| studio.is_host(host)) {
        return Err(forbidden("the request is addressed to another host"));
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = one(headers, header::ORIGIN).and_then(|o| o.strip_prefix("http://"));
        if !origin.is_some_and(|host| studio.is_host(host)) {
            return Err(forbidden("the request comes from a page of another site"));
        }
    }
    let site = one(headers, HeaderName::from_static("sec-fetch-site"));
    if api && site.is_some_and(|s| s == "cross-site" || s == "same-site") {
        return Err(forbidden("the request comes from a page of another site"));
    }
    if api && !token::carried(headers, studio.port, &studio.token) {
        let hint = "open an address that `armlab studio` printed and that was not used before";
        let detail = "the request carries no token, or a wrong one";
        return Err(Failure::new(StatusCode::UNAUTHORIZED, "no-token", detail, hint));
    }
    Ok(())
}

/// A header that is there once.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).into_iter();
    match (all.next(), all.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

fn dressed(mut answer: Response, api: bool) -> Response {
    let headers = answer.headers_mut();
    let mut say = |name: HeaderName, value: &'static str| {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    };
    say(header::CONTENT_SECURITY_POLICY, POLICY);
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::REFERRER_POLICY, "no-referrer");
    say(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    say(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if api {
        say(header::CACHE_CONTROL, "no-store");
    }
    answer
}
