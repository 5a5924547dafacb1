//! One joint's rows, reduced to a triangle of the columns that are not zero in them.
//!
//! A joint's effort depends on the bodies that it carries and on its own friction, so most
//! columns of a large robot are zero in its rows. Where the delay of a log is unknown, a
//! multiple of the efforts' rate is taken from every column (`parallel/delays.rs`),
//! `Y − r cᵀ`: the rate is then kept as one more column beside the others.

use armlab_dense::{Matrix, Rows, Triangle, Tsqr, dot};
use std::sync::Arc;

/// Rows of one joint, reduced.
#[derive(Clone, Debug)]
pub struct JointTriangle {
    /// Of the columns at `places`, of the rate where there is a projection, and of the
    /// efforts.
    triangle: Triangle,
    /// Which unknowns the columns belong to, ascending.
    places: Arc<[usize]>,
    /// How much of the rate is taken from every unknown's column and from the efforts; empty
    /// for nothing.
    projection: Arc<[f64]>,
    /// Unknowns in all.
    unknowns: usize,
}

impl JointTriangle {
    /// A triangle with all columns.
    pub fn whole(triangle: Triangle) -> Self {
        let unknowns = triangle.unknowns();
        Self { triangle, places: (0..unknowns).collect(), projection: Arc::new([]), unknowns }
    }
    /// A triangle of some columns; the others are zero.
    ///
    /// # Panics
    /// If the triangle does not have one column for each place, and one for the rate where
    /// there is a projection.
    pub fn of_columns(
        triangle: Triangle,
        places: Arc<[usize]>,
        projection: Arc<[f64]>,
        unknowns: usize,
    ) -> Self {
        let rate = usize::from(!projection.is_empty());
        assert_eq!(triangle.unknowns(), places.len() + rate, "a column for each place");
        Self { triangle, places, projection, unknowns }
    }
    /// The triangle of its own columns, their places, and the projection.
    pub fn parts(&self) -> (&Triangle, &[usize], &[f64]) {
        (&self.triangle, &self.places, &self.projection)
    }
    /// Rows that were reduced.
    pub fn rows(&self) -> u64 {
        self.triangle.rows()
    }
    /// Whether another has the same columns.
    fn is_alike(&self, other: &Self) -> bool {
        self.unknowns == other.unknowns
            && self.places == other.places
            && self.projection == other.projection
    }

    /// The rows of several, one after the other; those with the same columns are reduced
    /// among themselves first.
    pub fn sums<'t>(all: impl Iterator<Item = &'t Self>) -> Vec<Self> {
        let mut sums: Vec<(&Self, Tsqr)> = Vec::new();
        for one in all {
            let found = sums.iter_mut().find(|(first, _)| first.is_alike(one));
            let sum = match found {
                Some((_, sum)) => sum,
                None => {
                    sums.push((one, Tsqr::new(one.triangle.unknowns(), 1)));
                    let Some((_, sum)) = sums.last_mut() else { continue };
                    sum
                }
            };
            push(sum, &one.triangle.matrix(), 1.0);
        }
        let finished = |(first, sum): (&Self, Tsqr)| Self {
            triangle: sum.finish(),
            places: first.places.clone(),
            projection: first.projection.clone(),
            unknowns: first.unknowns,
        };
        sums.into_iter().map(finished).collect()
    }

    /// These rows and then those of another.
    pub fn merged(&self, next: &Self) -> Self {
        match Self::sums([self, next].into_iter()).as_slice() {
            [one] => one.clone(),
            several => {
                let mut sum = Tsqr::new(self.unknowns, 1);
                several.iter().for_each(|s| s.add_to(&mut sum, 1.0));
                Self::whole(sum.finish())
            }
        }
    }

    /// Adds the rows, times a weight, to a reduction of all columns.
    pub fn add_to(&self, sum: &mut Tsqr, weight: f64) {
        if self.places.len() == self.unknowns && self.projection.is_empty() {
            return push(sum, &self.triangle.matrix(), weight);
        }
        let own = self.triangle.matrix();
        let height = own.rows();
        let mut all = Matrix::zeros(height, self.unknowns + 1);
        let efforts = own.columns() - 1;
        for (k, &place) in self.places.iter().enumerate() {
            all.column_mut(place).copy_from_slice(own.column(k));
        }
        all.column_mut(self.unknowns).copy_from_slice(own.column(efforts));
        let rate = own.column(efforts.saturating_sub(1));
        for (p, &c) in self.projection.iter().enumerate() {
            all.column_mut(p).iter_mut().zip(rate).for_each(|(x, r)| *x -= c * r);
        }
        push(sum, &all, weight);
    }

    /// The triangle with all columns.
    pub fn full(&self) -> Triangle {
        let mut sum = Tsqr::new(self.unknowns, 1);
        self.add_to(&mut sum, 1.0);
        sum.finish()
    }

    /// `‖A x − b‖²` of its rows.
    pub fn residual_square(&self, x: &[f64]) -> f64 {
        let mut own: Vec<f64> = self.places.iter().map(|&p| x[p]).collect();
        if let Some((&of_efforts, of_columns)) = self.projection.split_last() {
            // b − c r − (Y − r cᵀ) x = b − Y x − r (c_b − cᵀx)
            let taken: f64 = of_columns.iter().zip(x).map(|(c, x)| c * x).sum();
            own.push(of_efforts - taken);
        }
        residual_square(&self.triangle, &own)
    }
}

