//! The same computation with other seeds.

use super::{ReproduceError, Settings};
use rayon::prelude::*;

/// How often everything with chance in it is drawn again: of so many, the least and the most are the ends between
/// which a further draw lies with a probability of 95 %.
pub const REDRAWS: usize = 39;

impl Settings<'_> {
    /// Ends here if the run was cancelled.
    pub fn check(&self) -> Result<(), ReproduceError> {
        self.progress.check().map_err(|_| ReproduceError::Cancelled)
    }
    /// Does something for each of the items, side by side and in their order, until the run is cancelled.
    pub fn each<I: Sync, T: Send>(
        &self,
        items: &[I],
        work: impl Fn(usize, &I) -> Result<T, ReproduceError> + Sync,
    ) -> Result<Vec<T>, ReproduceError> {
        let one = |(k, item): (usize, &I)| {
            self.check()?;
            work(k, item)
        };
        items.par_iter().enumerate().map(one).collect()
    }
    /// Seeds of redraws: the run's own first, and further ones that belong to it alone.
    pub fn seeds(&self) -> Vec<u64> {
        let first = self.seed.wrapping_mul(1000);
        (0..self.redraws as u64).map(|k| first.wrapping_add(k)).collect()
    }
    /// Something with the seed of every redraw.
    pub fn redraw<T: Send>(
        &self,
        work: impl Fn(u64) -> Result<T, ReproduceError> + Sync,
    ) -> Result<Vec<T>, ReproduceError> {
        self.each(&self.seeds(), |_, seed| work(*seed))
    }
}
