//! Any bytes as a MATLAB file: a log that can be checked, or a complaint with a hint.
#![no_main]

use armlab_log::{Input, LogStream, ReadOptions, preflight};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let options = ReadOptions::default();
    let input = Input::bytes("fuzz", begun(data));
    let opened = LogStream::open(&input, &options);
    let checked = opened.and_then(|mut log| preflight::check(&mut log, &options.expectation));
    if let Err(error) = checked {
        assert!(error.file == "fuzz" && !error.hint.is_empty(), "{error}");
    }
});

/// The bytes with the beginning that the format is known by.
fn begun(data: &[u8]) -> Vec<u8> {
    let mut start = b"MATLAB 5.0 MAT-file".to_vec();
    start.resize(124, b' ');
    start.extend(b"\x00\x01IM");
    let rest = data.get(start.len()..).unwrap_or_default();
    [&start[..], rest].concat()
}
