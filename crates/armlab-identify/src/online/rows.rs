//! A robot's rows, one sample at a time.
//!
//! `τ = Y_base(q, q̇, q̈) β + F(q̇, q̈) f`: the rows that batch estimators get by
//! the block, here for one instant and without allocating, so that anything that
//! learns from rows learns from a robot's samples. Where the samples that follow are
//! known, as in a log, the regressor of several is computed side by side; a sample's
//! rows have the same bits either way.

use super::entries::Entries;
use super::instant::Instant;
use super::{OnlineEstimator, Sample};
use crate::problem::Model;
use crate::recording::Recording;
use armlab_engine::dynamics::Mechanism;
use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::kinematics::loops::LoopError;
use armlab_online::{Divergence, ResumeError, RowLearner, SampleOutcome, Saved};
use std::ops::Range;

/// Rows of a robot at one sample.
pub struct SampleRows<'m, 'r> {
    mechanism: Mechanism<'r>,
    /// The regressor in all link parameters, row after row.
    full: Vec<f64>,
    entries: Entries,
    rows: Vec<f64>,
    targets: Vec<f64>,
    finish: Finish<'m, 'r>,
    ahead: Option<Ahead>,
}

/// What comes after the entries of the base parameters.
struct Finish<'m, 'r> {
    model: &'m Model<'r>,
    weights: Vec<f64>,
    transmitted: Vec<f64>,
}

/// Rows of samples that are known before they are learnt.
struct Ahead {
    block: RegressorBlock,
    /// Entries of one column in the rows of one joint.
    sums: Vec<f64>,
    /// Rows and targets, sample after sample.
    rows: Vec<f64>,
    targets: Vec<f64>,
    /// Samples all of whose numbers are finite.
    finite: Vec<bool>,
    instant: Instant,
}

impl<'m, 'r> SampleRows<'m, 'r> {
    /// Rows of a model's unknowns; an error if the robot's loops cannot be
    /// assembled.
    pub fn new(model: &'m Model<'r>) -> Result<Self, LoopError> {
        let mechanism = Mechanism::new(model.robot())?;
        let (joints, unknowns) = (model.joints(), model.unknowns());
        let parameters = model.robot().parameter_count();
        let (weights, transmitted) = (vec![1.0; joints], Vec::with_capacity(joints));
        Ok(Self {
            mechanism,
            full: vec![0.0; joints * parameters],
            entries: Entries::of(model, unknowns, 0),
            rows: vec![0.0; joints * unknowns],
            targets: vec![0.0; joints],
            finish: Finish { model, weights, transmitted },
            ahead: None,
        })
    }

    /// With each joint's row and effort times a weight: one over its noise makes
    /// joints count by what they are worth.
    ///
    /// # Panics
    /// If there is not one weight per driven joint.
    pub fn weighted(mut self, weights: &[f64]) -> Self {
        assert_eq!(weights.len(), self.finish.weights.len(), "one weight per driven joint");
        self.finish.weights.copy_from_slice(weights);
        self
    }

    /// The model.
    pub fn model(&self) -> &'m Model<'r> {
        self.finish.model
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
        if !is_finite(sample) {
            // The mechanism is not asked: it could lose the branch it is on.
            self.rows.fill(f64::NAN);
            self.targets.fill(f64::NAN);
            return Ok((&self.rows, &self.targets));
        }
        self.mechanism.regressor(sample.q, sample.qd, sample.qdd, &mut self.full)?;
        self.rows.fill(0.0);
        self.entries.write(&self.full, &mut self.rows);
        self.finish.sample(sample, &mut self.rows, &mut self.targets);
        Ok((&self.rows, &self.targets))
    }

    /// Makes the rows of some samples of a recording ready for [`ahead`](Self::ahead). False, and
    /// nothing is done, for a robot with loops, whose poses are assembled one from another.
    ///
    /// # Panics
    /// If the recording is not one of the model's driven joints, or ends before the samples.
    pub fn look_ahead(&mut self, recording: &Recording, samples: Range<usize>) -> bool {
        let size = self.rows.len();
        let Some(tree) = self.mechanism.tree().filter(|_| size > 0) else { return false };
        if self.ahead.as_ref().is_none_or(|ahead| ahead.block.samples() != samples.len()) {
            self.ahead = Some(Ahead::new(self.finish.model, samples.len()));
        }
        let Some(ahead) = &mut self.ahead else { return false };
        let [q, qd, qdd] = [&recording.q, &recording.qd, &recording.qdd]
            .map(|columns| columns.iter().map(Vec::as_slice).collect::<Vec<_>>());
        tree.regressor_block(&q, &qd, &qdd, samples.start, &mut ahead.block);
        self.entries.write_block(&ahead.block, &mut ahead.sums, &mut ahead.rows, size);
        self.finish.samples(recording, samples, ahead);
        true
    }

