//! How fast a CSV log of a given size is read, and in how much memory.
//!
//!     cargo run --release -p armlab-bench -- csv 1000 [parse|check] [DIR]
//!
//! writes a file of so many megabytes into DIR (the system's folder for temporary files),
//! reads it once to warm the cache and once with the clock running, on one core, prints one
//! line of JSON, and removes the file. `parse` reads and maps; `check` runs the pre-flight
//! check as well. The peak is the process's largest resident memory, where the system tells it.

use armlab::log::{Block, Input, LogStream, ReadOptions, preflight};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Measures with `[MEGABYTES [MODE [FOLDER]]]`.
pub fn run(arguments: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = arguments.iter();
    let megabytes: u64 = arguments.next().unwrap_or(&"1000").parse()?;
    let mode = arguments.next().unwrap_or(&"parse").to_string();
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join(format!("armlab_csv_speed_{}.csv", std::process::id()));
    let outcome = measure(&path, megabytes * 1_000_000, &mode);
    let _ = std::fs::remove_file(&path);
    outcome
}

fn measure(path: &Path, bytes: u64, mode: &str) -> Result<(), Box<dyn std::error::Error>> {
    write(path, bytes)?;
    let size = std::fs::metadata(path)?.len();
    read(path, "parse")?;
    let start = Instant::now();
    let rows = read(path, mode)?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{{\"mode\":\"{mode}\",\"bytes\":{size},\"rows\":{rows},\"seconds\":{seconds:.3},\
         \"megabytes_per_second\":{:.1},\"peak_resident_kilobytes\":{}}}",
        size as f64 / 1e6 / seconds,
        peak().map_or("null".into(), |kb| kb.to_string()),
    );
    Ok(())
}

/// Seven joints with position, velocity and torque in full precision, as a controller logs them.
fn write(path: &Path, bytes: u64) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let names = ["q", "qd", "tau"].map(|s| (1..=7).map(|j| format!("{s}{j}")).collect::<Vec<_>>());
    writeln!(out, "t,{}", names.concat().join(","))?;
    let (mut written, mut row) = (0, 0_u64);
    let mut line = String::new();
    while written < bytes {
        use std::fmt::Write as _;
        line.clear();
        let t = row as f64 * 1e-3;
        let _ = write!(line, "{t:.3}");
        for k in 0..21 {
            let w = 1.0 + 0.37 * f64::from(k);
            let value = if k < 7 { (w * t).sin() } else { w * (w * t).cos() };
            let _ = write!(line, ",{value}");
        }
        line.push('\n');
        out.write_all(line.as_bytes())?;
        written += line.len() as u64;
        row += 1;
    }
    out.flush()
}

fn read(path: &Path, mode: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let options = ReadOptions::default();
    let mut stream = LogStream::open(&Input::path(path), &options)?;
    if mode == "check" {
        return Ok(preflight::check(&mut stream, &options.expectation)?.rows);
    }
    let mut block = Block::new();
    let mut rows = 0;
    while stream.next_block(&mut block)? {
        rows += block.rows() as u64;
    }
    Ok(rows)
}

fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|l| l.strip_prefix("VmHWM:"))?
        .trim()
        .strip_suffix("kB")?
        .trim()
        .parse()
        .ok()
}
