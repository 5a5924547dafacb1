//! `f = f_v v`

use super::{
    Dimension, Dissipation, Formula, FrictionLaw, FrictionParameter, LinearPart, ModelName,
    Sliding, Slopes,
};

/// Proportional to speed.
#[derive(Debug)]
pub struct Viscous;

impl FrictionLaw for Viscous {
    fn name(&self) -> &'static str {
        "viscous"
    }
    fn about(&self) -> &'static str {
        "proportional to speed"
    }
    fn equation(&self) -> &'static str {
        "viscous·v"
    }
    fn parameters(&self) -> &'static [FrictionParameter] {
        const { &[FrictionParameter::linear("viscous", "fv", Dimension::EffortPerSpeed)] }
    }
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        if let Some(slopes) = slopes {
            slopes.speed += p[0];
            slopes.parameters[0] += at.speed;
        }
        p[0] * at.speed
    }
    fn formula(&self, p: &[f64]) -> Option<Formula> {
        Some(Formula::Speed * p[0])
    }
    fn dissipation(&self) -> Dissipation {
        Dissipation::Always
    }
    fn linear_part(&self, p: &[f64]) -> LinearPart {
        LinearPart { viscous: p[0], is_all: true, ..LinearPart::default() }
    }
    fn models(&self) -> &'static [ModelName] {
        &[ModelName {
            name: "viscous",
            laws: "viscous+offset",
            argument: None,
            about: "viscous friction and an offset",
        }]
    }
}
