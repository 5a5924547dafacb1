//! A robot's rows, one sample at a time.
//!
//! `τ = Y_base(q, q̇, q̈) β + F(q̇, q̈) f`: the rows that batch estimators get by
//! the block, here for one instant and without allocating, so that anything that
//! learns from rows learns from a robot's samples.

use super::entries::Entries;
use super::{OnlineEstimator, Sample};
use crate::problem::Model;
use armlab_engine::dynamics::Mechanism;
use armlab_engine::kinematics::loops::LoopError;
use armlab_online::{Divergence, ResumeError, RowLearner, SampleOutcome, Saved};

/// Rows of a robot at one sample.
pub struct SampleRows<'m, 'r> {
    model: &'m Model<'r>,
    mechanism: Mechanism<'r>,
    /// The regressor in all link parameters, row after row.
    full: Vec<f64>,
    entries: Entries,
    rows: Vec<f64>,
    targets: Vec<f64>,
    weights: Vec<f64>,
    transmitted: Vec<f64>,
}

impl<'m, 'r> SampleRows<'m, 'r> {
    /// Rows of a model's unknowns; an error if the robot's loops cannot be
    /// assembled.
    pub fn new(model: &'m Model<'r>) -> Result<Self, LoopError> {
        let mechanism = Mechanism::new(model.robot())?;
        let (joints, unknowns) = (model.joints(), model.unknowns());
        let parameters = model.robot().parameter_count();
        Ok(Self {
            model,
            mechanism,
            full: vec![0.0; joints * parameters],
            entries: Entries::of(model, unknowns, 0),
            rows: vec![0.0; joints * unknowns],
            targets: vec![0.0; joints],
            weights: vec![1.0; joints],
            transmitted: Vec::with_capacity(joints),
        })
    }

    /// With each joint's row and effort times a weight: one over its noise makes
    /// joints count by what they are worth.
    ///
    /// # Panics
    /// If there is not one weight per driven joint.
    pub fn weighted(mut self, weights: &[f64]) -> Self {
        assert_eq!(weights.len(), self.weights.len(), "one weight per driven joint");
        self.weights.copy_from_slice(weights);
        self
    }

    /// The model.
    pub fn model(&self) -> &'m Model<'r> {
        self.model
    }

    /// The rows of a sample, row after row, and their targets. Numbers that are
    /// not finite give rows that are not.
    ///
    /// # Panics
    /// If the sample is not one of the model's driven joints.
    pub fn fill(&mut self, sample: &Sample) -> Result<(&[f64], &[f64]), LoopError> {
        let joints = self.targets.len();
        for (what, column) in [
            ("positions", sample.q),
            ("speeds", sample.qd),
            ("accelerations", sample.qdd),
            ("efforts", sample.effort),
        ] {
            assert_eq!(column.len(), joints, "{what} of the driven joints");
        }
        let all = [sample.q, sample.qd, sample.qdd, sample.effort];
        if !all.iter().all(|column| column.iter().all(|x| x.is_finite())) {
            // The mechanism is not asked: it could lose the branch it is on.
            self.rows.fill(f64::NAN);
            self.targets.fill(f64::NAN);
            return Ok((&self.rows, &self.targets));
        }
        self.mechanism.regressor(sample.q, sample.qd, sample.qdd, &mut self.full)?;
        self.rows.fill(0.0);
        self.entries.write(&self.full, &mut self.rows);
        let (base, unknowns) = (self.model.base().len(), self.model.unknowns());
        // Efforts without friction, where some friction depends on them.
        self.transmitted.clear();
        if let Some(values) = self.model.transmitting() {
            let rows = self.rows.chunks_exact(unknowns.max(1));
            self.transmitted.extend(rows.map(|row| armlab_dense::dot(&row[..base], values)));
        }
        for (j, row) in self.rows.chunks_exact_mut(unknowns.max(1)).enumerate() {
            for (x, column) in row[base..].iter_mut().zip(self.model.friction()) {
                if column.acts_on(j) {
                    let Sample { q, qd, qdd, .. } = *sample;
                    *x = column.entry(j, q, qd, qdd, &self.transmitted);
                }
            }
            let weight = self.weights[j];
            if weight != 1.0 {
                row.iter_mut().for_each(|x| *x *= weight);
            }
        }
        let efforts = sample.effort.iter().zip(&self.weights);
        self.targets.iter_mut().zip(efforts).for_each(|(t, (e, w))| *t = e * w);
        Ok((&self.rows, &self.targets))
    }
}

/// A learner of rows, fed with a robot's samples.
pub struct RowEstimator<'m, 'r> {
    rows: SampleRows<'m, 'r>,
    learner: Box<dyn RowLearner>,
    /// Samples whose pose the robot's loops cannot take, and why the last one.
    out_of_reach: (u64, Option<LoopError>),
}

impl<'m, 'r> RowEstimator<'m, 'r> {
    /// Feeds `learner` with `rows`. The learner must have the model's number of
    /// unknowns.
    ///
    /// # Panics
    /// If it has not.
    pub fn new(rows: SampleRows<'m, 'r>, learner: Box<dyn RowLearner>) -> Self {
        let unknowns = rows.model.unknowns();
        assert_eq!(learner.estimate().len(), unknowns, "a learner of the model's unknowns");
        Self { rows, learner, out_of_reach: (0, None) }
    }
    /// The learner.
    pub fn learner(&self) -> &dyn RowLearner {
        &*self.learner
    }
    /// Samples that were skipped because the robot cannot take their pose, and
    /// why the last of them.
    pub fn out_of_reach(&self) -> (u64, Option<&LoopError>) {
        (self.out_of_reach.0, self.out_of_reach.1.as_ref())
    }
}

impl OnlineEstimator for RowEstimator<'_, '_> {
    fn name(&self) -> &'static str {
        self.learner.name()
    }
    fn update(&mut self, sample: &Sample) -> Result<SampleOutcome, Divergence> {
        match self.rows.fill(sample) {
            Ok((rows, targets)) => self.learner.learn(rows, targets),
            Err(why) => {
                // One bad pose is no reason to stop; the learner counts it as
                // skipped.
                self.out_of_reach = (self.out_of_reach.0 + 1, Some(why));
                self.rows.rows.fill(f64::NAN);
                self.learner.learn(&self.rows.rows, &self.rows.targets)
            }
        }
    }
    fn estimate(&self) -> &[f64] {
        self.learner.estimate()
    }
    fn variances(&self, out: &mut [f64]) -> bool {
        self.learner.variances(out)
    }
    fn save(&self) -> Saved {
        self.learner.save()
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        self.learner.resume(saved)
    }
}
