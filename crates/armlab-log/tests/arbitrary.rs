//! Any bytes at all: a log, or a complaint with a hint; never a panic.

use armlab_log::mapping::Instructions;
use armlab_log::{Block, Input, LogStream, ReadOptions, preflight};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn read(bytes: Vec<u8>) {
    let options = ReadOptions::default();
    let input = Input::bytes("any", bytes);
    let opened = LogStream::open(&input, &options);
    let checked = opened.and_then(|mut s| preflight::check(&mut s, &options.expectation));
    if let Err(error) = checked {
        assert!(error.to_string().starts_with("any") || error.file == "mapping", "{error}");
        assert!(!error.hint.is_empty(), "{error}");
    }
}

/// A MATLAB file up to its first variable.
const MATLAB: &[u8] = b"MATLAB 5.0 MAT-file                                                                                                         \x00\x01IM";

/// Bytes that begin like a format and go on as they like.
fn like(start: &'static [u8]) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..400).prop_map(move |rest| [start, &rest].concat())
}

/// Texts made of what logs are made of.
fn texts() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "t", "q1", "q2", "qd1", "tau1", "i1", "time", "[deg]", "(ms)", ",", ";", "\t", " ", "\n",
        "\r\n", "0", "1.5", "-2e3", "1,5", "nan", "inf", "\"", "#", "%", "1e999", ".", "-", "x",
        "°", "\u{feff}",
    ]);
    prop::collection::vec(word, 0..120).prop_map(|words| words.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        read(bytes);
    }

    #[test]
    fn any_text_is_answered(text in texts()) {
        read(text.into_bytes());
    }

    #[test]
    fn rows_below_a_good_header_are_answered(text in texts()) {
        read(format!("t,q1,tau1\n{text}").into_bytes());
    }

    #[test]
    fn bytes_that_look_like_a_format_are_answered(
        bytes in prop_oneof![
            like(b"PAR1"), like(b"PK\x03\x04"), like(b"\x89MCAP0\r\n"), like(b"\x1f\x8b\x08"),
            like(b"\x28\xb5\x2f\xfd"), like(b"\x89HDF\r\n\x1a\n\x00"), like(b"SQLite format 3\0"),
            like(MATLAB), like(b"ARROW1\0\0\xff\xff\xff\xff"),
        ]
    ) {
        read(bytes.clone());
        read([&bytes[..], b"PAR1"].concat());
    }

    #[test]
    fn any_mapping_is_answered(text in "[ -~]{0,60}", file in "[ -~\n]{0,80}") {
        let _ = Instructions::parse_toml(&file, "any");
        if let Ok(instructions) = Instructions::parse(&text) {
            let options = ReadOptions { instructions, ..ReadOptions::default() };
            let input = Input::bytes("any", &b"t,q1,tau1\n0,1,2\n"[..]);
            if let Ok(mut stream) = LogStream::open(&input, &options) {
                prop_assert!(stream.next_block(&mut Block::new()).is_ok());
            }
        }
    }
}
