//! Friction joint by joint, and coupled joints: laws are added where they predict left-out
//! segments better.
//!
//! All models are compared on the same rows. A law is taken if it lowers the error of its
//! joint's rows in motion by a given part and by more than some standard errors of the
//! difference over segments; a law that is no longer worth it goes. Rows near standstill, where
//! a joint sticks in its own way, are learnt from only with laws that have a shape there and
//! leave little more of these rows than of others: friction before sliding, or a sign that is
//! rounded off over speeds above their noise, which is the only choice that is made on them.
//! Friction that depends on the effort that a drive transmits is tried with the bodies of
//! the present model, and all again with those of the chosen one.

use super::comparison::{Compared, Comparison, Losses, Varied};
use super::shape::ModelShape;
use super::{SelectionError, trials::Trials};
use crate::coupling::Coupling;
use crate::error::EstimationError;
use crate::temperature::reference;
use armlab_engine::friction::{FrictionLaw, FrictionModel, Role};

/// A law with one more unknown must lower the error of its joint by this part, …
const WORTH_A_TERM: f64 = 0.02;
/// … with each further one by this much more.
const EACH_FURTHER: f64 = 0.005;
/// A law that is no friction and could stand for errors of the bodies: this part.
const WORTH_AN_ELEMENT: f64 = 0.2;
/// A law describes rows near standstill if their error is at most this multiple of that in motion.
const DESCRIBED: f64 = 4.0;
/// Width of elements too short to be seen, rad or m.
const SHORT: f64 = 1e-3;
/// A law that describes them may leave this part more of the rows in motion.
const WORSE: f64 = 0.05;
/// A pair of coupled joints must lower their errors by this part, and by so many standard errors.
const WORTH_A_COUPLING: f64 = 0.15;
const COUPLED: f64 = 2.0;
/// Another shape with as many unknowns must lower it by this part.
const CLEARLY: f64 = 0.005;
/// Standard errors that a difference must exceed, …
const CERTAIN: f64 = 3.25;
/// … or that suffice where the error falls by this part: large gains differ from segment to
/// segment with the motion, and not by chance.
const LIKELY: f64 = 2.625;
const MUCH: f64 = 0.1;
/// Rounds over all joints and laws.
const ROUNDS: usize = 3;
/// Times that efforts without friction are found anew.
const BODIES: usize = 2;
/// Motors reach over so many joints.
const FARTHEST: usize = 2;

/// A present model, what it leaves, and the rows on which others are tried.
struct Search<'c, 'a> {
    comparison: &'c mut Comparison<'a>,
    shape: ModelShape,
    least: Losses,
    /// Joints whose temperature all logs have.
    warm: Vec<bool>,
    /// The temperature that changes of friction are counted from, °C.
    reference: f64,
}

