//! Stribeck friction in proportion to the load on the bearing (Rosyid &
//! El-Khasawneh 2020, eqs. 23, 24 and 40, with `|v|` in the exponent and one
//! viscous term):
//!
//! ```text
//! f = sign(v) [(μ_c + (μ_s − μ_c) e) n + μ_c n_0] + f_v v,   e = exp(−(|v|/v_s)^δ)
//! ```
//!
//! `n` is the reaction normal to the joint's axis and changes with the motion;
//! `n_0` is a constant load, on which the paper puts no Stribeck effect.

use super::coulomb::by_width;
use super::parameter::{Role, WIDTH};
use super::sliding::uncertain_sign;
use super::stribeck::{EXPONENT, SPEED};
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, Load, Sliding,
    Slopes,
};

/// Coefficients of friction instead of forces.
#[derive(Debug)]
pub struct BearingLoad;

impl FrictionLaw for BearingLoad {
    fn name(&self) -> &'static str {
        "bearing"
    }
    fn about(&self) -> &'static str {
        "Stribeck friction in proportion to the load on the bearing"
    }
    fn equation(&self) -> &'static str {
        "sign(v)·((mu_c + (mu_s − mu_c)·exp(−(|v|/stribeck_speed)^exponent))·normal + mu_c·constant) + viscous·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("mu_s", "mu_s", Dimension::EffortPerForce)
                    .with_role(Role::LinearInLoad),
                FrictionParameter::linear("mu_c", "mu_c", Dimension::EffortPerForce)
                    .with_role(Role::LinearInLoad),
                FrictionParameter::linear("viscous", "fv", Dimension::EffortPerSpeed),
                SPEED,
                EXPONENT,
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [mu_s, mu_c, viscous, speed, exponent, width] = *p else { return f64::NAN };
        let Load { normal, constant, .. } = at.load;
        let (sign, slope) = at.sign(width);
        let e = at.stribeck(speed, exponent);
        let (drop, varying) = (mu_s - mu_c, mu_c + (mu_s - mu_c) * e.value);
        let size = varying * normal + mu_c * constant;
        if let Some(slopes) = slopes {
            slopes.speed += slope * size + sign * at.side * drop * e.by_speed * normal + viscous;
            slopes.normal += sign * varying;
            slopes.constant += sign * mu_c;
            slopes.parameters[0] += sign * e.value * normal;
            slopes.parameters[1] += sign * ((1.0 - e.value) * normal + constant);
            slopes.parameters[2] += at.speed;
            slopes.parameters[3] += sign * drop * e.by_scale * normal;
            slopes.parameters[4] += sign * drop * e.by_exponent * normal;
            slopes.parameters[5] += size * by_width(at, slope, width);
        }
        sign * size + viscous * at.speed
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        let [mu_s, mu_c, viscous, speed, exponent, width] = *p else { return None };
        let varying = Formula::stribeck(speed, exponent) * (mu_s - mu_c) + Formula::Number(mu_c);
        let size = varying * Formula::Normal + Formula::ConstantLoad * mu_c;
        Some(Formula::sign(width) * size + Formula::Speed * viscous)
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[5], noise)
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { viscous: p[2], ..LinearPart::default() }
    }
    fn holds(&self, p: &[f64], _side: f64, load: Load) -> f64 {
        match *p {
            [mu_s, mu_c, .., 0.0] => mu_s * load.normal + mu_c * load.constant,
            _ => 0.0,
        }
    }
    fn needs_load(&self) -> bool {
        true
    }
}
