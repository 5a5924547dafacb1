//! What is fuzzed: one function a target. It takes any bytes and panics if the reader breaks a promise.
//!
//! `fuzz/src/main.rs` runs them under libFuzzer; `crates/armlab-cli/tests/fuzzed.rs` runs them over the seeds and some
//! hundred mutations on every `make test`.

mod campaigns;
mod commands;
mod descriptions;
mod logs;
mod meshes;
mod motions;
mod online;
mod scratch;
mod studio;

/// A reader and what it must do with any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name; seeds are in `fuzz/seeds/NAME`.
    pub name: &'static str,
    /// Takes the bytes.
    pub run: fn(&[u8]),
    /// Whether it catches panics of a library itself, so that a panic as such is no failure.
    pub catches: bool,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    target("urdf", descriptions::urdf),
    target("xacro", descriptions::xacro),
    target("mjcf", descriptions::mjcf),
    target("sdf", descriptions::sdf),
    target("robot_toml", descriptions::toml),
    target("mesh", meshes::mesh),
    target("log_text", logs::text),
    target("log_npz", logs::npz),
    target("log_npy", logs::npy),
    catching("log_parquet", logs::parquet),
    target("log_mcap", logs::mcap),
    target("log_mat", logs::mat),
    catching("log_hdf5", logs::hdf5),
    target("log_db3", logs::db3),
    catching("log_arrow", logs::arrow),
    target("log_mapping", logs::mapping),
    target("log_live", logs::live),
    target("follow", online::follow),
    target("state", online::state),
    target("trajectory", motions::trajectory),
    target("movements", motions::movements),
    target("experiment", motions::experiment),
    target("limits", motions::limits),
    target("settings", motions::settings),
    target("campaign", campaigns::ledger),
    target("uncertainty", campaigns::uncertainty),
    target("states", commands::states),
    target("ik_targets", commands::targets),
    target("arguments", commands::arguments),
    target("studio_request", studio::request),
    target("studio_project", studio::project),
];

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, catches: false }
}

const fn catching(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, catches: true }
}

/// Where targets of this process keep files.
pub fn scratch_folder() -> std::path::PathBuf {
    scratch::root()
}

/// The target of a name, for a constant.
///
/// # Panics
/// If there is none.
pub const fn named(name: &str) -> Target {
    let mut k = 0;
    while k < TARGETS.len() {
        if same(TARGETS[k].name.as_bytes(), name.as_bytes()) {
            return TARGETS[k];
        }
        k += 1;
    }
    panic!("ARMLAB_FUZZ_TARGET is no target")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}
