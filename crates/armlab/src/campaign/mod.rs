//! Monte-Carlo campaigns: one experiment simulated with many noises, identified
//! by many methods, whose truth is known.
//!
//! A [`Campaign`] is a list of tasks (noise level × seed), each of which gives a
//! [`TaskRecord`] that depends on nothing but the plan and the task's number, so
//! that shards run anywhere and their records put together are those of a single
//! run. [`Summary`] is what people want to know of them.

mod plan;
mod record;
mod run;
mod summary;

pub use plan::{Campaign, CampaignError, Shard};
pub use record::{MethodRecord, PlanRecord, TaskRecord};
pub use summary::{MethodSummary, ParameterSummary, Spread, Summary, spread};
