//! The methods of the command line: the library's and the papers'.

use armlab::identify::estimators::Estimator;
use armlab::kinematics::inverse::Solver;
use armlab::settings::Registry;
use std::sync::LazyLock;

/// Every estimator, with default settings.
pub static ESTIMATORS: LazyLock<Registry<dyn Estimator>> =
    LazyLock::new(armlab_papers::methods::estimators);

/// Every solver of inverse kinematics, with default settings.
pub static SOLVERS: LazyLock<Registry<dyn Solver>> =
    LazyLock::new(armlab_papers::methods::ik_solvers);
