//! Rust without the standard library: a crate of one file, without dependencies or `unsafe`.

mod body;
mod loops;
mod self_test;
mod syntax;

use super::SourceFile;
use crate::export::Generated;

/// The crate of a program.
pub fn write_rust(generated: &Generated) -> Vec<SourceFile> {
    let name = &generated.identifier;
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[lib]\n\
         # No standard library, no dependency: it compiles for microcontrollers, too.\n"
    );
    vec![
        SourceFile { name: "Cargo.toml".into(), content: manifest },
        SourceFile { name: "src/lib.rs".into(), content: body::write(generated) },
    ]
}