    /// The rows and targets of the sample at a place among those that were made ready last: the
    /// same as [`fill`](Self::fill) gives for it.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn ahead(&mut self, place: usize) -> (&[f64], &[f64]) {
        let (size, joints) = (self.rows.len(), self.targets.len());
        match &self.ahead {
            Some(ahead) if ahead.finite[place] => {
                let rows = &ahead.rows[place * size..(place + 1) * size];
                (rows, &ahead.targets[place * joints..(place + 1) * joints])
            }
            ahead => {
                assert!(ahead.is_some(), "samples that were made ready");
                self.rows.fill(f64::NAN);
                self.targets.fill(f64::NAN);
                (&self.rows, &self.targets)
            }
        }
    }
}

impl Ahead {
    fn new(model: &Model, samples: usize) -> Self {
        let (joints, unknowns) = (model.joints(), model.unknowns());
        Self {
            block: RegressorBlock::new(model.robot(), samples),
            sums: vec![0.0; samples],
            rows: vec![0.0; samples * joints * unknowns],
            targets: vec![0.0; samples * joints],
            finite: vec![false; samples],
            instant: Instant::new(joints),
        }
    }
}

impl Finish<'_, '_> {
    /// Completes a sample's rows, in which the base parameters stand already.
    fn sample(&mut self, sample: &Sample, rows: &mut [f64], targets: &mut [f64]) {
        self.friction(sample, rows);
        self.weigh(rows);
        let efforts = sample.effort.iter().zip(&self.weights);
        targets.iter_mut().zip(efforts).for_each(|(t, (e, w))| *t = e * w);
    }
    /// The same for some samples of a recording, column after column.
    fn samples(&mut self, recording: &Recording, samples: Range<usize>, ahead: &mut Ahead) {
        let (size, joints) = (ahead.rows.len() / samples.len().max(1), self.weights.len());
        let logged = [&recording.q, &recording.qd, &recording.qdd, &recording.effort];
        ahead.finite.fill(true);
        for column in logged.into_iter().flatten() {
            let column = &column[samples.clone()];
            ahead.finite.iter_mut().zip(column).for_each(|(finite, x)| *finite &= x.is_finite());
        }
        for (j, (column, weight)) in recording.effort.iter().zip(&self.weights).enumerate() {
            let targets = ahead.targets.iter_mut().skip(j).step_by(joints);
            targets.zip(&column[samples.clone()]).for_each(|(t, e)| *t = e * weight);
        }
        if !self.model.friction().is_empty() {
            for (rows, k) in ahead.rows.chunks_exact_mut(size.max(1)).zip(samples) {
                self.friction(&ahead.instant.read(recording, k), rows);
            }
        }
        ahead.rows.chunks_exact_mut(size.max(1)).for_each(|rows| self.weigh(rows));
    }
    /// Fills in the entries of friction.
    fn friction(&mut self, sample: &Sample, rows: &mut [f64]) {
        let (base, unknowns) = (self.model.base().len(), self.model.unknowns());
        // Efforts without friction, where some friction depends on them.
        self.transmitted.clear();
        if let Some(values) = self.model.transmitting() {
            let rows = rows.chunks_exact(unknowns.max(1));
            self.transmitted.extend(rows.map(|row| armlab_dense::dot(&row[..base], values)));
        }
        for (j, row) in rows.chunks_exact_mut(unknowns.max(1)).enumerate() {
            for (x, column) in row[base..].iter_mut().zip(self.model.friction()) {
                if column.acts_on(j) {
                    let Sample { q, qd, qdd, .. } = *sample;
                    *x = column.entry(j, q, qd, qdd, &self.transmitted);
                }
            }
        }
    }
    /// Multiplies each row by its joint's weight.
    fn weigh(&self, rows: &mut [f64]) {
        let rows = rows.chunks_exact_mut(self.model.unknowns().max(1));
        for (row, weight) in rows.zip(&self.weights).filter(|(_, weight)| **weight != 1.0) {
            row.iter_mut().for_each(|x| *x *= weight);
        }
    }
}

fn is_finite(sample: &Sample) -> bool {
    let all = [sample.q, sample.qd, sample.qdd, sample.effort];
    all.iter().all(|column| column.iter().all(|x| x.is_finite()))
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
        let unknowns = rows.model().unknowns();
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
    fn look_ahead(&mut self, recording: &Recording, samples: Range<usize>) -> bool {
        self.rows.look_ahead(recording, samples)
    }
    fn update_ahead(&mut self, place: usize) -> Result<SampleOutcome, Divergence> {
        let (rows, targets) = self.rows.ahead(place);
        self.learner.learn(rows, targets)
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