impl Trials<'_> {
    /// Chooses laws for each joint; `comparison` has rows at the cut-off. With the losses
    /// of what is chosen.
    pub(super) fn laws(
        &self,
        comparison: &mut Comparison,
        start: &ModelShape,
    ) -> Result<(ModelShape, Losses), SelectionError> {
        let plain = self.model(&ModelShape::default());
        let near_rest = vec![false; comparison.joints.len()];
        let mut shape = ModelShape { near_rest, ..start.clone() };
        for _ in 0..BODIES {
            shape.transmitting = comparison.unknowns(&shape)[..comparison.base].to_vec();
            let transmit = comparison.rows.transmit(&plain, &shape.transmitting);
            transmit.map_err(EstimationError::from)?;
            let (friction, couplings) = (shape.friction.clone(), shape.couplings.clone());
            let least = comparison.losses(&shape);
            let mut search = self.search(&mut *comparison, shape, least);
            search.prepare();
            for _ in 0..ROUNDS {
                let mut changed = search.couple();
                for joint in 0..search.comparison.joints.len() {
                    self.progress.check()?;
                    changed |= search.improve(joint);
                }
                if !changed {
                    break;
                }
            }
            (0..search.comparison.joints.len()).for_each(|joint| search.simplify(joint));
            let settled = search.shape.friction == friction && search.shape.couplings == couplings;
            shape = search.shape;
            if settled {
                break;
            }
        }
        let least = comparison.losses(&shape);
        Ok((shape, least))
    }

    fn search<'c, 'a>(
        &self,
        comparison: &'c mut Comparison<'a>,
        shape: ModelShape,
        least: Losses,
    ) -> Search<'c, 'a> {
        let known = |j: usize| self.warm && self.recordings.iter().all(|r| r.has_temperature(j));
        let warm: Vec<bool> = (0..comparison.joints.len()).map(known).collect();
        let some = warm.contains(&true);
        let reference = if some { reference(self.recordings) } else { 0.0 };
        Search { comparison, shape, least, warm, reference }
    }

    /// Tries one more law at every joint, which may have any of its shapes.
    pub(super) fn law(
        &self,
        comparison: &mut Comparison,
        start: &ModelShape,
        law: &'static dyn FrictionLaw,
    ) -> Result<ModelShape, SelectionError> {
        let mut shape = start.clone();
        shape.near_rest.resize(comparison.joints.len(), false);
        shape.transmitting = comparison.unknowns(&shape)[..comparison.base].to_vec();
        let plain = self.model(&ModelShape::default());
        let transmit = comparison.rows.transmit(&plain, &shape.transmitting);
        transmit.map_err(EstimationError::from)?;
        let least = comparison.losses(&shape);
        let mut search = self.search(comparison, shape, least);
        for joint in 0..search.comparison.joints.len() {
            self.progress.check()?;
            let present = search.shape.friction.of(joint).clone();
            let tried = present.refinements(law).into_iter();
            let tried = tried.map(|m| m.rounded_off(present.rounding())).collect();
            search.take_best(joint, tried, WORTH_A_TERM, Compared::Moving);
        }
        Ok(ModelShape { near_rest: start.near_rest.clone(), ..search.shape })
    }
}

impl Search<'_, '_> {
    /// Makes the columns of what is tried first at every joint.
    fn prepare(&mut self) {
        let mut frictions = Vec::new();
        for joint in 0..self.comparison.joints.len() {
            let present = self.shape.friction.of(joint);
            let laws = FrictionModel::selectable_laws().into_iter();
            let tried = laws.filter(|law| !law.needs_temperature());
            let tried = tried.flat_map(|law| present.refinements(law));
            frictions.extend(self.roundings(joint).into_iter().chain(tried).map(|m| (joint, m)));
        }
        let couplings: Vec<Coupling> = self.pairs().into_iter().map(|(c, _)| c).collect();
        self.comparison.prepare(&frictions, &couplings);
    }

    /// Tries other laws at one joint; true if one was taken.
    fn improve(&mut self, joint: usize) -> bool {
        let mut changed = self.round_off(joint);
        for law in FrictionModel::selectable_laws() {
            if law.needs_temperature() && !self.warm[joint] {
                continue;
            }
            let present = self.shape.friction.of(joint).clone();
            let tried = present.refinements(law).into_iter();
            let tried = tried.map(|m| match law.found_shape() {
                Some(shape) if law.needs_temperature() => {
                    m.with_value(law.name(), shape, self.reference).unwrap_or(m)
                }
                _ => m,
            });
            let tried = tried.map(|m| m.rounded_off(present.rounding())).collect();
            let first = if law.is_element() { WORTH_AN_ELEMENT } else { WORTH_A_TERM };
            // Friction before sliding shows near standstill.
            let remembers = law.bristle().is_some_and(|b| b.follows_position());
            let rows = if remembers { Compared::All } else { Compared::Moving };
            changed |= self.take_best(joint, tried, first, rows);
        }
        changed | self.round_off(joint)
    }

    /// Tries other speeds over which friction is rounded off.
    fn round_off(&mut self, joint: usize) -> bool {
        let rounded = self.roundings(joint);
        self.take_best(joint, rounded, WORTH_A_TERM, Compared::All)
    }

