//! The semidefinite programme behind the physically consistent fit: rows, bodies
//! that can exist, bounds and priors, all as functions of the unknowns.

use crate::data::Data;
use crate::error::EstimationError;
use crate::knowledge::{Geometry, Knowledge, LinkBound, Prior};
use crate::physical::PSEUDO_INERTIA;
use crate::problem::Model;
use armlab_dense::{Cholesky, Matrix, Triangle, solve_lower};
use armlab_optimize::semidefinite::{Block, Semidefinite};

/// The semidefinite programme of a model: its unknowns are those of the base
/// parameters, then friction.
pub(super) struct Programme<'a, 'r> {
    model: &'a Model<'r>,
    /// Smallest eigenvalue of a pseudo-inertia.
    smallest: f64,
}

/// A number as an affine function of the unknowns: constant and terms.
type Affine = (f64, Vec<(usize, f64)>);

impl<'a, 'r> Programme<'a, 'r> {
    /// `smallest` is the smallest eigenvalue per newton metre of typical effort: small
    /// beside any link of a robot that needs such efforts.
    pub(super) fn new(data: &'a Data<'_, 'r>, smallest: f64) -> Self {
        let reduced = data.reduced;
        let efforts = reduced.effort_squares(0..reduced.segments());
        let typical = (0..reduced.joints())
            .map(|j| (efforts[j] / reduced.rows(j).max(1) as f64).sqrt())
            .fold(0.0_f64, f64::max);
        Self { model: data.model, smallest: smallest * typical }
    }

    pub(super) fn problem(
        &self,
        triangle: &Triangle,
        noise: f64,
        knowledge: &Knowledge,
    ) -> Result<Semidefinite, EstimationError> {
        let (rows, rhs) = self.rows(triangle, noise, knowledge.prior)?;
        let mut problem = Semidefinite::new(rows, rhs);
        let (robot, base) = (self.model.robot(), self.model.base());
        let (links, own) = (robot.links().len(), base.unknowns.len());
        for link in (0..links).filter(|&l| self.is_free(l)) {
            let mut block = self.pseudo_inertia(link);
            if let Some(Prior { geometry: Geometry::LogDet, weight }) = knowledge.prior {
                self.reference(link)?;
                block = block.near(&base.prior(), weight);
            }
            // The margin comes last: what a body is near to has none.
            for k in 0..4 {
                block = block.constant(k, k, -self.smallest);
            }
            problem = problem.subject_to(block);
        }
        for (unknown, terms) in base.moves().iter().enumerate() {
            if terms.iter().any(|t| t.0 >= 10 * links) {
                let name = format!("`{}`", base.unknowns[unknown]);
                problem = problem.subject_to(Block::at_least(name, unknown, 0.0));
            }
        }
        for (k, column) in self.model.friction().iter().enumerate().filter(|(_, c)| c.not_negative)
        {
            let name = format!("`{}`", column.name);
            problem = problem.subject_to(Block::at_least(name, own + k, 0.0));
        }
        for bound in &knowledge.bounds {
            for block in self.bound(bound) {
                problem = problem.subject_to(block);
            }
        }
        if let Some(Prior { geometry: Geometry::Euclidean, weight }) = knowledge.prior {
            for (unknown, mean) in base.prior().into_iter().enumerate() {
                if let Some(size) = self.size_of(unknown) {
                    problem = problem.with_prior(unknown, mean, size / weight.sqrt());
                }
            }
        }
        Ok(problem)
    }

    /// Rows of the data in units of their noise, and of a quadratic prior.
    fn rows(
        &self,
        triangle: &Triangle,
        noise: f64,
        prior: Option<Prior>,
    ) -> Result<(Matrix, Vec<f64>), EstimationError> {
        let base = self.model.base();
        let (own, friction) = (base.unknowns.len(), self.model.friction().len());
        let r = triangle.r();
        let pulled = match prior {
            Some(Prior { geometry: Geometry::Pullback, weight }) => self.pullback(weight)?,
            _ => Vec::new(),
        };
        let mut rows = Matrix::zeros(r.rows() + pulled.len(), own + friction);
        let mut rhs: Vec<f64> = triangle.rhs(0).iter().map(|b| b / noise).collect();
        for (k, parameter) in base.parameters.iter().enumerate() {
            for &(i, factor) in &parameter.combination {
                for row in 0..r.rows() {
                    let sum = rows.at(row, i) + factor * r.at(row, k) / noise;
                    rows.set(row, i, sum);
                }
            }
        }
        for k in 0..friction {
            for row in 0..r.rows() {
                rows.set(row, own + k, r.at(row, base.len() + k) / noise);
            }
        }
        for (k, (constant, terms)) in pulled.into_iter().enumerate() {
            for (unknown, factor) in terms {
                rows.set(r.rows() + k, unknown, factor);
            }
            rhs.push(-constant);
        }
        Ok((rows, rhs))
    }

    /// Link parameter `p` as a function of the unknowns; those that nothing
    /// moves stay as they are described.
    fn parameter(&self, p: usize) -> Affine {
        let base = self.model.base();
        let prior = base.prior();
        let mut constant = self.model.robot().parameter_values()[p];
        let mut terms = Vec::new();
        for (unknown, moves) in base.moves().iter().enumerate() {
            for &(_, by) in moves.iter().filter(|t| t.0 == p) {
                constant -= by * prior[unknown];
                terms.push((unknown, by));
            }
        }
        (constant, terms)
    }

    fn is_free(&self, link: usize) -> bool {
        let mut moves = self.model.base().moves().iter().flatten();
        moves.any(|t| t.0 / 10 == link && t.0 < 10 * self.model.robot().links().len())
    }

