//! Bounds on masses and centres of mass as blocks.

use super::programme::Programme;
use super::reference::Reference;
use crate::knowledge::LinkBound;
use armlab_optimize::semidefinite::{Block, Semidefinite};

impl Programme<'_, '_> {
    /// What the bound of a link's mass is called.
    pub(super) fn mass_name(&self, link: usize) -> String {
        format!("mass of link `{}`", self.model.robot().links()[link].name)
    }

    /// Masses of some links within a factor of their references.
    pub(super) fn with_masses(
        &self,
        mut problem: Semidefinite,
        reference: &Reference,
        links: &[usize],
        factor: f64,
    ) -> Semidefinite {
        for &link in links {
            let mass = reference.parameters(link)[0];
            let (constant, terms) = self.parameter(10 * link);
            for (sign, bound) in [(1.0, mass / factor), (-1.0, mass * factor)] {
                let block = Block::new(self.mass_name(link), 1);
                let block = block.constant(0, 0, sign * (constant - bound));
                let terms = terms.iter();
                let block = terms.fold(block, |b, &(u, by)| b.term(u, 0, 0, sign * by));
                problem = problem.subject_to(block);
            }
        }
        problem
    }

    /// Bodies of some links at least as wide as given in every direction: second moments about
    /// the centre of mass of `m ρ²` at least, with the squares `ρ²` in m².
    pub(super) fn with_widths(
        &self,
        mut problem: Semidefinite,
        widths: &[(usize, f64)],
    ) -> Semidefinite {
        for &(link, square) in widths {
            // J − m diag(ρ², ρ², ρ², 0) ⪰ 0.
            let mut block = self.pseudo_inertia(link);
            let (constant, terms) = self.parameter(10 * link);
            for k in 0..3 {
                block = block.constant(k, k, -square * constant);
                let terms = terms.iter();
                block = terms.fold(block, |b, &(u, by)| b.term(u, k, k, -square * by));
            }
            problem = problem.subject_to(block);
        }
        problem
    }

    /// The blocks of a bound.
    pub(super) fn bound(&self, bound: &LinkBound) -> Vec<Block> {
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
