//! Which forms of annealing are tried, and on how many targets.

use super::super::{AnnealingPrinted, Factor};
use armlab::kinematics::inverse::{Annealing, Dls, Solver};

/// A millimetre, m: the paper's "enough".
pub const ENOUGH: f64 = 1e-3;

/// A solver, and on how many targets it is tried.
pub struct Trial {
    /// What it is.
    pub name: &'static str,
    /// What there is to say.
    pub note: &'static str,
    /// Targets.
    pub targets: usize,
    /// A new one.
    pub make: fn() -> Box<dyn Solver>,
}

/// Places in [`TRIALS`].
pub const LITERAL: usize = 1;
/// The printed form with the best environment.
pub const PRINTED: usize = 3;
/// The same from a temperature of 1.
pub const PRINTED_COOL: usize = 5;
/// Added steps with the printed schedule and a search for the start.
pub const ADDED_WITH_SEARCH: usize = 6;

/// Random configurations of which the best is the initial solution: the paper does not describe its search.
const STARTS: usize = 200;

fn printed(environment: [f64; 3], factor: Factor, initial: usize, hot: f64) -> Box<dyn Solver> {
    let environment = environment.to_vec();
    Box::new(AnnealingPrinted { hot, environment, factor, initial, ..AnnealingPrinted::default() })
}

fn added(initial: usize, hot: f64) -> Box<dyn Solver> {
    Box::new(Annealing { hot, initial, polish: false, ..Annealing::default() })
}

/// Best of 96 triples n₁, n₂, n₃, of which the paper prints none.
const BEST: [f64; 3] = [0.09, 0.03, -0.2];
/// A triple that looks natural.
const PLAIN: [f64; 3] = [0.2, 0.1, 0.01];

/// All of them.
pub const TRIALS: [Trial; 10] = [
    Trial {
        name: "Eq 9–10 from home, one c₁",
        note: "zero times anything is zero: nothing ever moves",
        targets: 4,
        make: || printed(PLAIN, Factor::Scalar, 0, 90.0),
    },
    Trial {
        name: "Eq 9–10 from home, c₁ per joint",
        note: "the same",
        targets: 4,
        make: || printed(PLAIN, Factor::PerJoint, 0, 90.0),
    },
    Trial {
        name: "Eq 9–10, n = (0.2, 0.1, 0.01), best of 200 starts",
        note: "shrinks towards the straight arm",
        targets: 60,
        make: || printed(PLAIN, Factor::PerJoint, STARTS, 90.0),
    },
    Trial {
        name: "Eq 9–10, n = (0.09, 0.03, −0.2), best of 200 starts",
        note: "the best environment found; thousands of iterations",
        targets: 300,
        make: || printed(BEST, Factor::PerJoint, STARTS, 90.0),
    },
    Trial {
        name: "the same, T₀ = 10",
        note: "a cooler start helps",
        targets: 300,
        make: || printed(BEST, Factor::PerJoint, STARTS, 10.0),
    },
    Trial {
        name: "the same, T₀ = 1",
        note: "hundreds of iterations instead of thousands",
        targets: 300,
        make: || printed(BEST, Factor::PerJoint, STARTS, 1.0),
    },
    Trial {
        name: "steps added, T₀ = 90, best of 200 starts",
        note: "the paper's schedule and its announced search for the start",
        targets: 1000,
        make: || added(STARTS, 90.0),
    },
    Trial {
        name: "steps added, T₀ = 1, best of 200 starts",
        note: "from a start that good, a cool search is the shorter",
        targets: 1000,
        make: || added(STARTS, 1.0),
    },
    Trial {
        name: "steps added from home, T₀ = 45",
        note: "every target, without a search for the start",
        targets: 1000,
        make: || Box::new(Annealing::default()),
    },
    Trial {
        name: "damped least squares from home",
        note: "knows derivatives",
        targets: 1000,
        make: || Box::new(Dls::default()),
    },
];
