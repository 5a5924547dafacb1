//! The page's files: built into the binary, or read from `ARMLAB_WEB_DIR` during its
//! development.

use axum::body::Bytes;
use std::path::PathBuf;

/// Name, content, hash.
static EMBEDDED: &[(&str, &[u8], u64)] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

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

    /// A file of the page and a tag of its content.
    pub fn file(&self, name: &str) -> Option<(Bytes, u64)> {
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
