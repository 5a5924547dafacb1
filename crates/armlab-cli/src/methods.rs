//! The methods of the command line: the library's and the papers'.

pub use armlab_papers::methods::{ESTIMATORS, IK_SOLVERS as SOLVERS};
