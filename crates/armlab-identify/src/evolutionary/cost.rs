//! The mean squared residual as a function of the unknowns, from what is left of
//! the rows.
//!
//! `‖Y p − τ‖² = pᵀA p − 2bᵀp + c` with `A = YᵀY`, `b = Yᵀτ`, `c = τᵀτ`. Of `Y` and
//! `τ` the triangle `R`, `z = Qᵀτ` and the length `ρ` of what no unknowns explain
//! are left, and the same number is `‖R p − z‖² + ρ²`: as cheap, and without the
//! cancellation of the three terms near the minimum.

use crate::reduced::Reduced;
use armlab_dense::{Triangle, dot};
use armlab_optimize::Objective;

/// Mean squared residual.
#[derive(Clone, Debug, PartialEq)]
pub struct QuadraticCost {
    unknowns: usize,
    /// Rows of `R` from the diagonal on, each followed by its `z`.
    triangle: Vec<f64>,
    /// `ρ²`
    rest: f64,
    rows: f64,
}

impl QuadraticCost {
    /// The cost over all rows, each joint's times its weight.
    ///
    /// # Panics
    /// If there is not one weight per joint.
    pub fn of(reduced: &Reduced, weights: &[f64]) -> Self {
        assert_eq!(weights.len(), reduced.joints(), "one weight per joint");
        Self::from_triangle(
            &reduced.whole(weights),
            (0..weights.len()).map(|j| reduced.rows(j)).sum(),
        )
    }

    /// The cost of a triangle of `rows` rows.
    pub fn from_triangle(triangle: &Triangle, rows: u64) -> Self {
        let (r, z) = (triangle.r(), triangle.rhs(0));
        let n = r.columns();
        let mut packed = Vec::with_capacity(n * (n + 3) / 2);
        for i in 0..n {
            packed.extend((i..n).map(|j| r.at(i, j)));
            packed.push(z[i]);
        }
        let rest = triangle.residual_norm(0).powi(2);
        Self { unknowns: n, triangle: packed, rest, rows: rows.max(1) as f64 }
    }

    /// The least cost that any unknowns have.
    pub fn least(&self) -> f64 {
        self.rest / self.rows
    }
    /// Length of an unknown's column.
    ///
    /// # Panics
    /// If there is no such unknown.
    pub fn column_length(&self, unknown: usize) -> f64 {
        assert!(unknown < self.unknowns, "one of the unknowns");
        let mut at = 0;
        let mut length = 0.0_f64;
        for i in 0..=unknown {
            length = length.hypot(self.triangle[at + unknown - i]);
            at += self.unknowns + 1 - i;
        }
        length
    }
    /// Length of all targets.
    pub fn target_length(&self) -> f64 {
        (self.value(&vec![0.0; self.unknowns]) * self.rows).sqrt()
    }
}

impl Objective for QuadraticCost {
    fn dimension(&self) -> usize {
        self.unknowns
    }
    fn value(&self, x: &[f64]) -> f64 {
        let mut rest = &self.triangle[..];
        let mut square = self.rest;
        for i in 0..self.unknowns {
            let (own, below) = rest.split_at(self.unknowns + 1 - i);
            rest = below;
            if let [row @ .., z] = own {
                let residual = dot(row, &x[i..]) - z;
                square += residual * residual;
            }
        }
        square / self.rows
    }
}
