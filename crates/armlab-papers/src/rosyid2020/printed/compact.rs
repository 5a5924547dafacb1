//! The inverse dynamics in the active coordinates, Eq 19–21 and 29.
//!
//! ```text
//! τ = M̄ q̈_a + N̄                                                                    (19)
//! M̄ = M_aa − M_ap B_p⁻¹B_a − B_aᵀB_p⁻ᵀ (M_pa − M_pp B_p⁻¹B_a)                        (20)
//! N̄ = N_a + f_a + B_aᵀB_p⁻ᵀ (Q_p − N_p − f_p) ∓ (M_ap − B_aᵀB_p⁻ᵀM_pp) B_p⁻¹ Ḃq̇     (29)
//! ```
//!
//! Eq 20 is right. In Eq 21 and 29 the last sign is − and is printed + (E2), and the first bracket
//! closes in the wrong place (E3). Q_p = f_p = 0.

use super::{Errata, Erratum, Terms};

/// M̄, Eq 20.
pub fn mass(terms: &Terms) -> [[f64; 3]; 3] {
    let m = &terms.mass;
    // Columns of B_p⁻¹ B_a.
    let follow: [[f64; 9]; 3] =
        std::array::from_fn(|j| terms.passive.solve(terms.jacobian.map(|row| row[j])));
    let mut reduced = [[0.0; 3]; 3];
    for (j, column) in follow.iter().enumerate() {
        let passive = std::array::from_fn(|i| {
            m[3 + i][j] - (0..9).map(|k| m[3 + i][3 + k] * column[k]).sum::<f64>()
        });
        let lifted = terms.active_transposed(terms.passive.solve_transposed(passive));
        for i in 0..3 {
            let coupled: f64 = (0..9).map(|k| m[i][3 + k] * column[k]).sum();
            reduced[i][j] = m[i][j] - coupled - lifted[i];
        }
    }
    reduced
}

/// N̄, Eq 21 without friction and Eq 29 with the friction `f_a` on the sliders.
pub fn bias(terms: &Terms, friction: [f64; 3], errata: Errata) -> [f64; 3] {
    let m = &terms.mass;
    let sign = if errata.has(Erratum::E2) { 1.0 } else { -1.0 };
    // The passive accelerations that the velocities alone require, ∓ B_p⁻¹ Ḃq̇.
    let drift = terms.passive.solve(terms.jacobian_rate).map(|x| sign * x);
    let passive = std::array::from_fn(|i| {
        -terms.bias[3 + i] - (0..9).map(|k| m[3 + i][3 + k] * drift[k]).sum::<f64>()
    });
    let lifted = terms.active_transposed(terms.passive.solve_transposed(passive));
    std::array::from_fn(|i| {
        let coupled: f64 = (0..9).map(|k| m[i][3 + k] * drift[k]).sum();
        terms.bias[i] + friction[i] + lifted[i] + coupled
    })
}

/// τ, Eq 19, for the accelerations q̈_a of the sliders.
pub fn effort(terms: &Terms, qdd: [f64; 3], friction: [f64; 3], errata: Errata) -> [f64; 3] {
    let (mass, bias) = (mass(terms), bias(terms, friction, errata));
    std::array::from_fn(|i| bias[i] + (0..3).map(|j| mass[i][j] * qdd[j]).sum::<f64>())
}