    /// A joint's friction rounded off over other speeds.
    fn roundings(&self, joint: usize) -> Vec<FrictionModel> {
        let present = self.shape.friction.of(joint).clone();
        let widths = present.terms().iter().flat_map(|t| t.law().parameters());
        let widths = widths.filter_map(|p| match p.role {
            Role::Rounding(widths) => Some(widths),
            _ => None,
        });
        let widths = std::iter::once(&0.0).chain(widths.max_by_key(|w| w.len()).unwrap_or(&[]));
        let least = self.comparison.rows.standstill(joint);
        let wide = widths.filter(|w| **w == 0.0 || **w >= least);
        wide.map(|&w| present.rounded_off(w)).collect()
    }

    /// Takes the best of some models of a joint if it is worth it: with one more unknown it must
    /// lower the error by the part `first`. Models that describe standstill are compared on the
    /// rows `with_rest`.
    fn take_best(
        &mut self,
        joint: usize,
        tried: Vec<FrictionModel>,
        first: f64,
        with_rest: Compared,
    ) -> bool {
        let present = self.shape.friction.of(joint).clone();
        let mut best: Option<(f64, ModelShape, Losses)> = None;
        let (mut shapes, mut least_worth) = (Vec::new(), Vec::new());
        for model in tried.into_iter().filter(|m| *m != present) {
            for near_rest in ways(&model) {
                least_worth.push(worth(&present, &model, first));
                shapes.push(self.with(joint, model.clone(), near_rest));
            }
        }
        let all_found = self.comparison.losses_of(&shapes, Varied::Joint(joint));
        for ((shape, worth), found) in shapes.into_iter().zip(least_worth).zip(all_found) {
            let near_rest = shape.near_rest[joint];
            if near_rest && !self.is_described(joint, &found) {
                continue;
            }
            let rows = if near_rest { with_rest } else { Compared::Moving };
            let slides = shape.friction.of(joint).remembers() && !present.remembers();
            if slides && rows == Compared::All && !self.is_more_than_sticking(joint, &shape, &found)
            {
                continue;
            }
            let (gain, error) = self.least.excess(&found, rows);
            let all = self.least.of(joint, rows);
            // Errors are roots of losses: twice the part.
            let own = all - found.of(joint, rows);
            let taken = is_sure(gain, error, all) && gain.min(own) > 2.0 * worth * all;
            if taken && best.as_ref().is_none_or(|b| gain > b.0) {
                best = Some((gain, shape, found));
            }
        }
        let Some((_, shape, found)) = best else { return false };
        self.shape = shape;
        self.least = found;
        true
    }

    /// Whether friction before sliding leaves clearly less than that of a joint which holds
    /// without giving way: the same law with elements too short to be seen. Both know from where
    /// the joint came, which speeds near standstill do not tell.
    fn is_more_than_sticking(&mut self, joint: usize, shape: &ModelShape, found: &Losses) -> bool {
        let Some(short) = shape.friction.of(joint).with_value("hysteresis", "width", SHORT) else {
            return true;
        };
        let sticking = [self.with(joint, short, true)];
        let losses = self.comparison.losses_of(&sticking, Varied::Joint(joint));
        losses.first().is_none_or(|losses| {
            let (gain, error) = losses.excess(found, Compared::All);
            let all = losses.of(joint, Compared::All);
            is_sure(gain, error, all) && gain > 2.0 * WORTH_A_TERM * all
        })
    }

    /// Whether what is left of a joint's rows near standstill is about what is left of those in
    /// motion, and of these about what was left before.
    fn is_described(&self, joint: usize, found: &Losses) -> bool {
        let [moving, still] = found.means(joint, self.comparison.rows.joints[joint].rows());
        let before = self.least.of(joint, Compared::Moving);
        still <= DESCRIBED.powi(2) * moving
            && found.of(joint, Compared::Moving) <= (1.0 + WORSE).powi(2) * before
    }

    fn with(&self, joint: usize, model: FrictionModel, near_rest: bool) -> ModelShape {
        let mut shape = self.shape.clone();
        shape.friction.set(joint, model);
        shape.near_rest[joint] = near_rest;
        shape
    }

