//! Validation of a model on logs: [`Validation`], scores, verdict.

mod autocorrelation;
mod baselines;
mod conditioned;
mod evaluation_rows;
mod free;
mod joints;
mod judge;
mod limits;
mod log_evidence;
mod mass_matrix;
mod metrics;
mod page;
mod predict;
mod related;
mod report;
mod scope;
mod scores;
mod steadiness;
mod verdict;
mod whiteness;
mod workflow;

pub(crate) use autocorrelation::autocorrelation;
pub use baselines::{
    BaselineScores, MASS_POSES, baseline_scores, effort_noise, mean_scores,
    predict_described_or_rigid, residual_whiteness, scores,
};
pub(crate) use conditioned::{Conditioned, conditioned};
pub use evaluation_rows::EvaluationRows;
pub(crate) use evaluation_rows::with_distinct_names;
pub use free::free_scores;
pub(crate) use joints::{
    cells, diagnosis_table, efforts, joint_tables, scope_table, titles, verdict_table,
};
pub use judge::{Baselines, DescribedEvidence, Evidence, judge, judge_described};
pub use limits::{ErrorLimit, ErrorLimits};
pub use log_evidence::LogEvidence;
pub use mass_matrix::{MassMatrixCheck, check_mass_matrix};
pub use metrics::{Metrics, Stretch, joint_metrics, metrics};
pub use page::reproduce_section;
pub use predict::{DescribedError, predict_described};
pub use related::related_to_motion;
pub use report::{ConsistencyReport, ValidationReport};
pub use scope::{JointScope, Scope};
pub use scores::{JointScore, Scores, score};
pub use verdict::{JointVerdict, Level, Verdict};
pub use whiteness::{Whiteness, whiteness};
pub use workflow::{Validated, Validation};
