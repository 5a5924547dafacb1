//! The experiment of Batista et al. 2020: a cylindrical arm whose tool follows a
//! helix.
//!
//! The paper dimensions neither the helix nor the features nor the number of
//! samples. Two reconstructions: [`baseline`] is a plain helix in front of the
//! arm; [`fitted`] was found by a random search for what comes nearest to the
//! paper's Table 3 (rms 0.028 over nine R²), which shows that the table is
//! consistent with a four-tap response without constant scored after learning,
//! not that it was made so. The fitted helix needs a longer arm than the paper's:
//! use [`without_limits`](super::without_limits).

use super::features::{Axis, Structure};
use super::identified::{Recursion, Scoring};
use armlab::motion::CartesianPath;
use armlab::motion::cartesian::{Shape, TimeLaw};

/// A path, what joints are regressed on along it, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// Where the tool goes.
    pub path: CartesianPath,
    /// What the joints are regressed on.
    pub structure: Structure,
    /// How.
    pub recursion: Recursion,
}

fn helix(
    centre: [f64; 3],
    radius: f64,
    rise: f64,
    phase: f64,
    samples: usize,
    duration: f64,
) -> CartesianPath {
    let axis = [0.0, 0.0, 1.0];
    let shape = Shape::Helix { centre, axis, radius, turns: 3.0, rise, phase };
    let path = CartesianPath::new(shape, duration);
    CartesianPath { law: TimeLaw::Even, samples, ..path }
}

/// Three turns of radius 0.2 m about (0, 0.75) m from 0.3 m up to 0.9 m in 30 s,
/// 300 samples; four taps of x, z and y.
pub fn baseline() -> Configuration {
    Configuration {
        path: helix([0.0, 0.75, 0.3], 0.2, 0.6, 0.0, 300, 30.0),
        structure: Structure::fir(&[Axis::X, Axis::Z, Axis::Y], 4),
        recursion: Recursion::default(),
    }
}

/// What comes nearest to the paper's Table 3: 50 samples, four taps of x, z and x,
/// λ = 0.99, scored after learning.
pub fn fitted() -> Configuration {
    let rise = 0.5682 - 0.3785;
    Configuration {
        path: helix([0.7919, 1.0486, 0.3785], 0.5563, rise, 2.4342, 50, 5.0),
        structure: Structure::fir(&[Axis::X, Axis::Z, Axis::X], 4),
        recursion: Recursion {
            forgetting: 0.99,
            scoring: Scoring::AfterLearning,
            ..Recursion::default()
        },
    }
}
