//! Inverse kinematics: joint coordinates that bring a frame to a target.
//!
//! A [`Chain`] is the path to the frame, a [`Problem`] asks for a target in the
//! components of a [`Task`], a [`Solver`] answers with a [`Solution`] that is
//! always within the joints' limits and says honestly whether it is one. Where
//! the target cannot be reached, the nearest pose found, its distance and the
//! limits that bind are the answer; never a silent snap.
//!
//! One solver is one file, and one line in [`METHODS`].

mod annealing;
mod annealing_printed;
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

pub use annealing::{Annealing, Schedule};
pub use annealing_printed::{AnnealingPrinted, Factor};
pub use batch::solve_batch;
pub use chain::{Chain, ChainJoint};
pub use closed_form::ClosedForm;
pub use dexterity::{Dexterity, DexteritySample};
pub use dls::Dls;
pub use error::InverseError;
pub use goals::{Goal, improve};
pub use path::{JointPath, NEAR_SINGULAR, TooFast, Waypoint, follow_path};
pub use problem::Problem;
pub use quasi_newton::QuasiNewton;
pub use solution::{Binding, Side, Solution, Step};
pub use task::{AngularAxes, Task, TaskError, Tolerance, rotation_vector};

/// A way to answer problems. It keeps memory between calls, but no state: the
/// same problem and start give the same answer.
pub trait Solver: Send {
    /// Its name, as the command line knows it.
    fn name(&self) -> &'static str;

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

/// A method: how it is called, what it is, and how it is made.
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Makes a solver with its usual settings.
    pub make: fn() -> Box<dyn Solver>,
}

/// All methods, the default first.
pub const METHODS: &[Method] = &[
    Method {
        name: "dls",
        summary: "damped least squares with active limits and restarts",
        make: || Box::new(Dls::default()),
    },
    Method {
        name: "closed-form",
        summary: "all solutions at once, where the arm's structure has a closed form",
        make: || Box::new(ClosedForm::default()),
    },
    Method {
        name: "quasi-newton",
        summary: "bounded quasi-Newton, multi-start",
        make: || Box::new(QuasiNewton::default()),
    },
    Method {
        name: "annealing",
        summary: "simulated annealing, mended",
        make: || Box::new(Annealing::default()),
    },
    Method {
        name: "annealing-printed",
        summary: "simulated annealing exactly as published, defects included",
        make: || Box::new(AnnealingPrinted::default()),
    },
];

/// The method called `name`.
pub fn method(name: &str) -> Result<&'static Method, InverseError> {
    METHODS.iter().find(|m| m.name == name).ok_or_else(|| InverseError::UnknownMethod {
        name: name.into(),
        known: METHODS.iter().map(|m| m.name).collect::<Vec<_>>().join(", "),
    })
}
