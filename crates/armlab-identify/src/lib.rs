//! From motion and effort to parameters.
//!
//! A log becomes a [`Recording`] (even steps, smooth motion), a robot and the
//! friction looked for become a [`Model`] (names of unknowns, rows by the block),
//! both together are [`Reduced`] to triangles, and [`estimators`] turn these into
//! an [`Estimate`].

mod all_rows;
mod closed_loop;
mod conditioning;
pub mod consistent;
mod coupling;
mod data;
mod described;
mod error;
mod estimate;
pub mod estimators;
pub mod evolutionary;
mod experiment_loops;
mod fit;
mod friction_columns;
mod gravity;
mod joint_triangle;
mod joint_weights;
mod knowledge;
pub mod long;
mod method;
mod motion_filter;
pub mod nonlinear;
pub mod online;
pub mod parallel;
pub mod payload;
mod physical;
mod prediction;
mod problem;
mod recording;
mod reduced;
mod repeated;
mod repetition;
mod row_weights;
mod rows;
mod selection;
mod sensitivity;
mod signal_noise;
mod solve;
mod temperature;
mod trace;
mod transmitted;
pub mod uncertainty;

pub use all_rows::{AllRows, SkippedRow};
pub use armlab_engine::friction::{FrictionChoice, FrictionModel, FrictionModels};
pub use closed_loop::{ClosedLoop, ClosedLoopError, ClosedLoops, Controller};
pub use coupling::Coupling;
pub use data::{Data, noise_weights};
pub use error::EstimationError;
pub use estimate::{Estimate, Fit, ParameterEstimate, Status};
pub use experiment_loops::ExperimentLoops;
pub use fit::least_squares_fit;
pub use friction_columns::{FrictionColumn, RecordedMotion, friction_columns};
pub use gravity::{GravityEstimate, identify_gravity};
pub use knowledge::{Geometry, Knowledge, KnowledgeError, LinkBound, Prior};
pub use method::{Capabilities, Estimator};
pub use motion_filter::MotionFilter;
pub use physical::{Consistency, consistency};
pub use problem::{Model, ProblemError};
pub use recording::{RawRecording, Recording, RecordingError};
pub use reduced::{Reduced, Segment, residual_square};
pub use repetition::Unrepeated;
pub use row_weights::RowWeights;
pub use selection::{
    Choice, CutoffTrial, Decided, ModelShape, SelectionError, choose, folds, paired, unpredicted,
};
pub use sensitivity::{CHANGE, Sensitivity, sensitivity};
pub use solve::{Solution, solve};
pub use temperature::check_temperatures;
pub use trace::Trace;
