//! The semidefinite programme over physically consistent robots: bodies that can
//! exist, bounds and priors, all as functions of the programme's coordinates.
//!
//! Coordinates are the base parameters, then the unknowns that only count together
//! with others, then friction: data speak about the first and the last only, so that
//! what they cannot tell is not a small difference of large numbers.

use super::coordinates::Coordinates;
use super::reference::Reference;
use crate::error::EstimationError;
use crate::knowledge::{Geometry, LinkBound, Prior};
use crate::physical::PSEUDO_INERTIA;
use crate::problem::Model;
use armlab_dense::{Matrix, norm};
use armlab_optimize::semidefinite::{Block, Semidefinite, SemidefiniteSolution};

/// Rotor inertia to start from, relative to what its joint carries.
const ROTOR: f64 = 0.1;
/// Friction to start from where rows do not show it: N m, N m s or the like.
const UNNOTICED: f64 = 1.0;
/// Rounds in which the size of bodies that are not described follows the data.
const SIZE_ROUNDS: usize = 3;
/// Columns of friction shorter than this part of the longest are rounding.
const UNSEEN: f64 = 1e-12;

/// The semidefinite programme of a model.
pub(crate) struct Programme<'a, 'r> {
    pub(super) model: &'a Model<'r>,
    pub(super) coordinates: Coordinates,
    /// Smallest eigenvalue of a pseudo-inertia.
    smallest: f64,
    /// Whether rotors hold the motors that turn with two joints.
    coupled_rotors: bool,
}

/// A number as an affine function of the coordinates: constant and terms.
pub(super) type Affine = (f64, Vec<(usize, f64)>);

impl<'a, 'r> Programme<'a, 'r> {
    /// The programme of a model; eigenvalues of pseudo-inertias are at least `smallest`.
    pub(crate) fn new(model: &'a Model<'r>, smallest: f64) -> Self {
        let coordinates = Coordinates::new(model.base());
        Self { model, coordinates, smallest, coupled_rotors: false }
    }

    /// The same with motors that turn with two joints as a part of both rotors, if asked for.
    pub(super) fn coupled_rotors(self, coupled_rotors: bool) -> Self {
        Self { coupled_rotors, ..self }
    }

    /// Least squares over rows of the model's unknowns, under all constraints, with
    /// bounds and the description as a prior.
    pub(crate) fn with_prior(
        &self,
        rows: &Matrix,
        rhs: &[f64],
        prior: Prior,
        bounds: &[LinkBound],
    ) -> Result<Semidefinite, EstimationError> {
        let mut problem = self.least_squares(rows, rhs, prior)?;
        for link in self.free_links() {
            let mut block = self.pseudo_inertia(link);
            if let Prior { geometry: Geometry::LogDet, weight } = prior {
                self.described_root(link)?;
                block = block.near_matrix(&self.described(link), weight);
            }
            problem = problem.subject_to(self.with_margin(block));
        }
        Ok(self.bounded(self.with_signs(problem), bounds))
    }

    /// Least squares over rows of the model's unknowns, under all constraints and bounds, near
    /// reference bodies: their log-det divergence counts with a weight, where there is one.
    pub(crate) fn near(
        &self,
        rows: &Matrix,
        rhs: &[f64],
        reference: Option<(&Reference, f64)>,
        bounds: &[LinkBound],
    ) -> Semidefinite {
        let rows = self.over_coordinates(rows, 0);
        let mut problem = Semidefinite::new(rows, rhs.to_vec());
        for link in self.free_links() {
            let mut block = self.pseudo_inertia(link);
            if let Some((reference, weight)) = reference {
                block = block.near_matrix(&reference.bodies[link], weight);
            }
            problem = problem.subject_to(self.with_margin(block));
        }
        problem = self.with_signs(problem);
        if let Some((reference, weight)) = reference {
            problem = self.with_rotor_prior(problem, reference, weight);
            if self.coupled_rotors {
                problem = self.with_coupled_rotors(problem);
            }
        }
        self.bounded(problem, bounds)
    }

    /// The solution near reference bodies; bodies that are not described become as
    /// heavy as the data say on average.
    ///
    /// # Errors
    /// Those of `solve`.
    pub(crate) fn sized<E>(
        &self,
        reference: &mut Reference,
        solve: impl Fn(&Reference) -> Result<SemidefiniteSolution, E>,
    ) -> Result<SemidefiniteSolution, E> {
        let mut solution = solve(reference)?;
        for _ in 1..SIZE_ROUNDS {
            let (_, link_values) = self.values(&solution.x);
            let Some(factor) = reference.size_of(&link_values, self.free_links()) else { break };
            *reference = reference.scaled(self.model.robot(), factor);
            solution = solve(reference)?;
        }
        Ok(solution)
    }

