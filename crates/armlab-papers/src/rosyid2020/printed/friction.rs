//! Friction of the sliders and the input forces, Eq 23–25 and 39–41.
//!
//! ```text
//! f       = sgn v (μ_c + (μ_s − μ_c) e) |n| + f_v v       e = exp(−(|v|/v_s)^δ)    (23), (24)
//! f_n     = m_s g + R_y                                                           (25)
//! f_ny    = (m_s + m_Li + α_i m_p) g                                              (39)
//! f_const = sgn v μ_c f_ny (+ f_v v)                                              (40)
//! τ       = M̄ q̈_a + N̄ + f_const                                                   (41)
//! ```
//!
//! The paper prints n and v with their signs in Eq 23 (E6, E10) and the viscous force twice (E11).
//! sgn 0 = 0, whatever the equations say of q̇ = 0 (E12).

use super::{Errata, Erratum, SingularPose, Terms, effort, rail_reactions};
use crate::rosyid2020::{Friction, Machine, Motion, WEIGHT_SHARE};

/// −1, 0 or 1, as the paper's `sign`.
fn sign(v: f64) -> f64 {
    if v == 0.0 { 0.0 } else { v.signum() }
}

/// Eq 23 with Eq 24: friction at speed `v` under the in-plane normal force `n`. With E10 and an
/// exponent that is not whole, it is not a number at negative speeds: the page has none there.
pub fn varying_friction(law: &Friction, v: f64, n: f64, errata: Errata) -> f64 {
    let speed = if errata.has(Erratum::E10) { v } else { v.abs() };
    let pressed = if errata.has(Erratum::E6) { n } else { n.abs() };
    let stribeck = (-(speed / law.stribeck_speed).powf(law.exponent)).exp();
    let coefficient = law.coulomb + (law.stiction - law.coulomb) * stribeck;
    sign(v) * coefficient * pressed + law.viscous * v
}

/// Eq 39: the normal forces out of the plane of motion.
pub fn out_of_plane_normals(machine: &Machine) -> [f64; 3] {
    let body = &machine.inertial;
    let g = machine.mounting.gravity_out_of_plane();
    std::array::from_fn(|i| {
        (body.slider_mass + body.leg_mass[i] + WEIGHT_SHARE[i] * body.platform_mass) * g
    })
}

/// Eq 40: friction at speed `v` under an out-of-plane normal force. It has no Stribeck effect
/// (E13).
pub fn constant_friction(law: &Friction, v: f64, n: f64, errata: Errata) -> f64 {
    let viscous = if errata.has(Erratum::E11) { law.viscous } else { 0.0 };
    sign(v) * law.coulomb * n + viscous * v
}

/// Eq 41 and its parts, N per slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputForces {
    /// Eq 19 with Eq 21: what the bodies need.
    pub rigid: [f64; 3],
    /// Signed normal forces in the plane of motion.
    pub normal: [f64; 3],
    /// Eq 23.
    pub varying: [f64; 3],
    /// Eq 40.
    pub constant: [f64; 3],
    /// Eq 41.
    pub total: [f64; 3],
}

impl InputForces {
    /// All friction.
    pub fn friction(&self) -> [f64; 3] {
        std::array::from_fn(|i| self.varying[i] + self.constant[i])
    }
}

/// Eq 41 for a motion.
pub fn input_forces(
    machine: &Machine,
    law: &Friction,
    motion: &Motion,
    errata: Errata,
) -> Result<InputForces, SingularPose> {
    let terms = Terms::of(machine, motion, errata)?;
    let [a1, a2, a3, ..] = motion.qdd;
    let normal = rail_reactions(machine, motion, errata)?;
    let speed = motion.slider_speeds();
    let weight = out_of_plane_normals(machine);
    let varying: [f64; 3] =
        std::array::from_fn(|i| varying_friction(law, speed[i], normal[i], errata));
    let constant: [f64; 3] =
        std::array::from_fn(|i| constant_friction(law, speed[i], weight[i], errata));
    let rigid = effort(&terms, [a1, a2, a3], [0.0; 3], errata);
    let total = std::array::from_fn(|i| rigid[i] + varying[i] + constant[i]);
    Ok(InputForces { rigid, normal, varying, constant, total })
}
