//! C. Urrea, D. Saa: *Design and Implementation of a Graphic Simulator for Calculating the Inverse
//! Kinematics of a Redundant Planar Manipulator Robot*, Applied Sciences 10(19), 6770 (2020),
//! <https://doi.org/10.3390/app10196770>.
//!
//! A planar arm of three telescopic stages, `q = [θ₁, d₁, θ₂, d₂, θ₃, d₃]`, in a horizontal plane:
//! each stage turns by θᵢ against the one before it and extends by dᵢ. Links 1, 3, 5 turn, links
//! 2, 4, 6 slide in them.
//!
//! # Errata
//!
//! The numbers [`printed`] and [`Parameters`] refer to.
//!
//! | id | where | printed | correct |
//! |---|---|---|---|
//! | B1 | Eq A1, bracket of m₅ | cos θ₂ | 2 l₁ l₂ cos θ₂ |
//! | B2 | all of M | inertias of links 1, 3, 5 | of all six links |
//! | B3 | Eq A39, d₁′ term | (m₃ lc₃ + m₄ λ₂ + m₅ l₂) cos θ₂ | + m₆ l₂ in the bracket |
//! | B4 | Eq A39, d₂′ term | m₃ λ₂ | m₄ λ₂ |
//! | B5 | Eq A39, θ₁′² term | (m₅ lc₅ + m₆ l₃) sin(θ₂ + θ₃) | times l₁ |
//! | B6 | Eq A41, d₃′ term | θ₁′ + θ₃′ | θ₁′ + θ₂′ + θ₃′ |
//! | B7 | end of Appendix A | l₃ is a length of the second forearm | the distance of link 6's centre of mass |
//! | B8 | end of Appendix A | lengths in mm beside inertias in kg m² | one system of units |
//! | B9 | Table 2 | centres of mass measured from each link's origin | from the base, at home |
//! | B12 | Fig 7 | inertias 2.08, 6.42, 7.46 kg m² | times 10⁻⁴ |
//!
//! (B10 and B11 concern the out-of-plane axis, B13–B18 the inverse kinematics and the simulator.)

mod annealing_printed;
mod errata;
mod experiments;
mod parameters;
pub mod printed;
pub mod published;

pub use annealing_printed::{AnnealingPrinted, Factor};
pub use experiments::PAPER;
pub use parameters::{Lengths, ParameterError, Parameters};
