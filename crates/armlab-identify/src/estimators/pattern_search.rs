//! Pattern search with 2N directions on the rows' triangle (Torczon 1997), as Rosyid &
//! El-Khasawneh 2020 use it: the point is moved along one direction after another by a
//! mesh that grows with success and shrinks with failure.

use super::searches::SEARCH;
use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::evolutionary::{BOX_MARGIN, Evolved, Options, SearchMethod, estimate_by_search, search};
use crate::method::{Capabilities, Estimator};
use armlab_dense::Matrix;
use armlab_optimize::{Budget, Minimiser, PatternSearch};
use armlab_settings::{Range, method, settings, words};
use std::ops::ControlFlow;

/// Along what the search moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PollDirections {
    /// One unknown at a time, as the paper does: crawls where unknowns are coupled.
    #[default]
    Unknowns,
    /// Combinations in which the cost is as round as a ball.
    Principal,
}
words!(PollDirections { Unknowns = "unknowns", Principal = "principal" });

settings! {
    /// Pattern search.
    pub struct PatternSearchMethod {
        /// First mesh, as a multiple of an unknown's size.
        mesh: f64 = 1.0, "", Range::POSITIVE;
        /// Factor of the mesh after a success.
        expansion: f64 = 2.0, "", Range::at_least(1.0);
        /// Factor of the mesh after a failure.
        contraction: f64 = 0.5, "", Range::within(0.0, 1.0);
        /// Mesh at which it ends.
        tolerance: f64 = 1e-6, "", Range::POSITIVE;
        /// Whether all directions are polled and the best is taken, instead of the first
        /// success.
        complete_poll: bool = false, "", Range::ANY;
        /// Along what it moves.
        directions: PollDirections = PollDirections::Unknowns, "", Range::ANY;
        /// Evaluations per unknown at most.
        evaluations_per_unknown: usize = 2000, "", Range::at_least(1.0);
        /// Least half width of the search box, as a part of an unknown's natural size.
        box_margin: f64 = BOX_MARGIN, "", Range::POSITIVE;
    }
}
method!(
    PatternSearchMethod,
    "pattern-search",
    "Pattern search: moves along one direction after another by a mesh that grows and shrinks. Best \
     as a comparison with published results."
);

/// Directions that no row shows are not polled.
const UNSEEN: f64 = 1e-12;

/// Principal directions of the cost, each so long that it costs as much as the others.
fn principal(data: &Data, weights: Option<&[f64]>) -> Option<Matrix> {
    let equal = vec![1.0; data.reduced.joints()];
    let triangle = data.reduced.whole(weights.unwrap_or(&equal));
    let svd = triangle.r().svd().ok()?;
    let first = *svd.values.first()?;
    let seen = svd.values.iter().take_while(|s| **s > UNSEEN * first).count();
    let n = svd.v.rows();
    Some(Matrix::from_fn(n, seen, |i, k| svd.v.at(i, k) * first / svd.values[k]))
}

impl PatternSearchMethod {
    fn search(&self, directions: Option<Matrix>) -> PatternSearch {
        PatternSearch {
            mesh: self.mesh,
            expansion: self.expansion,
            contraction: self.contraction,
            tolerance: self.tolerance,
            complete_poll: self.complete_poll,
            directions,
            ..PatternSearch::default()
        }
    }
    fn budget(&self, unknowns: usize) -> Budget {
        let evaluations = self.evaluations_per_unknown.saturating_mul(unknowns.max(1));
        Budget { evaluations, iterations: usize::MAX, ..Budget::default() }
    }
}

impl SearchMethod for PatternSearchMethod {
    fn minimiser(&self, unknowns: usize, _: u64) -> (Box<dyn Minimiser>, Budget) {
        (Box::new(self.search(None)), self.budget(unknowns))
    }
    fn box_margin(&self) -> f64 {
        self.box_margin
    }
    fn run(
        &self,
        data: &Data,
        options: &Options,
        watch: &mut dyn FnMut(usize, f64) -> ControlFlow<()>,
    ) -> Evolved {
        let directions = match self.directions {
            PollDirections::Unknowns => None,
            PollDirections::Principal => principal(data, options.weights.as_deref()),
        };
        let budget = self.budget(data.reduced.unknowns());
        let options = Options { box_margin: self.box_margin, ..options.clone() };
        search(data, &self.search(directions), &budget, &options, watch)
    }
}

impl Estimator for PatternSearchMethod {
    fn capabilities(&self) -> Capabilities {
        SEARCH
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        estimate_by_search(self, data)
    }
}
