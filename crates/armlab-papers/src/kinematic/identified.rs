//! Joint models from a log: by least squares, or recursively.
//!
//! A model is scored by the coefficient of determination
//! `R² = 1 − Σ(y − ŷ)²/Σ(y − ȳ)²` (eq. 29, there called multiple correlation).
//! Which `ŷ` is meant makes a difference for a recursive estimate, hence
//! [`Scoring`].

use super::features::Structure;
use super::log::{KinematicError, KinematicLog};
use armlab::online::{InitialCovariance, Rls, RlsSettings, RowLearner};
use armlab_dense::{Matrix, dot};

/// Singular values below this part of the largest are zero: joints are solved to
/// twelve digits.
const UNSEEN: f64 = 1e-10;

/// Which predictions are scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// Each sample before it is learnt (a priori): what an online model is worth.
    #[default]
    BeforeLearning,
    /// Each sample just after it is learnt (a posteriori): it has been seen, so
    /// this flatters.
    AfterLearning,
    /// All samples with the last coefficients.
    AtTheEnd,
    /// All samples with the last coefficients, and the joint's own past as
    /// predicted: a simulation.
    FreeRun,
}

/// Recursive least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Recursion {
    /// Diagonal of `P` before the first sample: one number for all, or one per
    /// feature.
    pub covariance: Vec<f64>,
    /// `λ`
    pub forgetting: f64,
    /// Which predictions are scored.
    pub scoring: Scoring,
}

impl Default for Recursion {
    fn default() -> Self {
        Self { covariance: vec![1e6], forgetting: 1.0, scoring: Scoring::default() }
    }
}

impl Recursion {
    fn initial(&self) -> InitialCovariance {
        match self.covariance[..] {
            [variance] => InitialCovariance::Scalar(variance),
            _ => InitialCovariance::Diagonal(self.covariance.clone()),
        }
    }
}

/// Models of all joints.
#[derive(Clone, Debug, PartialEq)]
pub struct Identified {
    /// Coefficients per joint, the last ones.
    pub coefficients: Vec<Vec<f64>>,
    /// Predicted joints, one column each.
    pub predicted: Vec<Vec<f64>>,
    /// `R²` of each joint against what was measured.
    pub r2: Vec<f64>,
}

impl Identified {
    fn of(log: &KinematicLog, coefficients: Vec<Vec<f64>>, predicted: Vec<Vec<f64>>) -> Self {
        let r2 = scores(&log.measured, &predicted, 0);
        Self { coefficients, predicted, r2 }
    }
    /// Joints that these models predict along another path.
    pub fn predict(
        &self,
        log: &KinematicLog,
        structure: &Structure,
        scoring: Scoring,
    ) -> Result<Vec<Vec<f64>>, KinematicError> {
        structure.check(log)?;
        let of =
            |(j, theta): (usize, &Vec<f64>)| with_coefficients(log, structure, j, theta, scoring);
        Ok(self.coefficients.iter().enumerate().map(of).collect())
    }
    /// Mean of `R²` over the joints.
    pub fn mean_r2(&self) -> f64 {
        self.r2.iter().sum::<f64>() / self.r2.len().max(1) as f64
    }
}

/// `R²` of one joint; one where nothing varies and nothing is missed.
pub fn determination(measured: &[f64], predicted: &[f64]) -> f64 {
    let mean = measured.iter().sum::<f64>() / measured.len().max(1) as f64;
    let spread: f64 = measured.iter().map(|y| (y - mean).powi(2)).sum();
    let error: f64 = measured.iter().zip(predicted).map(|(y, p)| (y - p).powi(2)).sum();
    if error == 0.0 { 1.0 } else { 1.0 - error / spread }
}

/// `R²` of every joint, without the first `skipped` samples: a recursive estimate
/// begins with guesses.
pub fn scores(measured: &[Vec<f64>], predicted: &[Vec<f64>], skipped: usize) -> Vec<f64> {
    let pairs = measured.iter().zip(predicted);
    let rest = |column: &[f64]| column.get(skipped..).unwrap_or(&[]).to_vec();
    pairs.map(|(m, p)| determination(&rest(m), &rest(p))).collect()
}

