//! Files that are not read: each is named, with what to do.

use armlab_log::{Input, Log, ReadOptions};

#[track_caller]
fn refused(start: &[u8], what: &str) {
    let read = Log::read_with(&Input::bytes("x", start), &ReadOptions::default());
    let error = read.expect_err(what);
    assert!(error.message.contains(what) && !error.hint.is_empty(), "{error}");
}

#[test]
fn formats_that_are_not_read_are_named_with_a_way_out() {
    for (start, what) in [
        (&b"\x93NUMPY\x01\x00"[..], "NumPy array"),
        (b"\xff\xfet\0,\0", "UTF-16"),
        (b"#ROSBAG V2.0\n", "ROS 1 bag"),
        (b"FEA1\0\0", "Feather"),
        (b"TDSm\x0e", "TDMS"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel"),
        (b"\x80\x04\x95", "pickle"),
        (b"  {\"t\": [0, 1]}", "JSON"),
        (b"[{\"t\": 0}]", "JSON"),
        (b"<?xml version='1.0'?>", "XML"),
        (b"rosbag2_bagfile_information:\n  version: 5\n", "metadata.yaml"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    ] {
        refused(start, what);
    }
}

#[test]
fn a_matlab_file_of_version_4_is_named() {
    let path = format!("{}/tests/fixtures/scipy_v4.mat", env!("CARGO_MANIFEST_DIR"));
    refused(&std::fs::read(path).unwrap(), "version 4");
}

/// A ZIP file with one empty entry.
fn zip(name: &str) -> Vec<u8> {
    let length = name.len() as u16;
    let mut file = b"PK\x03\x04".to_vec();
    file.extend([0; 22]);
    file.extend(length.to_le_bytes());
    file.extend([0; 2]);
    file.extend(name.as_bytes());
    let start = file.len() as u32;
    file.extend(b"PK\x01\x02");
    file.extend([0; 24]);
    file.extend(length.to_le_bytes());
    file.extend([0; 16]);
    file.extend(name.as_bytes());
    let size = file.len() as u32 - start;
    file.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    file.extend(size.to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0; 2]);
    file
}

#[test]
fn zip_files_are_named_by_what_is_in_them() {
    refused(&zip("xl/workbook.xml"), "Excel");
    refused(&zip("content.xml"), "OpenDocument");
    refused(&zip("archive/data.pkl"), "PyTorch");
    refused(&zip("log.csv"), "ZIP archive without NumPy");
}
