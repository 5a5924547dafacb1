//! One target under libFuzzer; `tools/fuzz.py` builds and runs this for each of them.
//!
//! Which target it is, is said while it is compiled (`ARMLAB_FUZZ_TARGET`), so that only what the target can reach is
//! linked. libFuzzer looks through the counters of the whole program after every input: with all readers in one program
//! that took ten times as long as reading a small file.
#![no_main]

use armlab_fuzz::targets::{Target, named};
use libfuzzer_sys::fuzz_target;

const TARGET: Target = named(env!("ARMLAB_FUZZ_TARGET"));

fuzz_target!(
    init: if TARGET.catches {
        // libFuzzer's hook ends the run at a panic that the reader would catch; what is not caught still ends it.
        std::panic::set_hook(Box::new(|_| {}));
    },
    |data: &[u8]| (TARGET.run)(data)
);
