//! The LuGre law (Canudas de Wit, Olsson, Åström & Lischinsky 1995): bristles
//! of stiffness `σ₀` and damping `σ₁` that bend, slip and are dragged along,
//!
//! ```text
//! ż = v − σ₀ |v| z / g(v),     g(v) = f_c + (f_s − f_c) exp(−(|v|/v_s)^δ)
//! f = σ₀ z + σ₁ ż + f_v v
//! ```
//!
//! so that it sticks, creeps and slips without a case distinction. At a steady
//! speed it is Stribeck's law, which is what [`FrictionLaw::effort`] gives.

use super::sliding::uncertain_sign;
use super::stribeck::{SPEED, Stribeck};
use super::{
    Bristle, Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, Range,
    Sliding, Slopes,
};

/// Friction with an inner state, for simulation.
#[derive(Debug)]
pub struct LuGre;

/// Where Stribeck's parameters stand among the law's.
const STEADY: [usize; 5] = [2, 3, 4, 5, 6];

fn steady(p: &[f64]) -> [f64; 6] {
    let mut stribeck = [0.0; 6];
    for (to, from) in STEADY.into_iter().enumerate() {
        stribeck[to] = p[from];
    }
    stribeck
}

fn level(p: &[f64], speed: f64) -> f64 {
    let (fixed, coulomb) = (p[2], p[3]);
    coulomb + (fixed - coulomb) * Sliding::at(speed).stribeck(p[5], p[6]).value
}

impl FrictionLaw for LuGre {
    fn name(&self) -> &'static str {
        "lugre"
    }
    fn about(&self) -> &'static str {
        "bristles that bend and slip; at a steady speed Stribeck friction"
    }
    fn equation(&self) -> &'static str {
        "stiffness·z + damping·ż + viscous·v, ż = v − stiffness·|v|·z/g(v), g as in stribeck"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::shape("stiffness", "sigma0", Dimension::EffortPerPosition, &[]),
                FrictionParameter::shape("damping", "sigma1", Dimension::EffortPerSpeed, &[])
                    .within(Range::NotNegative)
                    .or(0.0),
                FrictionParameter::linear("static", "fs", Dimension::Effort),
                FrictionParameter::shape("coulomb", "fc", Dimension::Effort, &[]),
                FrictionParameter::linear("viscous", "fv", Dimension::EffortPerSpeed),
                SPEED,
                FrictionParameter::shape("exponent", "delta", Dimension::Number, &[2.0]).or(2.0),
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let stribeck = steady(p);
        let Some(slopes) = slopes else { return Stribeck.effort(&stribeck, at, None) };
        let mut inner = Slopes::default();
        let effort = Stribeck.effort(&stribeck, at, Some(&mut inner));
        slopes.speed += inner.speed;
        for (from, to) in STEADY.into_iter().enumerate() {
            slopes.parameters[to] += inner.parameters[from];
        }
        effort
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        // At a steady speed.
        Stribeck.formula(&steady(p))
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn uncertain_speed(&self, _p: &[f64], noise: f64) -> f64 {
        uncertain_sign(0.0, noise)
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { viscous: p[4], coulomb: p[3], ..LinearPart::default() }
    }
    fn bristle(&self) -> Option<&dyn Bristle> {
        Some(self)
    }
}

/// `ż`
fn rate(p: &[f64], speed: f64, z: f64) -> f64 {
    speed - p[0] * speed.abs() * z / level(p, speed)
}

impl Bristle for LuGre {
    fn rates(&self, p: &[f64], speed: f64, z: &[f64], rates: &mut [f64]) {
        rates.iter_mut().zip(z).for_each(|(r, z)| *r = rate(p, speed, *z));
    }
    fn effort(&self, p: &[f64], speed: f64, z: &[f64]) -> f64 {
        p[0] * z[0] + p[1] * rate(p, speed, z[0]) + p[4] * speed
    }
}
