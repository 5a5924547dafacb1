//! Runs the target that `ARMLAB_FUZZ_TARGET` names under libFuzzer; `tools/fuzz.py` does so for all of them.
#![no_main]

use armlab_fuzz::targets::{Target, find};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("ARMLAB_FUZZ_TARGET").unwrap_or_default();
    find(&name).unwrap_or_else(|| panic!("ARMLAB_FUZZ_TARGET={name} is no target"))
});

fuzz_target!(
    init: if TARGET.catches {
        // libFuzzer's hook ends the run at a panic that the reader would catch; what is not caught still ends it.
        std::panic::set_hook(Box::new(|_| {}));
    },
    |data: &[u8]| (TARGET.run)(data)
);
