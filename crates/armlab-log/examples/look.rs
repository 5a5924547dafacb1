//! Shows mapping and findings of logs: `cargo run --example look FILE…`.

use armlab_log::{Input, LogStream, ReadOptions, preflight};

fn main() {
    for path in std::env::args().skip(1) {
        println!("== {path}");
        let options = ReadOptions::default();
        match LogStream::open(&Input::path(&path), &options) {
            Err(error) => println!("{error}"),
            Ok(mut stream) => match preflight::check(&mut stream, &options.expectation) {
                Err(error) => println!("{error}"),
                Ok(report) => {
                    let used =
                        stream.channels().iter().map(|c| format!("{}←{}", c.target(), c.column));
                    println!("{} {}", stream.format(), used.collect::<Vec<_>>().join(" "));
                    println!("{} rows {} s {} Hz", report.rows, report.duration, report.rate());
                    for f in &report.findings {
                        println!(
                            "  {:?} {} {} | {:?} | rows {} | {}",
                            f.severity,
                            f.code,
                            f.message,
                            f.columns,
                            f.rows.words(),
                            f.action
                        );
                    }
                }
            },
        }
    }
}
