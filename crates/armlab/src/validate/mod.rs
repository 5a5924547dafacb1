//! Judging a model by efforts it has not seen.

mod described;
mod mass_matrix;
mod metrics;
mod scope;
mod scores;
mod verdict;
mod whiteness;

pub use described::{DescribedError, judge_described, predict_described};
pub use mass_matrix::{MassMatrixCheck, check_mass_matrix};
pub use metrics::{Metrics, Stretch, joint_metrics, metrics};
pub use scope::{JointScope, Scope};
pub use scores::{JointScore, Scores, score};
pub use verdict::{Baselines, Verdict, judge};
pub use whiteness::{Whiteness, whiteness};
