//! Atomic writing and bounded reading.

use armlab_files::{
    AtomicFile, read_text, read_text_if_exists, remove_unfinished, write, write_private,
};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|e| e.unwrap().file_name().to_string_lossy().into()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_as_a_whole_and_nothing_else_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write(&path, "first, and longer").unwrap();
    write(&path, "second").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "second");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn a_file_that_is_not_committed_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write(&path, "old").unwrap();
    let mut file = AtomicFile::create(&path).unwrap();
    file.write_all(b"half of the ne").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    drop(file);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn a_failed_write_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("taken")).unwrap();
    assert!(write(folder.path().join("taken"), "x").is_err());
    assert!(write(folder.path().join("missing/a.txt"), "x").is_err());
    assert_eq!(names(folder.path()), ["taken"]);
}

#[test]
fn temporary_files_of_killed_processes_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".a.txt.AbCd12.part"), "x").unwrap();
    fs::write(folder.path().join("a.txt"), "x").unwrap();
    remove_unfinished(folder.path(), Duration::from_secs(3600));
    assert_eq!(names(folder.path()).len(), 2, "it may still be written");
    remove_unfinished(folder.path(), Duration::ZERO);
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_are_those_of_a_usual_file_of_the_old_one_or_private() {
        let folder = tempfile::tempdir().unwrap();
        let [plain, usual, secret] = ["plain", "usual", "secret"].map(|n| folder.path().join(n));
        fs::write(&plain, "x").unwrap();
        write(&usual, "x").unwrap();
        assert_eq!(mode(&usual), mode(&plain));
        fs::set_permissions(&usual, fs::Permissions::from_mode(0o640)).unwrap();
        write(&usual, "y").unwrap();
        assert_eq!(mode(&usual), 0o640);
        write_private(&secret, "x").unwrap();
        assert_eq!(mode(&secret), 0o600);
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }

    #[test]
    fn a_device_is_written_but_not_replaced_and_not_read() {
        write("/dev/null", "x").unwrap();
        let error = read_text("/dev/zero", 1 << 20).unwrap_err();
        assert!(error.message.contains("device"), "{error}");
    }
}

#[test]
fn text_is_read_up_to_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "12345678").unwrap();
    assert_eq!(read_text(&path, 8).unwrap(), "12345678");
    let error = read_text(&path, 7).unwrap_err();
    assert_eq!(error.message, "the file is larger than 7 bytes");
    let error = read_text(folder.path(), 8).unwrap_err();
    assert_eq!(error.message, "cannot be read: it is a folder");
    let missing = folder.path().join("missing");
    assert_eq!(read_text_if_exists(&missing, 8), Ok(None));
    assert_eq!(read_text(&missing, 8).unwrap_err().message, "there is no such file");
}

#[test]
fn bytes_that_are_no_text_are_located() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, b"one\nt\xc3\xb6\xffo").unwrap();
    let error = read_text(&path, 100).unwrap_err();
    assert_eq!((error.line, error.column), (2, 3));
    assert_eq!(error.message, "byte 0xff is not UTF-8 text");
}
