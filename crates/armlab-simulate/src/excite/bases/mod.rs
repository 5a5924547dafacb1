//! Motions that a design varies: linear in their coefficients, function number
//! zero being the constant one.

mod quintic;

use super::error::ExciteError;
use crate::motion::{
    AnyTrajectory, BSplineBasis, Basis, FourierBasis, FourierForm, LinearTrajectory, Rest,
    RestToRest, SplineEnd,
};
use quintic::QuinticPieces;

/// Which functions of time a motion is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasisKind {
    /// Harmonics of one period.
    Fourier {
        /// How many.
        harmonics: usize,
    },
    /// Quintic pieces of equal length through free points, with continuous acceleration.
    Quintic {
        /// How many.
        pieces: usize,
    },
    /// B-splines of degree five on equal spans.
    Spline {
        /// How many spans.
        spans: usize,
    },
}

/// How a motion begins and ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// At rest: no velocity and no acceleration.
    #[default]
    Rest,
    /// As it likes: whoever drives the robot has to bring it up to speed. A
    /// Fourier series is then periodic and can be repeated.
    Free,
}

/// Functions of time over a duration.
#[derive(Clone, Debug)]
pub enum DesignBasis {
    /// Harmonics at rest at both ends.
    Rested(RestToRest<FourierBasis>),
    /// Harmonics.
    Periodic(FourierBasis),
    /// Quintic pieces.
    Quintic(QuinticPieces),
    /// B-splines.
    Spline(BSplineBasis),
}

impl DesignBasis {
    /// Functions of a kind.
    pub fn new(kind: BasisKind, ends: Ends, duration: f64) -> Result<Self, ExciteError> {
        if !(duration.is_finite() && duration > 0.0) {
            return Err(ExciteError::setting("duration", duration, "give seconds, more than zero"));
        }
        let most = |what, count: usize, least: usize| {
            if (least..=MOST_FUNCTIONS).contains(&count) {
                return Ok(());
            }
            Err(ExciteError::setting(what, count, format!("take {least} to {MOST_FUNCTIONS}")))
        };
        Ok(match (kind, ends) {
            (BasisKind::Fourier { harmonics }, _) => {
                most("harmonics", harmonics, 1)?;
                let frequency = duration.recip();
                let plain =
                    FourierBasis::new(FourierForm::Swevers, harmonics, frequency, duration)?;
                match ends {
                    Ends::Rest => Self::Rested(RestToRest::new(plain, Rest::STILL)?),
                    Ends::Free => Self::Periodic(plain),
                }
            }
            (BasisKind::Quintic { pieces }, _) => {
                most("pieces", pieces, 1)?;
                Self::Quintic(QuinticPieces { pieces, duration, free_ends: ends == Ends::Free })
            }
            (BasisKind::Spline { spans }, Ends::Rest) => {
                most("spans", spans, 2)?;
                Self::Spline(BSplineBasis::new(5, spans, duration, SplineEnd::Open)?)
            }
            (BasisKind::Spline { .. }, Ends::Free) => {
                let hint = "splines rest at both ends; take --basis fourier or quintic";
                return Err(ExciteError::setting("ends", "free", hint));
            }
        })
    }
    fn inner(&self) -> &dyn Basis {
        match self {
            Self::Rested(basis) => basis,
            Self::Periodic(basis) => basis,
            Self::Quintic(basis) => basis,
            Self::Spline(basis) => basis,
        }
    }
    /// Number of functions, the constant included.
    pub fn len(&self) -> usize {
        1 + self.inner().len()
    }
    /// False: there is always the constant.
    pub fn is_empty(&self) -> bool {
        false
    }
    /// Seconds.
    pub fn duration(&self) -> f64 {
        self.inner().duration()
    }
    /// All functions (`order` 0), their first or second derivatives at `t`.
    pub fn values(&self, t: f64, order: usize, out: &mut [f64]) {
        if let Some((constant, rest)) = out.split_first_mut() {
            *constant = if order == 0 { 1.0 } else { 0.0 };
            self.inner().values(t, order, rest);
        }
    }
    /// About how often a function bends within the duration: what a grid must resolve.
    pub fn bends(&self) -> usize {
        match self {
            Self::Rested(basis) => basis.inner().harmonics(),
            Self::Periodic(basis) => basis.harmonics(),
            Self::Quintic(basis) => basis.pieces + 1,
            Self::Spline(basis) => basis.spans() / 2 + 1,
        }
    }
    /// The motion with these coefficients, one row per coordinate.
    pub fn trajectory(&self, coefficients: &[f64]) -> Result<AnyTrajectory, ExciteError> {
        let rows = coefficients.chunks_exact(self.len());
        let offset: Vec<f64> = rows.clone().map(|row| row[0]).collect();
        let rest: Vec<f64> = rows.flat_map(|row| &row[1..]).copied().collect();
        Ok(match self {
            Self::Rested(basis) => {
                let motion = LinearTrajectory::new(basis.clone(), &offset, &rest)?;
                motion.unrestricted()?.into()
            }
            Self::Periodic(basis) => LinearTrajectory::new(*basis, &offset, &rest)?.into(),
            Self::Quintic(basis) => basis.trajectory(&offset, &rest)?.into(),
            Self::Spline(basis) => LinearTrajectory::new(*basis, &offset, &rest)?.into(),
        })
    }
}

/// More functions per coordinate than this are no design any more: the curvature
/// of the objective is kept as a dense matrix.
const MOST_FUNCTIONS: usize = 60;
