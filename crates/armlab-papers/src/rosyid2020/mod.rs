//! A. Rosyid, B. El-Khasawneh: *Identification of the Dynamic Parameters of a Parallel Kinematics
//! Mechanism with Prismatic Joints by Considering Varying Friction*, Applied Sciences 10(14), 4820
//! (2020), <https://doi.org/10.3390/app10144820>.
//!
//! A planar 3PRR machine: three sliders on one rail, each with a leg to a platform, of which two
//! meet in one pin. Twelve coordinates (Eq 10), nine constraints (Eq 13), friction on the sliders
//! that follows the rail's reactions.
//!
//! [`parameters`](Inertial) hold Table 1, [`kinematics`] and [`closed_form`] are the machine as
//! geometry and mechanics have it, and [`printed`] holds the paper's equations, in which each
//! [`Erratum`](printed::Erratum) can be kept or corrected by itself.
//!
//! # Errata
//!
//! | id | where | printed | correct |
//! |---|---|---|---|
//! | E1 | Eq 16, 17, 27, 28 | +Bᵀ beside M on the left | −Bᵀ, by Eq 14; Eq 18 is in the one sign, Eq 22 in the other |
//! | E2 | the same, and from there Eq 21, 29 | +Ḃq̇ below on the right | −Ḃq̇, by Eq 15 |
//! | E3 | Eq 21, 29 | (N_a + B_aᵀB_p⁻ᵀ)(Q_p − N_p) | N_a + B_aᵀB_p⁻ᵀ(Q_p − N_p); the printed sum has no dimensions |
//! | E4 | Eq 13, Γ₅, Γ₇, Γ₉ | no y_i | − y_i |
//! | E5 | Eq 3, 7 and the datum | no ẏ_i in T, no y_i in V | both; the rail's reaction comes from them |
//! | E6 | Eq 24, 25 | f_n | \|f_n\|: the rail holds the slider from both sides |
//! | E7 | below Eq 8 | L_Gi is an altitude | a distance along the leg |
//! | E8 | Eq 4, 5 and Table 1 | I about the centre of mass | the table's are about the pins |
//! | E9 | Eq 1 | x_pG is a norm | Eq 6 needs both components |
//! | E10 | Eq 23 | exp(−(q̇/v_s)^δ) | \|q̇\| |
//! | E11 | Eq 23, 40 and 41 | f_v q̇ twice | once |
//! | E12 | Eq 23, 40 | f_s sign(q̇) for q̇ = 0 | sign(0) = 0; a force at rest is a reaction |
//! | E13 | Eq 40 | no Stribeck effect of the larger normal force | a choice, to be stated |
//! | E14 | Eq 26–29 | friction on twelve coordinates | on the sliders only |
//! | E15 | Section 2.3 | statics at the start, for want of multipliers | Eq 18 never needs the friction |
//! | E16 | Eq 30 | V̄ | N̄ |
//! | E17 | Eq 37 | \|q̈\| ≤ q̇_max; q̇(0) = q̈(t_f) = 0 | q̈_max; q̈(0) = q̈(t_f) = 0 |
//! | E18 | Eq 36 | l undefined | l = 3 |
//! | E19 | Eq 38 | condition of the full observation matrix | it has rank 9 of 13: of the base columns |
//! | E20 | Eq 13 | x_p2, x_p3 | offsets of legs 1 and 3 |
//! | E21 | Sections 3, 6 | the bounds ensure feasibility | they do not; m I > h² per body does |
//! | E22 | Table 1 | 0 ≤ v_s ≤ ∞ | 0.01 m/s ≤ v_s ≤ about twice the largest speed |
//!
//! What each does to the numbers is measured by this crate's tests and told in
//! `docs/errata-rosyid2020.md`.

pub mod closed_form;
mod elimination;
mod errata;
mod excitation;
mod experiments;
pub mod kinematics;
mod motion;
mod parameters;
pub mod printed;
pub mod published;

pub use elimination::Factored;
pub use excitation::Excitation;
pub use experiments::PAPER;
pub use motion::Motion;
pub use parameters::{
    Friction, GRAVITY, Geometry, Inertial, Machine, Mounting, NAMES, WEIGHT_SHARE,
};
