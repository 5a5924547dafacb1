//! No code: the one set of features in which dependencies shared by several crates are compiled.
//!
//! Cargo compiles a dependency with the features that the packages being built ask for. Without this crate
//! `cargo build -p armlab-bench` after `cargo build --workspace` compiles nearly everything again, because
//! the command line's dependencies ask for more. Every crate of the workspace depends on this one, so that
//! each of them asks for the same. `tools/dependency_policy.py` names what is missing here.
