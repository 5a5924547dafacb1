//! Any text as a mapping: one that reads a log, or a complaint with a hint.
#![no_main]

use armlab_log::mapping::Instructions;
use armlab_log::{Input, LogStream, ReadOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for parsed in [Instructions::parse(text), Instructions::parse_toml(text, "fuzz")] {
        let opened = parsed.and_then(|instructions| {
            let options = ReadOptions { instructions, ..ReadOptions::default() };
            LogStream::open(&Input::bytes("fuzz", &b"t,q1,a,b\n0,1,2,3\n"[..]), &options)
        });
        if let Err(error) = opened {
            assert!(!error.hint.is_empty(), "{error}");
        }
    }
});