    /// The margin that pseudo-inertias keep from zero. It comes last: what a body is near to
    /// has none.
    fn with_margin(&self, block: Block) -> Block {
        (0..4).fold(block, |block, k| block.constant(k, k, -self.smallest))
    }

    fn bounded(&self, mut problem: Semidefinite, bounds: &[LinkBound]) -> Semidefinite {
        for block in bounds.iter().flat_map(|bound| self.bound(bound)) {
            problem = problem.subject_to(block);
        }
        problem
    }

    /// Rotor inertias and friction that must not be negative.
    fn with_signs(&self, mut problem: Semidefinite) -> Semidefinite {
        let robot = self.model.robot();
        let names = robot.parameter_names();
        for (p, name) in names.iter().enumerate().skip(10 * robot.links().len()) {
            let (constant, terms) = self.parameter(p);
            if !terms.is_empty() {
                let block = Block::new(format!("`{name}`"), 1).constant(0, 0, constant);
                let block = terms.into_iter().fold(block, |b, (u, by)| b.term(u, 0, 0, by));
                problem = problem.subject_to(block);
            }
        }
        let first = self.coordinates.len();
        for (k, column) in self.model.friction().iter().enumerate().filter(|(_, c)| c.not_negative)
        {
            let name = format!("`{}`", column.name);
            problem = problem.subject_to(Block::at_least(name, first + k, 0.0));
        }
        problem
    }

    /// Motors that turn with two joints are usually part of both rotors: `[Ia₁ I; I Ia₂] ⪰ 0`.
    /// A robot without it can exist if its links have the inertia, so that no distance depends
    /// on it.
    fn with_coupled_rotors(&self, mut problem: Semidefinite) -> Semidefinite {
        let names = self.model.robot().parameter_names();
        let joints: Vec<&str> =
            self.model.robot().driven_joints().map(|j| j.name.as_str()).collect();
        let rotor = |joint: usize| {
            let name = format!("{}.Ia", joints[joint]);
            names.iter().position(|n| *n == name).map(|p| self.parameter(p))
        };
        for (k, column) in self.model.friction().iter().enumerate() {
            let Some(coupled) = column.coupled().filter(|c| c.is_inertia()) else { continue };
            let [Some(first), Some(second)] = coupled.joints().map(rotor) else { continue };
            if first.1.is_empty() || second.1.is_empty() {
                continue;
            }
            let inertia = self.coordinates.len() + k;
            let name = format!("`{}`", column.name);
            let mut block = Block::new(name, 2).term(inertia, 0, 1, 1.0);
            for (at, (constant, terms)) in [first, second].into_iter().enumerate() {
                block = block.constant(at, at, constant);
                block = terms.into_iter().fold(block, |b, (u, by)| b.term(u, at, at, by));
            }
            problem = problem.subject_to(block);
        }
        problem
    }

    /// Friction that takes energy out of the motion at each joint's speeds: one row
    /// for each, over the programme's coordinates.
    pub(super) fn with_dissipation(
        &self,
        mut problem: Semidefinite,
        speeds: &[f64],
    ) -> Semidefinite {
        let first = self.coordinates.len();
        for (name, terms) in super::dissipation::conditions(self.model, speeds) {
            let block = Block::new(name, 1);
            let block = terms.iter().fold(block, |b, &(k, by)| b.term(first + k, 0, 0, by));
            problem = problem.subject_to(block);
        }
        problem
    }

    /// Coordinates of reference bodies with the friction of an estimate, to start from.
    /// Friction that must not be negative begins where `rows` notice it.
    pub(crate) fn start(&self, reference: &Reference, rows: &Matrix, values: &[f64]) -> Vec<f64> {
        let (robot, base) = (self.model.robot(), self.model.base());
        let mut links = robot.parameter_values();
        let count = 10 * robot.links().len();
        for (link, values) in links[..count].chunks_exact_mut(10).enumerate() {
            values.copy_from_slice(&reference.parameters(link));
        }
        for (rotor, carried) in links[count..].iter_mut().zip(reference.carried(robot)) {
            *rotor = rotor.max(ROTOR * carried);
        }
        let unseen = self.unseen_friction(rows);
        let mut start = self.coordinates.of(&base.unknown_values(robot, &links));
        for (k, column) in self.model.friction().iter().enumerate() {
            let at = base.len() + k;
            let least = if unseen(k) { UNNOTICED } else { 1.0 / norm(rows.column(at)) };
            let is_in_rotors = column.coupled().is_some_and(|c| c.is_inertia());
            start.push(if is_in_rotors {
                0.0
            } else if column.not_negative {
                values[at].max(least)
            } else {
                values[at]
            });
        }
        start
    }

