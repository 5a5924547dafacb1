//! Excitation design: the motion within a robot's limits that is most informative about
//! its parameters.
//!
//! A [`design`] varies the coefficients of a basis ([`BasisKind`]) to minimise an
//! [`Objective`](objective::Objective) of the information matrix of the base
//! parameters, under limits on positions, velocities, accelerations, efforts, the
//! tool's place and the distance between links. Gradients are exact: the
//! regressor's recursion runs on dual numbers (only the closing of loops is
//! differentiated by differences). Every design is checked on a grid ten times
//! finer than the one it was improved on.
//!
//! The least condition number alone is a trap: a motion that hardly moves can be
//! perfectly balanced. The usual objective therefore asks for information as well.

mod bases;
mod constraint;
mod contraction;
mod coordinates;
mod design;
mod design_options;
mod earlier;
mod error;
mod evaluation;
mod grid;
mod improve;
mod limits;
mod merit;
pub mod objective;
mod options;
mod precision;
mod problem;
mod quality;
mod scaling;
mod setup;
mod start;
mod unknowns;
mod verify;

pub use armlab_dense::Matrix as Information;
pub use bases::{BasisKind, DesignBasis, Ends};
pub use constraint::LimitLabel;
pub use coordinates::{Coordinates, PlatformAxis};
pub use design::{DesignedMotion, design};
pub use design_options::DesignOptions;
pub use earlier::{information_of_log, information_of_motion};
pub use error::ExciteError;
pub use limits::{Apart, CLEARANCE, ExcitationLimits, Floor, LimitsFile};
pub use merit::Merit;
pub use precision::ParameterPrecision;
pub use problem::DesignProblem;
pub use quality::{Quality, deviations};
pub use scaling::Scaling;
pub use setup::Setup;
pub use unknowns::{FrictionColumns, Unknowns};
pub use verify::LimitUse;
