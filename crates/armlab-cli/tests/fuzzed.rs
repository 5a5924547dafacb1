//! The targets of `fuzz/` over their seeds and some hundred mutations of them each: whatever a file or a request holds,
//! the readers keep their promises. `make fuzz` goes on from here with coverage.

#[path = "../../../fuzz/src/targets/mod.rs"]
#[allow(dead_code)]
mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use targets::TARGETS;

/// Mutated inputs of a target.
const MUTATIONS: u64 = 400;
/// The same where it takes longer (the studio writes files at every request) or much is printed.
const FEWER: u64 = 100;
/// Longest seed that is mutated, so that large fixtures do not take all of the time.
const LONGEST_SEED: usize = 20_000;

/// Numbers that follow each other like random ones, the same ones every time (splitmix64).
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A line of `fuzz/targets.txt`: the dictionary and the seeds of a target.
fn inputs(name: &str) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let text = fs::read_to_string(root().join("fuzz/targets.txt")).unwrap();
    let line = text.lines().find(|l| l.split_whitespace().next() == Some(name));
    let mut words =
        line.unwrap_or_else(|| panic!("{name} is not in fuzz/targets.txt")).split_whitespace();
    let dictionary = words.nth(1).unwrap();
    let mut paths: Vec<PathBuf> = Vec::new();
    for pattern in words.map(String::from).chain([format!("fuzz/seeds/{name}/*")]) {
        paths.extend(matching(&root(), &pattern));
    }
    paths.sort();
    let seeds = paths.iter().map(|p| fs::read(p).unwrap()).collect();
    let dictionary = match dictionary {
        "-" => Vec::new(),
        name => {
            let path = root().join(format!("fuzz/dictionaries/{name}.dict"));
            fs::read_to_string(path).unwrap().lines().map(unquoted).collect()
        }
    };
    (dictionary, seeds)
}

/// Files of a pattern with stars in the last two parts of its path.
fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let Some((part, rest)) = pattern.split_once('/') else {
        return entries(folder, pattern).into_iter().filter(|p| p.is_file()).collect();
    };
    if !part.contains('*') {
        return matching(&folder.join(part), rest);
    }
    entries(folder, part).iter().flat_map(|folder| matching(folder, rest)).collect()
}

fn entries(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let (start, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let fits = |p: &PathBuf| {
        let name = p.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(start) && name.ends_with(end)
    };
    entries.filter(fits).collect()
}

/// A word of a dictionary: quoted, with `\xNN` for other bytes.
fn unquoted(line: &str) -> Vec<u8> {
    let line = line.trim_matches('"');
    let mut bytes = Vec::new();
    let mut rest = line.as_bytes();
    while let [first, others @ ..] = rest {
        match rest.strip_prefix(b"\\x").and_then(|r| r.get(..2)) {
            Some(hex) => {
                let hex = std::str::from_utf8(hex).unwrap();
                bytes.push(u8::from_str_radix(hex, 16).unwrap());
                rest = &rest[4..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    bytes
}

/// Changes a few places of an input: bytes, words of the dictionary, pieces of another seed.
fn mutated(random: &mut Stream, seeds: &[Vec<u8>], dictionary: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    bytes.truncate(LONGEST_SEED);
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let piece = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, piece));
            }
            5 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let piece = other[from..(from + random.below(400)).min(other.len())].to_vec();
                drop(bytes.splice(at..end, piece));
            }
            _ if !dictionary.is_empty() => {
                let word = dictionary[random.below(dictionary.len())].clone();
                // Numbers and names are replaced whole as often as cut.
                let plain = |b: u8| b.is_ascii_alphanumeric() || b"._-+".contains(&b);
                let length = bytes[at..].iter().take_while(|b| plain(**b)).count();
                drop(bytes.splice(at..at + length, word));
            }
            _ => bytes.extend(random.next().to_le_bytes()),
        }
    }
    bytes
}

/// The last one that is dropped removes the scratch files of all.
struct Tidy;

/// Nobody begins while they are removed.
static AT_WORK: Mutex<usize> = Mutex::new(0);

fn at_work() -> MutexGuard<'static, usize> {
    AT_WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tidy {
    fn new() -> Self {
        *at_work() += 1;
        Self
    }
}

impl Drop for Tidy {
    fn drop(&mut self) {
        let mut at_work = at_work();
        *at_work -= 1;
        if *at_work == 0 {
            let _ = fs::remove_dir_all(targets::scratch_folder());
        }
    }
}

/// Runs the targets whose names begin like this.
fn keep_their_promises(beginnings: &[&str]) {
    let _tidy = Tidy::new();
    let begins = |name: &str| beginnings.iter().any(|b| name.starts_with(b));
    for (number, target) in TARGETS.iter().enumerate().filter(|(_, t)| begins(t.name)) {
        let (dictionary, seeds) = inputs(target.name);
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        let mut random = Stream(number as u64);
        let few = target.name.starts_with("studio") || target.name == "states";
        let count = if few { FEWER } else { MUTATIONS };
        let mutations = (0..count).map(|_| mutated(&mut random, &seeds, &dictionary));
        for (k, input) in seeds.iter().cloned().chain(mutations).enumerate() {
            if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
                let kept = std::env::temp_dir().join(format!("armlab-crash-{}", target.name));
                let _ = fs::write(&kept, &input);
                panic!("{}: input {k} breaks it; it is kept as {}", target.name, kept.display());
            }
        }
    }
}

#[test]
fn every_target_is_tried_here() {
    let tried: Vec<&str> = [DESCRIPTIONS, LOGS, MOTIONS, RESULTS, STUDIO].concat();
    for target in TARGETS {
        assert!(tried.iter().any(|b| target.name.starts_with(b)), "{}", target.name);
    }
}

const DESCRIPTIONS: &[&str] = &["urdf", "xacro", "mjcf", "sdf", "robot_toml", "mesh"];
const LOGS: &[&str] = &["log_"];
const MOTIONS: &[&str] =
    &["trajectory", "movements", "experiment", "limits", "settings", "arguments", "ik_targets"];
const RESULTS: &[&str] = &["follow", "state", "campaign", "uncertainty"];
const STUDIO: &[&str] = &["studio_"];

#[test]
fn descriptions_and_meshes_are_read_or_refused() {
    keep_their_promises(DESCRIPTIONS);
}

#[test]
fn logs_are_read_or_refused() {
    keep_their_promises(LOGS);
}

#[test]
fn motions_settings_targets_and_words_are_read_or_refused() {
    keep_their_promises(MOTIONS);
}

#[test]
fn followed_logs_states_and_results_are_read_or_refused() {
    keep_their_promises(RESULTS);
}

#[test]
fn requests_and_projects_of_the_studio_are_answered() {
    keep_their_promises(STUDIO);
}
