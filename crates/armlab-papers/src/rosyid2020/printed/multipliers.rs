//! Lagrange multipliers and what the paper makes of them, Eq 18 and 22.
//!
//! ```text
//! λ = B_p⁻ᵀ (Q_p − N_p − M_pa q̈_a − M_pp q̈_p)      (18), in the sign of Eq 16 (E1)
//! R = Bᵀ λ                                          (22), in the sign of Eq 14
//! ```
//!
//! No load acts on the platform, Q_p = 0. Friction acts on the active rows only (E14) and does not
//! occur: the multipliers are known before the friction is, at every instant (E15).

use super::{Errata, Erratum, SingularPose, Terms};
use crate::rosyid2020::{Machine, Motion};

/// λ₁ … λ₉, Eq 18. Corrected, λ₁ to λ₃ are the rail's upward forces on the sliders.
pub fn multipliers(terms: &Terms, qdd: [f64; 12], errata: Errata) -> [f64; 9] {
    let sign = if errata.has(Erratum::E1) { -1.0 } else { 1.0 };
    let right = std::array::from_fn(|i| {
        let inertial: f64 = terms.mass[3 + i].iter().zip(qdd).map(|(m, a)| m * a).sum();
        sign * (inertial + terms.bias[3 + i])
    });
    terms.passive.solve_transposed(right)
}

/// R, Eq 22.
///
/// Row y_i is not the rail's force but the sum of the rail's and the leg's: what keeps the slider
/// and its leg from falling, without what the leg carries.
pub fn reactions(terms: &Terms, lambda: [f64; 9]) -> [f64; 12] {
    std::array::from_fn(|j| (0..9).map(|k| terms.jacobian[k][j] * lambda[k]).sum())
}

/// Signed normal force of the rail on each slider, N: its multiplier, plus the slider's weight by
/// Eq 25 where the potential energy has lost it (E5).
pub fn rail_reactions(
    machine: &Machine,
    motion: &Motion,
    errata: Errata,
) -> Result<[f64; 3], SingularPose> {
    let motion = if errata.has(Erratum::E15) { motion.at_rest() } else { *motion };
    let terms = Terms::of(machine, &motion, errata)?;
    let lambda = multipliers(&terms, motion.qdd, errata);
    let rail = [lambda[0], lambda[1], lambda[2]];
    if errata.has(Erratum::E5Potential) {
        Ok(rail.map(|reaction| normal_force(machine, reaction)))
    } else {
        Ok(rail)
    }
}

/// Eq 25: the slider's weight in the plane of motion added to a reaction.
pub fn normal_force(machine: &Machine, reaction: f64) -> f64 {
    machine.inertial.slider_mass * machine.mounting.gravity_in_plane() + reaction
}
