//! Any bytes as text (or, packed, as gzip): a log that can be checked, or a complaint with a hint.
#![no_main]

use armlab_log::{Input, LogStream, ReadOptions, preflight};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let options = ReadOptions::default();
    let input = Input::bytes("fuzz", data);
    let opened = LogStream::open(&input, &options);
    let checked = opened.and_then(|mut log| preflight::check(&mut log, &options.expectation));
    if let Err(error) = checked {
        assert!(error.file == "fuzz" && !error.hint.is_empty(), "{error}");
    }
});
