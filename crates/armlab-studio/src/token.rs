//! The secret of a studio: 128 random bits.
//!
//! A browser gets it as a cookie of this port, which the page's scripts cannot read and other
//! sites cannot send, in exchange for the one-time code of the printed URL; programs send it
//! as a bearer token. It is in no address and in no process's arguments. Port and token are kept beside the
//! projects, readable by their owner only, so that a page goes on after a restart.

use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// File beside the projects that keeps port and token.
const FILE: &str = ".studio.toml";

/// Largest such file, in bytes.
const LARGEST: usize = 1 << 16;

/// What is kept from one start to the next.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remembered {
    /// The port.
    pub port: u16,
    /// The token.
    pub token: String,
}

/// Random letters and digits.
pub fn random() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// What the last start left, if it makes sense.
pub fn recall(projects: &Path) -> Option<Remembered> {
    let text = armlab_files::read_text(projects.join(FILE), LARGEST).ok()?;
    let found: Remembered = toml::from_str(&text).ok()?;
    let sound = found.token.len() == 32 && found.token.bytes().all(|b| b.is_ascii_hexdigit());
    sound.then_some(found)
}

/// Keeps port and token for the next start.
pub fn remember(projects: &Path, remembered: &Remembered) -> io::Result<()> {
    let text = toml::to_string(remembered).map_err(io::Error::other)?;
    armlab_files::write_private(projects.join(FILE), text)
}

/// Compares without telling by its time how much was right.
pub fn same(given: &str, wanted: &str) -> bool {
    let (given, wanted) = (given.as_bytes(), wanted.as_bytes());
    let differ = given.iter().zip(wanted).fold(0, |all, (g, w)| all | (g ^ w));
    given.len() == wanted.len() && differ == 0
}

/// Name of the cookie: cookies are shared by all ports of a host.
pub fn cookie_name(port: u16) -> String {
    format!("armlab-{port}")
}

/// True if a request carries the token.
pub fn carried(headers: &HeaderMap, port: u16, token: &str) -> bool {
    let text = |name| headers.get_all(name).into_iter().filter_map(|v| v.to_str().ok());
    let bearer = text(header::AUTHORIZATION).filter_map(|v| v.strip_prefix("Bearer "));
    let name = cookie_name(port);
    let cookies = text(header::COOKIE).flat_map(|v| v.split(';'));
    let cookie = cookies
        .filter_map(|pair| pair.trim().split_once('='))
        .filter_map(|(n, value)| (n == name).then_some(value));
    bearer.chain(cookie).any(|given| same(given.trim(), token))
}
