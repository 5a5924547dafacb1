//! Dynamics: efforts, accelerations, mass, energy, and the regressor
//! that makes them linear in what identification looks for.
//!
//! Each algorithm is one file: the recursion, generic over
//! [`Scalar`](crate::spatial::Scalar), with its equations at the top. [`Dynamics`]
//! runs them on one state, [`batch`] on many samples at once.

pub mod articulated;
pub mod batch;
pub mod constrained;
mod coriolis;
mod coupled;
mod derivatives;
mod energy;
pub mod frictional;
pub mod inverse;
pub mod mass_matrix;
mod mechanism;
pub mod momentum;
pub mod regressor;
mod single;
mod single_momentum;
mod workspace;

pub use constrained::{ForwardError, LoopedDynamics};
pub use coriolis::coriolis_matrix;
pub use derivatives::{ForwardDerivatives, InverseDerivatives};
pub use energy::energy;
pub use frictional::Plant;
pub use mechanism::Mechanism;
pub use single::{Dynamics, SingularMass};
pub use workspace::DIRECTIONS;
