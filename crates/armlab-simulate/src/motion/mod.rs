//! Trajectories: positions, velocities and accelerations over time.
//!
//! A [`Trajectory`] is sampled at any time and answers exactly, without
//! allocating. It knows nothing of a robot: its coordinates are those of joints,
//! or of the actuated joints or the platform of a machine with loops, in SI
//! units. One kind is one file; [`AnyTrajectory`] holds any of them and is what
//! a trajectory file (`format`) is read into.

mod any;
mod beside;
mod bspline;
pub mod cartesian;
mod chebyshev;
mod cubic;
mod error;
pub mod format;
mod fourier;
mod householder;
mod limits;
mod linear_basis;
pub mod movements;
mod polynomial;
mod quintic;
mod recorded;
mod rest_to_rest;
mod trapezoid;

pub use any::AnyTrajectory;
pub use armlab_files::FileError;
pub use beside::Beside;
pub use bspline::{BSplineBasis, SplineEnd};
pub use cartesian::{CartesianPath, CartesianTrajectory};
pub use chebyshev::ChebyshevBasis;
pub use cubic::{CubicKind, CubicTrajectory, SplineEnds};
pub use error::MotionError;
pub use format::{ReadFor, read_trajectory, write_trajectory};
pub use fourier::{FourierBasis, FourierForm, fourier};
pub use limits::{Allowed, Extreme, Extremes, JointExtremes, Violation, extremes};
pub use linear_basis::{Basis, LinearTrajectory};
pub use movements::{MovementTable, MovementTrajectory};
pub use polynomial::{Boundary, BoundaryCondition, fit_polynomial, polynomial_from_powers};
pub use quintic::{QuinticTrajectory, Via};
pub use recorded::RecordedTrajectory;
pub use rest_to_rest::{Rest, RestToRest};
pub use trapezoid::TrapezoidTrajectory;

/// A motion over a finite time.
pub trait Trajectory: Send + Sync {
    /// Number of coordinates.
    fn dofs(&self) -> usize;

    /// How long it lasts, seconds; it begins at 0.
    fn duration(&self) -> f64;

    /// Position, velocity and acceleration at `t`, exactly. Before its beginning
    /// and after its end a trajectory is at rest where it begins and ends.
    ///
    /// # Panics
    /// If a slice is shorter than there are coordinates.
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]);
}

impl<T: Trajectory + ?Sized> Trajectory for Box<T> {
    fn dofs(&self) -> usize {
        (**self).dofs()
    }
    fn duration(&self) -> f64 {
        (**self).duration()
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        (**self).sample(t, q, qd, qdd);
    }
}

/// The time to look at, and whether the trajectory moves then. A time that is
/// no number counts as before the beginning.
#[inline]
fn clamped(t: f64, duration: f64) -> (f64, bool) {
    let inside = t >= 0.0 && t <= duration;
    (t.max(0.0).min(duration), inside)
}

/// Takes the motion away at times outside.
#[inline]
fn at_rest_unless(inside: bool, qd: &mut [f64], qdd: &mut [f64]) {
    if !inside {
        qd.fill(0.0);
        qdd.fill(0.0);
    }
}