    /// The same point with friction that `rows` do not show as it is in `values`: nothing but
    /// the way there has moved it.
    pub(crate) fn with_unseen(&self, at: &[f64], rows: &Matrix, values: &[f64]) -> Vec<f64> {
        let (base, first) = (self.model.base().len(), self.coordinates.len());
        let unseen = self.unseen_friction(rows);
        let mut point = at.to_vec();
        for (k, entry) in point[first..].iter_mut().enumerate().filter(|(k, _)| unseen(*k)) {
            *entry = values[base + k];
        }
        point
    }

    /// Whether rows do not show a friction column.
    fn unseen_friction(&self, rows: &Matrix) -> impl Fn(usize) -> bool {
        let base = self.model.base().len();
        let columns = 0..self.model.friction().len();
        let lengths: Vec<f64> = columns.map(|k| norm(rows.column(base + k))).collect();
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        move |k| !(lengths[k] > UNSEEN * longest)
    }

    /// The model's unknowns, and all link parameters, at a point.
    pub(crate) fn values(&self, at: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let base = self.model.base();
        let (own, friction) = at.split_at(self.coordinates.len());
        let unknowns = self.coordinates.unknowns(own);
        let of = |terms: &[(usize, f64)]| terms.iter().map(|&(i, f)| f * unknowns[i]).sum::<f64>();
        let mut values: Vec<f64> = base.parameters.iter().map(|p| of(&p.combination)).collect();
        values.extend_from_slice(friction);
        (values, base.link_values(self.model.robot(), &unknowns))
    }

    /// Rows over the model's unknowns as rows over coordinates, with room for more.
    fn over_coordinates(&self, rows: &Matrix, more: usize) -> Matrix {
        let (base, own) = (self.model.base().len(), self.coordinates.len());
        let friction = self.model.friction().len();
        let mut out = Matrix::zeros(rows.rows() + more, own + friction);
        for k in 0..base + friction {
            // Base parameters come first, friction last.
            let to = if k < base { k } else { own + k - base };
            for row in 0..rows.rows() {
                out.set(row, to, rows.at(row, k));
            }
        }
        out
    }

    /// Rows of the data, and of a quadratic prior.
    fn least_squares(
        &self,
        rows: &Matrix,
        rhs: &[f64],
        prior: Prior,
    ) -> Result<Semidefinite, EstimationError> {
        let pulled = self.quadratic_prior(prior)?;
        let data = rows.rows();
        let mut rows = self.over_coordinates(rows, pulled.len());
        let mut rhs = rhs.to_vec();
        for (k, (constant, terms)) in pulled.into_iter().enumerate() {
            for (unknown, factor) in terms {
                rows.set(data + k, unknown, factor);
            }
            rhs.push(-constant);
        }
        Ok(Semidefinite::new(rows, rhs))
    }

    /// Link parameter `p` as a function of the coordinates; those that nothing
    /// moves stay as they are described.
    pub(super) fn parameter(&self, p: usize) -> Affine {
        let base = self.model.base();
        let prior = base.prior();
        let mut constant = self.model.robot().parameter_values()[p];
        let mut terms = Vec::new();
        for (unknown, moves) in base.moves().iter().enumerate() {
            for &(_, by) in moves.iter().filter(|t| t.0 == p) {
                constant -= by * prior[unknown];
                let own = self.coordinates.unknown(unknown);
                terms.extend(own.iter().map(|&(u, factor)| (u, by * factor)));
            }
        }
        summed((constant, terms))
    }

    /// Links with a parameter that an unknown moves.
    pub(super) fn free_links(&self) -> impl Iterator<Item = usize> {
        let links = self.model.robot().links().len();
        let moved: Vec<usize> =
            self.model.base().moves().iter().flatten().map(|t| t.0 / 10).collect();
        (0..links).filter(move |l| moved.contains(l))
    }

    pub(super) fn pseudo_inertia(&self, link: usize) -> Block {
        let name = format!("link `{}`", self.model.robot().links()[link].name);
        let mut block = Block::new(name, 4);
        for &(p, row, column, factor) in &PSEUDO_INERTIA {
            let (constant, terms) = self.parameter(10 * link + p);
            if constant != 0.0 {
                block = block.constant(row, column, factor * constant);
            }
            for (unknown, by) in terms {
                block = block.term(unknown, row, column, factor * by);
            }
        }
        block
    }
}

/// The same with every unknown once.
pub(super) fn summed((constant, terms): Affine) -> Affine {
    let mut sums: Vec<(usize, f64)> = Vec::new();
    for (unknown, factor) in terms {
        match sums.iter_mut().find(|t| t.0 == unknown) {
            Some(term) => term.1 += factor,
            None => sums.push((unknown, factor)),
        }
    }
    (constant, sums)
}
