//! Identification of a robot's parameters from logs: [`Identification`].

mod corrected;
mod data_notes;
mod methods;
mod problem;
mod recommend;
mod report;
mod uncertainty;

pub use corrected::{
    Change, CorrectedDescription, DescriptionFile, ExportReport, Predictions, RoundTrip,
    change_cells, describe, parameters_csv,
};
pub use methods::{FailedMethod, MethodResult, MethodResults};
pub use problem::{IdentificationProblem, PreparationError, ProblemSettings};
pub use recommend::{recommendation, recommended};
pub use report::page::{MethodTrace, PlottedParameter, capped, page, plotted, values_over_time};
pub use report::{
    BiasReport, BootstrapParameter, BootstrapReport, GainReport, IdentificationReport,
    MethodReport, ParameterReport, PayloadReport, RangeReport, ReferenceReport, SensitivityReport,
    UncertaintyReport,
};
pub use uncertainty::{Uncertainty, UncertaintySettings};
