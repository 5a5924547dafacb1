//! Why a log and a description do not belong together.
//!
//! [`Diagnosis`] tries faults (signs, zeros, mounting, units, exchanged columns, couplings,
//! a payload, delays) and ranks them by how much of the squared residual each removes. Two
//! residuals count alike: that of free base parameters with friction that dissipates, and
//! that of the description with fitted friction, where it states inertials. The first sees
//! faults whatever the masses are; the second those that free parameters would absorb.

mod candidates;
mod change;
mod fault;
mod fit;
mod names;
mod report;
mod rows;
mod samples;
mod search;
mod workflow;

pub use fault::FaultKind;
pub use report::{DiagnosisReport, Explanation, JointErrors};
pub(crate) use workflow::likely_gravity;
pub use workflow::{Diagnosed, Diagnosis};
