//! Any bytes as URDF: a robot that can be written and read again, or a located error.
#![no_main]

use armlab_fuzz::robot::describe::{FixedJoints, ReadOptions, read_urdf, write_urdf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for fixed_joints in [FixedJoints::Merge, FixedJoints::Keep] {
        let options = ReadOptions { fixed_joints };
        match read_urdf(&text, "fuzz", &options) {
            Err(e) => assert!(e.line >= 1 && e.column >= 1, "{e}"),
            Ok(read) => {
                let again = read_urdf(&write_urdf(&read.robot), "again", &options);
                let again = again.unwrap_or_else(|e| panic!("{e}")).robot;
                assert_eq!(again.joints().len(), read.robot.joints().len());
                assert_eq!(again.frames().len(), read.robot.frames().len());
            }
        }
    }
});
