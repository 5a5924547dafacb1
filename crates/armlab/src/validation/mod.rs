//! Validation of a model on logs: [`Validation`], scores, verdict.

mod baselines;
mod joints;
mod mass_matrix;
mod metrics;
mod page;
mod predict;
mod report;
mod scope;
mod scores;
mod verdict;
mod whiteness;
mod workflow;

pub use baselines::{
    BaselineScores, MASS_POSES, baseline_scores, effort_noise, mean_scores,
    predict_described_or_rigid, residual_whiteness, scores,
};
pub(crate) use joints::{cells, efforts, joint_tables, scope_table, titles};
pub use mass_matrix::{MassMatrixCheck, check_mass_matrix};
pub use metrics::{Metrics, Stretch, joint_metrics, metrics};
pub use page::reproduce_section;
pub use predict::{DescribedError, DescribedEvidence, judge_described, predict_described};
pub use report::{ConsistencyReport, ValidationReport};
pub use scope::{JointScope, Scope};
pub use scores::{JointScore, Scores, score};
pub use verdict::{Baselines, Evidence, Level, Verdict, judge};
pub use whiteness::{Whiteness, whiteness};
pub use workflow::{Validated, Validation};
