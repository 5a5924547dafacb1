//! Any bytes as TOML: a robot that can be written and read again exactly, or a
//! located error.
#![no_main]

use armlab_fuzz::robot::describe::{FixedJoints, ReadOptions, read_toml, write_toml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for fixed_joints in [FixedJoints::Merge, FixedJoints::Keep] {
        let options = ReadOptions { fixed_joints };
        match read_toml(&text, "fuzz", &options) {
            Err(e) => assert!(e.line >= 1 && e.column >= 1, "{e}"),
            Ok(read) => {
                let again = read_toml(&write_toml(&read.robot), "again", &options);
                let again = again.unwrap_or_else(|e| panic!("{e}")).robot;
                assert_eq!(again.joints(), read.robot.joints());
                assert_eq!(again.links(), read.robot.links());
                assert_eq!(again.frames(), read.robot.frames());
                assert_eq!(again.tool(), read.robot.tool());
            }
        }
    }
});