    fn pseudo_inertia(&self, link: usize) -> Block {
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

    /// `L⁻¹` of the description's pseudo-inertia `L Lᵀ`, which must be that of a
    /// body.
    fn reference(&self, link: usize) -> Result<Matrix, EstimationError> {
        let robot = self.model.robot();
        let values = robot.parameter_values();
        let mut pseudo = Matrix::zeros(4, 4);
        for &(p, row, column, factor) in &PSEUDO_INERTIA {
            let sum = pseudo.at(row, column) + factor * values[10 * link + p];
            pseudo.set(row, column, sum);
            pseudo.set(column, row, sum);
        }
        match Cholesky::new(&pseudo) {
            Ok(factor) => {
                let mut inverse = Matrix::identity(4);
                for k in 0..4 {
                    // A factor has a positive diagonal.
                    let _ = solve_lower(factor.lower(), inverse.column_mut(k));
                }
                Ok(inverse)
            }
            Err(_) => Err(EstimationError::NoPrior { link: robot.links()[link].name.clone() }),
        }
    }

    /// Rows `√weight · L⁻¹ (J − P) L⁻ᵀ` of every link, with `P = L Lᵀ`.
    fn pullback(&self, weight: f64) -> Result<Vec<Affine>, EstimationError> {
        let mut rows = Vec::new();
        for link in (0..self.model.robot().links().len()).filter(|&l| self.is_free(l)) {
            let inverse = self.reference(link)?;
            let values = self.model.robot().parameter_values();
            for a in 0..4 {
                for b in 0..=a {
                    let both = if a == b { 1.0 } else { std::f64::consts::SQRT_2 };
                    let mut row: Affine = (0.0, Vec::new());
                    for &(p, i, j, factor) in &PSEUDO_INERTIA {
                        let mut along = inverse.at(a, i) * inverse.at(b, j);
                        if i != j {
                            along += inverse.at(a, j) * inverse.at(b, i);
                        }
                        let scale = weight.sqrt() * both * factor * along;
                        if scale == 0.0 {
                            continue;
                        }
                        let (constant, terms) = self.parameter(10 * link + p);
                        row.0 += scale * (constant - values[10 * link + p]);
                        row.1.extend(terms.into_iter().map(|(u, by)| (u, scale * by)));
                    }
                    rows.push(summed(row));
                }
            }
        }
        Ok(rows)
    }

    /// The largest number of an unknown's kind in its link.
    fn size_of(&self, unknown: usize) -> Option<f64> {
        let &(p, by) = self.model.base().moves()[unknown].first()?;
        let values = self.model.robot().parameter_values();
        let links = self.model.robot().links().len();
        let kind: &[usize] = match p % 10 {
            _ if p >= 10 * links => return Some(values[p].abs()).filter(|s| *s > 0.0),
            0 => &[0],
            1..=3 => &[1, 2, 3],
            _ => &[4, 5, 6, 7, 8, 9],
        };
        let first = p - p % 10;
        let largest = kind.iter().map(|k| values[first + k].abs()).fold(0.0, f64::max);
        (largest > 0.0).then_some(largest / by.abs())
    }

    fn bound(&self, bound: &LinkBound) -> Vec<Block> {
        let name = |what: &str, link: usize| {
            format!("{what} of link `{}`", self.model.robot().links()[link].name)
        };
        let affine = |block: Block, row, column, factor: f64, parameter: usize| -> Block {
            let (constant, terms) = self.parameter(parameter);
            let block = block.constant(row, column, factor * constant);
            terms.into_iter().fold(block, |b, (u, by)| b.term(u, row, column, factor * by))
        };
        match *bound {
            LinkBound::Mass { link, least, most } => {
                let mut blocks = Vec::new();
                if least.is_finite() {
                    let low = Block::new(name("the least mass", link), 1).constant(0, 0, -least);
                    blocks.push(affine(low, 0, 0, 1.0, 10 * link));
                }
                if most.is_finite() {
                    let high = Block::new(name("the largest mass", link), 1).constant(0, 0, most);
                    blocks.push(affine(high, 0, 0, -1.0, 10 * link));
                }
                blocks
            }
            LinkBound::CentreInBox { link, lower, upper } => (0..3)
                .flat_map(|k| [(k, 1.0, lower[k]), (k, -1.0, upper[k])])
                .filter(|(.., at)| at.is_finite())
                .map(|(k, sign, at)| {
                    // sign · (h − m at) ≥ 0
                    let block = Block::new(name("the box of the centre of mass", link), 1);
                    let block = affine(block, 0, 0, sign, 10 * link + 1 + k);
                    affine(block, 0, 0, -sign * at, 10 * link)
                })
                .collect(),
            LinkBound::CentreInEllipsoid { link, middle, radii } => {
                // [m 1, d; dᵀ, m] ⪰ 0 with d = (h − m middle)/radii.
                let mut block = Block::new(name("the ellipsoid of the centre of mass", link), 4);
                for k in 0..3 {
                    block = affine(block, k, k, 1.0, 10 * link);
                    block = affine(block, k, 3, 1.0 / radii[k], 10 * link + 1 + k);
                    block = affine(block, k, 3, -middle[k] / radii[k], 10 * link);
                }
                vec![affine(block, 3, 3, 1.0, 10 * link)]
            }
        }
    }
}

/// The same with every unknown once.
fn summed((constant, terms): Affine) -> Affine {
    let mut sums: Vec<(usize, f64)> = Vec::new();
    for (unknown, factor) in terms {
        match sums.iter_mut().find(|t| t.0 == unknown) {
            Some(term) => term.1 += factor,
            None => sums.push((unknown, factor)),
        }
    }
    (constant, sums)
}
