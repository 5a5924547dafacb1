//! The description as a prior: rows for quadratic distances, rotor inertias.

use super::programme::{Affine, Programme, summed};
use super::reference::Reference;
use crate::error::EstimationError;
use crate::knowledge::{Geometry, Prior};
use crate::physical::PSEUDO_INERTIA;
use armlab_dense::{Cholesky, Matrix, solve_lower};
use armlab_optimize::semidefinite::{Block, Semidefinite};

impl Programme<'_, '_> {
    /// Rows of a prior that is a sum of squares; none of others.
    pub(super) fn quadratic_prior(&self, prior: Prior) -> Result<Vec<Affine>, EstimationError> {
        match prior {
            Prior { geometry: Geometry::Pullback, weight } => self.pullback(weight),
            Prior { geometry: Geometry::Euclidean, weight } => Ok(self.euclidean(weight)),
            Prior { geometry: Geometry::LogDet, .. } => Ok(Vec::new()),
        }
    }

    /// Rotor inertias near the described ones. Where none is described, the link is
    /// preferred until it would be much larger than its reference: a rotor as large as
    /// all that the joint carries costs as much as a body twice its size.
    pub(super) fn with_rotor_prior(
        &self,
        mut problem: Semidefinite,
        reference: &Reference,
        weight: f64,
    ) -> Semidefinite {
        let robot = self.model.robot();
        let (first, values) = (10 * robot.links().len(), robot.parameter_values());
        let carried = reference.carried(robot);
        for (k, carried) in carried.iter().enumerate().take(values.len() - first) {
            let (constant, terms) = self.parameter(first + k);
            if terms.is_empty() {
                continue;
            }
            if values[first + k] > 0.0 {
                let block = Block::new("rotor inertia", 1).constant(0, 0, constant);
                let block = terms.iter().fold(block, |b, &(u, by)| b.term(u, 0, 0, by));
                problem = problem.subject_to(block.near_matrix(&[values[first + k]], weight));
            } else if *carried > 0.0 {
                for (unknown, by) in terms {
                    problem = problem.with_slope(unknown, weight * by / carried);
                }
            }
        }
        problem
    }

    /// The description's pseudo-inertia, row after row.
    pub(super) fn described(&self, link: usize) -> [f64; 16] {
        let values = self.model.robot().parameter_values();
        super::reference::pseudo(&values[10 * link..10 * link + 10])
    }

    /// `L⁻¹` of the description's pseudo-inertia `L Lᵀ`, which must be that of a
    /// body.
    pub(super) fn described_root(&self, link: usize) -> Result<Matrix, EstimationError> {
        let pseudo = self.described(link);
        match Cholesky::new(&Matrix::from_fn(4, 4, |i, j| pseudo[4 * i + j])) {
            Ok(factor) => {
                let mut inverse = Matrix::identity(4);
                for k in 0..4 {
                    // A factor has a positive diagonal.
                    let _ = solve_lower(factor.lower(), inverse.column_mut(k));
                }
                Ok(inverse)
            }
            Err(_) => {
                let link = self.model.robot().links()[link].name.clone();
                Err(EstimationError::NoPrior { link })
            }
        }
    }

    /// Rows `√weight · L⁻¹ (J − P) L⁻ᵀ` of every link, with `P = L Lᵀ`.
    fn pullback(&self, weight: f64) -> Result<Vec<Affine>, EstimationError> {
        let mut rows = Vec::new();
        for link in self.free_links() {
            let inverse = self.described_root(link)?;
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

    /// Rows `√weight · (unknown − described)/size`.
    fn euclidean(&self, weight: f64) -> Vec<Affine> {
        let prior = self.model.base().prior().into_iter().enumerate();
        let row = |(unknown, mean): (usize, f64)| {
            let scale = weight.sqrt() / self.size_of(unknown)?;
            let terms = self.coordinates.unknown(unknown).iter();
            Some((-scale * mean, terms.map(|&(u, by)| (u, scale * by)).collect()))
        };
        prior.filter_map(row).collect()
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
}
