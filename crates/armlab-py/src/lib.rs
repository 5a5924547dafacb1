//! The compiled part of the Python package `armlab`: arrays in and out, long calls with progress
//! and Ctrl-C, results, and the command line. Everything is computed by the library.

mod arrays;
mod arrow;
mod batch;
mod call;
mod command;
mod dynamics;
mod error;
mod kept_robot;
mod kinematics;
mod log;
mod parts;
mod result;
mod robot;
mod workflows;

use pyo3::prelude::*;

/// Compiled part of armlab.
#[pymodule]
mod _armlab {
    #[pymodule_export]
    use super::call::set_threads;
    #[pymodule_export]
    use super::command::{main, options};
    #[pymodule_export]
    use super::error::ArmlabError;
    #[pymodule_export]
    use super::kept_robot::PyRobot;
    #[pymodule_export]
    use super::kinematics::pose_numbers;
    #[pymodule_export]
    use super::log::{LogInput, arrow_columns, write_log};
    #[pymodule_export]
    use super::parts::{identify_parts, merge_parts, plan_parts, reduce_part};
    #[pymodule_export]
    use super::result::Outcome;
    #[pymodule_export]
    use super::robot::builtin_robots;
    #[pymodule_export]
    use super::workflows::{
        campaign, check, diagnose, excite, identify, inverse_kinematics, read_log, simulate,
        validate,
    };
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
