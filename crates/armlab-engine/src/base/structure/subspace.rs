//! Subspaces of few dimensions, and how clear the decisions about them were.
//!
//! Every set of vectors is reduced by singular values to an orthonormal basis.
//! Vectors come in units in which everything that matters is of the order of one
//! (lengths over the robot's largest, gravity of length one), so one absolute
//! tolerance serves all of them.

use armlab_dense::{Matrix, NoConvergence};

/// Singular values met on the way, on both sides of the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The smallest that was counted as a direction.
    pub smallest_kept: f64,
    /// The largest that was counted as zero.
    pub largest_dropped: f64,
}

impl Default for Gap {
    fn default() -> Self {
        Self { smallest_kept: f64::INFINITY, largest_dropped: 0.0 }
    }
}

impl Gap {
    fn meet(&mut self, value: f64, kept: bool) {
        if kept {
            self.smallest_kept = self.smallest_kept.min(value);
        } else {
            self.largest_dropped = self.largest_dropped.max(value);
        }
    }
}

/// Decides what is a direction and keeps account of it.
pub struct Judge {
    /// Singular values up to this are zero.
    pub tolerance: f64,
    /// The account.
    pub gap: Gap,
}

impl Judge {
    /// A judge who has not seen anything.
    pub fn new(tolerance: f64) -> Self {
        Self { tolerance, gap: Gap::default() }
    }

    /// An orthonormal basis of what vectors of `N` entries span.
    pub fn span<const N: usize>(
        &mut self,
        vectors: &[[f64; N]],
    ) -> Result<Vec<[f64; N]>, NoConvergence> {
        if vectors.is_empty() {
            return Ok(Vec::new());
        }
        let svd = Matrix::from_fn(N, vectors.len(), |i, j| vectors[j][i]).svd()?;
        let mut basis = Vec::with_capacity(svd.values.len());
        for (k, &value) in svd.values.iter().enumerate() {
            let kept = value > self.tolerance;
            self.gap.meet(value, kept);
            if kept {
                basis.push(std::array::from_fn(|i| svd.u.at(i, k)));
            }
        }
        Ok(basis)
    }

    /// The smallest subspace that holds `vectors` and is mapped into itself by
    /// `step`, whose minimal polynomial has at most the degree `degree`.
    pub fn closure<const N: usize>(
        &mut self,
        vectors: &[[f64; N]],
        degree: usize,
        step: impl Fn(&[f64; N]) -> [f64; N],
    ) -> Result<Vec<[f64; N]>, NoConvergence> {
        let mut all = vectors.to_vec();
        let mut from = 0;
        for _ in 1..degree {
            let to = all.len();
            for k in from..to {
                let next = step(&all[k]);
                all.push(next);
            }
            from = to;
        }
        self.span(&all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_vector_about_z_spans_the_plane_it_turns_in_and_what_stays() {
        let turn = |v: &[f64; 3]| [-v[1], v[0], 0.0];
        let mut judge = Judge::new(1e-12);
        assert_eq!(judge.closure(&[[1.0, 2.0, 0.0]], 3, turn).unwrap().len(), 2);
        assert_eq!(judge.closure(&[[0.0, 0.0, 1.0]], 3, turn).unwrap().len(), 1);
        assert_eq!(judge.closure(&[[1.0, 0.0, 1.0]], 3, turn).unwrap().len(), 3);
        assert!(judge.gap.smallest_kept > 0.5 && judge.gap.largest_dropped < 1e-15);
    }
}
