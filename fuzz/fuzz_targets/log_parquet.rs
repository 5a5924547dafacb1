//! Any bytes as Parquet: a log that can be checked, or a complaint with a hint.
//!
//! The reader catches panics of the Parquet crate; libFuzzer's hook would end the run at them
//! before they are caught, so it is taken away. What is not caught still ends it.
#![no_main]

use armlab_log::{Input, LogStream, ReadOptions, preflight};
use libfuzzer_sys::fuzz_target;
use std::panic;

fuzz_target!(
    init: panic::set_hook(Box::new(|_| {})),
    |data: &[u8]| {
        let options = ReadOptions::default();
        let input = Input::bytes("fuzz", begun(data));
        let opened = LogStream::open(&input, &options);
        let checked = opened.and_then(|mut log| preflight::check(&mut log, &options.expectation));
        if let Err(error) = checked {
            assert!(error.file == "fuzz" && !error.hint.is_empty(), "{error}");
        }
    }
);

/// The bytes with the beginning that the format is known by.
fn begun(data: &[u8]) -> Vec<u8> {
    let magic = b"PAR1";
    let rest = data.get(magic.len()..).unwrap_or_default();
    [&magic[..], rest].concat()
}
