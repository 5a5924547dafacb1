//! Puts the built page into the crate where there is one: from `page` in a published crate, else from
//! the repository's `web/dist`. It never builds the page: that is `make web`, which also touches
//! this file.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Name in the URL, and file.
fn files(folder: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            files(&path, &format!("{prefix}{name}/"), found)
        } else {
            found.push((format!("{prefix}{name}"), path))
        }
    }
}

/// FNV-1a, for the ETag.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let published = here.join("page");
    let dist = if published.is_dir() { published } else { here.join("../../web/dist") };
    let mut found = Vec::new();
    if dist.join("index.html").is_file() {
        println!("cargo:rerun-if-changed={}", dist.display());
        files(&dist, "", &mut found);
        found.sort();
    }
    let mut table = String::from("[\n");
    for (name, path) in &found {
        let tag = hash(&fs::read(path).unwrap_or_default());
        let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?}), {tag:?}),");
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("page.rs"), table).expect("the build folder can be written");
}
