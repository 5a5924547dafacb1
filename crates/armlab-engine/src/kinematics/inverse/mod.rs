//! Inverse kinematics: joint coordinates that bring a frame to a target.
//!
//! A [`Chain`] is the path to the frame, a [`Problem`] asks for a target in the
//! components of a [`Task`], a [`Solver`] answers with a [`Solution`] that is
//! always within the joints' limits and says honestly whether it is one. Where
//! the target cannot be reached, the nearest pose found, its distance and the
//! limits that bind are the answer; never a silent snap.
//!
//! One solver is one file, and one line in [`solvers`].

mod annealing;
mod batch;
mod chain;
mod closed_form;
mod descent;
mod dexterity;
mod dls;
mod error;
mod goals;
mod path;
mod problem;
mod quasi_newton;
mod residual;
mod restarts;
mod small;
mod solution;
mod task;

pub use annealing::{Annealing, AnnealingSearch, Schedule};
pub use armlab_settings::{Method, Registry, SettingError};
pub use batch::solve_batch;
pub use chain::{Chain, ChainJoint};
pub use closed_form::ClosedForm;
pub use dexterity::{Dexterity, DexteritySample};
pub use dls::{Dls, DlsSettings};
pub use error::InverseError;
pub use goals::{Goal, improve};
pub use path::{JointPath, NEAR_SINGULAR, TooFast, Waypoint, follow_path};
pub use problem::Problem;
pub use quasi_newton::{QuasiNewton, QuasiNewtonSettings};
pub use solution::{Binding, Side, Solution, Step};
pub use task::{AngularAxes, Task, TaskError, Tolerance, rotation_vector};

use std::str::FromStr;
use std::sync::LazyLock;

/// What a solver can do and what it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverCapabilities {
    /// Finds several solutions of one problem.
    pub all_solutions: bool,
    /// Answers a target out of reach with the nearest pose and the limits that bind.
    pub nearest_pose: bool,
    /// Works only for arms of certain structures.
    pub needs_structure: bool,
    /// Searches by random draws.
    pub search: bool,
}

impl SolverCapabilities {
    /// Names and values, in a fixed order.
    pub fn entries(&self) -> [(&'static str, bool); 4] {
        [
            ("all_solutions", self.all_solutions),
            ("nearest_pose", self.nearest_pose),
            ("needs_structure", self.needs_structure),
            ("search", self.search),
        ]
    }
}

/// A solver of problems. It keeps memory between calls, but no state: the same
/// problem and start give the same answer.
pub trait Solver: Method {
    /// What it can do and what it needs.
    fn capabilities(&self) -> SolverCapabilities {
        SolverCapabilities::default()
    }
    /// Another solver with the same settings, for another thread.
    fn boxed(&self) -> Box<dyn Solver>;

    /// An answer near `start`, the robot's coordinates.
    fn solve(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError>;

    /// As many distinct answers as the method can find, the one of
    /// [`solve`](Self::solve) first. For an arm with as many joints as the
    /// task has components these are normally all; for a redundant arm,
    /// where there is no end of them, they are examples.
    fn solve_all(
        &mut self,
        problem: &Problem,
        start: &[f64],
    ) -> Result<Vec<Solution>, InverseError> {
        Ok(vec![self.solve(problem, start)?])
    }
}

/// Every solver, with default settings.
pub static SOLVERS: LazyLock<Registry<dyn Solver>> = LazyLock::new(solvers);

/// Every solver, as a registry of one's own: to change settings, and to register
/// further solvers.
pub fn solvers() -> Registry<dyn Solver> {
    let mut registry: Registry<dyn Solver> = Registry::new("solver", "solvers", &["dls"]);
    registry.register(Box::new(Dls::default()));
    registry.register(Box::new(ClosedForm::default()));
    registry.register(Box::new(QuasiNewton::default()));
    registry.register(Box::new(Annealing::default()));
    registry
}

/// One of the solvers by its name, with default settings.
impl FromStr for Box<dyn Solver> {
    type Err = SettingError;
    fn from_str(name: &str) -> Result<Self, SettingError> {
        Ok(SOLVERS.get(name.trim())?.boxed())
    }
}
