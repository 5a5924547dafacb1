//! What an estimate can and cannot be trusted with, one question a file:
//!
//! | question | answer |
//! |---|---|
//! | how far would another log be off? | [`bootstrap`] |
//! | does noise in the motion shift the estimate? | [`dilution`] |
//! | how far could single link parameters be off with the same efforts? | [`intervals`] |
//! | what should be recorded next? | [`motion_advice`] |
//! | how far are efforts off along a motion, and which log would narrow that? | [`effort_deviations`], [`narrowing_logs`] |
//! | which robots are as likely as the estimate? | [`sampled_models`] |
//!
//! Every answer is a plain struct with names, numbers and sentences, and depends on
//! its seed and nothing else.

mod advice;
mod bootstrap;
mod conditions;
mod dilution;
mod feasible_set;
mod intervals;
mod inverse_root;
mod margin;
mod motion_noise;
mod robust;
mod sampled_models;
mod segments;
mod some_rows;

pub use crate::signal_noise::deviation as noise_deviation;
pub use advice::{
    AdviceSettings, JointMotion, MotionAdvice, Move, SECONDS, Shares, WeakDirection, WeakUnknown,
    motion_advice,
};
pub use bootstrap::{Bootstrap, BootstrapError, BootstrapSettings, BootstrapUnknown, bootstrap};
pub use conditions::{Condition, ConditionError, Conditions};
pub use dilution::{
    DilutedUnknown, Dilution, DilutionError, DilutionSettings, dilution, row_dilution,
};
pub use intervals::{
    IntervalError, Intervals, ParameterInterval, intervals, intervals_of_description,
};
pub use margin::{Narrowing, effort_deviations, narrowing_logs};
pub use motion_noise::MotionNoise;
pub(crate) use robust::{Deviations, Thoroughness, scaled};
pub use sampled_models::{SampledModels, SamplingError, TRIES, sampled_models};
