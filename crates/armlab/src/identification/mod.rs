//! Identification of a robot's parameters from logs.
//!
//! [`Identification`] holds the options and runs the whole: logs are conditioned and
//! open choices made by cross-validation ([`IdentificationProblem`]), methods estimate
//! side by side, each result is evaluated on data it was not fitted to
//! ([`MethodResult`]), one is recommended. [`Identified`] is the result,
//! [`IdentificationReport`] the same as a serialisable document.

mod builder;
mod corrected;
mod data_notes;
mod gravity;
mod gravity_report;
mod identified;
mod load_friction;
mod methods;
mod options;
mod parts;
mod payload;
mod problem;
mod recommend;
mod repeated;
mod report;
mod summary;
mod uncertainty;
mod warm_up;
mod workflow;

pub use crate::identify::{FrictionChoice, FrictionModel};
pub use builder::{BOOTSTRAP, Identification};
pub use corrected::{
    Change, CorrectedDescription, DescriptionFile, ExportReport, RoundTrip, change_cells,
};
pub use gravity_report::GravityReport;
pub use identified::{Identified, IdentifiedMethod};
pub use load_friction::{LoadFrictionMethod, LoadFrictionParameter, LoadFrictionReport};
pub use methods::{FailedMethod, MethodResult, MethodResults};
pub use options::{Bound, BoundRange, CoupledJoints};
pub use parts::PartsPlan;
pub use payload::PayloadIdentificationReport;
pub use problem::{IdentificationProblem, PreparationError, ProblemSettings};
pub use recommend::{Recommendation, recommended};
pub use report::page::{
    MethodTrace, PageContent, PlottedParameter, capped, page, plotted, values_over_time,
};
pub use report::{
    BiasReport, BootstrapParameter, BootstrapReport, GainReport, IdentificationReport,
    MethodReport, ParameterReport, PayloadReport, RangeReport, ReferenceReport, SensitivityReport,
    UncertaintyReport, parameters_csv,
};
pub use uncertainty::{Uncertainty, UncertaintySettings};
pub use workflow::ResultObserver;