    /// Drops laws of a joint that are not worth their unknowns beside the others.
    fn simplify(&mut self, joint: usize) {
        while let Some((shape, found)) = self.simpler(joint) {
            self.shape = shape;
            self.least = found;
        }
    }

    fn simpler(&mut self, joint: usize) -> Option<(ModelShape, Losses)> {
        let present = self.shape.friction.of(joint).clone();
        let described = self.shape.near_rest[joint];
        for model in present.simplifications() {
            let near_rest = described && ways(&model).contains(&true);
            let shape = self.with(joint, model.clone(), near_rest);
            let found =
                self.comparison.losses_of(std::slice::from_ref(&shape), Varied::Joint(joint));
            let Some(found) = found.into_iter().next() else { continue };
            let forgets = present.remembers() && !model.remembers();
            let rows = if forgets { Compared::All } else { Compared::Moving };
            let (loss, error) = found.excess(&self.least, rows);
            let worth = worth(&model, &present, WORTH_A_TERM);
            let all = found.of(joint, rows);
            if !(is_sure(loss, error, all) && loss > 2.0 * worth * all) {
                return Some((shape, found));
            }
        }
        None
    }

    /// Pairs of joints whose motors may turn together, and the model with each.
    fn pairs(&self) -> Vec<(Coupling, ModelShape)> {
        let joints = &self.comparison.joints;
        let mut pairs: Vec<(Coupling, ModelShape)> = Vec::new();
        for first in 0..joints.len() {
            for second in first + 1..joints.len().min(first + 1 + FARTHEST) {
                let both = joints[first].kind.turns() == joints[second].kind.turns();
                let is_pair = |c: &Coupling| (c.first, c.second) == (first, second);
                if !both || self.shape.couplings.iter().any(is_pair) {
                    continue;
                }
                for opposed in [false, true] {
                    let coupling = Coupling { first, second, opposed };
                    let mut shape = self.shape.clone();
                    shape.couplings.push(coupling);
                    pairs.push((coupling, shape));
                }
            }
        }
        pairs
    }

    /// Tries pairs of joints whose motors may turn together; true if one was taken.
    fn couple(&mut self) -> bool {
        let mut changed = false;
        loop {
            let (tried, shapes): (Vec<Coupling>, Vec<ModelShape>) =
                self.pairs().into_iter().unzip();
            let all_found = self.comparison.losses_of(&shapes, Varied::Beyond(&self.shape));
            let mut best: Option<(f64, Coupling, Losses)> = None;
            for (coupling, found) in tried.into_iter().zip(all_found) {
                let (first, second) = (coupling.first, coupling.second);
                let rows = Compared::Moving;
                let (gain, error) = self.least.excess(&found, rows);
                let concerned = self.least.of(first, rows) + self.least.of(second, rows);
                let own = concerned - found.of(first, rows) - found.of(second, rows);
                let taken =
                    gain > COUPLED * error && gain.min(own) > 2.0 * WORTH_A_COUPLING * concerned;
                if taken && best.as_ref().is_none_or(|b| gain > b.0) {
                    best = Some((gain, coupling, found));
                }
            }
            let Some((_, coupling, found)) = best else { return changed };
            self.shape.couplings.push(coupling);
            self.least = found;
            changed = true;
        }
    }
}

/// Whether a model is tried with rows near standstill, without them, or both.
fn ways(model: &FrictionModel) -> Vec<bool> {
    match (model.remembers(), model.is_shaped_near_rest()) {
        (true, _) => vec![true],
        (_, true) => vec![false, true],
        _ => vec![false],
    }
}

/// Whether losses that fall from `all` by `gain`, with a standard error, fall for certain.
fn is_sure(gain: f64, error: f64, all: f64) -> bool {
    let errors = if gain > 2.0 * MUCH * all { LIKELY } else { CERTAIN };
    gain > errors * error
}

/// By which part a model must lower the error to replace another.
fn worth(present: &FrictionModel, model: &FrictionModel, first: f64) -> f64 {
    match model.columns().len().saturating_sub(present.columns().len()) {
        0 => CLEARLY,
        more => first + EACH_FURTHER * (more - 1) as f64,
    }
}
