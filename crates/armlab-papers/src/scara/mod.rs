//! The SCARA that two papers share ([`crate::urrea2016`], [`crate::urrea2022`]), and the experiment
//! rebuilt from what they tell.
//!
//! `q = [θ₁, θ₂, d₃]`, d₃ positive downwards; four base parameters `p = (IZZ1, IZZ2, m_r, m3)`:
//!
//! ```text
//! τ₁ = IZZ1 θ₁″ + IZZ2 θ₂″ + m_r ((2θ₁″ + θ₂″) cos θ₂ − (θ₂′² + 2θ₁′θ₂′) sin θ₂)
//! τ₂ = IZZ2 (θ₁″ + θ₂″) + m_r (θ₁″ cos θ₂ + θ₁′² sin θ₂)
//! F₃ = m3 (d₃″ − g)
//! ```
//!
//! The papers' figures hold what their text does not: reference motions, limits and noise. These are
//! chosen here, and the same for both papers, so that their methods are compared on the same log.

mod bodies;
mod draws;
mod experiment;
mod figures;
mod followed;
mod methods;
mod percent;
mod responses;
mod tables;

pub use bodies::{feasibility_margin, feasible_interval, with_base};
pub use draws::{Found, Scatter, on_each};
pub use experiment::{
    Bench, DURATION, NOISE, QUINTICS, RATE, TUNED_NOISE, noisy_settings, pid, quiet_settings,
    recording_of, reference, rotary_beside_slide, run_with,
};
pub use figures::{Line, bars_of_errors, evolution, one_parameter, responses_of_joint};
pub use followed::{Path, Window};
pub(crate) use methods::with_data;
pub use methods::{
    GUESS, GUESS_FLOORS, PrintedQ, adaline, delta_rule, filter, hopfield, least_squares, named,
    noise_levels, predicted_bias, printed_filter, recommended_filter, with_process_noise,
};
pub use percent::{error_percent, percent};
pub use responses::{Response, Task, responses, torque_errors};
pub use tables::{EstimateRow, MethodRows, draws_table, estimates_table};

/// Names of the base parameters.
pub const NAMES: [&str; 4] = ["IZZ1", "IZZ2", "m_r", "m3"];
/// Their units.
pub const UNITS: [&str; 4] = ["kg m²", "kg m²", "kg m²", "kg"];
/// The papers' "real values", which the built-in robot has. They follow from Table 1 of the 2022
/// paper (Table 2 of the 2016 one) with I₃ = 0.008 kg m² instead of the printed 0.08.
pub const TRUTH: [f64; 4] = [4.968, 0.648, 1.2, 2.0];
/// Names of the joints.
pub const JOINTS: [&str; 3] = ["joint 1", "joint 2", "joint 3"];