/// Models by least squares, of least length where the path leaves a choice: on a
/// circle `x² + y²` is a combination of `x`, `y` and 1. With [`Scoring::FreeRun`] they are scored as a
/// simulation, otherwise with the joint's past as measured.
pub fn least_squares(
    log: &KinematicLog,
    structure: &Structure,
    scoring: Scoring,
) -> Result<Identified, KinematicError> {
    structure.check(log)?;
    let (mut coefficients, mut predicted) = (Vec::new(), Vec::new());
    for (j, measured) in log.measured.iter().enumerate() {
        let rows = structure.rows(log, j);
        let width = structure.joints[j].len();
        let matrix = Matrix::from_fn(log.samples(), width, |i, k| rows[i * width + k]);
        let svd =
            matrix.svd().map_err(|source| KinematicError::Singular { joint: j + 1, source })?;
        let theta = svd.minimum_norm(measured, UNSEEN);
        predicted.push(match scoring {
            Scoring::FreeRun => with_coefficients(log, structure, j, &theta, scoring),
            _ => rows.chunks_exact(width.max(1)).map(|row| dot(row, &theta)).collect(),
        });
        coefficients.push(theta);
    }
    Ok(Identified::of(log, coefficients, predicted))
}

/// Models by recursive least squares, beginning at zero.
pub fn recursive(
    log: &KinematicLog,
    structure: &Structure,
    recursion: &Recursion,
) -> Result<Identified, KinematicError> {
    structure.check(log)?;
    let (mut coefficients, mut predicted) = (Vec::new(), Vec::new());
    for (j, measured) in log.measured.iter().enumerate() {
        let rows = structure.rows(log, j);
        let width = structure.joints[j].len();
        let (theta, mut of_joint) =
            pass(&rows, width, measured, recursion).map_err(|e| e.at_joint(j + 1))?;
        if matches!(recursion.scoring, Scoring::AtTheEnd | Scoring::FreeRun) {
            of_joint = with_coefficients(log, structure, j, &theta, recursion.scoring);
        }
        coefficients.push(theta);
        predicted.push(of_joint);
    }
    Ok(Identified::of(log, coefficients, predicted))
}

/// Why a pass failed, before it is known which joint's it was.
pub(super) enum PassError {
    Settings(armlab::online::SettingsError),
    Diverged(armlab::online::Divergence),
}

impl PassError {
    fn at_joint(self, joint: usize) -> KinematicError {
        match self {
            Self::Settings(source) => source.into(),
            Self::Diverged(source) => KinematicError::Diverged { joint, source },
        }
    }
}

/// One pass of the recursion: the last coefficients, and each sample's prediction
/// before or after it is learnt.
pub(super) fn pass(
    rows: &[f64],
    width: usize,
    measured: &[f64],
    recursion: &Recursion,
) -> Result<(Vec<f64>, Vec<f64>), PassError> {
    let settings = RlsSettings {
        forgetting: recursion.forgetting,
        covariance: recursion.initial(),
        ..RlsSettings::default()
    };
    let mut learner = Rls::new(width, settings).map_err(PassError::Settings)?;
    let mut predicted = Vec::with_capacity(measured.len());
    for (row, y) in rows.chunks_exact(width.max(1)).zip(measured) {
        let before = dot(row, learner.estimate());
        learner.learn(row, std::slice::from_ref(y)).map_err(PassError::Diverged)?;
        predicted.push(match recursion.scoring {
            Scoring::AfterLearning => dot(row, learner.estimate()),
            _ => before,
        });
    }
    Ok((learner.estimate().to_vec(), predicted))
}

/// Predictions with fixed coefficients.
fn with_coefficients(
    log: &KinematicLog,
    structure: &Structure,
    joint: usize,
    theta: &[f64],
    scoring: Scoring,
) -> Vec<f64> {
    let rows = structure.rows(log, joint);
    let mut out = vec![0.0; log.samples()];
    for (k, row) in rows.chunks_exact(theta.len().max(1)).enumerate() {
        if scoring == Scoring::FreeRun {
            let mut own = row.to_vec();
            structure.refill_past(joint, k, &out, &mut own);
            out[k] = dot(&own, theta);
        } else {
            out[k] = dot(row, theta);
        }
    }
    out
}
