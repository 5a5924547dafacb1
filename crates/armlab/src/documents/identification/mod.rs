//! An identification: its document, its report, the corrected description.

mod document;
mod export;
mod payload;
mod report;
mod trust;

pub use document::{
    Document, MethodDocument, ParameterDocument, PhysicalDocument, ReferenceDocument,
    SensitivityDocument,
};
pub use export::{
    Change, Described, DescribedFile, Export, Proof, Reread, change_cells, describe, parameters_csv,
};
pub use payload::{GainDocument, PayloadDocument};
pub use report::{Drawn, Way, again, capped, drawn, page, values_over_time};
pub(crate) use report::{efforts, joint_tables, scope_table};
pub use trust::{
    BiasDocument, BootstrapDocument, BootstrapUnknownDocument, RangeDocument, TrustDocument,
};
