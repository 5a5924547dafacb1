//! Square-root filters carry a triangle `L` with `P = L Lᵀ`, which cannot lose its
//! positive variances and has twice the digits. The update for a linear (or
//! linearised) measurement turns one array into a triangle by reflections, and the
//! triangle holds everything (Kaminski, Bryson & Schmidt 1971):
//!
//! ```text
//! [ √R  H L ]        [ √S     0   ]
//! [  0    L ]   →    [ K √S   L⁺  ]
//! ```

use super::filter::Failure;
use super::system::Dimensions;
use crate::{ResumeError, Saved};
use armlab_dense::dot;
use armlab_dense::small::{
    cholesky_semidefinite, product, solve_lower, squares_of_rows, triangularise,
};

/// Mean and root of the covariance.
#[derive(Clone, Debug)]
pub(super) struct RootBelief {
    pub(super) sizes: Dimensions,
    pub(super) x: Vec<f64>,
    /// `L`, row after row, zeros above the diagonal.
    pub(super) root: Vec<f64>,
    array: Vec<f64>,
}

impl RootBelief {
    pub(super) fn new(sizes: Dimensions) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        let array = vec![0.0; (n + m) * (n + m)];
        Self { sizes, x: vec![0.0; n], root: vec![0.0; n * n], array }
    }
    pub(super) fn start(&mut self, x: &[f64], covariance: &[f64]) -> Result<(), Failure> {
        self.x.copy_from_slice(x);
        self.root.copy_from_slice(covariance);
        if cholesky_semidefinite(&mut self.root, self.sizes.states) {
            Ok(())
        } else {
            Err(Failure::NotPositive("covariance of the start"))
        }
    }
    pub(super) fn restart(&mut self, moving: &[f64], variances: &[f64]) {
        let (n, m, constants) = (self.sizes.states, self.sizes.moving(), self.sizes.constants);
        self.x[..m].copy_from_slice(moving);
        // The constants' rows, made a triangle of their own.
        let rows = &mut self.root[m * n..];
        triangularise(rows, constants, n);
        for row in rows.chunks_exact_mut(n) {
            row.copy_within(..constants, m);
            row[..m].fill(0.0);
        }
        for (i, row) in self.root[..m * n].chunks_exact_mut(n).enumerate() {
            row.fill(0.0);
            row[i] = variances[i].sqrt();
        }
    }
    /// Takes the triangle at the left of an array of `columns` columns.
    pub(super) fn take(&mut self, array: &[f64], columns: usize) {
        let n = self.sizes.states;
        for (root, row) in self.root.chunks_exact_mut(n).zip(array.chunks_exact(columns)) {
            root.copy_from_slice(&row[..n]);
        }
    }
    pub(super) fn variances(&self, out: &mut [f64]) {
        squares_of_rows(&self.root, self.sizes.states, out);
    }
    pub(super) fn covariance(&self, out: &mut [f64]) {
        let n = self.sizes.states;
        for i in 0..n {
            for j in 0..=i {
                let (a, b) = (&self.root[i * n..], &self.root[j * n..]);
                let entry = dot(&a[..j + 1], &b[..j + 1]);
                out[i * n + j] = entry;
                out[j * n + i] = entry;
            }
        }
    }

    /// Updates with slopes `H`, noise `R` (which becomes its root) and an
    /// innovation (which becomes `√S⁻¹ ν`); `νᵀ S⁻¹ ν`.
    pub(super) fn update(
        &mut self,
        slopes: &[f64],
        noise: &mut [f64],
        innovation: &mut [f64],
    ) -> Result<f64, Failure> {
        let (n, m) = (self.sizes.states, self.sizes.measurements);
        if !cholesky_semidefinite(noise, m) {
            return Err(Failure::NotPositive("noise of the measurement"));
        }
        let width = n + m;
        let (above, below) = self.array.split_at_mut(m * width);
        for i in 0..m {
            let row = &mut above[i * width..(i + 1) * width];
            row[..m].copy_from_slice(&noise[i * m..(i + 1) * m]);
            product(&slopes[i * n..(i + 1) * n], &self.root, n, n, &mut row[m..]);
        }
        for (row, root) in below.chunks_exact_mut(width).zip(self.root.chunks_exact(n)) {
            row[..m].fill(0.0);
            row[m..].copy_from_slice(root);
        }
        triangularise(&mut self.array, width, width);
        // √S, in the noise's place.
        for i in 0..m {
            noise[i * m..(i + 1) * m].copy_from_slice(&self.array[i * width..i * width + m]);
            if !(noise[i * m + i] > 0.0) {
                return Err(Failure::NotPositive("innovation's covariance"));
            }
        }
        solve_lower(noise, m, innovation);
        for i in 0..n {
            let row = &self.array[(m + i) * width..(m + i + 1) * width];
            self.x[i] += dot(&row[..m], innovation);
            self.root[i * n..(i + 1) * n].copy_from_slice(&row[m..]);
        }
        Ok(dot(innovation, innovation))
    }

    pub(super) fn save(&self, into: Saved) -> Saved {
        into.with("state", &self.x).with("root", &self.root)
    }
    pub(super) fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        saved.restore("state", &mut self.x)?;
        saved.restore("root", &mut self.root)
    }
}

/// Turns process noise `Q` into its root, in place; how many of its columns are
/// not zero by structure: constants mostly have no noise.
pub(super) fn root_of_noise(noise: &mut [f64], sizes: Dimensions) -> Result<usize, Failure> {
    let (n, moving) = (sizes.states, sizes.moving());
    let still = noise[moving * n..].iter().all(|q| *q == 0.0);
    if !cholesky_semidefinite(noise, n) {
        return Err(Failure::NotPositive("process noise"));
    }
    Ok(if still { moving } else { n })
}
