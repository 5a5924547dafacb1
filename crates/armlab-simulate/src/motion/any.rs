//! Any trajectory, as a file holds it.

use super::Trajectory;
use super::beside::Beside;
use super::bspline::BSplineBasis;
use super::cartesian::CartesianTrajectory;
use super::chebyshev::ChebyshevBasis;
use super::cubic::CubicTrajectory;
use super::fourier::FourierBasis;
use super::linear_basis::LinearTrajectory;
use super::movements::MovementTrajectory;
use super::quintic::QuinticTrajectory;
use super::recorded::RecordedTrajectory;
use super::trapezoid::TrapezoidTrajectory;

/// A trajectory of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyTrajectory {
    /// A finite Fourier series.
    Fourier(LinearTrajectory<FourierBasis>),
    /// A polynomial.
    Polynomial(LinearTrajectory<ChebyshevBasis>),
    /// B-splines at rest at both ends.
    BSpline(LinearTrajectory<BSplineBasis>),
    /// Quintic pieces.
    Quintic(QuinticTrajectory),
    /// Pchip, spline or straight lines.
    Cubic(CubicTrajectory),
    /// Trapezoidal velocity.
    Trapezoid(TrapezoidTrajectory),
    /// A movement table.
    Movements(MovementTrajectory),
    /// A path of the tool.
    Cartesian(CartesianTrajectory),
    /// A record.
    Recorded(RecordedTrajectory),
    /// Several side by side.
    Beside(Beside<AnyTrajectory>),
}

impl AnyTrajectory {
    fn inner(&self) -> &dyn Trajectory {
        match self {
            Self::Fourier(t) => t,
            Self::Polynomial(t) => t,
            Self::BSpline(t) => t,
            Self::Quintic(t) => t,
            Self::Cubic(t) => t,
            Self::Trapezoid(t) => t,
            Self::Movements(t) => t,
            Self::Cartesian(t) => t,
            Self::Recorded(t) => t,
            Self::Beside(t) => t,
        }
    }
}

impl Trajectory for AnyTrajectory {
    fn dofs(&self) -> usize {
        self.inner().dofs()
    }
    fn duration(&self) -> f64 {
        self.inner().duration()
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        self.inner().sample(t, q, qd, qdd);
    }
}

macro_rules! from {
    ($($kind:ident($inner:ty)),* $(,)?) => {
        $(impl From<$inner> for AnyTrajectory {
            fn from(inner: $inner) -> Self {
                Self::$kind(inner)
            }
        })*
    };
}

from! {
    Fourier(LinearTrajectory<FourierBasis>),
    Polynomial(LinearTrajectory<ChebyshevBasis>),
    BSpline(LinearTrajectory<BSplineBasis>),
    Quintic(QuinticTrajectory),
    Cubic(CubicTrajectory),
    Trapezoid(TrapezoidTrajectory),
    Movements(MovementTrajectory),
    Cartesian(CartesianTrajectory),
    Recorded(RecordedTrajectory),
    Beside(Beside<AnyTrajectory>),
}
