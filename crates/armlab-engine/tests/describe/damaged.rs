//! Damaged copies of descriptions in every format: a robot or a located error with a hint, never a panic.

use super::{KEEP, MERGE, random};
use armlab_engine::robot::describe::{
    Description, FileError, ReadOptions, read_mjcf, read_sdf, read_text, read_toml, read_urdf,
    write_mjcf, write_sdf, write_toml, write_urdf,
};
use armlab_engine::robot::{Robot, library};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

/// Copies in a format.
const COPIES: usize = 500;

/// A file that uses what xacro has.
const XACRO: &str = include_str!("../../../../fuzz/seeds/xacro/arm.xacro");

/// Cuts a copy, or changes, doubles or leaves out some of it.
fn damaged(rng: &mut ChaCha8Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if rng.random_range(0..10) < 2 {
        bytes.truncate(rng.random_range(0..bytes.len()));
    }
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=bytes.len().saturating_sub(1));
        let end = (at + rng.random_range(0..60)).min(bytes.len());
        match rng.random_range(0..5) {
            0 if at < bytes.len() => bytes[at] = rng.next_u32() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..7),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, piece));
            }
            _ => {
                let words = ["nan", "1e308", "-1", "0", "\"", "<", "]", "1e60", "[[", "${"];
                let word = words[rng.random_range(0..words.len())];
                drop(bytes.splice(at..at, word.bytes()));
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

type Read = fn(&str, &str, &ReadOptions) -> Result<Description, FileError>;

/// Reads damaged copies of some files; how many were refused.
fn refused(read: Read, files: &[String], seed: u64) -> usize {
    let mut rng = random::generator(seed);
    for file in files {
        read(file, "whole", &MERGE).unwrap_or_else(|e| panic!("{e}\n{file}"));
    }
    let mut refused = 0;
    for k in 0..COPIES {
        let copy = damaged(&mut rng, &files[k % files.len()]);
        for options in [MERGE, KEEP] {
            if let Err(error) = read(&copy, "damaged", &options) {
                // What is wrong with a file as a whole has no place in it.
                assert_eq!(error.line >= 1, error.column >= 1, "{error}");
                assert!(!error.message.is_empty() && !error.hint.is_empty(), "{error}");
                refused += usize::from(options == MERGE);
            }
        }
    }
    refused
}

#[test]
fn five_hundred_damaged_copies_of_each_format_are_answered() {
    let mut rng = random::generator(19);
    let robots: Vec<Robot> = ["scara", "panda", "five-bar", "delta"]
        .iter()
        .map(|name| library::load(name).unwrap().unwrap().robot)
        .collect();
    let written = |write: &dyn Fn(&Robot) -> String| robots.iter().map(write).collect::<Vec<_>>();
    let mut strange = written(&write_urdf);
    // Names that only URDF and TOML keep to the letter.
    let random = random::robot(&mut rng, 6, true);
    strange.push(write_urdf(&random));
    let formats: [(&str, Read, Vec<String>); 5] = [
        ("URDF", read_urdf, strange),
        ("TOML", read_toml, written(&write_toml)),
        ("MJCF", read_mjcf, written(&|r| write_mjcf(r).text)),
        ("SDF", read_sdf, written(&|r| write_sdf(r).text)),
        ("xacro", read_text, vec![XACRO.to_string()]),
    ];
    for (seed, (format, read, files)) in formats.into_iter().enumerate() {
        let refused = refused(read, &files, seed as u64);
        assert!(refused > COPIES / 10, "{format}: {refused} of {COPIES} refused");
        println!("{format}: {refused} of {COPIES} damaged copies refused");
    }
}
