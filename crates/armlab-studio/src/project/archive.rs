//! A project as one file: a plain tar archive (POSIX ustar), which every system can open.

use crate::failure::{Answer, Failure};
use std::path::Path;

const BLOCK: usize = 512;
/// Largest archive, bytes.
const LARGEST: u64 = 1 << 30;
/// Most files of an archive that is read.
const MOST_FILES: usize = 20_000;

/// All files of a folder that are not hidden, below `name`/.
pub fn write(folder: &Path, name: &str) -> Answer<Vec<u8>> {
    let mut out = Vec::new();
    add(folder, name, &mut out)?;
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

fn add(folder: &Path, prefix: &str, out: &mut Vec<u8>) -> Answer<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (kind, path) = (entry.file_type()?, format!("{prefix}/{name}"));
        if name.starts_with('.') || kind.is_symlink() {
            continue;
        }
        if kind.is_dir() {
            add(&entry.path(), &path, out)?;
            continue;
        }
        let bytes = std::fs::read(entry.path())?;
        if out.len() as u64 + bytes.len() as u64 > LARGEST {
            let hint = "copy the project's folder instead";
            return Err(Failure::wrong("the project is larger than 1 GB", hint));
        }
        out.extend(header(&path, bytes.len())?);
        out.extend(&bytes);
        out.resize(out.len().next_multiple_of(BLOCK), 0);
    }
    Ok(())
}

fn header(path: &str, size: usize) -> Answer<[u8; BLOCK]> {
    let long = || Failure::wrong(format_args!("the name {path} is too long"), "shorten it");
    let (prefix, name) = match path.len() {
        0..=100 => ("", path),
        _ => {
            let mut places = path.char_indices();
            let cut = places.find(|(i, c)| *c == '/' && path.len() - i <= 101);
            let (at, _) = cut.ok_or_else(long)?;
            (&path[..at], &path[at + 1..])
        }
    };
    if prefix.len() > 155 || name.len() > 100 {
        return Err(long());
    }
    let mut block = [0_u8; BLOCK];
    let mut put =
        |at: usize, text: &str| block[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, "0000600\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, &format!("{size:011o}\0"));
    put(136, "00000000000\0");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    put(345, prefix);
    let sum: u32 = block.iter().map(|b| u32::from(*b)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// Whether a file begins as an archive of a project does.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

/// Files of a project's archive, without the folder that all are in.
pub fn read(bytes: &[u8]) -> Answer<Vec<(String, Vec<u8>)>> {
    let inner = |(path, content): (String, Vec<u8>)| {
        path.split_once('/').map(|(_, inner)| (inner.to_string(), content))
    };
    let files: Vec<_> = entries(bytes)?.into_iter().filter_map(inner).collect();
    if files.iter().any(|(path, _)| path == "project.toml") {
        return Ok(files);
    }
    let hint = "an archive is made by Export on the start page";
    Err(Failure::wrong("there is no project in the archive", hint))
}

/// Whether an archive holds a project.
pub fn holds_project(files: &[(String, Vec<u8>)]) -> bool {
    files.iter().any(|(path, _)| path.split_once('/').is_some_and(|(_, p)| p == "project.toml"))
}

/// Files of an archive. Paths are plain and relative.
pub fn entries(bytes: &[u8]) -> Answer<Vec<(String, Vec<u8>)>> {
    let damaged = || Failure::wrong("the archive is damaged", "export the project again");
    let text = |field: &[u8]| -> Answer<String> {
        let end = field.iter().position(|b| *b == 0).unwrap_or(field.len());
        String::from_utf8(field[..end].to_vec()).map_err(|_| damaged())
    };
    let (mut files, mut at) = (Vec::new(), 0);
    while let Some(block) = bytes.get(at..at + BLOCK) {
        if block.iter().all(|b| *b == 0) {
            break;
        }
        if !is_archive(block) || files.len() >= MOST_FILES {
            return Err(damaged());
        }
        let (name, prefix) = (text(&block[..100])?, text(&block[345..500])?);
        let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        let size = usize::from_str_radix(text(&block[124..136])?.trim(), 8);
        let size = size.map_err(|_| damaged())?;
        at += BLOCK;
        let content = bytes.get(at..at.saturating_add(size)).ok_or_else(damaged)?;
        at += size.next_multiple_of(BLOCK);
        // Folders are made where files need them.
        if block[156] != b'0' && block[156] != 0 {
            continue;
        }
        let plain = |part: &str| {
            let odd = |c: char| c.is_control() || "\\:".contains(c);
            !part.is_empty() && !part.starts_with('.') && !part.contains(odd)
        };
        if !path.split('/').all(plain) {
            return Err(Failure::wrong("a path in the archive is not plain", "export it again"));
        }
        files.push((path, content.to_vec()));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_holds_every_file_and_nothing_leaves_the_folder() {
        let folder = std::env::temp_dir().join(format!("armlab-archive-{}", std::process::id()));
        let long = format!("runs/1/{}", "x".repeat(90));
        for path in ["project.toml", "logs/a b.csv", long.as_str()] {
            std::fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
            std::fs::write(folder.join(path), path.repeat(40)).unwrap();
        }
        std::fs::write(folder.join(".secret"), "no").unwrap();
        let bytes = write(&folder, &"p".repeat(20)).unwrap();
        let files = read(&bytes).unwrap();
        assert_eq!(files.len(), 3);
        for (path, content) in &files {
            assert_eq!(content, path.repeat(40).as_bytes(), "{path}");
        }
        for cut in [BLOCK, BLOCK + 7, bytes.len() / 2] {
            let _ = read(&bytes[..cut]);
        }
        let mut hostile = bytes.clone();
        hostile[..13].copy_from_slice(b"p/../../etc/x");
        assert!(read(&hostile).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
