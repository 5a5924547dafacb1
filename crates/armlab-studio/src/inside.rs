//! Paths that stay inside a folder, whatever they say.

use crate::failure::{Answer, Failure};
use axum::http::StatusCode;
use std::path::{Path, PathBuf};

/// A file of `folder` that exists, by its relative path with `/` between.
///
/// Refuses `..`, absolute paths, hidden files, control characters and backslashes by their
/// text, and links that lead out by where they lead.
pub fn inside(folder: &Path, relative: &str) -> Answer<PathBuf> {
    let refused = || {
        let hint = "name a file below the project's folder, such as logs/a.csv";
        let detail = "the path leaves the project's folder or is not plain";
        Failure::new(StatusCode::FORBIDDEN, "outside", detail, hint)
    };
    let plain = |part: &str| {
        let odd = |c: char| c.is_control() || "\\:".contains(c);
        !part.is_empty() && !part.starts_with('.') && !part.contains(odd)
    };
    if relative.len() > 400 || !relative.split('/').all(plain) {
        return Err(refused());
    }
    let missing = |_| {
        let shown: String = relative.chars().take(80).collect();
        Failure::missing(format_args!("there is no file `{shown}`"), "reload the project")
    };
    let home = folder.canonicalize()?;
    let path = folder.join(relative).canonicalize().map_err(missing)?;
    if path.starts_with(&home) && path.is_file() { Ok(path) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn no_path_leaves_the_folder() {
        let folder = std::env::temp_dir().join(format!("armlab-inside-{}", std::process::id()));
        fs::create_dir_all(folder.join("logs")).unwrap();
        fs::write(folder.join("logs/a.csv"), "t").unwrap();
        fs::write(folder.join(".hidden"), "t").unwrap();
        assert!(inside(&folder, "logs/a.csv").is_ok());
        #[cfg(unix)]
        {
            let _ = std::os::unix::fs::symlink("/etc/hostname", folder.join("logs/out.csv"));
            assert!(inside(&folder, "logs/out.csv").is_err());
        }
        for path in [
            "",
            "/",
            "..",
            "../x",
            "logs/../../x",
            "/etc/passwd",
            "logs/./a.csv",
            "logs//a.csv",
            ".hidden",
            "logs\\a.csv",
            "logs/a.csv\0",
            "c:/x",
            "logs",
            "logs/b.csv",
        ] {
            assert!(inside(&folder, path).is_err(), "{path:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
