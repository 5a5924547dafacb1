//! The methods of the command line: the library's and the papers'.

use armlab::identify::estimators::{Estimator, Registry};
use std::sync::LazyLock;

/// Every estimator, with default settings.
pub static ESTIMATORS: LazyLock<Registry<dyn Estimator>> =
    LazyLock::new(armlab_papers::methods::estimators);