/// `‖A x − b‖²` from what is left of `A` and `b`.
pub fn residual_square(triangle: &Triangle, x: &[f64]) -> f64 {
    let residual = triangle.residual(x, 0);
    let rest = triangle.residual_norm(0);
    dot(&residual, &residual) + rest * rest
}

fn push(sum: &mut Tsqr, matrix: &Matrix, weight: f64) {
    let columns: Vec<&[f64]> = (0..matrix.columns()).map(|j| matrix.column(j)).collect();
    // A triangle's numbers have been checked when they came in.
    let _ = sum.push_rows(&Rows { columns: &columns, rows: 0..matrix.rows(), used: &[], weight });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(columns: &[Vec<f64>]) -> Triangle {
        let mut sum = Tsqr::new(columns.len() - 1, 1);
        let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        sum.push_rows(&Rows::all(&slices)).unwrap();
        sum.finish()
    }

    fn wave(seed: f64) -> Vec<f64> {
        (0..40).map(|i| (seed * f64::from(i) + seed).sin()).collect()
    }

    #[test]
    fn some_columns_and_the_rate_give_the_residual_of_all_columns() {
        let (first, second, rate, effort) = (wave(0.31), wave(0.73), wave(1.9), wave(0.11));
        let c = [0.2, -0.4, 0.7, 0.05];
        let less = |column: &[f64], c: f64| -> Vec<f64> {
            column.iter().zip(&rate).map(|(x, r)| x - c * r).collect()
        };
        let nothing = vec![0.0; 40];
        let dense = triangle(&[
            less(&first, c[0]),
            less(&nothing, c[1]),
            less(&second, c[2]),
            less(&effort, c[3]),
        ]);
        let own = triangle(&[first, second, rate.clone(), effort]);
        let narrow = JointTriangle::of_columns(own, [0, 2].into(), c.into(), 3);
        let x = [0.3, -1.2, 0.8];
        let expected = residual_square(&dense, &x);
        assert!((narrow.residual_square(&x) - expected).abs() < 1e-12 * expected);
        let full = narrow.full();
        assert!((residual_square(&full, &x) - expected).abs() < 1e-12 * expected);
        let twice = narrow.merged(&narrow);
        assert!((twice.residual_square(&x) - 2.0 * expected).abs() < 1e-12 * expected);
        let mixed = narrow.merged(&JointTriangle::whole(dense));
        assert!((mixed.residual_square(&x) - 2.0 * expected).abs() < 1e-12 * expected);
    }
}
