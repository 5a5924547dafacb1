//! `f = sign(v) [f_c + (f_s − f_c) e] + f_v v`, `e = exp(−(|v|/v_s)^δ)`:
//! friction that falls from its static value at rest to the Coulomb value
//! (Stribeck 1902; exponent δ after Tustin 1947 and Bo & Pavelescu 1982).

use super::coulomb::by_width;
use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, JointMotion, LinearPart, Load,
    ModelName, Sliding, Slopes,
};

/// Static, Coulomb and viscous friction with the Stribeck effect.
#[derive(Debug)]
pub struct Stribeck;

pub(super) const SPEED: FrictionParameter =
    FrictionParameter::shape("stribeck_speed", "vs", Dimension::Speed, &[0.02, 0.05, 0.1, 0.2]);
/// One in descriptions; identification looks for the bell curve, which falls to
/// Coulomb friction within a few Stribeck speeds.
pub(super) const EXPONENT: FrictionParameter =
    FrictionParameter::shape("exponent", "delta", Dimension::Number, &[2.0]).or(1.0);

impl FrictionLaw for Stribeck {
    fn name(&self) -> &'static str {
        "stribeck"
    }
    fn about(&self) -> &'static str {
        "static, Coulomb and viscous friction with the Stribeck effect"
    }
    fn equation(&self) -> &'static str {
        "sign(v)·(coulomb + (static − coulomb)·exp(−(|v|/stribeck_speed)^exponent)) + viscous·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("static", "fs", Dimension::Effort),
                FrictionParameter::linear("coulomb", "fc", Dimension::Effort),
                FrictionParameter::linear("viscous", "fv", Dimension::EffortPerSpeed),
                SPEED,
                EXPONENT,
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let [fixed, coulomb, viscous, speed, exponent, width] = *p else { return f64::NAN };
        let (sign, slope) = at.sign(width);
        let e = at.stribeck(speed, exponent);
        let (drop, size) = (fixed - coulomb, coulomb + (fixed - coulomb) * e.value);
        if let Some(slopes) = slopes {
            slopes.speed += slope * size + sign * at.side * drop * e.by_speed + viscous;
            slopes.parameters[0] += sign * e.value;
            slopes.parameters[1] += sign * (1.0 - e.value);
            slopes.parameters[2] += at.speed;
            slopes.parameters[3] += sign * drop * e.by_scale;
            slopes.parameters[4] += sign * drop * e.by_exponent;
            slopes.parameters[5] += size * by_width(at, slope, width);
        }
        sign * size + viscous * at.speed
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        let [fixed, coulomb, viscous, speed, exponent, width] = *p else { return None };
        let size =
            Formula::stribeck(speed, exponent) * (fixed - coulomb) + Formula::Number(coulomb);
        Some(Formula::sign(width) * size + Formula::Speed * viscous)
    }
    fn linear_columns(
        &self,
        p: &[f64],
        motion: &JointMotion,
        samples: std::ops::Range<usize>,
        out: &mut [Vec<f64>],
    ) {
        let [_, _, _, speed, exponent, width] = *p else { return };
        let [fixed, coulomb, viscous, ..] = out else { return };
        for (i, k) in samples.enumerate() {
            let at = Sliding::at(motion.speed[k]);
            let (sign, value) = (at.sign(width).0, at.stribeck_value(speed, exponent));
            fixed[i] = sign * value;
            coulomb[i] = sign * (1.0 - value);
            viscous[i] = at.speed;
        }
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[5], noise)
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        let is_all = p[0] == p[1] && p[5] == 0.0;
        LinearPart { viscous: p[2], coulomb: p[1], offset: 0.0, is_all }
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "stribeck",
            laws: "stribeck+offset",
            argument: Some("stribeck_speed"),
            about: "static, Coulomb and viscous friction and an offset, with this Stribeck speed, rad/s or m/s",
        }]
    }
    fn generalises(&self) -> &'static [&'static str] {
        &["viscous", "coulomb", "coulomb-viscous"]
    }
    fn is_selectable(&self) -> bool {
        true
    }
    fn holds(&self, p: &[f64], _side: f64, _load: Load) -> f64 {
        match *p {
            [fixed, .., 0.0] => fixed,
            _ => 0.0,
        }
    }
}
