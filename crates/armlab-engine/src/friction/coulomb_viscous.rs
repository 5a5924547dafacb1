//! `f = f_v v + f_c sign(v)`

use super::coulomb::by_width;
use super::parameter::WIDTH;
use super::sliding::uncertain_sign;
use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, Load, ModelName,
    Sliding, Slopes,
};

/// Coulomb and viscous friction together.
#[derive(Debug)]
pub struct CoulombViscous;

impl FrictionLaw for CoulombViscous {
    fn name(&self) -> &'static str {
        "coulomb-viscous"
    }
    fn about(&self) -> &'static str {
        "Coulomb and viscous friction"
    }
    fn equation(&self) -> &'static str {
        "viscous·v + coulomb·sign(v); sign is tanh(v/width) where a width is given"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const {
            &[
                FrictionParameter::linear("viscous", "fv", Dimension::EffortPerSpeed),
                FrictionParameter::linear("coulomb", "fc", Dimension::Effort),
                WIDTH,
            ]
        }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let (viscous, coulomb, width) = (p[0], p[1], p[2]);
        let (sign, slope) = at.sign(width);
        if let Some(slopes) = slopes {
            slopes.speed += coulomb * slope + viscous;
            slopes.parameters[0] += at.speed;
            slopes.parameters[1] += sign;
            slopes.parameters[2] += coulomb * by_width(at, slope, width);
        }
        coulomb * sign + viscous * at.speed
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::sign(p[2]) * p[1] + Formula::Speed * p[0])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn holds(&self, p: &[f64], _side: f64, _load: Load) -> f64 {
        if p[2] == 0.0 { p[1] } else { 0.0 }
    }
    fn uncertain_speed(&self, p: &[f64], noise: f64) -> f64 {
        uncertain_sign(p[2], noise)
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { viscous: p[0], coulomb: p[1], offset: 0.0, is_all: p[2] == 0.0 }
    }
    fn models(&self) -> &'static [ModelName] {
        &[
            ModelName {
                name: "coulomb-viscous",
                laws: "coulomb-viscous+offset",
                argument: None,
                about: "Coulomb friction, viscous friction and an offset",
            },
            ModelName {
                name: "smooth",
                laws: "coulomb-viscous+offset",
                argument: Some("width"),
                about: "the same with Coulomb friction rounded off over this speed, rad/s or m/s",
            },
        ]
    }
    fn generalises(&self) -> &'static [&'static str] {
        &["viscous", "coulomb"]
    }
    fn is_selectable(&self) -> bool {
        true
    }
}
